//! Calls as NumPy, PyTorch and ndarray write them, and how the same is written here. The names of operations occur in
//! help texts only; nothing depends on them.

mod args;
mod names;
mod recipes;
mod seen;
mod shapes;

pub(crate) use names::{dtype_of, gives_its_operand, is_operation, reduction, takes_brackets};
pub(crate) use seen::{Seen, TensorText};

use super::ast::{AttrValue, Call, Expr, ExprKind};
use crate::diag::Region;
use crate::types::DType;
use args::{Arg, arguments};
use names::renamed;
use proc_macro2::Group;
use seen::factor;

/// A call that was written as in another library.
pub(crate) struct Habit {
    name: String,
    args: Vec<Arg>,
    seen: Seen,
}

impl Habit {
    /// `name(..)`, or `receiver.name(..)`.
    pub(super) fn of_tokens(name: &str, receiver: Option<String>, group: Option<&Group>, seen: &Seen) -> Habit {
        let args = group.map(arguments).unwrap_or_default();
        let args = receiver.map(Arg::plain).into_iter().chain(args).collect();
        Habit { name: name.to_owned(), args, seen: seen.clone() }
    }

    /// `name[..](..)`
    pub(crate) fn of_call(call: &Call, seen: Seen) -> Habit {
        let values = |expr: &Expr| match &expr.kind {
            ExprKind::Tuple(items) => items.iter().map(Expr::to_string).collect(),
            _ => vec![expr.to_string()],
        };
        let mut args: Vec<Arg> = Vec::new();
        for arg in &call.args {
            args.push(Arg { name: None, values: values(arg), foreign: None });
        }
        for attr in call.attrs.iter().flatten() {
            let values = match &attr.value {
                AttrValue::Expr(expr) => values(expr),
                AttrValue::List(items, _) => items.iter().map(Expr::to_string).collect(),
            };
            args.push(Arg { name: attr.name.as_ref().map(ToString::to_string), values, foreign: None });
        }
        Habit { name: call.name.to_string(), args, seen }
    }

    /// The first argument that no call here has, `name = value` or `[..]`, with its name.
    pub(super) fn foreign_argument(&self) -> Option<(Region, Option<&str>)> {
        self.args.iter().find_map(|arg| Some((arg.foreign?, arg.name.as_deref())))
    }

    /// The call with its arguments' values alone, if no name in it is one of an attribute.
    pub(super) fn without_names(&self) -> Option<String> {
        if self.args.iter().any(|arg| arg.values.len() > 1 || arg.name.as_deref().is_some_and(is_attribute)) {
            return None;
        }
        Some(format!("{}({})", self.name, self.values().join(", ")))
    }

    /// The value of the argument that has one of `names`, or is one letter away from it.
    fn named(&self, names: &[&str]) -> Option<&[String]> {
        let find = |is: &dyn Fn(&str, &str) -> bool| {
            self.args.iter().find(|arg| {
                let written = arg.name.as_deref();
                written.is_some_and(|written| names.iter().any(|name| is(written, name)))
            })
        };
        let near = |written: &str, name: &str| {
            !is_attribute(written) && name.len() > 3 && strsim::damerau_levenshtein(written, name) == 1
        };
        Some(&find(&|written, name| written == name).or_else(|| find(&near))?.values)
    }

    /// The arguments without names, lists taken apart.
    fn plain(&self) -> Vec<&str> {
        self.args.iter().filter(|arg| arg.name.is_none()).flat_map(|arg| &arg.values).map(String::as_str).collect()
    }

    /// All values, lists taken apart.
    pub(super) fn values(&self) -> Vec<&str> {
        self.args.iter().flat_map(|arg| &arg.values).map(String::as_str).collect()
    }

    fn shape_of(&self, x: &str) -> Option<&[String]> {
        self.seen.tensors.get(x).map(|ty| ty.shape.as_slice())
    }

