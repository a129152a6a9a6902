#map = affine_map<(d0, d1, d2) -> (d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @broadcast_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg4: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg5: i64 {llvm.noundef}, %arg6: i64 {llvm.noundef}, %arg7: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg5 : i64 to index
    %1 = arith.index_cast %arg6 : i64 to index
    %2 = arith.index_cast %arg7 : i64 to index
    %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %c4 = arith.constant 4 : index
    %3 = arith.muli %0, %c4 : index
    %reinterpret_cast_0 = memref.reinterpret_cast %arg3 to offset: [0], sizes: [%2, %0, 4], strides: [%3, 4, 1] : memref<f32> to memref<?x?x4xf32, strided<[?, 4, 1]>>
    linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reinterpret_cast : memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_0 : memref<?x?x4xf32, strided<[?, 4, 1]>>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    %c1 = arith.constant 1 : index
    %4 = arith.cmpi eq, %1, %c1 : index
    %c0 = arith.constant 0 : index
    %5 = arith.select %4, %c0, %c1 : index
    %reinterpret_cast_1 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%2], strides: [%5] : memref<f32> to memref<?xf32, strided<[?]>>
    %reinterpret_cast_2 = memref.reinterpret_cast %arg4 to offset: [0], sizes: [4, %2], strides: [%2, 1] : memref<f32> to memref<4x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%reinterpret_cast_1 : memref<?xf32, strided<[?]>>) outs(%reinterpret_cast_2 : memref<4x?xf32, strided<[?, 1]>>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
