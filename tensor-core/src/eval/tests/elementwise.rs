//! Each row of the table at hand-computed values, and the corners of integer and float arithmetic.

use super::*;
use crate::ops::Elementwise;
use crate::ops::elementwise::ALL;
use DType::{BF16, Bool, F16, F32, F64, I4, I8, I16, I32, I64};
use Element::{Bool as B, Float as F, Int as I};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

fn one(name: &str, dtype: DType, operands: &[Element]) -> Result<Element, EvalError> {
    let row = Elementwise::from_name(name).expect("the operation exists");
    let inputs: Vec<Value> = operands.iter().map(|&operand| value(dtype, &[], [operand])).collect();
    apply(Op::Elementwise(row), &inputs, row.result(dtype), &[]).map(|result| result.elements()[0])
}

type Row = (&'static str, DType, &'static [Element], Element);

/// Values of irrational functions are computed with 60 digits and rounded to the dtype.
const VALUES: &[Row] = &[
    ("relu", F32, &[F(-2.5)], F(0.0)),
    ("relu", F32, &[F(-0.0)], F(0.0)),
    ("relu", F64, &[F(NAN)], F(NAN)),
    ("relu", I8, &[I(-128)], I(0)),
    ("relu", I4, &[I(7)], I(7)),
    ("gelu", F32, &[F(1.0)], F(0.8413447737693787)),
    ("gelu", F32, &[F(-1.0)], F(-0.15865525603294373)),
    ("gelu", F32, &[F(-8.0)], F(-4.9767683396140065e-15)),
    ("gelu", F32, &[F(-13.0)], F(-7.952313854143535e-38)),
    ("gelu", F32, &[F(10.600000381469727)], F(10.600000381469727)),
    ("gelu", F32, &[F(-INF)], F(-0.0)),
    ("gelu", F32, &[F(INF)], F(INF)),
    ("gelu", F32, &[F(NAN)], F(NAN)),
    ("gelu", F16, &[F(0.5)], F(0.345703125)),
    ("gelu", BF16, &[F(-INF)], F(-0.0)),
    ("gelu", F64, &[F(1.0)], F(0.8413447460685429)),
    ("silu", F32, &[F(2.0)], F(1.7615941762924194)),
    ("silu", F32, &[F(-100.0)], F(-3.7204474227823893e-42)),
    ("silu", F32, &[F(-1000.0)], F(-0.0)),
    ("silu", F32, &[F(-INF)], F(-0.0)),
    ("silu", F32, &[F(NAN)], F(NAN)),
    ("silu", F16, &[F(-65504.0)], F(-0.0)),
    ("silu", F64, &[F(-1.0)], F(-0.2689414213699951)),
    ("tanh", F32, &[F(0.5)], F(0.46211716532707214)),
    ("tanh", F32, &[F(-INF)], F(-1.0)),
    ("tanh", F32, &[F(-0.0)], F(-0.0)),
    ("tanh", F64, &[F(-1.0)], F(-0.7615941559557649)),
    ("sigmoid", F32, &[F(0.0)], F(0.5)),
    ("sigmoid", F32, &[F(1.0)], F(0.7310585975646973)),
    ("sigmoid", F32, &[F(89.0)], F(1.0)),
    ("sigmoid", F32, &[F(-89.0)], F(2.2273639090442967e-39)),
    ("sigmoid", F32, &[F(-1e4)], F(0.0)),
    ("sigmoid", F32, &[F(1e4)], F(1.0)),
    ("sigmoid", BF16, &[F(1.0)], F(0.73046875)),
    ("exp", F32, &[F(1.0)], F(2.7182817459106445)),
    ("exp", F32, &[F(-88.0)], F(6.054601485195952e-39)),
    ("exp", F32, &[F(-INF)], F(0.0)),
    ("exp", F32, &[F(89.0)], F(INF)),
    ("exp", F64, &[F(0.5)], F(1.6487212707001282)),
    ("exp", F16, &[F(1.0)], F(2.71875)),
    ("log", F32, &[F(10.0)], F(2.3025851249694824)),
    ("log", F32, &[F(0.0)], F(-INF)),
    ("log", F32, &[F(-1.0)], F(NAN)),
    ("log", F64, &[F(3.0)], F(1.0986122886681098)),
    ("log", F64, &[F(1.0)], F(0.0)),
    ("neg", F32, &[F(0.0)], F(-0.0)),
    ("neg", I64, &[I(i64::MIN)], I(i64::MIN)),
    ("neg", I4, &[I(-8)], I(-8)),
    ("neg", I8, &[I(5)], I(-5)),
    ("abs", F16, &[F(-0.0)], F(0.0)),
    ("abs", I64, &[I(i64::MIN)], I(i64::MIN)),
    ("abs", I16, &[I(-32768)], I(-32768)),
    ("abs", I4, &[I(-7)], I(7)),
    ("sqrt", F32, &[F(2.0)], F(1.4142135381698608)),
    ("sqrt", F64, &[F(3.0)], F(1.7320508075688772)),
    ("sqrt", F32, &[F(-0.0)], F(-0.0)),
    ("sqrt", F32, &[F(-1.0)], F(NAN)),
    ("rsqrt", F32, &[F(2.0)], F(0.7071067690849304)),
    ("rsqrt", F32, &[F(0.0)], F(INF)),
    ("rsqrt", F32, &[F(INF)], F(0.0)),
    ("rsqrt", F64, &[F(0.25)], F(2.0)),
    ("bitwise_not", I8, &[I(0b0101)], I(-6)),
    ("bitwise_not", I64, &[I(-1)], I(0)),
    ("bitwise_not", I4, &[I(7)], I(-8)),
    ("add", F32, &[F(0.10000000149011612), F(0.20000000298023224)], F(0.30000001192092896)),
    ("add", F32, &[F(16777216.0), F(1.0)], F(16777216.0)),
    ("add", F16, &[F(2048.0), F(1.0)], F(2048.0)),
    ("add", BF16, &[F(256.0), F(3.0)], F(260.0)),
    ("add", F16, &[F(65504.0), F(65504.0)], F(INF)),
    ("add", I8, &[I(100), I(100)], I(-56)),
    ("add", I64, &[I(i64::MAX), I(1)], I(i64::MIN)),
    ("sub", F64, &[F(0.3), F(0.1)], F(0.19999999999999998)),
    ("sub", I4, &[I(-8), I(1)], I(7)),
    ("sub", F32, &[F(INF), F(INF)], F(NAN)),
    ("mul", F32, &[F(1e30f32 as f64), F(1e30f32 as f64)], F(INF)),
    ("mul", I32, &[I(65536), I(65536)], I(0)),
    ("mul", I16, &[I(300), I(300)], I(24464)),
    ("mul", F16, &[F(0.333251953125), F(3.0)], F(1.0)),
    ("div", F32, &[F(1.0), F(3.0)], F(0.3333333432674408)),
    ("div", BF16, &[F(1.0), F(3.0)], F(0.333984375)),
    ("div", F16, &[F(1.0), F(3.0)], F(0.333251953125)),
    ("div", F32, &[F(-1.0), F(0.0)], F(-INF)),
    ("div", F64, &[F(0.0), F(0.0)], F(NAN)),
    ("div", I32, &[I(-7), I(2)], I(-3)),
    ("div", I32, &[I(7), I(-2)], I(-3)),
    ("div", I64, &[I(i64::MIN), I(-1)], I(i64::MIN)),
    ("div", I8, &[I(-128), I(-1)], I(-128)),
    ("div", I4, &[I(-8), I(-1)], I(-8)),
    ("pow", F32, &[F(-2.0), F(3.0)], F(-8.0)),
    ("pow", F32, &[F(-2.0), F(2.299999952316284)], F(NAN)),
    ("pow", F32, &[F(0.0), F(0.0)], F(1.0)),
    ("pow", F32, &[F(NAN), F(0.0)], F(1.0)),
    ("pow", F64, &[F(1.0), F(NAN)], F(1.0)),
    ("pow", F32, &[F(2.0), F(0.5)], F(1.4142135381698608)),
    ("pow", F16, &[F(2.0), F(16.0)], F(INF)),
    ("pow", I64, &[I(1), I(-5)], I(1)),
    ("pow", I64, &[I(-1), I(-3)], I(-1)),
    ("pow", I64, &[I(-1), I(-4)], I(1)),
    ("pow", I64, &[I(-1), I(i64::MIN)], I(1)),
    ("pow", I64, &[I(0), I(0)], I(1)),
    ("pow", I32, &[I(11), I(7)], I(19487171)),
    ("pow", I64, &[I(3), I(40)], I(-6289078614652622815)),
    ("pow", I8, &[I(2), I(7)], I(-128)),
    ("pow", I4, &[I(3), I(3)], I(-5)),
    ("pow", I64, &[I(3), I(i64::MAX)], I(-6148914691236517205)),
    ("min", F32, &[F(-0.0), F(0.0)], F(-0.0)),
    ("min", F32, &[F(0.0), F(-0.0)], F(-0.0)),
    ("min", F32, &[F(NAN), F(1.0)], F(NAN)),
    ("min", F32, &[F(1.0), F(NAN)], F(NAN)),
    ("min", I8, &[I(-3), I(2)], I(-3)),
    ("max", F32, &[F(-0.0), F(0.0)], F(0.0)),
    ("max", F32, &[F(0.0), F(-0.0)], F(0.0)),
    ("max", F32, &[F(NAN), F(INF)], F(NAN)),
    ("max", F32, &[F(INF), F(NAN)], F(NAN)),
    ("max", I64, &[I(i64::MIN), I(i64::MAX)], I(i64::MAX)),
    ("bitwise_and", I8, &[I(-2), I(7)], I(6)),
    ("bitwise_and", Bool, &[B(true), B(false)], B(false)),
    ("bitwise_or", I4, &[I(-8), I(1)], I(-7)),
    ("bitwise_or", Bool, &[B(true), B(false)], B(true)),
    ("bitwise_xor", I64, &[I(-1), I(1)], I(-2)),
    ("bitwise_xor", Bool, &[B(true), B(true)], B(false)),
    ("eq", F32, &[F(NAN), F(NAN)], B(false)),
    ("eq", F32, &[F(0.0), F(-0.0)], B(true)),
    ("eq", Bool, &[B(false), B(false)], B(true)),
    ("ne", F32, &[F(NAN), F(NAN)], B(true)),
    ("ne", I4, &[I(1), I(1)], B(false)),
    ("ne", Bool, &[B(true), B(false)], B(true)),
    ("lt", F32, &[F(-0.0), F(0.0)], B(false)),
    ("lt", F32, &[F(NAN), F(1.0)], B(false)),
    ("lt", I64, &[I(-1), I(0)], B(true)),
    ("le", F32, &[F(-0.0), F(0.0)], B(true)),
    ("le", F32, &[F(1.0), F(NAN)], B(false)),
    ("le", I8, &[I(1), I(0)], B(false)),
    ("gt", F32, &[F(INF), F(1.0)], B(true)),
    ("gt", F32, &[F(NAN), F(1.0)], B(false)),
    ("gt", I64, &[I(0), I(0)], B(false)),
    ("ge", F32, &[F(0.0), F(-0.0)], B(true)),
    ("ge", F32, &[F(NAN), F(NAN)], B(false)),
    ("ge", I16, &[I(-5), I(-5)], B(true)),
];

