//! Whole calls: variables, conditions, and the order in which faults are met.

use super::*;
use crate::check::Binding;
use crate::logic::{Check, Origin};
use crate::ops::Elementwise;
use crate::types::{Cmp, Pred};
use DType::{F32, I64};

fn var(name: &str) -> Dim {
    Dim::var(DimVar::new(name))
}

fn ty(dtype: DType, shape: Vec<Dim>) -> TensorType {
    TensorType { dtype, shape, refinements: Default::default() }
}

fn tensor(name: &str, ty: &TensorType) -> Param {
    Param { name: name.to_owned(), kind: ParamKind::Tensor(ty.clone()) }
}

/// `f<S>(x: Tensor[F32, [2 * S + 1]]) -> Tensor[F32, [2 * S + 1]] { x }`
fn odd() -> CheckedFn {
    let x = ty(F32, vec![Dim::constant(2) * var("S") + Dim::constant(1)]);
    let at_least_1 = Pred::at_least(var("S"), 1);
    CheckedFn {
        func: Func {
            name: "f".to_owned(),
            vars: vec![DimVar::new("S")],
            params: vec![tensor("x", &x)],
            insts: vec![Inst { op: Op::Param(0), args: vec![], ty: x.clone() }],
            results: vec![FuncResult { value: ValueId(0), ty: x }],
        },
        bindings: vec![Binding {
            var: DimVar::new("S"),
            param: 0,
            axis: 0,
            coefficient: 2.into(),
            rest: Dim::constant(1),
        }],
        definitions: vec![],
        checks: vec![Check {
            written: at_least_1.to_string(),
            pred: at_least_1,
            origin: Origin::DefaultBound(DimVar::new("S")),
        }],
    }
}

#[test]
fn a_compound_dim_determines_its_variable() {
    let call = |extent: usize| eval(&odd(), &[counting(&[extent])], &[]);
    for extent in [0, 4] {
        let rejected = call(extent);
        assert!(matches!(rejected, Err(EvalError::Rejected(Rejection::Indivisible { found, .. })) if found == extent));
    }
    let Err(EvalError::Rejected(Rejection::Condition(check))) = call(1) else { panic!("S is 0") };
    assert_eq!(check.written, "S >= 1");
    assert_eq!(call(5), Ok(vec![counting(&[5])]));
    let dims = solve(&odd(), &[counting(&[5])], &[]).unwrap();
    assert_eq!(dims[&DimVar::new("S")], 2.into());
}

#[test]
fn arguments_that_rust_would_reject() {
    let rejected = |inputs: &[Value], dims: &[usize]| {
        assert!(matches!(eval(&odd(), inputs, dims), Err(EvalError::Arguments(_))));
    };
    rejected(&[], &[]);
    rejected(&[counting(&[5])], &[1]);
    rejected(&[counting(&[5, 1])], &[]);
    rejected(&[value(I64, &[1], [1])], &[]);
}

/// `f<N>(H: dim, x: Tensor[F32, [N]], y: Tensor[F32, [N]])` with `dim P = N * H`, returning `scalar[I64](P)`.
fn product() -> CheckedFn {
    let x = ty(F32, vec![var("N")]);
    let scalar = ty(I64, vec![]);
    let equal = Pred::Compare(Cmp::Eq, var("P"), var("N") * var("H"));
    CheckedFn {
        func: Func {
            name: "f".to_owned(),
            vars: ["N", "H", "P"].map(DimVar::new).to_vec(),
            params: vec![
                Param { name: "H".to_owned(), kind: ParamKind::Dim(DimVar::new("H")) },
                tensor("x", &x),
                tensor("y", &x),
            ],
            insts: vec![
                Inst { op: Op::Param(1), args: vec![], ty: x.clone() },
                Inst { op: Op::Param(2), args: vec![], ty: x.clone() },
                Inst { op: Op::ScalarDim(I64, var("P")), args: vec![], ty: scalar.clone() },
            ],
            results: vec![FuncResult { value: ValueId(2), ty: scalar }],
        },
        bindings: vec![Binding {
            var: DimVar::new("N"),
            param: 1,
            axis: 0,
            coefficient: 1.into(),
            rest: Dim::default(),
        }],
        definitions: vec![(DimVar::new("P"), var("N") * var("H"))],
        checks: vec![Check { written: "P == N * H".to_owned(), pred: equal, origin: Origin::Dim }],
    }
}

#[test]
fn dim_parameters_and_definitions() {
    let (x, y) = (counting(&[3]), counting(&[3]));
    assert_eq!(eval(&product(), &[x.clone(), y], &[5]), Ok(vec![value(I64, &[], [15])]));
    let Err(EvalError::Rejected(rejection)) = eval(&product(), &[x, counting(&[4])], &[5]) else {
        panic!("3 is not 4")
    };
    assert_eq!(rejection.to_string(), "`y`, axis 0: expected `N` = 3, found 4");
}

#[test]
fn a_dim_that_is_no_i64_is_rejected() {
    let x = counting(&[4]);
    let rejected = eval(&product(), &[x.clone(), x], &[usize::MAX / 2]);
    assert_eq!(rejected, Err(EvalError::Rejected(Rejection::Number(Dim::var(DimVar::new("P"))))));
}

/// A zero extent does not hide that another is absurd.
#[test]
fn sizes_beyond_isize_are_rejected() {
    let (x, target) = (counting(&[0]), vec![var("H"), var("H"), var("N")]);
    let mut checked = product();
    checked.func.insts[2] = Inst { op: Op::Broadcast(target.clone()), args: vec![ValueId(0)], ty: ty(F32, target) };
    checked.func.results.clear();
    assert_eq!(eval(&checked, &[x.clone(), x.clone()], &[1 << 30]), Ok(vec![]));
    let rejected = eval(&checked, &[x.clone(), x], &[1 << 31]);
    assert_eq!(rejected, Err(EvalError::Rejected(Rejection::Size(ValueId(2)))));
}

/// Every instruction runs, also those whose values nobody uses; the first that faults is named.
#[test]
fn the_first_fault_in_program_order() {
    let x = ty(I64, vec![Dim::constant(2)]);
    let binary = |name: &str, lhs: usize, rhs: usize| Inst {
        op: Op::Elementwise(Elementwise::from_name(name).unwrap()),
        args: vec![ValueId(lhs), ValueId(rhs)],
        ty: x.clone(),
    };
    let func = Func {
        name: "f".to_owned(),
        vars: vec![],
        params: vec![tensor("x", &x), tensor("y", &x)],
        insts: vec![
            Inst { op: Op::Param(0), args: vec![], ty: x.clone() },
            Inst { op: Op::Param(1), args: vec![], ty: x.clone() },
            binary("pow", 0, 1),
            binary("div", 0, 1),
        ],
        results: vec![FuncResult { value: ValueId(0), ty: x.clone() }],
    };
    let call = |y: [i64; 2]| run(&func, &[value(I64, &[2], [5, 7]), value(I64, &[2], y)], &Dims::new());
    assert_eq!(call([2, 0]), Err(EvalError::Fault(ValueId(3))));
    assert_eq!(call([0, -1]), Err(EvalError::Fault(ValueId(2))));
    assert_eq!(call([2, 3]), Ok(vec![value(I64, &[2], [5, 7])]));
}

#[test]
fn a_variable_without_a_value_is_a_fault() {
    let fault = run(&odd().func, &[counting(&[5])], &Dims::new());
    assert!(matches!(fault, Err(EvalError::ShapeFault { .. })));
}
