//! What takes several operations here.

use super::names::is_float;
use super::seen::factor;
use super::{AXIS, Habit, position};

impl Habit {
    /// The axis that is meant, as a message writes it where nothing says which.
    fn one_axis(&self, x: &str) -> Option<String> {
        let axis = self.named(AXIS).map(|axis| axis[0].as_str()).or(self.plain().get(1).copied());
        match (axis, self.shape_of(x)) {
            (Some(axis), Some(shape)) => Some(position(axis, shape.len())?.to_string()),
            (Some(axis), None) => Some(axis.to_owned()),
            (None, Some(shape)) => Some(shape.len().checked_sub(1)?.to_string()),
            (None, None) => Some("-1".to_owned()),
        }
    }

    /// `broadcast` to the shape of `x`, and what to say where it is not known.
    fn widened(&self, x: &str) -> (String, String) {
        match self.shape_of(x) {
            Some(shape) => (format!("broadcast[{}]", shape.join(", ")), String::new()),
            None => ("broadcast[..]".to_owned(), format!(", where `..` is the shape of `{x}`")),
        }
    }

    pub(super) fn variance(&self, x: &str) -> Option<String> {
        let plain = self.plain();
        // Over all axes it takes a reduction for the mean that keeps each.
        if self.named(AXIS).is_none() && plain.len() < 2 && self.shape_of(x).is_some_and(|shape| shape.len() != 1) {
            return self.variance_of("axes", &format!("[{}]", self.all_axes(x).join(", ")), x);
        }
        let axis = match (self.named(AXIS).is_none() && plain.len() < 2, self.shape_of(x)) {
            (true, Some(_)) => "0".to_owned(),
            (true, None) => "i".to_owned(),
            (false, _) => self.one_axis(x)?,
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

    pub(super) fn softmax(&self, x: &str) -> Option<String> {
        let axis = self.one_axis(x)?;
        let (wide, shape) = self.widened(x);
        Some(format!(
            "write `let e = exp({x} - {wide}(reduce_keep[max, axis = {axis}]({x})));`, \
             and then `e / {wide}(reduce_keep[sum, axis = {axis}](e))`{shape}"
        ))
    }

    /// `x` where the Bool `condition` holds, `y` elsewhere, by the arithmetic of their dtype.
    pub(super) fn select(&self, condition: &str, x: &str, y: &str) -> Option<String> {
        let dtype = self.dtype_of(x).or_else(|| self.dtype_of(y))?.to_owned();
        let (holds, fails) = (condition.to_owned(), format!("bitwise_xor({condition}, true)"));
        if dtype == "Bool" {
            return Some(format!("write `bitwise_or(bitwise_and({holds}, {x}), bitwise_and({fails}, {y}))`"));
        }
        // Zero times an infinity is no number.
        let (kept, mask, infinite) = match (self.is_infinite(x), self.is_infinite(y)) {
            (false, false) => {
                let (x, y) = (factor(x), factor(y));
                return Some(format!("write `cast[{dtype}]({holds}) * {x} + cast[{dtype}]({fails}) * {y}`"));
            }
            (true, false) => (y, holds, x),
            (false, true) => (x, fails, y),
            (true, true) => return None,
        };
        let large = match infinite {
            "inf" if is_float(&dtype) && dtype != "F16" => "1e30",
            "-inf" if is_float(&dtype) && dtype != "F16" => "-1e30",
            _ => return None,
        };
        Some(format!(
            "multiplying a mask by an infinity gives NaN: add a large number, as in `{kept} + cast[{dtype}]({mask}) * {large}`"
        ))
    }

    /// The sum of products of two operands.
    pub(super) fn product(&self, x: &str, y: &str) -> Option<String> {
        let vectors = format!("reduce[sum, axis = 0]({} * {})", factor(x), factor(y));
        match (self.name.as_str(), self.shape_of(x).map(<[_]>::len), self.shape_of(y).map(<[_]>::len)) {
            ("dot" | "inner" | "vdot", Some(1), Some(1)) => Some(format!("write `{vectors}`")),
            ("dot", None, _) | ("dot", _, None) => {
                Some(format!("write `matmul({x}, {y})`, and for vectors `{vectors}`"))
            }
            ("inner" | "vdot", ..) => None,
            _ => Some(format!("write `matmul({x}, {y})`")),
        }
    }

    /// What to say of a call of which no other form is known.
    pub(super) fn advice(&self) -> Option<&'static str> {
        Some(match self.name.as_str() {
            "where" | "where_" | "select" | "masked_fill" => {
                "write it with a mask of 0 and 1, as in `cast[F32](c) * x + cast[F32](bitwise_xor(c, true)) * y`; \
                 where one of both is infinite, add a large number to what is masked"
            }
            "iota" | "arange" | "linspace" | "gather" | "scatter" | "take" | "index_select" | "embedding" | "rand"
            | "randn" | "tril" | "triu" | "eye" | "one_hot" => {
                "there is no such operation: compute the tensor in Rust and pass it as a parameter"
            }
            "conv" | "conv1d" | "conv2d" | "conv3d" | "convolve" => {
                "write a convolution with `slice`s or `reshape`, and `matmul`: one product for each position of the kernel"
            }
            "len" | "size" | "shape" | "numel" | "ndim" => {
                "the dims of a tensor are the names in its type, as in `x: Tensor[F32, [B, S]]`"
            }
            "flatten" | "ravel" => "name the product, `dim N = ..;`, and write `reshape[N](x)`",
            "reshape" | "view" => "write each dim; a product is named first, by `dim N = ..;`",
            "hstack" | "vstack" => "write `concat[axis = i](x, y)`; vectors have the axis 0 only",
            "inner" | "vdot" | "tensordot" if self.plain().len() > 1 => "write it with `matmul` and `transpose`",
            "einsum" => "write it with `matmul`, `transpose` and `reduce`",
            "slice" if self.named(&["step", "stride", "steps"]).is_some() => {
                "a slice has no step: for a step of 2, split the axis by `reshape[.., 2](x)` and slice the last one"
            }
            "unsqueeze" | "expand_dims" | "squeeze" => {
                "axes of length 1 come and go with `reshape`, or with `broadcast`"
            }
            "zeros_like" | "ones_like" | "full_like" => {
                "a tensor of one value is `broadcast[d0, d1, ..](scalar[F32](0))`"
            }
            "layer_norm" | "layernorm" | "rms_norm" | "batch_norm" => {
                "write it with `reduce_keep[mean, axis = -1]`, `broadcast` and `rsqrt`"
            }
            _ => return None,
        })
    }
}
