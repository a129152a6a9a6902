//! What other libraries call the dtypes and operations.

use crate::types::{DType, Kind};

/// The reductions of this language.
pub(super) const REDUCTIONS: [&str; 9] = ["sum", "mean", "max", "min", "prod", "any", "all", "argmax", "argmin"];

/// Its elementwise operations.
const ELEMENTWISE: [&str; 28] = [
    "relu",
    "gelu",
    "silu",
    "tanh",
    "sigmoid",
    "exp",
    "log",
    "neg",
    "abs",
    "sqrt",
    "rsqrt",
    "bitwise_not",
    "add",
    "sub",
    "mul",
    "div",
    "pow",
    "min",
    "max",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
];

/// The dtype that other libraries call `name`.
pub(crate) fn dtype_of(name: &str) -> Option<&'static str> {
    let name = name.trim_start_matches("torch.").trim_start_matches("np.").trim_matches('"');
    Some(match name {
        "f64" | "float64" | "double" | "Float64" => "F64",
        "f32" | "float32" | "float" | "float_" | "Float32" | "Float" => "F32",
        "f16" | "float16" | "half" | "Float16" => "F16",
        "bf16" | "bfloat16" | "BFloat16" => "BF16",
        "i64" | "int64" | "long" | "isize" | "Int64" | "Long" => "I64",
        "i32" | "int32" | "int" | "Int32" | "Int" => "I32",
        "i16" | "int16" | "short" | "Int16" => "I16",
        "i8" | "int8" | "Int8" => "I8",
        "i4" | "int4" | "Int4" => "I4",
        "bool" | "bool_" | "boolean" | "BOOL" | "Boolean" => "Bool",
        _ => return None,
    })
}

/// The operation that other libraries call `name`; operations of this language keep their names.
pub(super) fn renamed(name: &str) -> Option<&str> {
    Some(match name {
        "subtract" => "sub",
        "multiply" => "mul",
        "divide" | "true_divide" => "div",
        "power" | "powi" | "powf" => "pow",
        "negative" => "neg",
        "absolute" | "fabs" => "abs",
        "ln" => "log",
        "minimum" => "min",
        "maximum" => "max",
        "equal" => "eq",
        "not_equal" => "ne",
        "less" => "lt",
        "less_equal" => "le",
        "greater" => "gt",
        "greater_equal" => "ge",
        "logical_and" => "bitwise_and",
        "logical_or" => "bitwise_or",
        "logical_xor" => "bitwise_xor",
        _ => return ELEMENTWISE.into_iter().find(|known| *known == name),
    })
}

/// Whether `name` is a dtype of floats.
pub(super) fn is_float(name: &str) -> bool {
    DType::from_name(name).is_some_and(|dtype| dtype.kind() == Kind::Float)
}

/// The reduction that other libraries call `name`.
pub(crate) fn reduction(name: &str) -> Option<&'static str> {
    let own = match name {
        "average" | "avg" => "mean",
        "amax" | "maximum" => "max",
        "amin" | "minimum" => "min",
        "product" => "prod",
        "add" | "total" => "sum",
        name => name,
    };
    REDUCTIONS.into_iter().find(|known| *known == own)
}

/// Whether an operation that takes no brackets is called `name`.
pub(crate) fn is_operation(name: &str) -> bool {
    name == "matmul" || ELEMENTWISE.contains(&name)
}

/// Whether what is known at compile time stands in brackets in a call of `name`.
pub(crate) fn takes_brackets(name: &str) -> bool {
    ["cast", "scalar", "reduce", "reduce_keep", "transpose", "reshape", "broadcast", "slice", "concat"].contains(&name)
}

/// Methods and functions that give what they are given, where values never change.
pub(crate) fn gives_its_operand(name: &str) -> bool {
    ["clone", "copy", "to_owned", "to_vec", "contiguous", "detach", "deepcopy", "as_ref"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::{ELEMENTWISE, REDUCTIONS};
    use crate::ops::{elementwise, reduction};

    #[test]
    fn the_names_of_this_language_are_those_that_it_has() {
        let sorted = |names: &mut dyn Iterator<Item = &'static str>| {
            let mut names: Vec<&str> = names.collect();
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(&mut REDUCTIONS.into_iter()), sorted(&mut reduction::ALL.iter().map(|row| row.name)));
        assert_eq!(sorted(&mut ELEMENTWISE.into_iter()), sorted(&mut elementwise::ALL.iter().map(|row| row.name)));
    }
}
