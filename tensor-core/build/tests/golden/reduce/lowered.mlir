#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @reduce_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<i8> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg4: memref<i8> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg5: i64 {llvm.noundef}, %arg6: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg5 : i64 to index
    %1 = arith.index_cast %arg6 : i64 to index
    %reinterpret_cast = memref.reinterpret_cast %arg3 to offset: [0], sizes: [%1], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %cst = arith.constant 0.000000e+00 : f32
    linalg.fill ins(%cst : f32) outs(%reinterpret_cast : memref<?xf32, strided<[1]>>)
    %reinterpret_cast_0 = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%0, %1], strides: [%1, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%reinterpret_cast_0 : memref<?x?xf32, strided<[?, 1]>>) outs(%reinterpret_cast : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.addf %out, %in : f32
      linalg.yield %3 : f32
    }
    %reinterpret_cast_1 = memref.reinterpret_cast %arg4 to offset: [0], sizes: [%0], strides: [1] : memref<i8> to memref<?xi8, strided<[1]>>
    %false = arith.constant false
    %2 = arith.extui %false : i1 to i8
    linalg.fill ins(%2 : i8) outs(%reinterpret_cast_1 : memref<?xi8, strided<[1]>>)
    %reinterpret_cast_2 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%0, %1], strides: [%1, 1] : memref<i8> to memref<?x?xi8, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%reinterpret_cast_2 : memref<?x?xi8, strided<[?, 1]>>) outs(%reinterpret_cast_1 : memref<?xi8, strided<[1]>>) {
    ^bb0(%in: i8, %out: i8):
      %c0_i8 = arith.constant 0 : i8
      %3 = arith.cmpi ne, %in, %c0_i8 : i8
      %4 = arith.cmpi ne, %out, %c0_i8 : i8
      %5 = arith.ori %4, %3 : i1
      %6 = arith.extui %5 : i1 to i8
      linalg.yield %6 : i8
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
