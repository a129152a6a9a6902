#map = affine_map<(d0) -> (d0)>
module {
  func.func @gelu_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg3: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg3 : i64 to index
    %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %reinterpret_cast_0 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%reinterpret_cast : memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_0 : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 5.000000e-01 : f32
      %cst_1 = arith.constant -1.000000e+04 : f32
      %1 = arith.maximumf %in, %cst_1 : f32
      %2 = arith.mulf %cst, %1 : f32
      %cst_2 = arith.constant -0.707106769 : f32
      %3 = arith.mulf %in, %cst_2 : f32
      %4 = math.erfc %3 : f32
      %5 = arith.mulf %2, %4 : f32
      linalg.yield %5 : f32
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
