#map = affine_map<(d0) -> (d0)>
module {
  func.func @concat_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg4: i64 {llvm.noundef}, %arg5: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg4 : i64 to index
    %1 = arith.index_cast %arg5 : i64 to index
    %c2 = arith.constant 2 : index
    %2 = arith.muli %0, %c2 : index
    %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%2], strides: [1] : memref<i64> to memref<?xi64, strided<[1]>>
    %reinterpret_cast_0 = memref.reinterpret_cast %arg3 to offset: [0], sizes: [%2], strides: [1] : memref<i64> to memref<?xi64, strided<[1]>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%reinterpret_cast : memref<?xi64, strided<[1]>>) outs(%reinterpret_cast_0 : memref<?xi64, strided<[1]>>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    }
    %3 = arith.muli %1, %c2 : index
    %reinterpret_cast_1 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%3], strides: [1] : memref<i64> to memref<?xi64, strided<[1]>>
    %reinterpret_cast_2 = memref.reinterpret_cast %arg3 to offset: [%2], sizes: [%3], strides: [1] : memref<i64> to memref<?xi64, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%reinterpret_cast_1 : memref<?xi64, strided<[1]>>) outs(%reinterpret_cast_2 : memref<?xi64, strided<[1], offset: ?>>) {
    ^bb0(%in: i64, %out: i64):
      %c0_i64 = arith.constant 0 : i64
      %4 = arith.subi %c0_i64, %in : i64
      linalg.yield %4 : i64
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
