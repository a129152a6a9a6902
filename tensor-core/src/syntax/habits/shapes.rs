//! Reductions, and calls that change the shape of their operands.

use super::names::{REDUCTIONS, dtype_of};
use super::seen::factor;
use super::{AXIS, Habit, is_axis, owned, position};

impl Habit {
    pub(super) fn reduction(&self, name: &str, axes: &[String], x: &str) -> String {
        let keeps = self.named(&["keepdims", "keepdim", "keep_dims"]).is_some_and(|value| value[0] != "False");
        let reduce = if keeps || self.name == "reduce_keep" { "reduce_keep" } else { "reduce" };
        let axes = if axes.is_empty() || axes[0] == "None" { self.all_axes(x) } else { axes.to_vec() };
        match axes.as_slice() {
            [] => x.to_owned(),
            [axis] => format!("{reduce}[{name}, axis = {axis}]({x})"),
            // These two find one position, in one axis.
            [axis, ..] if name.starts_with("arg") => format!("{reduce}[{name}, axis = {axis}]({x})"),
            _ => format!("{reduce}[{name}, axes = [{}]]({x})", axes.join(", ")),
        }
    }

    /// All axes of the first operand; `i` where its rank is not known.
    pub(super) fn all_axes(&self, x: &str) -> Vec<String> {
        match self.shape_of(x) {
            Some(shape) => (0..shape.len()).map(|axis| axis.to_string()).collect(),
            None => vec!["i".to_owned()],
        }
    }

    /// `reduce(sum, x, 1)`, `reduce[axis = 1, sum](x)`, `reduce[sum](x)`.
    pub(super) fn reduce(&self) -> Option<String> {
        let plain = self.plain();
        let name = *plain.iter().find(|name| REDUCTIONS.contains(name))?;
        let axes = self.named(AXIS).map(<[_]>::to_vec);
        let axes = axes.unwrap_or_else(|| owned(&plain).into_iter().filter(|axis| is_axis(axis)).collect());
        let x = plain.iter().find(|x| **x != name && !is_axis(x))?;
        Some(self.reduction(name, &axes, x))
    }

