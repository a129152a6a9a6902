//! Every operation on awkward shapes: ranks 0 to 6, every axis, extents of 0 where they are allowed, 1 and primes;
//! against the interpreter, and a part against values computed by hand.

use super::agree::agree;
use super::loaded::Kernel;
use super::values::Random;
use tensor_core::eval::Value;
use tensor_core::types::DType;

const AXES: [&str; 6] = ["A", "B", "C", "D", "E", "G"];

/// Kernels over `x` and `y` of this rank, each with some of the results.
struct Ranked {
    dtype: DType,
    rank: usize,
    /// What stands behind `requires`.
    requires: String,
    results: Vec<(String, DType, Vec<String>)>,
}

impl Ranked {
    fn new(dtype: DType, rank: usize, requires: String) -> Ranked {
        Ranked { dtype, rank, requires, results: Vec::new() }
    }

    fn shape(&self) -> Vec<String> {
        AXES[..self.rank].iter().map(|axis| (*axis).to_owned()).collect()
    }

    /// The shape with `dim` in the place of `axis`.
    fn with(&self, axis: usize, dim: &str) -> Vec<String> {
        let mut shape = self.shape();
        shape[axis] = dim.to_owned();
        shape
    }

    fn without(&self, axis: usize) -> Vec<String> {
        let mut shape = self.shape();
        shape.remove(axis);
        shape
    }

    fn push(&mut self, expr: impl Into<String>, shape: Vec<String>) {
        self.results.push((expr.into(), self.dtype, shape));
    }

    fn kernels(&self) -> Vec<Kernel> {
        let kernel = |results: &[(String, DType, Vec<String>)]| {
            let (dtype, shape) = (self.dtype, self.shape().join(", "));
            let types: Vec<String> =
                results.iter().map(|(_, dtype, shape)| format!("Tensor[{dtype}, [{}]]", shape.join(", "))).collect();
            let exprs: Vec<&str> = results.iter().map(|(expr, ..)| expr.as_str()).collect();
            let generics = if shape.is_empty() { String::new() } else { format!("<{shape}>") };
            let requires = if self.requires.is_empty() { String::new() } else { format!("requires {}", self.requires) };
            let tuple = |parts: String| if results.len() == 1 { parts } else { format!("({parts})") };
            Kernel::new(&format!(
                "fn f{generics}(x: Tensor[{dtype}, [{shape}]], y: Tensor[{dtype}, [{shape}]]) -> {} {requires} {{ {} }}",
                tuple(types.join(", ")),
                tuple(exprs.join(", "))
            ))
        };
        self.results.chunks(9).map(kernel).collect()
    }

    /// Compares all results for operands of each shape.
    fn agree(&self, shapes: &[Vec<usize>]) {
        let mut random = Random::new();
        for kernel in self.kernels() {
            for shape in shapes {
                agree(&kernel, &[random.tensor(self.dtype, shape), random.tensor(self.dtype, shape)]);
            }
        }
        assert_eq!(Kernel::not_freed(), 0);
    }
}

/// All ones; primes; and, for each axis, `special` extents there among primes.
fn shapes(rank: usize, special: &[usize]) -> Vec<Vec<usize>> {
    const PRIMES: [usize; 6] = [2, 3, 5, 2, 3, 2];
    let primes = PRIMES[..rank].to_vec();
    let mut shapes = vec![vec![1; rank], primes.clone()];
    for axis in 0..rank {
        for extent in special {
            let mut shape = primes.clone();
            shape[axis] = *extent;
            shapes.push(shape);
        }
    }
    shapes
}

