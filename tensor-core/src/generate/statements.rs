//! One statement: an operation on values that there are, or nothing where none fits.

use super::{Generator, Tracked};
use crate::types::{DType, Dim, DimVar, Kind, fmt_shape};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeSet;
use std::fmt::Write;

impl Generator<'_, '_, '_> {
    pub(super) fn statement(&mut self) {
        let kinds = if self.menu.shapes { 20 } else { 15 };
        match self.choices.below(kinds) {
            0 => self.unary(),
            1 => self.binary(),
            2 => self.with_literal(),
            3 => self.compare(),
            4 => self.bitwise(),
            5 => self.cast(),
            6 => self.matmul(),
            7 => self.reduce(),
            8 => self.transpose(),
            9 => self.broadcast(),
            10 => self.divide(),
            11 => self.call(),
            12 => self.stretch(),
            13 => self.dim_as_element(),
            14 => self.two_results(),
            15 => self.flatten(),
            16 => self.unit_axis(),
            17 => self.slice(),
            18 => self.assume_equal(),
            _ => self.concat(),
        }
    }

    fn unary(&mut self) {
        let x = self.pick();
        match x.dtype.kind() {
            Kind::Bool => self.bind(format!("bitwise_xor({}, true)", x.name), x.dtype, x.shape, 1.0),
            Kind::Float | Kind::SignedInt => {
                let form = *self.choices.of(&["relu(@)", "-@", "abs(@)"]);
                self.bind(form.replace('@', &x.name), x.dtype, x.shape, x.bound);
            }
        }
    }

    fn binary(&mut self) {
        let x = self.pick();
        if x.dtype == DType::Bool {
            return self.bitwise();
        }
        let Some(y) = self.pick_where(|y| y.dtype == x.dtype && y.shape == x.shape) else { return };
        let (form, bound) = self
            .choices
            .of(&[
                ("@ + #", x.bound + y.bound),
                ("@ - #", x.bound + y.bound),
                ("@ * #", x.bound * y.bound),
                ("min(@, #)", x.bound.max(y.bound)),
                ("max(@, #)", x.bound.max(y.bound)),
            ])
            .to_owned();
        if Self::exact(x.dtype, bound) {
            self.bind(form.replace('@', &x.name).replace('#', &y.name), x.dtype, x.shape, bound);
        }
    }

    fn with_literal(&mut self) {
        let x = self.pick();
        if x.dtype == DType::Bool || !Self::exact(x.dtype, 2.0 * x.bound) {
            return;
        }
        let form = *self.choices.of(&["@ + 1", "2 * @", "1 - @", "max(@, -1)", "min(@, 2)"]);
        self.bind(form.replace('@', &x.name), x.dtype, x.shape, 2.0 * x.bound + 2.0);
    }

    fn compare(&mut self) {
        let x = self.pick();
        let Some(y) = self.pick_where(|y| y.dtype == x.dtype && y.shape == x.shape) else { return };
        let ops: &[&str] = if x.dtype == DType::Bool { &["eq", "ne"] } else { &["lt", "le", "gt", "ge", "eq", "ne"] };
        let op = *self.choices.of(ops);
        self.bind(format!("{op}({}, {})", x.name, y.name), DType::Bool, x.shape, 1.0);
    }

    fn bitwise(&mut self) {
        let Some(x) = self.pick_where(|x| x.dtype.kind() != Kind::Float) else { return };
        let Some(y) = self.pick_where(|y| y.dtype == x.dtype && y.shape == x.shape) else { return };
        let op = *self.choices.of(&["bitwise_and", "bitwise_or", "bitwise_xor"]);
        self.bind(format!("{op}({}, {})", x.name, y.name), x.dtype, x.shape, f64::INFINITY);
    }

    fn cast(&mut self) {
        let x = self.pick();
        let dtype = *self.choices.of(self.menu.dtypes);
        let bound = match (x.dtype.kind(), dtype.kind()) {
            (_, Kind::Bool) | (Kind::Bool, _) => 1.0,
            (Kind::SignedInt, _) => f64::INFINITY,
            (Kind::Float, _) => x.bound,
        };
        self.bind(format!("cast[{dtype}]({})", x.name), dtype, x.shape, bound);
    }

    fn matmul(&mut self) {
        let matrix = |value: &Tracked| matches!(value.shape.len(), 2 | 3) && value.dtype != DType::Bool;
        let Some(x) = self.pick_where(matrix) else { return };
        let rank = x.shape.len();
        let bound_with = |y: &Tracked, inner: f64| x.bound * y.bound * inner;
        let inner = self.largest(&x.shape[rank - 1]);
        let partner = self.pick_where(|y| {
            y.dtype == x.dtype
                && y.shape.len() == rank
                && y.shape[rank - 2] == x.shape[rank - 1]
                && y.shape[..rank - 2] == x.shape[..rank - 2]
        });
        // Without a partner, its own transpose is one.
        let (expr, columns, bound) = match partner {
            Some(y) => (format!("matmul({}, {})", x.name, y.name), y.shape[rank - 1].clone(), bound_with(&y, inner)),
            None => {
                let axes = if rank == 2 { "1, 0" } else { "0, 2, 1" };
                let expr = format!("matmul({0}, transpose[{axes}]({0}))", x.name);
                (expr, x.shape[rank - 2].clone(), bound_with(&x, inner))
            }
        };
        if Self::exact(x.dtype, bound) {
            let mut shape = x.shape.clone();
            shape[rank - 1] = columns;
            self.bind(expr, x.dtype, shape, bound);
        }
    }

    fn reduce(&mut self) {
        if self.choices.below(4) == 3 {
            return self.reduce_axes();
        }
        let Some(x) = self.pick_where(|x| !x.shape.is_empty()) else { return };
        let axis = self.choices.below(x.shape.len());
        let reduction = *self.choices.of(self.menu.reductions);
        let keep = self.choices.below(2) == 1;
        let (boolean, length) = (x.dtype == DType::Bool, self.largest(&x.shape[axis]));
        let (dtype, bound) = match reduction {
            "any" | "all" if boolean => (x.dtype, 1.0),
            "argmax" | "argmin" if !boolean => (DType::I64, length),
            "max" | "min" if !boolean => (x.dtype, x.bound),
            "sum" if !boolean => (x.dtype, x.bound * length),
            "prod" if !boolean => (x.dtype, x.bound.powf(length)),
            _ => return,
        };
        let needs_element = matches!(reduction, "argmax" | "argmin" | "max" | "min");
        if (needs_element && self.least(&x.shape[axis]) < 1) || !Self::exact(dtype, bound) {
            return;
        }
        let mut shape = x.shape.clone();
        let name = if keep {
            shape[axis] = Dim::constant(1);
            "reduce_keep"
        } else {
            shape.remove(axis);
            "reduce"
        };
        self.bind(format!("{name}[{reduction}, axis = {axis}]({})", x.name), dtype, shape, bound);
    }

    /// Several axes at once.
    fn reduce_axes(&mut self) {
        let Some(x) = self.pick_where(|x| x.shape.len() >= 2 && x.dtype != DType::Bool) else { return };
        let first = self.choices.below(x.shape.len() - 1);
        let last = first + 1 + self.choices.below(x.shape.len() - 1 - first);
        let bound = x.bound * self.largest(&x.shape[first]) * self.largest(&x.shape[last]);
        if !Self::exact(x.dtype, bound) || !self.menu.reductions.contains(&"sum") {
            return;
        }
        let mut shape = x.shape.clone();
        let name = if self.choices.below(2) == 1 {
            (shape[first], shape[last]) = (Dim::constant(1), Dim::constant(1));
            "reduce_keep"
        } else {
            shape.remove(last);
            shape.remove(first);
            "reduce"
        };
        self.bind(format!("{name}[sum, axes = [{last}, {first}]]({})", x.name), x.dtype, shape, bound);
    }

    fn transpose(&mut self) {
        let Some(x) = self.pick_where(|x| x.shape.len() >= 2) else { return };
        let mut rest: Vec<usize> = (0..x.shape.len()).rev().collect();
        let mut permutation = Vec::new();
        while !rest.is_empty() {
            permutation.push(rest.remove(self.choices.below(rest.len())));
        }
        let shape = permutation.iter().map(|&axis| x.shape[axis].clone()).collect();
        let axes: Vec<String> = permutation.iter().map(usize::to_string).collect();
        self.bind(format!("transpose[{}]({})", axes.join(", "), x.name), x.dtype, shape, x.bound);
    }

    fn broadcast(&mut self) {
        let Some(x) = self.pick_where(|x| x.shape.len() <= 5) else { return };
        let mut target: Vec<Dim> = x
            .shape
            .iter()
            .map(|dim| if dim.is_constant(1) && self.choices.below(3) > 0 { self.var() } else { dim.clone() })
            .collect();
        for _ in 0..self.choices.below(2) {
            let dim = self.param_dim();
            target.insert(0, dim);
        }
        let expr = format!("broadcast{}({})", fmt_shape(&target), x.name);
        self.bind(expr, x.dtype, target, x.bound);
    }

    /// One axis for all, by a `dim` clause if it takes a product of variables.
    fn flatten(&mut self) {
        let x = self.pick();
        let volume = crate::ops::volume(&x.shape);
        let dim = if volume.is_linear() {
            volume
        } else {
            let optional = |var: &DimVar| self.vars.iter().any(|(name, least)| name == var && *least == 0);
            if self.least(&volume) < 1 && !volume.vars().iter().any(optional) {
                // The wrapper would demand that the product is at least 1.
                return;
            }
            // What the variable is at least can be proved of products of sums, but not of quotients.
            let mut dividends = BTreeSet::new();
            volume.collect_dividends(&mut dividends);
            if !dividends.is_empty() {
                return;
            }
            let factors: Vec<String> = x.shape.iter().map(|dim| format!("({dim})")).collect();
            self.products += 1;
            let var = DimVar::new(&format!("N{}", self.products));
            write!(self.clauses, "dim {var} = {} ", factors.join(" * ")).unwrap();
            let least = self.least(&volume).try_into().expect("no dim is negative");
            self.vars.push((var.clone(), least));
            Dim::var(var)
        };
        self.bind(format!("reshape[{dim}]({})", x.name), x.dtype, vec![dim], x.bound);
    }

    fn unit_axis(&mut self) {
        let Some(x) = self.pick_where(|x| x.shape.len() <= 5) else { return };
        let mut shape = x.shape.clone();
        shape.insert(self.choices.below(shape.len() + 1), Dim::constant(1));
        let expr = format!("reshape{}({})", fmt_shape(&shape), x.name);
        self.bind(expr, x.dtype, shape, x.bound);
    }

    fn slice(&mut self) {
        let Some(x) = self.pick_where(|x| !x.shape.is_empty()) else { return };
        let axis = self.choices.below(x.shape.len());
        let dim = x.shape[axis].clone();
        let least = self.least(&dim);
        // A term of the dim, if what remains is no less than 0 whatever the variables are.
        let part = dim.vars().into_iter().map(Dim::var).find(|part| {
            let rest = dim.clone() - part.clone();
            rest.terms().all(|(_, coefficient)| !coefficient.is_negative())
        });
        let half = |dim: &Dim| dim.floor_div(&BigInt::from(2));
        let (start, stop) = match (self.choices.below(7), part) {
            (0, _) if least >= 1 => (Dim::constant(1), dim.clone()),
            (1, _) if least >= 1 => (Dim::constant(0), dim.clone() - Dim::constant(1)),
            (2, _) if least >= 2 => (Dim::constant(1), Dim::constant(2)),
            (3, Some(part)) => (part, dim.clone()),
            (4, Some(part)) => (Dim::constant(0), part),
            (5, _) => (Dim::constant(0), half(&dim)),
            (6, _) => (half(&dim), dim.clone()),
            _ => (Dim::constant(0), dim.clone()),
        };
        let mut shape = x.shape.clone();
        shape[axis] = stop.clone() - start.clone();
        self.bind(format!("slice[axis = {axis}, start = {start}, stop = {stop}]({})", x.name), x.dtype, shape, x.bound);
    }

    fn concat(&mut self) {
        let Some(x) = self.pick_where(|x| !x.shape.is_empty()) else { return };
        let axis = self.choices.below(x.shape.len());
        let without = |shape: &[Dim]| [&shape[..axis], &shape[axis + 1..]].concat();
        let rest = without(&x.shape);
        let partner =
            self.pick_where(|y| y.dtype == x.dtype && y.shape.len() == rest.len() + 1 && without(&y.shape) == rest);
        let Some(y) = partner else { return };
        let mut shape = x.shape.clone();
        shape[axis] = x.shape[axis].clone() + y.shape[axis].clone();
        self.bind(format!("concat[axis = {axis}]({}, {})", x.name, y.name), x.dtype, shape, x.bound.max(y.bound));
    }

    /// Integer quotients and powers, some of which stop the call.
    fn divide(&mut self) {
        let Some(x) = self.pick_where(|x| x.dtype.kind() == Kind::SignedInt) else { return };
        let Some(y) = self.pick_where(|y| y.dtype == x.dtype && y.shape == x.shape) else { return };
        let forms = ["div(@, max(abs(#), 1))", "div(@, 2)", "pow(@, bitwise_and(#, 3))", "div(@, #)", "pow(@, #)"];
        let form = *self.choices.of(&forms);
        self.bind(form.replace('@', &x.name).replace('#', &y.name), x.dtype, x.shape, f64::INFINITY);
    }

    /// A broadcast of which only the call says whether it repeats an axis.
    fn stretch(&mut self) {
        let Some((var, to)) = self.alternatives.first().cloned() else { return };
        let Some(x) = self.pick_where(|x| x.shape.iter().any(|dim| dim.as_var() == Some(&var))) else { return };
        let stretched = |dim: &Dim| if dim.as_var() == Some(&var) { Dim::var(to.clone()) } else { dim.clone() };
        let target: Vec<Dim> = x.shape.iter().map(stretched).collect();
        self.bind(format!("broadcast{}({})", fmt_shape(&target), x.name), x.dtype, target, x.bound);
    }

    fn dim_as_element(&mut self) {
        let dtype = *self.choices.of(self.menu.dtypes);
        let dim = self.param_dim();
        let bound = if dtype == DType::Bool { 1.0 } else { self.largest(&dim) };
        // A constant would be a literal, which Bool has none of that is a number.
        if dim.as_constant().is_none() && Self::exact(dtype, bound) {
            self.bind(format!("scalar[{dtype}]({dim})"), dtype, Vec::new(), bound);
        }
    }
}
