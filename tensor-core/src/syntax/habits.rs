//! Calls as NumPy, PyTorch and ndarray write them, and how the same is written here. The names of operations occur in
//! help texts only; nothing depends on them.

use super::ast::{AttrValue, Call, Expr, ExprKind};
use super::text::text;
use crate::diag::Region;
use proc_macro2::{Delimiter, Group, TokenTree};

/// A call that was written as in another library.
pub(crate) struct Habit {
    name: String,
    args: Vec<Arg>,
    /// The shape of the first operand, where it is known.
    shape: Option<Vec<String>>,
}

/// `value`, `[value, ..]` or `name = value`.
struct Arg {
    name: Option<String>,
    /// Several of a list.
    values: Vec<String>,
    /// Where it stands, if no call here has such an argument.
    foreign: Option<Region>,
}

impl Habit {
    /// `name(..)`, or `receiver.name(..)`.
    pub(super) fn of_tokens(name: &str, receiver: Option<String>, group: Option<&Group>) -> Habit {
        let receiver = receiver.map(|value| Arg { name: None, values: vec![value], foreign: None });
        let args = group.map(arguments).unwrap_or_default();
        Habit { name: name.to_owned(), args: receiver.into_iter().chain(args).collect(), shape: None }
    }

    /// `name[..](..)`; the first operand has the shape `shape`.
    pub(crate) fn of_call(call: &Call, shape: Option<Vec<String>>) -> Habit {
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
        Habit { name: call.name.to_string(), args, shape }
    }

    /// The first argument that no call here has, `name = value` or `[..]`, with its name.
    pub(super) fn foreign_argument(&self) -> Option<(Region, Option<&str>)> {
        self.args.iter().find_map(|arg| Some((arg.foreign?, arg.name.as_deref())))
    }

    /// The call with its arguments' values alone, if no name in it is one of an attribute.
    pub(super) fn without_names(&self) -> Option<String> {
        const ATTRIBUTES: [&str; 16] = [
            "axis",
            "axes",
            "dim",
            "dims",
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
            "min",
            "max",
        ];
        let is_attribute = |name: &str| ATTRIBUTES.contains(&name);
        if self.args.iter().any(|arg| arg.values.len() > 1 || arg.name.as_deref().is_some_and(is_attribute)) {
            return None;
        }
        let values: Vec<&str> = self.args.iter().flat_map(|arg| &arg.values).map(String::as_str).collect();
        Some(format!("{}({})", self.name, values.join(", ")))
    }

    fn named(&self, names: &[&str]) -> Option<&[String]> {
        let arg = self.args.iter().find(|arg| arg.name.as_deref().is_some_and(|name| names.contains(&name)))?;
        Some(&arg.values)
    }

    /// The arguments without names, lists taken apart.
    fn plain(&self) -> Vec<&str> {
        self.args.iter().filter(|arg| arg.name.is_none()).flat_map(|arg| &arg.values).map(String::as_str).collect()
    }