/// What is allowed on axes of any extent.
fn any_extent(dtype: DType, rank: usize) {
    let optional: Vec<String> = AXES[..rank].iter().map(|axis| format!("{axis} >= 0")).collect();
    let mut ranked = Ranked::new(dtype, rank, optional.join(", "));
    let shape = ranked.shape();
    let joined = shape.join(", ");
    ranked.push("x", shape.clone());
    ranked.push("min(x, y)", shape.clone());
    ranked.push("-x", shape.clone());
    ranked.push("x + 1", shape.clone());
    ranked.results.push(("lt(x, y)".to_owned(), DType::Bool, shape.clone()));
    ranked.results.push(("cast[I8](x)".to_owned(), DType::I8, shape.clone()));
    ranked.push(format!("broadcast[2, {joined}](x)"), [vec!["2".to_owned()], shape.clone()].concat());
    for position in 0..=rank.min(5) {
        let mut target = shape.clone();
        target.insert(position, "1".to_owned());
        ranked.push(format!("reshape[{}](x)", target.join(", ")), target);
    }
    for (axis, dim) in AXES.iter().enumerate().take(rank) {
        ranked.push(format!("reduce[sum, axis = {axis}](x)"), ranked.without(axis));
        ranked.push(format!("reduce_keep[prod, axis = {axis}](x)"), ranked.with(axis, "1"));
        ranked.push(format!("concat[axis = {axis}](x, y, x)"), ranked.with(axis, &format!("3 * {dim}")));
        let (start, stop) = (format!("{dim} / 2"), format!("{dim} - {dim} / 3"));
        let length = format!("{stop} - {dim} / 2");
        ranked.push(format!("slice[axis = {axis}, start = {start}, stop = {stop}](x)"), ranked.with(axis, &length));
        ranked.push(format!("slice[axis = {axis}, start = 0, stop = 0](x)"), ranked.with(axis, "0"));
    }
    for permutation in permutations(rank) {
        let axes: Vec<String> = permutation.iter().map(usize::to_string).collect();
        let shape = permutation.iter().map(|axis| AXES[*axis].to_owned()).collect();
        ranked.push(format!("transpose[{}](x)", axes.join(", ")), shape);
    }
    ranked.agree(&shapes(rank, &[0, 1, 7]));
}

/// What needs an element on its axis.
fn at_least_one(dtype: DType, rank: usize) {
    let mut ranked = Ranked::new(dtype, rank, String::new());
    for (axis, name) in AXES.iter().enumerate().take(rank) {
        for (index, reduction) in ["max", "min", "argmax", "argmin", "mean"].into_iter().enumerate() {
            let result = if reduction.starts_with("arg") { DType::I64 } else { dtype };
            let (reduce, shape) = match (axis + index) % 2 {
                0 => ("reduce", ranked.without(axis)),
                _ => ("reduce_keep", ranked.with(axis, "1")),
            };
            ranked.results.push((format!("{reduce}[{reduction}, axis = {axis}](x)"), result, shape));
        }
        let stop = format!("{name} - 1");
        ranked.push(format!("slice[axis = {axis}, start = {stop}, stop = {name}](y)"), ranked.with(axis, "1"));
        ranked.push(format!("slice[axis = {axis}, start = 0, stop = {stop}](y)"), ranked.with(axis, &stop));
    }
    ranked.agree(&shapes(rank, &[1, 7]));
}

/// All of up to three axes; of more, the reversed, the rotated both ways, and two swaps.
fn permutations(rank: usize) -> Vec<Vec<usize>> {
    let axes: Vec<usize> = (0..rank).collect();
    match rank {
        0 => vec![vec![]],
        1..=3 => {
            let mut all = Vec::new();
            for smaller in permutations(rank - 1) {
                for position in 0..rank {
                    let mut larger = smaller.clone();
                    larger.insert(position, rank - 1);
                    all.push(larger);
                }
            }
            all
        }
        _ => {
            let (mut left, mut right, mut ends, mut inner) = (axes.clone(), axes.clone(), axes.clone(), axes.clone());
            left.rotate_left(1);
            right.rotate_right(1);
            ends.swap(0, rank - 1);
            inner.swap(1, 2);
            vec![axes.into_iter().rev().collect(), left, right, ends, inner]
        }
    }
}