#[test]
fn hand_computed_values() {
    for &(name, dtype, operands, expected) in VALUES {
        let found = one(name, dtype, operands).unwrap();
        // F64 functions are as good as the platform's, which are not always rounded correctly.
        let near = match (dtype, found, expected) {
            (F64, F(found), F(expected)) => (found - expected).abs() <= 2.0 * f64::EPSILON * expected.abs(),
            _ => false,
        };
        assert!(found == expected || near, "{name} of {operands:?} in {dtype}: expected {expected}, found {found}");
    }
}

#[test]
fn every_row_has_hand_computed_values() {
    for row in &ALL {
        let values = VALUES.iter().filter(|(name, ..)| *name == row.name);
        assert!(values.count() >= 2, "give `{}` two or three hand-computed values", row.name);
    }
}

/// No combination of a row with a dtype that it admits is forgotten.
#[test]
fn every_admitted_dtype_computes() {
    for row in &ALL {
        for dtype in DType::ALL.into_iter().filter(|dtype| row.admits.contains(*dtype)) {
            let operand = match dtype.kind() {
                crate::types::Kind::Float => F(1.0),
                crate::types::Kind::SignedInt => I(1),
                crate::types::Kind::Bool => B(true),
            };
            let result = one(row.name, dtype, &vec![operand; row.arity]).unwrap();
            assert!(result.is_of(row.result(dtype)), "{} of {dtype}: {result}", row.name);
        }
    }
}

#[test]
fn integer_arithmetic_without_a_result_is_a_fault() {
    for dtype in [I64, I32, I16, I8, I4] {
        assert_eq!(one("div", dtype, &[I(3), I(0)]), Err(EvalError::Fault(ValueId(2))));
        assert_eq!(one("pow", dtype, &[I(2), I(-1)]), Err(EvalError::Fault(ValueId(2))));
        assert_eq!(one("pow", dtype, &[I(0), I(-1)]), Err(EvalError::Fault(ValueId(2))));
    }
}

#[test]
fn operands_of_other_shapes_are_a_fault() {
    let row = Elementwise::from_name("add").unwrap();
    is_shape_fault(apply(Op::Elementwise(row), &[counting(&[2]), counting(&[3])], F32, &[2]));
    is_shape_fault(apply(Op::Elementwise(row), &[counting(&[2]), counting(&[1])], F32, &[2]));
    let integers = value(I64, &[2], [1, 2]);
    is_shape_fault(apply(Op::Elementwise(row), &[counting(&[2]), integers], F32, &[2]));
}
