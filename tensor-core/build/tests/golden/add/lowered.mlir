#map = affine_map<(d0) -> (d0)>
module {
  func.func @add_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg4: i64 {llvm.noundef}, %arg5: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg4 : i64 to index
    %1 = arith.index_cast %arg5 : i64 to index
    %2 = arith.muli %0, %1 : index
    %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%2], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %reinterpret_cast_0 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%2], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %reinterpret_cast_1 = memref.reinterpret_cast %arg3 to offset: [0], sizes: [%2], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%reinterpret_cast, %reinterpret_cast_0 : memref<?xf32, strided<[1]>>, memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_1 : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %3 = arith.addf %in, %in_2 : f32
      linalg.yield %3 : f32
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
