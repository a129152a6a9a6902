//! Functions that the program calls: with conditions, several results, and assumptions that the caller's call checks.

use super::{Generator, Tracked};
use crate::types::{DType, Dim, DimVar, fmt_shape};

impl Generator<'_, '_, '_> {
    /// A call of a function whose every axis is a variable of its own.
    pub(super) fn call(&mut self) {
        let Some(x) = self.pick_where(|x| x.dtype != DType::Bool && !x.shape.is_empty()) else { return };
        let names: Vec<String> = (0..x.shape.len()).map(|axis| format!("P{axis}")).collect();
        let axes = names.join(", ");
        let reversed = |parts: Vec<String>| parts.into_iter().rev().collect::<Vec<_>>().join(", ");
        let permutation = reversed((0..names.len()).map(|axis| axis.to_string()).collect());
        let (result, body, shape, bound) = match self.choices.below(3) {
            0 => (axes.clone(), "max(x, y) - min(x, y)".to_owned(), x.shape.clone(), 2.0 * x.bound),
            1 => {
                let shape = x.shape.iter().rev().cloned().collect();
                (reversed(names.clone()), format!("transpose[{permutation}](x + y)"), shape, 2.0 * x.bound)
            }
            _ => {
                let mut shape = x.shape.clone();
                let bound = x.bound * self.largest(&shape[0]);
                shape[0] = Dim::constant(1);
                let kept = [&["1".to_owned()], &names[1..]].concat().join(", ");
                (kept, "reduce_keep[sum, axis = 0](x)".to_owned(), shape, bound)
            }
        };
        if !Self::exact(x.dtype, bound) {
            return;
        }
        let name = format!("helper{}", self.helpers.len());
        // What the callee demands of the last axis: in a refinement, in a requirement, or in both.
        let (last, least) = (&names[names.len() - 1], self.least(&x.shape[x.shape.len() - 1]));
        let refined = format!(", 2 * {last} >= {}", 2 * least);
        let (of_param, of_result) = match self.choices.below(4) {
            2 => (refined.as_str(), ""),
            3 if result.ends_with(last) => (refined.as_str(), refined.as_str()),
            _ => ("", ""),
        };
        let mut required: Vec<String> = names.iter().map(|name| format!("{name} >= 0")).collect();
        if self.choices.below(3) == 2 {
            required.push(format!("{last} + 1 > {least} && !({last} < {least})"));
        }
        let ty = format!("Tensor[{}, [{axes}]", x.dtype);
        self.helpers.push(format!(
            "fn {name}<{axes}>(x: {ty}{of_param}], y: {ty}]) -> Tensor[{}, [{result}]{of_result}] requires {} {{ {body} }}\n",
            x.dtype,
            required.join(", ")
        ));
        self.bind(format!("{name}({0}, {0})", x.name), x.dtype, shape, bound);
    }

    /// A call of a function with two results, or two values bound at once.
    pub(super) fn two_results(&mut self) {
        let (x, y) = (self.pick(), self.pick());
        let (expr, results) = if self.choices.below(2) == 0 {
            (format!("({}, {})", x.name, y.name), [x, y])
        } else {
            let mut generics = Vec::new();
            let mut ty = |prefix: &str, value: &Tracked| {
                let names: Vec<String> = (0..value.shape.len()).map(|axis| format!("{prefix}{axis}")).collect();
                generics.extend(names.clone());
                format!("Tensor[{}, [{}]]", value.dtype, names.join(", "))
            };
            let (of_x, of_y) = (ty("P", &x), ty("Q", &y));
            let optional: Vec<String> = generics.iter().map(|name| format!("{name} >= 0")).collect();
            let requires =
                if optional.is_empty() { String::new() } else { format!("requires {}", optional.join(", ")) };
            let name = format!("helper{}", self.helpers.len());
            self.helpers.push(format!(
                "fn {name}<{}>(x: {of_x}, y: {of_y}) -> ({of_y}, {of_x}) {requires} {{ (y, x) }}\n",
                generics.join(", ")
            ));
            (format!("{name}({}, {})", x.name, y.name), [y, x])
        };
        let names = [0, 1].map(|offset| format!("v{}", self.values.len() + offset));
        self.body.push_str(&format!("    let ({}, {}) = {expr};\n", names[0], names[1]));
        for (name, value) in names.into_iter().zip(results) {
            self.values.push(Tracked { name, ..value });
        }
    }

    /// A value under another shape that is the same only where two variables are equal, which the call finds out.
    pub(super) fn assume_equal(&mut self) {
        if !self.equalities.is_empty() {
            return;
        }
        let plain = |(var, _): &&(DimVar, usize)| matches!(var.name(), "A" | "B" | "C");
        let mut vars: Vec<(DimVar, usize)> = self.vars.iter().filter(plain).cloned().collect();
        if vars.len() < 2 {
            return;
        }
        let first = vars.remove(self.choices.below(vars.len()));
        let second = vars.remove(self.choices.below(vars.len()));
        // The one with the larger bound keeps its value.
        let (var, to) = if first.1 > second.1 { (second.0, first.0) } else { (first.0, second.0) };
        let Some(x) = self.pick_where(|x| x.shape.len() == 1 && x.shape[0].as_var() == Some(&var)) else { return };
        let shape = vec![Dim::var(to.clone())];
        self.equalities.push((var.clone(), to.clone()));
        match self.choices.below(3) {
            0 => self.bind(format!("reshape{}({})", fmt_shape(&shape), x.name), x.dtype, shape, x.bound),
            1 => {
                self.body.push_str(&format!("    assume {var} == {to};\n"));
                self.bind(format!("slice[axis = 0, start = 0, stop = {to}]({})", x.name), x.dtype, shape, x.bound);
            }
            _ => {
                let Some(y) = self.pick_where(|y| y.shape.len() == 1 && y.shape[0].as_var() == Some(&to)) else {
                    return self.bind(format!("reshape{}({})", fmt_shape(&shape), x.name), x.dtype, shape, x.bound);
                };
                let name = format!("helper{}", self.helpers.len());
                let (of_x, of_y) = (x.dtype, y.dtype);
                self.helpers.push(format!(
                    "fn {name}<P, Q>(x: Tensor[{of_x}, [P]], y: Tensor[{of_y}, [Q]]) -> Tensor[{of_x}, [Q], P == Q] \
                     requires P >= 0, Q >= 0 {{ reshape[Q](x) }}\n"
                ));
                self.bind(format!("{name}({}, {})", x.name, y.name), x.dtype, shape, x.bound);
            }
        }
    }
}