    fn dtype_of(&self, x: &str) -> Option<&str> {
        self.seen.tensors.get(x).map(|ty| ty.dtype.as_str())
    }

    /// Whether the number `value` is no finite one.
    fn is_infinite(&self, value: &str) -> bool {
        let value = value.trim_start_matches('-');
        matches!(value, "inf" | "nan") || self.seen.infinite.contains(value)
    }

    /// What to write instead, or what else can be said.
    pub(crate) fn help(&self) -> Option<String> {
        let Some(help) = self.written() else { return self.advice().map(str::to_owned) };
        Some(match () {
            _ if help.contains("axis = i]") => format!("{help}, `i` being the axis; several are `axes = [0, 1]`"),
            _ if help.contains("[1, ..]") => format!("{help}, where `..` are the dims of each operand"),
            _ => help,
        })
    }

    /// The call alone, where the help is one.
    pub(super) fn call(&self) -> Option<String> {
        let help = self.written()?;
        let call = help.strip_prefix("write `")?.strip_suffix('`')?;
        (!call.contains('`')).then(|| call.to_owned())
    }

    fn written(&self) -> Option<String> {
        let plain = self.plain();
        let x = plain.first().copied();
        let rest = plain.get(1..).unwrap_or_default();
        let written = match self.name.as_str() {
            "reduce" | "reduce_keep" => self.reduce()?,
            "add" | "mul" | "max" | "min" | "amax" | "amin" | "maximum" | "minimum" | "bitwise_and" | "bitwise_or"
            | "bitwise_xor" | "multiply" | "logical_and" | "logical_or" | "logical_xor"
                // One number alone may be an axis.
                if rest.len() > 1 || rest.iter().any(|y| !is_axis(y)) =>
            {
                let name = renamed(self.name.trim_start_matches('a')).or_else(|| renamed(&self.name))?;
                rest.iter().fold(x?.to_owned(), |folded, y| format!("{name}({folded}, {y})"))
            }
            "sum" | "mean" | "max" | "min" | "amax" | "amin" | "prod" | "any" | "all" | "argmax" | "argmin"
            | "average" | "avg" | "product" => {
                let axes = self.named(AXIS).map(<[_]>::to_vec).unwrap_or_else(|| owned(rest));
                self.reduction(reduction(&self.name)?, &axes, x?)
            }
            "reshape" | "view" => return self.resized("reshape", x?, rest),
            "broadcast" | "broadcast_to" | "expand" => return self.resized("broadcast", x?, rest),
            "flatten" | "ravel" => return self.flattened(x?, rest),
            "transpose" | "permute" | "swapaxes" | "T" | "t" | "mT" => self.transpose(x?, rest)?,
            "concat" | "cat" | "concatenate" | "vstack" | "hstack" => self.concat()?,
            "stack" => self.stack()?,
            "dot" | "mm" | "bmm" | "matmul" | "inner" | "vdot" => return self.product(x?, rest.first()?),
            "zeros" | "ones" | "full" | "empty" => return self.filled(&plain),
            "zeros_like" | "ones_like" => {
                let (shape, dtype) = (self.shape_of(x?)?, self.dtype_of(x?)?);
                let value = match (self.name.as_str(), dtype) {
                    ("ones_like", "Bool") => "true",
                    ("ones_like", _) => "1",
                    (_, "Bool") => "false",
                    _ => "0",
                };
                match shape {
                    [] => format!("scalar[{dtype}]({value})"),
                    _ => format!("broadcast[{}](scalar[{dtype}]({value}))", shape.join(", ")),
                }
            }
            "softmax" => return self.softmax(x?),
            "clip" | "clamp" => {
                let low = self.named(&["min", "a_min"]).map_or_else(|| rest.first().copied(), |low| Some(&low[0]));
                let high = self.named(&["max", "a_max"]).map_or_else(|| rest.get(1).copied(), |high| Some(&high[0]));
                match (low, high) {
                    (Some(low), Some(high)) => format!("min(max({}, {low}), {high})", x?),
                    (Some(low), None) => format!("max({}, {low})", x?),
                    (None, high) => format!("min({}, {})", x?, high?),
                }
            }
            "where" | "select" | "where_" => {
                let [yes, no] = rest else { return None };
                return self.select(x?, yes, no);
            }
            "masked_fill" => {
                let [mask, value] = rest else { return None };
                return self.select(mask, value, x?);
            }
            "slice" => self.slice()?,
            "scalar" => {
                let (dtypes, values): (Vec<&str>, Vec<&str>) = plain
                    .iter()
                    .copied()
                    .partition(|value| DType::from_name(value).is_some() || dtype_of(value).is_some());
                let [value] = values.as_slice() else { return None };
                let dtype = dtypes.first().map_or("F32", |dtype| dtype_of(dtype).unwrap_or(dtype));
                format!("scalar[{dtype}]({value})")
            }
            "var" | "std" | "variance" => return self.variance(x?),
            "cast" | "astype" | "to" | "r#type" | "as_type" => {
                let dtype = self.named(&["dtype"]).map_or_else(|| rest.first().copied(), |dtype| Some(&dtype[0]))?;
                format!("cast[{}]({})", dtype_of(dtype).unwrap_or(dtype), x?)
            }
            "float" | "double" | "half" | "bfloat16" | "int" | "long" | "short" | "bool" if rest.is_empty() => {
                format!("cast[{}]({})", dtype_of(&self.name)?, x?)
            }
            "unsqueeze" | "expand_dims" => {
                let mut shape = self.shape_of(x?)?.to_vec();
                let axis = self.named(AXIS).map_or_else(|| rest.first().copied(), |axis| Some(&axis[0]))?;
                let axis = position(axis, shape.len() + 1)?;
                shape.insert(axis, "1".to_owned());
                format!("reshape[{}]({})", shape.join(", "), x?)
            }
            "squeeze" => {
                let mut shape = self.shape_of(x?)?.to_vec();
                match self.named(AXIS).map_or_else(|| rest.first().copied(), |axis| Some(&axis[0])) {
                    Some(axis) => _ = shape.remove(position(axis, shape.len())?),
                    None => shape.retain(|dim| dim != "1"),
                }
                format!("reshape[{}]({})", shape.join(", "), x?)
            }
            "square" => format!("{0} * {0}", factor(x?)),
            "reciprocal" => format!("1 / {}", factor(x?)),
            "logical_not" => format!("bitwise_xor({}, true)", x?),
            name if gives_its_operand(name) && rest.is_empty() => x?.to_owned(),
            _ => format!("{}({})", renamed(&self.name)?, plain.join(", ")),
        };
        Some(format!("write `{written}`"))
    }

    /// The dims between brackets: `rest`, or what `shape = ..` gives.
    fn dims(&self, rest: &[&str]) -> Vec<String> {
        self.named(&["shape", "newshape", "size"]).map_or_else(|| owned(rest), <[_]>::to_vec)
    }
}

const AXIS: &[&str] = &["axis", "axes", "dim", "dims", "axis_"];

/// Whether an attribute is called `name`, here or elsewhere.
fn is_attribute(name: &str) -> bool {
    const OTHERS: [&str; 13] = [
        "keepdims",
        "keepdim",
        "keep_dims",
        "dtype",
        "shape",
        "newshape",
        "size",
        "fill_value",
        "start",
        "stop",
        "end",
        "min",
        "max",
    ];
    AXIS.contains(&name) || OTHERS.contains(&name)
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn is_axis(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// The axis that `text` means among `count`.
fn position(text: &str, count: usize) -> Option<usize> {
    let axis: i64 = text.parse().ok()?;
    let axis = if axis < 0 { axis.checked_add(i64::try_from(count).ok()?)? } else { axis };
    usize::try_from(axis).ok().filter(|&axis| axis < count)
}
