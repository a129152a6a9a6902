//! What the expansion holds for editors is seen by rustc too, and must not bother it: whatever the names, wherever the
//! block stands, whatever lints are denied.
#![deny(warnings, unused, nonstandard_style, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use tensor_runtime::{Error, Tensor, tensor_fn};

/// Names in scope that a pattern of Rust would mean.
const N: usize = 2;
static EPS: &str = "not the block's";
struct B;
struct D(f32);

tensor_fn! {
    const EPS = 0.5;
    const UNUSED = 1;

    /// Generics with the names of types, constants and variants, and constants of the block.
    fn shifted<N, B, D, Vec, None, f32>(x: Tensor[F32, [N, B, D, Vec]], y: Tensor[F32, [None, f32]]) -> Tensor[F32, [N, B, D, Vec]]
    requires None == N || f32 >= 1
    {
        x + EPS
    }

    /// A `let` shadows a parameter and itself.
    fn shadowed<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let x = relu(x);
        let x = x * 2;
        let (x, sum) = (neg(x), reduce[sum, axis = 0](x));
        x + broadcast[N](sum)
    }

    /// Names of Rust's macros and crates.
    fn calls<core>(vec: Tensor[F32, [core]], std: dim) -> Tensor[F32, [std, core]] {
        let panic = core(vec(vec));
        broadcast[std, core](panic)
    }

    /// Called by the block's functions only, and with the name of a crate.
    #[deprecated]
    fn core<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + 1 }

    #[must_use]
    fn vec<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 3 }

    #[cfg(any())]
    fn absent<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { absent_too(x) }

    #[cfg(any())]
    fn absent_too<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { relu(x) }
}

tensor_fn! {
    fn clauses<S, D>(x: Tensor[F32, [S, D], D % 2 == 0], heads: dim, E: dim) -> Tensor[F32, [T]]
    assume D == heads * E
    dim T = S * D
    {
        dim H = S * heads;
        let y: Tensor[F32, [H, E]] = reshape[H, E](x);
        reshape[T](y)
    }
}

mod layers {
    use tensor_runtime::tensor_fn;

    tensor_fn! {
        pub fn doubled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { twice(x) }
        fn twice<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + x }
    }
}

fn vector(values: &[f32]) -> Result<Tensor<f32, 1>, Error> {
    Tensor::from_shape_vec([values.len()], values.to_vec())
}

#[test]
fn names_of_all_kinds() -> Result<(), Error> {
    assert_eq!((N, EPS, D(1.0).0, size_of::<B>()), (2, "not the block's", 1.0, 0));
    let y = Tensor::zeros([1, 1]);
    assert_eq!(shifted(&Tensor::zeros([1, 1, 1, 2]), &y)?.as_slice(), [0.5, 0.5]);
    assert_eq!(shadowed(&vector(&[-1.0, 1.0, 2.0])?)?.as_slice(), [6.0, 4.0, 2.0]);
    assert_eq!(calls(&vector(&[1.0])?, 2)?.as_slice(), [4.0, 4.0]);
    assert_eq!(clauses(&Tensor::zeros([3, 4]), 2, 2)?.shape(), [12]);
    assert_eq!(layers::doubled(&vector(&[1.0])?)?.as_slice(), [2.0]);
    Ok(())
}

#[test]
fn a_block_in_a_function() -> Result<(), Error> {
    tensor_fn! {
        const HALF = 0.5;
        fn halved<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { scaled(x) }
        fn scaled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * HALF }
    }
    tensor_fn! {
        fn negated<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { neg(x) }
    }
    assert_eq!(negated(&halved(&vector(&[2.0])?)?)?.as_slice(), [-1.0]);
    Ok(())
}