    /// The help: what to write instead, where it can be said.
    pub(crate) fn help(&self) -> Option<String> {
        let help = self.written()?;
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
            "reduce" | "reduce_keep" => return self.reduce(),
            "max" | "min" | "amax" | "amin" if rest.first().is_some_and(|y| !is_axis(y)) => {
                format!("{}({}, {})", self.name.trim_start_matches('a'), x?, rest[0])
            }
            "sum" | "mean" | "max" | "min" | "amax" | "amin" | "prod" | "any" | "all" | "argmax" | "argmin"
            | "average" => {
                let name = match self.name.as_str() {
                    "average" => "mean",
                    "amax" => "max",
                    "amin" => "min",
                    name => name,
                };
                let axes = self.named(AXIS).map(<[_]>::to_vec).unwrap_or_else(|| owned(rest));
                self.reduction(name, &axes, x?)
            }
            "reshape" | "view" => format!("reshape[{}]({})", self.dims(rest).join(", "), x?),
            "broadcast" | "broadcast_to" | "expand" => format!("broadcast[{}]({})", self.dims(rest).join(", "), x?),
            "transpose" | "permute" | "swapaxes" | "T" | "t" | "mT" => self.transpose(x?, rest)?,
            "concat" | "cat" | "concatenate" | "vstack" | "hstack" => self.concat()?,
            "stack" => self.stack()?,
            "dot" | "mm" | "bmm" | "matmul" | "inner" => format!("matmul({}, {})", x?, rest.first()?),
            "zeros" | "ones" | "full" | "empty" => self.filled(&plain)?,
            "zeros_like" | "ones_like" => {
                let value = if self.name == "ones_like" { 1 } else { 0 };
                fill(self.shape.as_deref()?, "F32", &value.to_string())
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
                let condition = x?;
                format!("cast[F32]({condition}) * {yes} + cast[F32](bitwise_xor({condition}, true)) * {no}")
            }
            "slice" => self.slice()?,
            "scalar" => {
                let (dtypes, values): (Vec<&str>, Vec<&str>) =
                    plain.iter().copied().partition(|value| is_dtype(value) || dtype_of(value).is_some());
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
                let mut shape = self.shape.clone()?;
                let axis = self.named(AXIS).map_or_else(|| rest.first().copied(), |axis| Some(&axis[0]))?;
                let axis = position(axis, shape.len() + 1)?;
                shape.insert(axis, "1".to_owned());
                format!("reshape[{}]({})", shape.join(", "), x?)
            }
            "squeeze" => {
                let mut shape = self.shape.clone()?;
                match self.named(AXIS).map_or_else(|| rest.first().copied(), |axis| Some(&axis[0])) {
                    Some(axis) => _ = shape.remove(position(axis, shape.len())?),
                    None => shape.retain(|dim| dim != "1"),
                }
                format!("reshape[{}]({})", shape.join(", "), x?)
            }
            "square" => format!("{0} * {0}", x?),
            "reciprocal" => format!("1 / {}", x?),
            "logical_not" => format!("bitwise_xor({}, true)", x?),
            _ => format!("{}({})", renamed(&self.name)?, plain.join(", ")),
        };
        Some(format!("write `{written}`"))
    }

    /// The dims between brackets: `rest`, or what `shape = ..` gives.
    fn dims(&self, rest: &[&str]) -> Vec<String> {
        self.named(&["shape", "newshape", "size"]).map_or_else(|| owned(rest), <[_]>::to_vec)
    }

    fn reduction(&self, name: &str, axes: &[String], x: &str) -> String {
        let keeps = self.named(&["keepdims", "keepdim", "keep_dims"]).is_some_and(|value| value[0] != "False");
        let reduce = if keeps || self.name == "reduce_keep" { "reduce_keep" } else { "reduce" };
        let axes = if axes.is_empty() || axes[0] == "None" { self.all_axes() } else { axes.to_vec() };
        match axes.as_slice() {
            [] => x.to_owned(),
            [axis] => format!("{reduce}[{name}, axis = {axis}]({x})"),
            // These two find one position, in one axis.
            [axis, ..] if name.starts_with("arg") => format!("{reduce}[{name}, axis = {axis}]({x})"),
            _ => format!("{reduce}[{name}, axes = [{}]]({x})", axes.join(", ")),
        }
    }

    /// All axes of the first operand; `i` where its rank is not known.
    fn all_axes(&self) -> Vec<String> {
        match &self.shape {
            Some(shape) => (0..shape.len()).map(|axis| axis.to_string()).collect(),
            None => vec!["i".to_owned()],
        }
    }

    /// `reduce(sum, x, 1)`, `reduce[axis = 1, sum](x)`, `reduce[sum](x)`.
    fn reduce(&self) -> Option<String> {
        let plain = self.plain();
        let name = *plain.iter().find(|name| REDUCTIONS.contains(name))?;
        let axes = self.named(AXIS).map(<[_]>::to_vec);
        let axes = axes.unwrap_or_else(|| owned(&plain).into_iter().filter(|axis| is_axis(axis)).collect());
        let x = plain.iter().find(|x| **x != name && !is_axis(x))?;
        Some(format!("write `{}`", self.reduction(name, &axes, x)))
    }

    fn transpose(&self, x: &str, rest: &[&str]) -> Option<String> {
        let rank = self.shape.as_ref().map(Vec::len);
        let mut axes: Vec<String> = (0..rank.unwrap_or(2)).map(|axis| axis.to_string()).collect();
        let last = axes.len().checked_sub(1)?;
        match (self.name.as_str(), rest) {
            // The last two axes.
            ("mT", _) => axes.swap(last.checked_sub(1)?, last),
            (_, []) => match self.named(&["axes", "dims"]) {
                Some(named) => axes = named.to_vec(),
                None => axes.reverse(),
            },
            ("transpose" | "swapaxes", [first, second]) => {
                axes.swap(position(first, last + 1)?, position(second, last + 1)?);
            }
            _ => axes = owned(rest),
        }
        Some(format!("transpose[{}]({x})", axes.join(", ")))
    }

    /// The tensors that are joined, and along which axis.
    fn joined(&self) -> (Vec<&str>, String) {
        let (axes, tensors): (Vec<&str>, Vec<&str>) = self.plain().into_iter().partition(|value| is_axis(value));
        let default = if self.name == "hstack" { "1" } else { "0" };
        let axis = self.named(AXIS).map(|axis| axis[0].clone());
        (tensors, axis.unwrap_or_else(|| axes.first().copied().unwrap_or(default).to_owned()))
    }

    fn concat(&self) -> Option<String> {
        let (tensors, axis) = self.joined();
        (!tensors.is_empty()).then(|| format!("concat[axis = {axis}]({})", tensors.join(", ")))
    }

    fn stack(&self) -> Option<String> {
        let (tensors, axis) = self.joined();
        // All dims of an operand whose shape is not known are `..`.
        let mut shape = match &self.shape {
            Some(shape) => shape.clone(),
            None if axis == "0" => vec!["..".to_owned()],
            None => return None,
        };
        shape.insert(position(&axis, shape.len() + 1)?, "1".to_owned());
        let shape = shape.join(", ");
        let raised: Vec<String> = tensors.iter().map(|x| format!("reshape[{shape}]({x})")).collect();
        Some(format!("concat[axis = {axis}]({})", raised.join(", ")))
    }

    fn filled(&self, plain: &[&str]) -> Option<String> {
        let dtype = self.named(&["dtype"]).and_then(|dtype| dtype_of(&dtype[0])).unwrap_or("F32");
        let mut dims = self.dims(plain);
        let value = match self.name.as_str() {
            "full" => match self.named(&["fill_value"]) {
                Some(value) => value[0].clone(),
                None => dims.pop()?,
            },
            "ones" => "1".to_owned(),
            _ => "0".to_owned(),
        };
        Some(fill(&dims, dtype, &value))
    }

    /// `slice[start = 0, axis = 0, stop = 2](x)`, `slice(x, 0, 2)`.
    fn slice(&self) -> Option<String> {
        let plain = self.plain();
        let (x, numbers) = plain.split_first()?;
        let mut numbers = numbers.iter().copied();
        // Two numbers are the bounds, three the axis as well.
        let axis = match self.named(AXIS) {
            Some(axis) => axis[0].as_str(),
            None if numbers.len() == 3 => numbers.next()?,
            None => "0",
        };
        let mut bound = |names: &[&str]| self.named(names).map(|value| value[0].as_str()).or_else(|| numbers.next());
        let start = bound(&["start", "begin", "from"])?;
        let stop = bound(&["stop", "end", "to"])?;
        numbers.next().is_none().then(|| format!("slice[axis = {axis}, start = {start}, stop = {stop}]({x})"))
    }

    /// The axis that is meant, as a message writes it where nothing says which.
    fn one_axis(&self) -> Option<String> {
        let axis = self.named(AXIS).map(|axis| axis[0].as_str()).or(self.plain().get(1).copied());
        match (axis, &self.shape) {
            (Some(axis), Some(shape)) => Some(position(axis, shape.len())?.to_string()),
            (Some(axis), None) => Some(axis.to_owned()),
            (None, Some(shape)) => Some(shape.len().checked_sub(1)?.to_string()),
            (None, None) => Some("-1".to_owned()),
        }
    }

    /// `broadcast` to the shape of `x`, and what to say where it is not known.
    fn widened(&self, x: &str) -> (String, String) {
        match &self.shape {
            Some(shape) => (format!("broadcast[{}]", shape.join(", ")), String::new()),
            None => ("broadcast[..]".to_owned(), format!(", where `..` is the shape of `{x}`")),
        }
    }

    fn variance(&self, x: &str) -> Option<String> {
        let plain = self.plain();
        // Over all axes it takes a reduction for the mean that keeps each.
        if self.named(AXIS).is_none() && plain.len() < 2 && self.shape.as_ref().is_some_and(|shape| shape.len() != 1) {
            return self.variance_of("axes", &format!("[{}]", self.all_axes().join(", ")), x);
        }
        let axis = match (self.named(AXIS).is_none() && plain.len() < 2, &self.shape) {
            (true, Some(_)) => "0".to_owned(),
            (true, None) => "i".to_owned(),
            (false, _) => self.one_axis()?,
        };
        self.variance_of("axis", &axis, x)
    }

    fn variance_of(&self, attr: &str, axes: &str, x: &str) -> Option<String> {
        let (wide, shape) = self.widened(x);
        let mut result = format!("reduce[mean, {attr} = {axes}](c * c)");
        if self.name == "std" {
            result = format!("sqrt({result})");
        }
        Some(format!(
            "write `let c = {x} - {wide}(reduce_keep[mean, {attr} = {axes}]({x}));`, and then `{result}`{shape}"
        ))
    }

    fn softmax(&self, x: &str) -> Option<String> {
        let axis = self.one_axis()?;
        let (wide, shape) = self.widened(x);
        Some(format!(
            "write `let e = exp({x} - {wide}(reduce_keep[max, axis = {axis}]({x})));`, \
             and then `e / {wide}(reduce_keep[sum, axis = {axis}](e))`{shape}"
        ))
    }
}