    pub(super) fn transpose(&self, x: &str, rest: &[&str]) -> Option<String> {
        let rank = self.shape_of(x).map(<[_]>::len);
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

    /// `reshape` or `broadcast` of `x` to what the call says.
    pub(super) fn resized(&self, operation: &str, x: &str, rest: &[&str]) -> Option<String> {
        let mut dims = self.dims(rest);
        if let Some(shape) = self.shape_of(x).filter(|_| dims.iter().any(|dim| dim == "-1")) {
            let hole = dims.iter().position(|dim| dim == "-1")?;
            if operation == "broadcast" {
                // There it is the dim of the operand, counted from the last.
                let added = dims.len().checked_sub(shape.len())?;
                for (axis, dim) in dims.iter_mut().enumerate().filter(|(_, dim)| *dim == "-1") {
                    *dim = shape.get(axis.checked_sub(added)?)?.clone();
                }
            } else {
                dims[hole] = rest_of_volume(shape, &dims, hole)?;
            }
        }
        if dims.iter().any(|dim| dim == "-1") {
            return None;
        }
        self.with_products(dims, |dims| format!("{operation}[{dims}]({x})"))
    }

    /// All axes in one, or those from the axis that is given.
    pub(super) fn flattened(&self, x: &str, rest: &[&str]) -> Option<String> {
        let shape = self.shape_of(x)?;
        let start = rest.first().copied().or(self.named(&["start_dim"]).map(|axis| axis[0].as_str()));
        let start = start.map_or(Some(0), |axis| position(axis, shape.len()))?;
        if rest.len() > 1 || start + 1 >= shape.len() {
            return None;
        }
        let mut dims = shape[..start].to_vec();
        dims.push(shape[start..].iter().map(|dim| factor(dim)).collect::<Vec<_>>().join(" * "));
        self.with_products(dims, |dims| format!("reshape[{dims}]({x})"))
    }

    /// The help with `call` of `dims`, of which a shape takes no products without names.
    fn with_products(&self, mut dims: Vec<String>, call: impl FnOnce(&str) -> String) -> Option<String> {
        let new = self.seen.name_products(&mut dims);
        let call = call(&dims.join(", "));
        let new: Vec<String> = new.iter().map(|new| format!("`{new};`")).collect();
        Some(match new.is_empty() {
            true => format!("write `{call}`"),
            false => format!("write {} before this, and `{call}`", new.join(" and ")),
        })
    }

    /// The tensors that are joined.
    fn joined(&self) -> Vec<&str> {
        self.plain().into_iter().filter(|value| !is_axis(value)).collect()
    }

    /// Along which axis.
    fn joined_axis(&self) -> Option<String> {
        let axes = self.plain().into_iter().find(|value| is_axis(value));
        self.named(AXIS).map(|axis| axis[0].clone()).or(axes.map(str::to_owned))
    }

    fn joined_rank(&self) -> Option<usize> {
        self.joined().into_iter().find_map(|x| self.shape_of(x)).map(<[_]>::len)
    }

    pub(super) fn concat(&self) -> Option<String> {
        let axis = match (self.joined_axis(), self.name.as_str(), self.joined_rank()) {
            (Some(axis), ..) => axis,
            (None, "hstack", rank) => usize::from(rank? > 1).to_string(),
            (None, "vstack", Some(1)) => return self.stack(),
            (None, "vstack", rank) => rank.map(|_| "0".to_owned())?,
            (None, ..) => "0".to_owned(),
        };
        let tensors = self.joined();
        (!tensors.is_empty()).then(|| format!("concat[axis = {axis}]({})", tensors.join(", ")))
    }

    pub(super) fn stack(&self) -> Option<String> {
        let tensors = self.joined();
        let axis = self.joined_axis().unwrap_or_else(|| "0".to_owned());
        // All dims of an operand whose shape is not known are `..`.
        let mut shape = match tensors.iter().find_map(|x| self.shape_of(x)) {
            Some(shape) => shape.to_vec(),
            None if axis == "0" => vec!["..".to_owned()],
            None => return None,
        };
        shape.insert(position(&axis, shape.len() + 1)?, "1".to_owned());
        let shape = shape.join(", ");
        let raised: Vec<String> = tensors.iter().map(|x| format!("reshape[{shape}]({x})")).collect();
        Some(format!("concat[axis = {axis}]({})", raised.join(", ")))
    }

    pub(super) fn filled(&self, plain: &[&str]) -> Option<String> {
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
        if dims.is_empty() {
            return Some(format!("write `scalar[{dtype}]({value})`"));
        }
        self.with_products(dims, |dims| format!("broadcast[{dims}](scalar[{dtype}]({value}))"))
    }

    /// `slice[start = 0, axis = 0, stop = 2](x)`, `slice(x, 0, 2)`.
    pub(super) fn slice(&self) -> Option<String> {
        let plain = self.plain();
        let (x, numbers) = plain.split_first()?;
        let mut numbers = numbers.iter().copied();
        // Two numbers are the bounds, three the axis as well.
        let axis = match self.named(AXIS) {
            Some(axis) => axis[0].as_str(),
            None if numbers.len() == 3 => numbers.next()?,
            None => "0",
        };
        if self.named(&["step", "stride", "steps"]).is_some_and(|step| step[0] != "1") {
            return None;
        }
        let mut bound = |names: &[&str]| self.named(names).map(|value| value[0].as_str()).or_else(|| numbers.next());
        let (start, stop) = (bound(&["start", "begin", "from"]), bound(&["stop", "end", "to"]));
        // A slice without an end goes to that of the axis.
        let length = || {
            let shape = self.shape_of(x)?;
            Some(shape[position(axis, shape.len())?].as_str())
        };
        let (start, stop) = match (start, stop) {
            (None, None) => return None,
            (start, stop) => (start.unwrap_or("0"), stop.or_else(length)?),
        };
        numbers.next().is_none().then(|| format!("slice[axis = {axis}, start = {start}, stop = {stop}]({x})"))
    }
}

/// What is left of the dims of `shape` for the one at `hole` when the others of `target` are taken away.
fn rest_of_volume(shape: &[String], target: &[String], hole: usize) -> Option<String> {
    let mut left = shape.to_vec();
    for (_, dim) in target.iter().enumerate().filter(|(axis, dim)| *axis != hole && *dim != "1") {
        left.remove(left.iter().position(|other| other == dim)?);
    }
    left.retain(|dim| dim != "1");
    Some(match left.as_slice() {
        [] => "1".to_owned(),
        [only] => only.clone(),
        several => several.iter().map(|dim| factor(dim)).collect::<Vec<_>>().join(" * "),
    })
}
