#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @divide_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg4: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg4 : i64 to index
    %alloca = memref.alloca() : memref<i32>
    %c2147483647_i32 = arith.constant 2147483647 : i32
    memref.store %c2147483647_i32, %alloca[] : memref<i32>
    %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%0], strides: [1] : memref<i64> to memref<?xi64, strided<[1]>>
    %reinterpret_cast_0 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%0], strides: [1] : memref<i64> to memref<?xi64, strided<[1]>>
    linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%reinterpret_cast, %reinterpret_cast_0 : memref<?xi64, strided<[1]>>, memref<?xi64, strided<[1]>>) outs(%alloca : memref<i32>) {
    ^bb0(%in: i64, %in_2: i64, %out: i32):
      %c0_i64 = arith.constant 0 : i64
      %c1_i64 = arith.constant 1 : i64
      %c-1_i64 = arith.constant -1 : i64
      %4 = arith.cmpi slt, %in_2, %c0_i64 : i64
      %5 = arith.cmpi ne, %in, %c1_i64 : i64
      %6 = arith.cmpi ne, %in, %c-1_i64 : i64
      %7 = arith.andi %5, %6 : i1
      %8 = arith.andi %4, %7 : i1
      %9 = arith.andi %in_2, %c1_i64 : i64
      %10 = arith.select %4, %9, %in_2 : i64
      %11:3 = scf.while (%arg5 = %c1_i64, %arg6 = %in, %arg7 = %10) : (i64, i64, i64) -> (i64, i64, i64) {
        %c0_i64_3 = arith.constant 0 : i64
        %14 = arith.cmpi ne, %arg7, %c0_i64_3 : i64
        scf.condition(%14) %arg5, %arg6, %arg7 : i64, i64, i64
      } do {
      ^bb0(%arg5: i64, %arg6: i64, %arg7: i64):
        %c1_i64_3 = arith.constant 1 : i64
        %14 = arith.andi %arg7, %c1_i64_3 : i64
        %c0_i64_4 = arith.constant 0 : i64
        %15 = arith.cmpi ne, %14, %c0_i64_4 : i64
        %16 = arith.muli %arg5, %arg6 : i64
        %17 = arith.select %15, %16, %arg5 : i64
        %18 = arith.muli %arg6, %arg6 : i64
        %19 = arith.shrui %arg7, %c1_i64_3 : i64
        scf.yield %17, %18, %19 : i64, i64, i64
      }
      %c4_i32 = arith.constant 4 : i32
      %12 = arith.minsi %out, %c4_i32 : i32
      %13 = arith.select %8, %12, %out : i32
      linalg.yield %13 : i32
    }
    %reinterpret_cast_1 = memref.reinterpret_cast %arg3 to offset: [0], sizes: [%0], strides: [1] : memref<i64> to memref<?xi64, strided<[1]>>
    linalg.generic {indexing_maps = [#map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%reinterpret_cast, %reinterpret_cast_0 : memref<?xi64, strided<[1]>>, memref<?xi64, strided<[1]>>) outs(%reinterpret_cast_1, %alloca : memref<?xi64, strided<[1]>>, memref<i32>) {
    ^bb0(%in: i64, %in_2: i64, %out: i64, %out_3: i32):
      %c0_i64 = arith.constant 0 : i64
      %c1_i64 = arith.constant 1 : i64
      %c-1_i64 = arith.constant -1 : i64
      %4 = arith.cmpi eq, %in_2, %c0_i64 : i64
      %5 = arith.cmpi eq, %in_2, %c-1_i64 : i64
      %6 = arith.ori %4, %5 : i1
      %7 = arith.select %6, %c1_i64, %in_2 : i64
      %8 = arith.divsi %in, %7 : i64
      %9 = arith.subi %c0_i64, %in : i64
      %10 = arith.select %5, %9, %8 : i64
      %c5_i32 = arith.constant 5 : i32
      %11 = arith.minsi %out_3, %c5_i32 : i32
      %12 = arith.select %4, %11, %out_3 : i32
      linalg.yield %10, %12 : i64, i32
    }
    %c0_i32 = arith.constant 0 : i32
    %1 = memref.load %alloca[] : memref<i32>
    %2 = arith.cmpi eq, %1, %c2147483647_i32 : i32
    %3 = arith.select %2, %c0_i32, %1 : i32
    return %3 : i32
  }
}