const AXIS: &[&str] = &["axis", "axes", "dim", "dims", "axis_"];

const REDUCTIONS: [&str; 9] = ["sum", "mean", "max", "min", "prod", "any", "all", "argmax", "argmin"];

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

fn is_dtype(name: &str) -> bool {
    ["F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "I4", "Bool"].contains(&name)
}

fn fill(dims: &[String], dtype: &str, value: &str) -> String {
    match dims {
        [] => format!("scalar[{dtype}]({value})"),
        _ => format!("broadcast[{}](scalar[{dtype}]({value}))", dims.join(", ")),
    }
}

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
fn renamed(name: &str) -> Option<&str> {
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
        "relu" | "gelu" | "silu" | "tanh" | "sigmoid" | "exp" | "log" | "neg" | "abs" | "sqrt" | "rsqrt"
        | "bitwise_not" | "add" | "sub" | "mul" | "div" | "pow" | "min" | "max" | "eq" | "ne" | "lt" | "le" | "gt"
        | "ge" | "bitwise_and" | "bitwise_or" | "bitwise_xor" => name,
        _ => return None,
    })
}

/// What stands between parentheses, separated by commas.
fn arguments(group: &Group) -> Vec<Arg> {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let is = |tree: &TokenTree, c: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c);
    let mut args = Vec::new();
    for part in trees.split(|tree| is(tree, ',')).filter(|part| !part.is_empty()) {
        let (name, value) = match part {
            [TokenTree::Ident(name), equals, value @ ..]
                if is(equals, '=') && value.first().is_some_and(|next| !is(next, '=')) =>
            {
                (Some(name.to_string()), value)
            }
            value => (None, value),
        };
        let (values, brackets): (Vec<String>, bool) = match value {
            [TokenTree::Group(items)] if is_list(items) => {
                let brackets = items.delimiter() == Delimiter::Bracket;
                let items: Vec<TokenTree> = items.stream().into_iter().collect();
                (items.split(|tree| is(tree, ',')).filter(|item| !item.is_empty()).map(text).collect(), brackets)
            }
            value => (vec![text(value)], false),
        };
        let at = Region::between(part[0].span().into(), part[part.len() - 1].span().into());
        let foreign = (name.is_some() || brackets).then_some(at);
        // An empty list has no first value.
        if !values.is_empty() {
            args.push(Arg { name, values, foreign });
        }
    }
    args
}

fn is_list(group: &Group) -> bool {
    let has_comma =
        || group.stream().into_iter().any(|tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ','));
    group.delimiter() == Delimiter::Bracket || group.delimiter() == Delimiter::Parenthesis && has_comma()
}
