//! A transformer's encoder block, whose batch, sequence, width, hidden width and number of heads are all symbolic: one
//! compiled kernel takes every case below and is checked against what NumPy computed in double precision.
//!
//! The block is written as one would write it in Rust, as functions that call each other; the compiler inlines them into
//! one kernel. Its arguments are tensors here, and could as well be `ndarray`'s arrays or views of them, as in
//! [`Case::encode_each_alone`]; `.into_ndarray()` makes an array of the result without a copy.
//! `examples/encoder/README.md` says where the numbers are from.

use ndarray::Axis;
use safetensors::{Dtype, SafeTensors};
use std::error::Error;
use std::time::{Duration, Instant};
use tensor_runtime::{Element, Tensor, TensorRef, tensor_fn};

tensor_fn! {
    const EPS = 1e-5;

    /// One pre-norm encoder block: attention, then an MLP, each added to its input. `E` is the width of a head.
    fn encoder<B, S, D, H>(
        x: Tensor[F32, [B, S, D]],
        gamma1: Tensor[F32, [D]], beta1: Tensor[F32, [D]],
        wq: Tensor[F32, [D, D]], bq: Tensor[F32, [D]],
        wk: Tensor[F32, [D, D]], bk: Tensor[F32, [D]],
        wv: Tensor[F32, [D, D]], bv: Tensor[F32, [D]],
        wo: Tensor[F32, [D, D]], bo: Tensor[F32, [D]],
        gamma2: Tensor[F32, [D]], beta2: Tensor[F32, [D]],
        w1: Tensor[F32, [D, H]], b1: Tensor[F32, [H]],
        w2: Tensor[F32, [H, D]], b2: Tensor[F32, [D]],
        heads: dim,
        E: dim,
    ) -> Tensor[F32, [B, S, D]]
    assume D == heads * E
    {
        let h = x + attention(layer_norm(x, gamma1, beta1), wq, bq, wk, bk, wv, bv, wo, bo, heads, E);
        let hidden = gelu(linear(layer_norm(h, gamma2, beta2), w1, b1));
        h + linear(hidden, w2, b2)
    }

    /// Each position looks at all positions of its sequence, once per head.
    fn attention<B, S, D>(
        x: Tensor[F32, [B, S, D]],
        wq: Tensor[F32, [D, D]], bq: Tensor[F32, [D]],
        wk: Tensor[F32, [D, D]], bk: Tensor[F32, [D]],
        wv: Tensor[F32, [D, D]], bv: Tensor[F32, [D]],
        wo: Tensor[F32, [D, D]], bo: Tensor[F32, [D]],
        heads: dim,
        E: dim,
    ) -> Tensor[F32, [B, S, D]]
    assume D == heads * E
    {
        dim G = B * heads;
        let q = split_heads(linear(x, wq, bq), heads, E);
        let k = split_heads(linear(x, wk, bk), heads, E);
        let v = split_heads(linear(x, wv, bv), heads, E);
        let scores = matmul(q, transpose[0, 2, 1](k)) * broadcast[G, S, S](rsqrt(scalar[F32](E)));
        linear(merge_heads(matmul(softmax(scores), v), B, heads), wo, bo)
    }

    /// One matrix per sequence and head, all in one batch for `matmul`.
    fn split_heads<B, S, D>(x: Tensor[F32, [B, S, D]], heads: dim, E: dim) -> Tensor[F32, [G, S, E]]
    assume D == heads * E
    dim G = B * heads
    {
        reshape[G, S, E](transpose[0, 2, 1, 3](reshape[B, S, heads, E](x)))
    }

    /// The inverse of `split_heads`.
    fn merge_heads<G, S, E>(x: Tensor[F32, [G, S, E]], B: dim, heads: dim) -> Tensor[F32, [B, S, D]]
    assume G == B * heads
    dim D = heads * E
    {
        reshape[B, S, D](transpose[0, 2, 1, 3](reshape[B, heads, S, E](x)))
    }

    /// The largest score is subtracted first, so that `exp` cannot overflow.
    fn softmax<G, S, T>(x: Tensor[F32, [G, S, T]]) -> Tensor[F32, [G, S, T]] {
        let e = exp(x - broadcast[G, S, T](reduce_keep[max, axis = 2](x)));
        e / broadcast[G, S, T](reduce_keep[sum, axis = 2](e))
    }

    /// Zero mean and unit variance at each position, then scaled and shifted.
    fn layer_norm<B, S, D>(
        x: Tensor[F32, [B, S, D]],
        gamma: Tensor[F32, [D]],
        beta: Tensor[F32, [D]],
    ) -> Tensor[F32, [B, S, D]] {
        let centred = x - broadcast[B, S, D](reduce_keep[mean, axis = 2](x));
        let variance = reduce_keep[mean, axis = 2](centred * centred);
        let normed = centred * broadcast[B, S, D](rsqrt(variance + EPS));
        normed * broadcast[B, S, D](gamma) + broadcast[B, S, D](beta)
    }

    /// The same affine map at each position: one product for all of them.
    fn linear<B, S, I, O>(
        x: Tensor[F32, [B, S, I]],
        weight: Tensor[F32, [I, O]],
        bias: Tensor[F32, [O]],
    ) -> Tensor[F32, [B, S, O]] {
        dim R = B * S;
        reshape[B, S, O](matmul(reshape[R, I](x), weight) + broadcast[R, O](bias))
    }
}

