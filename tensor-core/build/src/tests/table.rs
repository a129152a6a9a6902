//! Every operation with every dtype that it admits, walked from the tables themselves: each compiles, and agrees with
//! the interpreter on corner values and on random ones. A new row, dtype or variant of `Op` is walked, or stops the
//! build here.

use super::agree::agree;
use super::loaded::{Kernel, accepts};
use super::values::{Random, corners};
use std::collections::BTreeSet;
use tensor_core::eval::{EvalError, Value, eval};
use tensor_core::ops::{Op, elementwise, reduction};
use tensor_core::types::{DType, Element, Kind};

/// As many results as a kernel gets.
const RESULTS: usize = 12;

/// One result of a kernel.
struct Case {
    expr: String,
    ty: String,
}

fn case(expr: impl Into<String>, dtype: DType, shape: &str) -> Case {
    Case { expr: expr.into(), ty: format!("Tensor[{dtype}, {shape}]") }
}

/// Kernels that together have these results, after these statements.
fn kernels(signature: &str, statements: &str, cases: &[Case]) -> Vec<Kernel> {
    let kernel = |cases: &[Case]| {
        let types: Vec<&str> = cases.iter().map(|case| case.ty.as_str()).collect();
        let exprs: Vec<&str> = cases.iter().map(|case| case.expr.as_str()).collect();
        let tuple =
            |parts: &[&str]| if parts.len() == 1 { parts[0].to_owned() } else { format!("({})", parts.join(", ")) };
        Kernel::new(&format!("{signature} -> {} {{ {statements} {} }}", tuple(&types), tuple(&exprs)))
    };
    cases.chunks(RESULTS).map(kernel).collect()
}

fn vector(dtype: DType, elements: Vec<Element>) -> Value {
    Value::new(dtype, &[elements.len()], elements).expect("the elements are of the dtype")
}

/// Each corner with each, and random values.
fn operands(dtype: DType) -> (Value, Value) {
    let corners = corners(dtype);
    let mut pairs: Vec<(Element, Element)> = Vec::new();
    for x in &corners {
        pairs.extend(corners.iter().map(|y| (*x, *y)));
    }
    let mut random = Random::new();
    pairs.extend((0..300).map(|_| (random.any(dtype), random.any(dtype))));
    pairs.extend((0..300).map(|_| (random.moderate(dtype), random.moderate(dtype))));
    let (x, y): (Vec<Element>, Vec<Element>) = pairs.into_iter().unzip();
    (vector(dtype, x), vector(dtype, y))
}

/// Whether some operands have no result: integer division and powers.
fn may_fault(row: &elementwise::Elementwise, dtype: DType) -> bool {
    dtype.kind() == Kind::SignedInt && ["div", "pow"].contains(&row.name)
}

fn elementwise_rows(dtype: DType) {
    let signature = format!("fn f<N>(x: Tensor[{dtype}, [N]], y: Tensor[{dtype}, [N]])");
    let rows = || elementwise::ALL.iter().filter(|row| row.admits.contains(dtype));
    let of_row = |row: &elementwise::Elementwise| {
        let args = if row.arity == 1 { "x" } else { "x, y" };
        case(format!("{}({args})", row.name), row.result(dtype), "[N]")
    };
    let (x, y) = operands(dtype);
    let cases: Vec<Case> = rows().filter(|row| !may_fault(row, dtype)).map(of_row).collect();
    for kernel in kernels(&signature, "", &cases) {
        agree(&kernel, &[x.clone(), y.clone()]);
    }
    for row in rows().filter(|row| may_fault(row, dtype)) {
        for kernel in kernels(&signature, "", &[of_row(row)]) {
            faults_agree(&kernel, dtype, &x, &y);
        }
    }
}

/// All pairs that have a result together, and each kind of pair that has none between two that have one.
fn faults_agree(kernel: &Kernel, dtype: DType, x: &Value, y: &Value) {
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for (x, y) in x.elements().iter().zip(y.elements()) {
        match eval(&kernel.checked, &[vector(dtype, vec![*x]), vector(dtype, vec![*y])], &[]) {
            Ok(_) => right.push((*x, *y)),
            Err(EvalError::Fault(inst)) => wrong.push((*x, *y, inst)),
            Err(other) => panic!("{other}"),
        }
    }
    let inputs = |pairs: &[(Element, Element)]| {
        let (x, y) = pairs.iter().copied().unzip();
        [vector(dtype, x), vector(dtype, y)]
    };
    assert!(!right.is_empty() && !wrong.is_empty());
    agree(kernel, &inputs(&right));
    let step = wrong.len().div_ceil(40);
    for (x, y, inst) in wrong.into_iter().step_by(step) {
        let outcome = kernel.call(&inputs(&[right[0], (x, y), right[1]]), &[]);
        assert_eq!(outcome.status, 2 + inst.0 as i32, "{x} and {y}");
    }
}

fn casts(dtype: DType, dtypes: &[DType]) {
    let cases: Vec<Case> = dtypes.iter().map(|to| case(format!("cast[{to}](x)"), *to, "[N]")).collect();
    let mut elements = corners(dtype);
    let mut random = Random::new();
    elements.extend((0..500).map(|_| random.any(dtype)));
    // Integers beside the limits of narrower dtypes, and fractions.
    elements.extend((0..500).map(|_| match random.moderate(dtype) {
        Element::Float(value) => Element::Float(tensor_core::types::round(value * 80.0, dtype)),
        other => other,
    }));
    let x = vector(dtype, elements);
    for kernel in kernels(&format!("fn f<N>(x: Tensor[{dtype}, [N]])"), "", &cases) {
        agree(&kernel, std::slice::from_ref(&x));
    }
}

