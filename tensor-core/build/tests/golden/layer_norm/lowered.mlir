#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @layer_norm_base(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg4: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg5: i64 {llvm.noundef}, %arg6: i64 {llvm.noundef}, %arg7: i64 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = arith.index_cast %arg5 : i64 to index
    %1 = arith.index_cast %arg6 : i64 to index
    %2 = arith.index_cast %arg7 : i64 to index
    %c0 = arith.constant 0 : index
    %3 = arith.muli %0, %1 : index
    %c4 = arith.constant 4 : index
    %4 = arith.muli %3, %c4 : index
    %c63 = arith.constant 63 : index
    %5 = arith.addi %4, %c63 : index
    %6 = arith.cmpi slt, %5, %4 : index
    %c9223372036854775744 = arith.constant 9223372036854775744 : index
    %7 = arith.select %6, %c9223372036854775744, %5 : index
    %c-64 = arith.constant -64 : index
    %8 = arith.andi %7, %c-64 : index
    %9 = arith.addi %c0, %8 : index
    %10 = arith.cmpi slt, %9, %c0 : index
    %11 = arith.select %10, %c9223372036854775744, %9 : index
    %12 = arith.muli %0, %2 : index
    %13 = arith.muli %12, %1 : index
    %14 = arith.muli %13, %c4 : index
    %15 = arith.addi %14, %c63 : index
    %16 = arith.cmpi slt, %15, %14 : index
    %17 = arith.select %16, %c9223372036854775744, %15 : index
    %18 = arith.andi %17, %c-64 : index
    %19 = arith.addi %11, %18 : index
    %20 = arith.cmpi slt, %19, %11 : index
    %21 = arith.select %20, %c9223372036854775744, %19 : index
    %22 = arith.muli %3, %c4 : index
    %23 = arith.addi %22, %c63 : index
    %24 = arith.cmpi slt, %23, %22 : index
    %25 = arith.select %24, %c9223372036854775744, %23 : index
    %26 = arith.andi %25, %c-64 : index
    %27 = arith.addi %21, %26 : index
    %28 = arith.cmpi slt, %27, %21 : index
    %29 = arith.select %28, %c9223372036854775744, %27 : index
    %c64 = arith.constant 64 : index
    %30 = arith.maxsi %29, %c64 : index
    %31 = arith.index_cast %30 : index to i64
    %c64_i64 = arith.constant 64 : i64
    %32 = llvm.getelementptr %arg0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr, ptr, ptr)>
    %33 = llvm.load %32 : !llvm.ptr -> !llvm.ptr
    %34 = llvm.call %33(%31, %c64_i64) : !llvm.ptr, (i64, i64) -> (!llvm.ptr {llvm.noalias})
    %35 = llvm.mlir.zero : !llvm.ptr
    %36 = llvm.icmp "eq" %34, %35 : !llvm.ptr
    %37 = scf.if %36 -> (i32) {
      %c1_i32 = arith.constant 1 : i32
      scf.yield %c1_i32 : i32
    } else {
      %38 = arith.index_cast %c0 : index to i64
      %39 = llvm.getelementptr %34[%38] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %40 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %c0_i64 = arith.constant 0 : i64
      %41 = llvm.insertvalue %39, %40[0] : !llvm.struct<(ptr, ptr, i64)> 
      %42 = llvm.insertvalue %39, %41[1] : !llvm.struct<(ptr, ptr, i64)> 
      %43 = llvm.insertvalue %c0_i64, %42[2] : !llvm.struct<(ptr, ptr, i64)> 
      %44 = builtin.unrealized_conversion_cast %43 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %45 = arith.index_cast %11 : index to i64
      %46 = llvm.getelementptr %34[%45] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %47 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %48 = llvm.insertvalue %46, %47[0] : !llvm.struct<(ptr, ptr, i64)> 
      %49 = llvm.insertvalue %46, %48[1] : !llvm.struct<(ptr, ptr, i64)> 
      %50 = llvm.insertvalue %c0_i64, %49[2] : !llvm.struct<(ptr, ptr, i64)> 
      %51 = builtin.unrealized_conversion_cast %50 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %52 = arith.index_cast %21 : index to i64
      %53 = llvm.getelementptr %34[%52] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %54 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %55 = llvm.insertvalue %53, %54[0] : !llvm.struct<(ptr, ptr, i64)> 
      %56 = llvm.insertvalue %53, %55[1] : !llvm.struct<(ptr, ptr, i64)> 
      %57 = llvm.insertvalue %c0_i64, %56[2] : !llvm.struct<(ptr, ptr, i64)> 
      %58 = builtin.unrealized_conversion_cast %57 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %59 = func.call @layer_norm_body(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %44, %51, %58) : (!llvm.ptr, memref<f32>, memref<f32>, memref<f32>, memref<f32>, i64, i64, i64, memref<f32>, memref<f32>, memref<f32>) -> i32
      %60 = llvm.getelementptr %arg0[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr, ptr, ptr)>
      %61 = llvm.load %60 : !llvm.ptr -> !llvm.ptr
      llvm.call %61(%34, %31, %c64_i64) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()
      scf.yield %59 : i32
    }
    return %37 : i32
  }
  func.func @layer_norm_body(%arg0: !llvm.ptr {llvm.nonnull, llvm.noundef}, %arg1: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg4: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg5: i64 {llvm.noundef}, %arg6: i64 {llvm.noundef}, %arg7: i64 {llvm.noundef}, %arg8: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg9: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}, %arg10: memref<f32> {llvm.noalias, llvm.nonnull, llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
    %0 = arith.index_cast %arg5 : i64 to index
    %1 = arith.index_cast %arg6 : i64 to index
    %2 = arith.index_cast %arg7 : i64 to index
    %3 = arith.muli %0, %1 : index
    %reinterpret_cast = memref.reinterpret_cast %arg8 to offset: [0], sizes: [%3], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %cst = arith.constant 0.000000e+00 : f32
    linalg.fill ins(%cst : f32) outs(%reinterpret_cast : memref<?xf32, strided<[1]>>)
    %reinterpret_cast_0 = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%3, %2], strides: [%2, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%reinterpret_cast_0 : memref<?x?xf32, strided<[?, 1]>>) outs(%reinterpret_cast : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    }
    %4 = arith.index_cast %2 : index to i64
    %5 = arith.sitofp %4 : i64 to f32
    linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%reinterpret_cast : memref<?xf32, strided<[1]>>) {
    ^bb0(%out: f32):
      %8 = arith.divf %out, %5 : f32
      linalg.yield %8 : f32
    }
    %reinterpret_cast_1 = memref.reinterpret_cast %arg9 to offset: [0], sizes: [%3, %2], strides: [%2, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%reinterpret_cast_0, %reinterpret_cast : memref<?x?xf32, strided<[?, 1]>>, memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_1 : memref<?x?xf32, strided<[?, 1]>>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %8 = arith.subf %in, %in_7 : f32
      linalg.yield %8 : f32
    }
    %reinterpret_cast_2 = memref.reinterpret_cast %arg8 to offset: [0], sizes: [%3], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    linalg.fill ins(%cst : f32) outs(%reinterpret_cast_2 : memref<?xf32, strided<[1]>>)
    linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%reinterpret_cast_1 : memref<?x?xf32, strided<[?, 1]>>) outs(%reinterpret_cast_2 : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.mulf %in, %in : f32
      %9 = arith.addf %out, %8 : f32
      linalg.yield %9 : f32
    }
    %6 = arith.index_cast %2 : index to i64
    %7 = arith.sitofp %6 : i64 to f32
    linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%reinterpret_cast_2 : memref<?xf32, strided<[1]>>) {
    ^bb0(%out: f32):
      %8 = arith.divf %out, %7 : f32
      linalg.yield %8 : f32
    }
    %reinterpret_cast_3 = memref.reinterpret_cast %arg10 to offset: [0], sizes: [%3], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%reinterpret_cast_2 : memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_3 : memref<?xf32, strided<[1]>>) {
    ^bb0(%in: f32, %out: f32):
      %cst_7 = arith.constant 9.99999974E-6 : f32
      %8 = arith.addf %in, %cst_7 : f32
      %cst_8 = arith.constant 1.000000e+00 : f32
      %9 = math.sqrt %8 : f32
      %10 = arith.divf %cst_8, %9 : f32
      linalg.yield %10 : f32
    }
    %reinterpret_cast_4 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%2], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %reinterpret_cast_5 = memref.reinterpret_cast %arg3 to offset: [0], sizes: [%2], strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
    %reinterpret_cast_6 = memref.reinterpret_cast %arg4 to offset: [0], sizes: [%3, %2], strides: [%2, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    linalg.generic {indexing_maps = [#map, #map1, #map3, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%reinterpret_cast_1, %reinterpret_cast_3, %reinterpret_cast_4, %reinterpret_cast_5 : memref<?x?xf32, strided<[?, 1]>>, memref<?xf32, strided<[1]>>, memref<?xf32, strided<[1]>>, memref<?xf32, strided<[1]>>) outs(%reinterpret_cast_6 : memref<?x?xf32, strided<[?, 1]>>) {
    ^bb0(%in: f32, %in_7: f32, %in_8: f32, %in_9: f32, %out: f32):
      %8 = arith.mulf %in, %in_7 : f32
      %9 = arith.mulf %8, %in_8 : f32
      %10 = arith.addf %9, %in_9 : f32
      linalg.yield %10 : f32
    }
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