/// The most that a [`Difference`] may be.
const TOLERANCE: f64 = 1e-5;

fn main() -> Result<(), Box<dyn Error>> {
    let file = SafeTensors::deserialize(include_bytes!("../../encoder/reference.safetensors"))?;
    println!("                B   S   D   H  heads   difference  elementwise  each alone      time");
    let mut agree = true;
    for name in ["one sequence", "primes", "length one", "large scores"] {
        let case = Case::read(&file, name)?;
        let (output, time) = timed(|| case.encode(&case.x))?;
        let together = Difference::between(output.as_slice(), case.reference.as_slice());
        let alone = Difference::between(&case.encode_each_alone()?, case.reference.as_slice());
        agree &= output.shape() == case.reference.shape() && together.is_small() && alone.is_small();

        let ([b, s, d], [_, h]) = (case.x.shape(), case.w1.shape());
        println!(
            "{name:12} {b:4}{s:4}{d:4}{h:4}{:7}   {:10.1e}  {:11.1e}  {:10.1e}{:7.1} µs",
            case.heads,
            together.overall,
            together.elementwise,
            alone.overall,
            time.as_secs_f64() * 1e6,
        );
    }
    if !agree {
        return Err(format!("a difference exceeds {TOLERANCE:e}").into());
    }
    println!("all agree with NumPy in F64 to {TOLERANCE:e}");
    Ok(())
}

/// An input, the block's parameters, and what comes out according to NumPy.
struct Case {
    x: Tensor<f32, 3>,
    gamma1: Tensor<f32, 1>,
    beta1: Tensor<f32, 1>,
    wq: Tensor<f32, 2>,
    bq: Tensor<f32, 1>,
    wk: Tensor<f32, 2>,
    bk: Tensor<f32, 1>,
    wv: Tensor<f32, 2>,
    bv: Tensor<f32, 1>,
    wo: Tensor<f32, 2>,
    bo: Tensor<f32, 1>,
    gamma2: Tensor<f32, 1>,
    beta2: Tensor<f32, 1>,
    w1: Tensor<f32, 2>,
    b1: Tensor<f32, 1>,
    w2: Tensor<f32, 2>,
    b2: Tensor<f32, 1>,
    heads: usize,
    reference: Tensor<f64, 3>,
}

