#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @dense_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg4: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg5: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg5 : i64 to index
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %1 = arith.muli %0, %c10 : index
    %c4 = arith.constant 4 : index
    %2 = arith.muli %1, %c4 : index
    %c63 = arith.constant 63 : index
    %3 = arith.addi %2, %c63 : index
    %4 = arith.cmpi slt, %3, %2 : index
    %c9223372036854775744 = arith.constant 9223372036854775744 : index
    %5 = arith.select %4, %c9223372036854775744, %3 : index
    %c-64 = arith.constant -64 : index
    %6 = arith.andi %5, %c-64 : index
    %7 = arith.addi %c0, %6 : index
    %8 = arith.cmpi slt, %7, %c0 : index
    %9 = arith.select %8, %c9223372036854775744, %7 : index
    %10 = arith.muli %0, %c4 : index
    %11 = arith.addi %10, %c63 : index
    %12 = arith.cmpi slt, %11, %10 : index
    %13 = arith.select %12, %c9223372036854775744, %11 : index
    %14 = arith.andi %13, %c-64 : index
    %15 = arith.addi %9, %14 : index
    %16 = arith.cmpi slt, %15, %9 : index
    %17 = arith.select %16, %c9223372036854775744, %15 : index
    %c64 = arith.constant 64 : index
    %18 = arith.maxsi %17, %c64 : index
    %19 = arith.index_cast %18 : index to i64
    %c64_i64 = arith.constant 64 : i64
    %20 = llvm.getelementptr %arg0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr, ptr, ptr)>
    %21 = llvm.load %20 : !llvm.ptr -> !llvm.ptr
    %22 = llvm.call %21(%19, %c64_i64) : !llvm.ptr, (i64, i64) -> (!llvm.ptr {llvm.noalias})
    %23 = llvm.mlir.zero : !llvm.ptr
    %24 = llvm.icmp "eq" %22, %23 : !llvm.ptr
    %25 = scf.if %24 -> (i32) {
      %c1_i32 = arith.constant 1 : i32
      scf.yield %c1_i32 : i32
    } else {
      %26 = arith.index_cast %c0 : index to i64
      %27 = llvm.getelementptr %22[%26] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %28 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %c0_i64 = arith.constant 0 : i64
      %29 = llvm.insertvalue %27, %28[0] : !llvm.struct<(ptr, ptr, i64)> 
      %30 = llvm.insertvalue %27, %29[1] : !llvm.struct<(ptr, ptr, i64)> 
      %31 = llvm.insertvalue %c0_i64, %30[2] : !llvm.struct<(ptr, ptr, i64)> 
      %32 = builtin.unrealized_conversion_cast %31 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %33 = arith.index_cast %9 : index to i64
      %34 = llvm.getelementptr %22[%33] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %35 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %36 = llvm.insertvalue %34, %35[0] : !llvm.struct<(ptr, ptr, i64)> 
      %37 = llvm.insertvalue %34, %36[1] : !llvm.struct<(ptr, ptr, i64)> 
      %38 = llvm.insertvalue %c0_i64, %37[2] : !llvm.struct<(ptr, ptr, i64)> 
      %39 = builtin.unrealized_conversion_cast %38 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %40 = func.call @dense_body(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %32, %39) : (!llvm.ptr, memref<f32>, memref<f32>, memref<f32>, memref<i64>, i64, memref<f32>, memref<f32>) -> i32
      %41 = llvm.getelementptr %arg0[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr, ptr, ptr)>
      %42 = llvm.load %41 : !llvm.ptr -> !llvm.ptr
      llvm.call %42(%22, %19, %c64_i64) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()
      scf.yield %40 : i32
    }
    return %25 : i32
  }
  func.func @dense_body(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg4: memref<i64> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg5: i64 {llvm.noundef}, %arg6: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg7: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
    %0 = arith.index_cast %arg5 : i64 to index
    %reinterpret_cast = memref.reinterpret_cast %arg6 to offset: [0], sizes: [%0, 10], strides: [10, 1] : memref<f32> to memref<?x10xf32, strided<[10, 1]>>
    %cst = arith.constant 0.000000e+00 : f32
    linalg.fill ins(%cst : f32) outs(%reinterpret_cast : memref<?x10xf32, strided<[10, 1]>>)
    %reinterpret_cast_0 = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%0, 64], strides: [64, 1] : memref<f32> to memref<?x64xf32, strided<[64, 1]>>
    %reinterpret_cast_1 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [64, 10], strides: [10, 1] : memref<f32> to memref<64x10xf32, strided<[10, 1]>>
    linalg.matmul ins(%reinterpret_cast_0, %reinterpret_cast_1 : memref<?x64xf32, strided<[64, 1]>>, memref<64x10xf32, strided<[10, 1]>>) outs(%reinterpret_cast : memref<?x10xf32, strided<[10, 1]>>)
    %reinterpret_cast_2 = memref.reinterpret_cast %arg4 to offset: [0], sizes: [%0], strides: [1] : memref<i64> to memref<?xi64, strided<[1]>>
    %c0_i64 = arith.constant 0 : i64
    linalg.fill ins(%c0_i64 : i64) outs(%reinterpret_cast_2 : memref<?xi64, strided<[1]>>)
    %reinterpret_cast_3 = memref.reinterpret_cast %arg7 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %cst_4 = arith.constant 0xFF800000 : f32
    linalg.fill ins(%cst_4 : f32) outs(%reinterpret_cast_3 : memref<?xf32, strided<[1]>>)
    %reinterpret_cast_5 = memref.reinterpret_cast %arg3 to offset: [0], sizes: [10], strides: [1] : memref<f32> to memref<10xf32, strided<[1]>>
    linalg.generic {indexing_maps = [#map, #map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%reinterpret_cast, %reinterpret_cast_5 : memref<?x10xf32, strided<[10, 1]>>, memref<10xf32, strided<[1]>>) outs(%reinterpret_cast_2, %reinterpret_cast_3 : memref<?xi64, strided<[1]>>, memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %in_6: f32, %out: i64, %out_7: f32):
      %1 = arith.addf %in, %in_6 : f32
      %cst_8 = arith.constant 0.000000e+00 : f32
      %2 = arith.maximumf %1, %cst_8 : f32
      %3 = arith.cmpf ugt, %2, %out_7 : f32
      %4 = arith.cmpf ord, %out_7, %out_7 : f32
      %5 = arith.andi %3, %4 : i1
      %6 = linalg.index 1 : index
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.select %5, %7, %out : i64
      %9 = arith.select %5, %2, %out_7 : f32
      linalg.yield %8, %9 : i64, f32
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