macro_rules! ranks {
    ($($any:ident $one:ident $rank:literal,)*) => {
        $(#[test]
        fn $any() {
            any_extent(DType::I16, $rank);
        }

        #[test]
        fn $one() {
            at_least_one(DType::F32, $rank);
        })*
    };
}

ranks! {
    rank_1 elements_of_rank_1 1,
    rank_2 elements_of_rank_2 2,
    rank_3 elements_of_rank_3 3,
    rank_4 elements_of_rank_4 4,
    rank_5 elements_of_rank_5 5,
    rank_6 elements_of_rank_6 6,
}

#[test]
fn rank_0() {
    any_extent(DType::I16, 0);
    any_extent(DType::F64, 0);
}

#[test]
fn products_of_matrices() {
    let requires = "requires B >= 0, M >= 0, K >= 0, N >= 0";
    for dtype in [DType::F32, DType::I8, DType::F64] {
        let batched = Kernel::new(&format!(
            "fn f<B, M, K, N>(x: Tensor[{dtype}, [B, M, K]], y: Tensor[{dtype}, [B, K, N]]) -> Tensor[{dtype}, [B, M, N]]
             {requires} {{ matmul(x, y) }}"
        ));
        let plain = Kernel::new(&format!(
            "fn f<M, K, N>(x: Tensor[{dtype}, [M, K]], y: Tensor[{dtype}, [K, N]])
             -> (Tensor[{dtype}, [M, N]], Tensor[{dtype}, [N, M]])
             {} {{ (matmul(x, y), matmul(transpose[1, 0](y), transpose[1, 0](x))) }}",
            requires.replace("B >= 0, ", "")
        ));
        let mut random = Random::new();
        const EXTENTS: [usize; 8] = [0, 1, 2, 3, 5, 7, 17, 37];
        for _ in 0..60 {
            let [b, m, k, n] = [4, 8, 8, 8].map(|count| EXTENTS[random.below(count)]);
            agree(&batched, &[random.tensor(dtype, &[b, m, k]), random.tensor(dtype, &[b, k, n])]);
            agree(&plain, &[random.tensor(dtype, &[m, k]), random.tensor(dtype, &[k, n])]);
        }
    }
}

#[test]
fn reshapes_between_all_ranks() {
    // The same 2·3·5·2 elements: split, joined, both at once, and without a common boundary.
    let shapes: [&[usize]; 9] = [
        &[60],
        &[6, 10],
        &[10, 6],
        &[4, 15],
        &[2, 3, 5, 2],
        &[2, 5, 3, 2],
        &[1, 60, 1],
        &[2, 1, 3, 1, 10],
        &[5, 2, 1, 3, 2, 1],
    ];
    let text = |shape: &[usize]| shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let x = Value::new(DType::I16, &[60], (0..60).map(|value| value as i16)).unwrap();
    for from in shapes {
        // Read in the order of another shape after a transposition, so that no reshape is a mere renaming.
        let axes: Vec<String> = (0..from.len()).rev().map(|axis| axis.to_string()).collect();
        let results: Vec<String> = shapes.iter().map(|to| format!("Tensor[I16, [{}]]", text(to))).collect();
        let exprs: Vec<String> = shapes
            .iter()
            .map(|to| format!("reshape[{}](transpose[{}](reshape[{}](x)))", text(to), axes.join(", "), text(from)))
            .collect();
        let kernel = Kernel::new(&format!(
            "fn f(x: Tensor[I16, [60]]) -> ({}) {{ ({}) }}",
            results.join(", "),
            exprs.join(", ")
        ));
        agree(&kernel, std::slice::from_ref(&x));
    }
}