impl Case {
    fn read(file: &SafeTensors, case: &str) -> Result<Case, Box<dyn Error>> {
        let vector = |name| read::<f32, 1, _>(file, case, name, Dtype::F32, f32::from_le_bytes);
        let matrix = |name| read::<f32, 2, _>(file, case, name, Dtype::F32, f32::from_le_bytes);
        Ok(Case {
            x: read(file, case, "x", Dtype::F32, f32::from_le_bytes)?,
            gamma1: vector("gamma1")?,
            beta1: vector("beta1")?,
            wq: matrix("wq")?,
            bq: vector("bq")?,
            wk: matrix("wk")?,
            bk: vector("bk")?,
            wv: matrix("wv")?,
            bv: vector("bv")?,
            wo: matrix("wo")?,
            bo: vector("bo")?,
            gamma2: vector("gamma2")?,
            beta2: vector("beta2")?,
            w1: matrix("w1")?,
            b1: vector("b1")?,
            w2: matrix("w2")?,
            b2: vector("b2")?,
            heads: read(file, case, "heads", Dtype::I64, i64::from_le_bytes)?.item().try_into()?,
            reference: read(file, case, "output", Dtype::F64, f64::from_le_bytes)?,
        })
    }

    /// The block applied to `x`: a `&Tensor`, a reference to an array, or a view.
    fn encode<'a>(&self, x: impl Into<TensorRef<'a, f32, 3>>) -> Result<Tensor<f32, 3>, tensor_runtime::Error> {
        let Case { gamma1, beta1, wq, bq, wk, bk, wv, bv, wo, bo, gamma2, beta2, w1, b1, w2, b2, heads, .. } = self;
        let head_width = self.wq.shape()[1] / heads;
        encoder(x, gamma1, beta1, wq, bq, wk, bk, wv, bv, wo, bo, gamma2, beta2, w1, b1, w2, b2, *heads, head_width)
    }

    /// The same with batches of one, each of them a view into the input.
    fn encode_each_alone(&self) -> Result<Vec<f32>, tensor_runtime::Error> {
        let input = self.x.ndarray_view();
        let outputs: Result<Vec<_>, _> = input.axis_chunks_iter(Axis(0), 1).map(|x| self.encode(x)).collect();
        Ok(outputs?.into_iter().flat_map(Tensor::into_vec).collect())
    }
}

/// How far an output is from the reference. NaN if a number is.
struct Difference {
    /// The largest difference, divided by the largest reference value.
    overall: f64,
    /// The largest of the differences, each divided by its own reference value, where that is at least the root mean
    /// square of all: a smaller one may be what is left of larger ones that cancel, and has their rounding.
    elementwise: f64,
}

impl Difference {
    fn between(output: &[f32], reference: &[f64]) -> Difference {
        let scale = largest(reference.iter().copied());
        let typical = (reference.iter().map(|value| value * value).sum::<f64>() / reference.len() as f64).sqrt();
        let pairs = || output.iter().zip(reference).map(|(&output, &value)| (f64::from(output) - value, value));
        Difference {
            overall: largest(pairs().map(|(difference, _)| difference / scale)),
            elementwise: largest(pairs().filter(|(_, value)| value.abs() >= typical).map(|(d, value)| d / value)),
        }
    }

    fn is_small(&self) -> bool {
        self.overall <= TOLERANCE && self.elementwise <= TOLERANCE
    }
}

/// The largest magnitude. NaN if there is one, unlike `f64::max`.
fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |largest, value| if value.abs() > largest || value.is_nan() { value.abs() } else { largest })
}

/// What `run` returns, and the median time of 51 runs.
fn timed<R>(run: impl Fn() -> Result<R, tensor_runtime::Error>) -> Result<(R, Duration), tensor_runtime::Error> {
    let mut times = [Duration::ZERO; 51];
    let mut result = run()?;
    for time in &mut times {
        let start = Instant::now();
        result = run()?;
        *time = start.elapsed();
    }
    times.sort();
    Ok((result, times[times.len() / 2]))
}

/// The tensor of this name that belongs to the case.
fn read<T: Element, const R: usize, const BYTES: usize>(
    file: &SafeTensors,
    case: &str,
    name: &str,
    dtype: Dtype,
    element: fn([u8; BYTES]) -> T,
) -> Result<Tensor<T, R>, Box<dyn Error>> {
    let tensor = file.tensor(&format!("{case}.{name}"))?;
    if tensor.dtype() != dtype {
        return Err(format!("`{case}.{name}` is {:?}, not {dtype:?}", tensor.dtype()).into());
    }
    let (elements, _) = tensor.data().as_chunks();
    Ok(Tensor::from_shape_vec(tensor.shape().try_into()?, elements.iter().copied().map(element).collect())?)
}