fn reductions(dtype: DType) {
    let mut cases = Vec::new();
    for row in reduction::ALL.iter().filter(|row| row.admits.contains(dtype)) {
        let name = row.name;
        cases.push(case(format!("reduce[{name}, axis = 1](x)"), row.result(dtype), "[A]"));
        cases.push(case(format!("reduce_keep[{name}, axis = 0](x)"), row.result(dtype), "[1, B]"));
    }
    let corners = corners(dtype);
    let mut random = Random::new();
    // Rows of two corners, columns of one: each corner with each.
    let pairs: Vec<Element> = corners.iter().flat_map(|x| corners.iter().flat_map(|y| [*x, *y])).collect();
    let inputs = [
        Value::new(dtype, &[corners.len() * corners.len(), 2], pairs).expect("the elements are of the dtype"),
        Value::new(dtype, &[1, corners.len()], corners).expect("the elements are of the dtype"),
        random.tensor(dtype, &[37, 41]),
        random.tensor(dtype, &[3, 1000]),
        random.tensor(dtype, &[129, 1]),
    ];
    for kernel in kernels(&format!("fn f<A, B>(x: Tensor[{dtype}, [A, B]])"), "", &cases) {
        inputs.iter().for_each(|input| agree(&kernel, std::slice::from_ref(input)));
    }
}

/// What is no row of a table, with this dtype; which of them it is.
fn structural(dtype: DType) -> BTreeSet<&'static str> {
    let literal = match dtype.kind() {
        Kind::Float => "-1.5",
        Kind::SignedInt => "-3",
        Kind::Bool => "true",
    };
    let mut cases = vec![
        case("x", dtype, "[A, B]"),
        case("annotated", dtype, "[A, B]"),
        case(format!("eq(x, {literal})"), DType::Bool, "[A, B]"),
        case(format!("scalar[{dtype}]({literal})"), dtype, "[]"),
        case(format!("scalar[{dtype}](300 * A - B)"), dtype, "[]"),
        case("transpose[2, 0, 1](z)", dtype, "[C, A, B]"),
        case("reshape[B, A](x)", dtype, "[B, A]"),
        case("broadcast[C, A, B](x)", dtype, "[C, A, B]"),
        case("slice[axis = 1, start = 1, stop = B](z)", dtype, "[A, B - 1, C]"),
        case("concat[axis = 2](z, z)", dtype, "[A, B, 2 * C]"),
    ];
    if dtype != DType::Bool {
        cases.push(case("matmul(x, y)", dtype, "[A, C]"));
        cases.push(case("matmul(z, transpose[0, 2, 1](z))", dtype, "[A, B, B]"));
    }
    let signature =
        format!("fn f<A, B, C>(x: Tensor[{dtype}, [A, B]], y: Tensor[{dtype}, [B, C]], z: Tensor[{dtype}, [A, B, C]])");
    let mut random = Random::new();
    let mut seen = BTreeSet::new();
    for kernel in kernels(&signature, &format!("let annotated: Tensor[{dtype}, [A, B], A >= 1] = x;"), &cases) {
        seen.extend(kernel.checked.func.insts.iter().map(|inst| kind(&inst.op)));
        for [a, b, c] in [[3, 5, 7], [1, 1, 1], [2, 17, 4], [31, 2, 1]] {
            agree(&kernel, &[[a, b].as_slice(), &[b, c], &[a, b, c]].map(|shape| random.tensor(dtype, shape)));
        }
    }
    seen
}

/// Which operation it is. The compiler names this function when there is a new one: it belongs into [`KINDS`], and into
/// the programs above.
fn kind(op: &Op) -> &'static str {
    match op {
        Op::Param(_) => "param",
        Op::Annotate => "annotate",
        Op::FillLike(_) => "fill",
        Op::Scalar(..) => "scalar",
        Op::ScalarDim(..) => "scalar of a dim",
        Op::Elementwise(_) => "elementwise",
        Op::Cast(_) => "cast",
        Op::Matmul => "matmul",
        Op::Reduce { .. } => "reduce",
        Op::Transpose(_) => "transpose",
        Op::Reshape(_) => "reshape",
        Op::Broadcast(_) => "broadcast",
        Op::Slice { .. } => "slice",
        Op::Concat { .. } => "concat",
    }
}

/// What [`structural`] must meet; the others are walked from their tables.
const KINDS: [&str; 11] = [
    "param",
    "annotate",
    "fill",
    "scalar",
    "scalar of a dim",
    "matmul",
    "transpose",
    "reshape",
    "broadcast",
    "slice",
    "concat",
];

/// The dtypes that are compiled.
fn compiled() -> Vec<DType> {
    let compiles =
        |dtype: &DType| accepts(&format!("fn f<N>(x: Tensor[{dtype}, [N]]) -> Tensor[{dtype}, [N]] {{ x }}"));
    DType::ALL.into_iter().filter(compiles).collect()
}

fn walk(dtype: DType) {
    elementwise_rows(dtype);
    casts(dtype, &compiled());
    reductions(dtype);
    let seen = structural(dtype);
    for kind in KINDS {
        assert!(seen.contains(kind) || (kind == "matmul" && dtype == DType::Bool), "{kind} of {dtype}");
    }
    assert_eq!(Kernel::not_freed(), 0);
}

macro_rules! dtypes {
    ($($test:ident $dtype:ident,)*) => {
        $(#[test]
        fn $test() {
            walk(DType::$dtype);
        })*

        #[test]
        fn every_dtype_that_is_compiled_is_walked() {
            assert_eq!(compiled(), [$(DType::$dtype),*]);
        }
    };
}

dtypes! { f64 F64, f32 F32, i64 I64, i32 I32, i16 I16, i8 I8, bool Bool, }
