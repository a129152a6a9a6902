#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @softmax_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg3: i64 {llvm.noundef}, %arg4: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg3 : i64 to index
    %1 = arith.index_cast %arg4 : i64 to index
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %2 = arith.muli %0, %c4 : index
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
    %10 = arith.muli %1, %0 : index
    %11 = arith.muli %10, %c4 : index
    %12 = arith.addi %11, %c63 : index
    %13 = arith.cmpi slt, %12, %11 : index
    %14 = arith.select %13, %c9223372036854775744, %12 : index
    %15 = arith.andi %14, %c-64 : index
    %16 = arith.addi %9, %15 : index
    %17 = arith.cmpi slt, %16, %9 : index
    %18 = arith.select %17, %c9223372036854775744, %16 : index
    %c64 = arith.constant 64 : index
    %19 = arith.maxsi %18, %c64 : index
    %20 = arith.index_cast %19 : index to i64
    %c64_i64 = arith.constant 64 : i64
    %21 = llvm.getelementptr %arg0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr, ptr, ptr)>
    %22 = llvm.load %21 : !llvm.ptr -> !llvm.ptr
    %23 = llvm.call %22(%20, %c64_i64) : !llvm.ptr, (i64, i64) -> (!llvm.ptr {llvm.noalias})
    %24 = llvm.mlir.zero : !llvm.ptr
    %25 = llvm.icmp "eq" %23, %24 : !llvm.ptr
    %26 = scf.if %25 -> (i32) {
      %c1_i32 = arith.constant 1 : i32
      scf.yield %c1_i32 : i32
    } else {
      %27 = arith.index_cast %c0 : index to i64
      %28 = llvm.getelementptr %23[%27] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %29 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %c0_i64 = arith.constant 0 : i64
      %30 = llvm.insertvalue %28, %29[0] : !llvm.struct<(ptr, ptr, i64)> 
      %31 = llvm.insertvalue %28, %30[1] : !llvm.struct<(ptr, ptr, i64)> 
      %32 = llvm.insertvalue %c0_i64, %31[2] : !llvm.struct<(ptr, ptr, i64)> 
      %33 = builtin.unrealized_conversion_cast %32 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %34 = arith.index_cast %9 : index to i64
      %35 = llvm.getelementptr %23[%34] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %36 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %37 = llvm.insertvalue %35, %36[0] : !llvm.struct<(ptr, ptr, i64)> 
      %38 = llvm.insertvalue %35, %37[1] : !llvm.struct<(ptr, ptr, i64)> 
      %39 = llvm.insertvalue %c0_i64, %38[2] : !llvm.struct<(ptr, ptr, i64)> 
      %40 = builtin.unrealized_conversion_cast %39 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %41 = func.call @softmax_body(%arg0, %arg1, %arg2, %arg3, %arg4, %33, %40) : (!llvm.ptr, memref<f32>, memref<f32>, i64, i64, memref<f32>, memref<f32>) -> i32
      %42 = llvm.getelementptr %arg0[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr, ptr, ptr)>
      %43 = llvm.load %42 : !llvm.ptr -> !llvm.ptr
      llvm.call %43(%23, %20, %c64_i64) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()
      scf.yield %41 : i32
    }
    return %26 : i32
  }
  func.func @softmax_body(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg3: i64 {llvm.noundef}, %arg4: i64 {llvm.noundef}, %arg5: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg6: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
    %0 = arith.index_cast %arg3 : i64 to index
    %1 = arith.index_cast %arg4 : i64 to index
    %reinterpret_cast = memref.reinterpret_cast %arg5 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %cst = arith.constant 0xFF800000 : f32
    linalg.fill ins(%cst : f32) outs(%reinterpret_cast : memref<?xf32, strided<[1]>>)
    %reinterpret_cast_0 = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%0, %1], strides: [%1, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%reinterpret_cast_0 : memref<?x?xf32, strided<[?, 1]>>) outs(%reinterpret_cast : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %out, %in : f32
      linalg.yield %2 : f32
    }
    %reinterpret_cast_1 = memref.reinterpret_cast %arg6 to offset: [0], sizes: [%0, %1], strides: [%1, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%reinterpret_cast_0, %reinterpret_cast : memref<?x?xf32, strided<[?, 1]>>, memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_1 : memref<?x?xf32, strided<[?, 1]>>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %2 = arith.subf %in, %in_5 : f32
      %3 = math.exp %2 : f32
      linalg.yield %3 : f32
    }
    %reinterpret_cast_2 = memref.reinterpret_cast %arg5 to offset: [0], sizes: [%0], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %cst_3 = arith.constant 0.000000e+00 : f32
    linalg.fill ins(%cst_3 : f32) outs(%reinterpret_cast_2 : memref<?xf32, strided<[1]>>)
    linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%reinterpret_cast_1 : memref<?x?xf32, strided<[?, 1]>>) outs(%reinterpret_cast_2 : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.addf %out, %in : f32
      linalg.yield %2 : f32
    }
    %reinterpret_cast_4 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%0, %1], strides: [%1, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%reinterpret_cast_1, %reinterpret_cast_2 : memref<?x?xf32, strided<[?, 1]>>, memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_4 : memref<?x?xf32, strided<[?, 1]>>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %2 = arith.divf %in, %in_5 : f32
      linalg.yield %2 : f32
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
