#map = affine_map<(d0) -> (d0)>
module {
  func.func @gelu_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg3: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg3 : i64 to index
    %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %reinterpret_cast_0 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%reinterpret_cast : memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_0 : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.extf %in : f32 to f64
      %cst = arith.constant 5.000000e-01 : f64
      %cst_1 = arith.constant -1.000000e+04 : f64
      %2 = arith.maximumf %1, %cst_1 : f64
      %3 = arith.mulf %cst, %2 : f64
      %cst_2 = arith.constant -0.70710678118654757 : f64
      %4 = arith.mulf %1, %cst_2 : f64
      %5 = math.erfc %4 : f64
      %6 = arith.mulf %3, %5 : f64
      %7 = arith.truncf %6 : f64 to f32
      linalg.yield %7 : f32
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