#[test]
fn broadcasts_along_every_axis() {
    let kernel = Kernel::new(
        "fn f<A, B, C>(x: Tensor[I16, [A, 1, C]], y: Tensor[I16, [B]], z: Tensor[I16, []])
         -> (Tensor[I16, [2, A, B, C]], Tensor[I16, [A, B]], Tensor[I16, [C, A, 1, B]], Tensor[I16, [0, B]])
         requires A >= 0, B >= 0, C >= 0
         { (broadcast[2, A, B, C](x), broadcast[A, B](y), broadcast[C, A, 1, B](z), broadcast[0, B](y)) }",
    );
    let mut random = Random::new();
    for [a, b, c] in [[1, 1, 1], [2, 3, 5], [0, 3, 5], [2, 0, 5], [2, 3, 0], [1, 7, 1], [0, 0, 0]] {
        let x = random.tensor(DType::I16, &[a, 1, c]);
        let (y, z) = (random.tensor(DType::I16, &[b]), random.tensor(DType::I16, &[]));
        agree(&kernel, &[x, y, z]);
    }
}

fn i16s(shape: &[usize], values: impl IntoIterator<Item = i16>) -> Value {
    Value::new(DType::I16, shape, values).unwrap()
}

/// By hand, so that a fault that kernel and interpreter share shows.
#[test]
fn by_hand() {
    let kernel = Kernel::new(
        "fn f<A, B, C>(x: Tensor[I16, [A, B, C]])
         -> (
            Tensor[I16, [C, A, B]], Tensor[I16, [A, C]], Tensor[I16, [A, 1, C]], Tensor[I64, [B, C]],
            Tensor[I16, [A, B - 1, C]], Tensor[I16, [A, B, 2 * C]], Tensor[I16, [2, A, B, C]], Tensor[I16, [C, B, A]]
         ) {
            (
                transpose[2, 0, 1](x), reduce[sum, axis = 1](x), reduce_keep[max, axis = 1](x),
                reduce[argmin, axis = 0](x), slice[axis = 1, start = 1, stop = B](x), concat[axis = 2](x, -x),
                broadcast[2, A, B, C](x), reshape[C, B, A](x)
            )
         }",
    );
    // [[0 1 2; 3 4 5]]
    let outcome = kernel.call(&[i16s(&[1, 2, 3], 0..6)], &[]);
    assert_eq!(outcome.status, 0);
    let expected = [
        i16s(&[3, 1, 2], [0, 3, 1, 4, 2, 5]),
        i16s(&[1, 3], [3, 5, 7]),
        i16s(&[1, 1, 3], [3, 4, 5]),
        Value::new(DType::I64, &[2, 3], [0i64; 6]).unwrap(),
        i16s(&[1, 1, 3], [3, 4, 5]),
        i16s(&[1, 2, 6], [0, 1, 2, 0, -1, -2, 3, 4, 5, -3, -4, -5]),
        i16s(&[2, 1, 2, 3], [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]),
        i16s(&[3, 2, 1], 0..6),
    ];
    assert_eq!(outcome.outputs, expected);
}

#[test]
fn empty_axes_by_hand() {
    let kernel = Kernel::new(
        "fn f<A>(x: Tensor[I16, [A, 2]], b: Tensor[Bool, [A]])
         -> (Tensor[I16, [2]], Tensor[I16, [1, 2]], Tensor[Bool, []], Tensor[Bool, [1]], Tensor[I16, [A + 1, 2]])
         requires A >= 0
         {
            (
                reduce[sum, axis = 0](x), reduce_keep[prod, axis = 0](x), reduce[any, axis = 0](b),
                reduce_keep[all, axis = 0](b), concat[axis = 0](x, broadcast[1, 2](scalar[I16](7)))
            )
         }",
    );
    let outcome = kernel.call(&[i16s(&[0, 2], []), Value::new(DType::Bool, &[0], [false; 0]).unwrap()], &[]);
    assert_eq!(outcome.status, 0);
    let bool = |shape: &[usize], value: bool| Value::new(DType::Bool, shape, [value]).unwrap();
    let expected =
        [i16s(&[2], [0, 0]), i16s(&[1, 2], [1, 1]), bool(&[], false), bool(&[1], true), i16s(&[1, 2], [7, 7])];
    assert_eq!(outcome.outputs, expected);
}
