//! Recognises handwritten digits: 500 real images that the network was not trained on.
//!
//! The network is one tensor function. Its batch size is symbolic, so the same compiled kernel classifies all images
//! at once and each image alone. `examples/digits/README.md` says where the images and the weights are from.

use safetensors::{Dtype, SafeTensors};
use std::error::Error;
use std::time::{Duration, Instant};
use tensor_runtime::{Element, Tensor, TensorRef, tensor_fn};

tensor_fn! {
    /// The digit that each image most likely shows.
    fn classify<N, H>(
        images: Tensor[F32, [N, 64]],
        w1: Tensor[F32, [64, H]],
        b1: Tensor[F32, [H]],
        w2: Tensor[F32, [H, 10]],
        b2: Tensor[F32, [10]],
    ) -> Tensor[I64, [N]] {
        let hidden = relu(matmul(images, w1) + broadcast[N, H](b1));
        let logits = matmul(hidden, w2) + broadcast[N, 10](b2);
        reduce[argmax, axis = 1](logits)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let weights = SafeTensors::deserialize(include_bytes!("../../digits/weights.safetensors"))?;
    let w1 = floats::<2>(&weights, "w1")?;
    let b1 = floats::<1>(&weights, "b1")?;
    let w2 = floats::<2>(&weights, "w2")?;
    let b2 = floats::<1>(&weights, "b2")?;

    let held_out = SafeTensors::deserialize(include_bytes!("../../digits/held_out.safetensors"))?;
    let images = floats::<2>(&held_out, "images")?;
    let labels = integers::<1>(&held_out, "labels")?;
    let reference = SafeTensors::deserialize(include_bytes!("../../digits/reference.safetensors"))?;
    let numpy = integers::<1>(&reference, "predictions")?;

    let (predictions, batch_time) = timed(|| classify(&images, &w1, &b1, &w2, &b2))?;
    let (alone, alone_time): (Vec<i64>, Duration) = timed(|| {
        let each = images.as_slice().chunks_exact(64);
        each.map(|image| Ok(classify(TensorRef::from_shape([1, 64], image)?, &w1, &b1, &w2, &b2)?[[0]])).collect()
    })?;

    let count = labels.len();
    let (right, wrong): (Vec<_>, Vec<_>) = (0..count).partition(|&i| predictions[[i]] == labels[[i]]);
    let shown: Vec<_> = right.iter().take(3).chain(wrong.first()).copied().collect();
    draw(&shown, &images, &predictions, &labels);

    let accuracy = 100.0 * right.len() as f64 / count as f64;
    println!("{} of {count} held-out images recognised: {accuracy:.1} %", right.len());
    if accuracy < 95.0 {
        return Err("the accuracy is below 95 %".into());
    }
    if let Some(i) = (0..count).find(|&i| predictions[[i]] != numpy[[i]]) {
        return Err(format!("image {i}: NumPy predicts {}, the kernel {}", numpy[[i]], predictions[[i]]).into());
    }
    println!("all {count} predictions equal NumPy's");
    if predictions.as_slice() != alone {
        return Err("an image is classified differently alone and in the batch".into());
    }
    println!("all {count} are the same when each image is classified alone");

    let micros = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
    println!("time per image: {:.2} µs in one batch, {:.2} µs alone", micros(batch_time), micros(alone_time));
    Ok(())
}

/// Prints images side by side, each above its prediction and its label.
fn draw(shown: &[usize], images: &Tensor<f32, 2>, predictions: &Tensor<i64, 1>, labels: &Tensor<i64, 1>) {
    const SHADES: [&str; 5] = ["  ", "░░", "▒▒", "▓▓", "██"];
    let line = |text: &dyn Fn(usize) -> String| {
        let cells: Vec<_> = shown.iter().map(|&i| format!("{:16}", text(i))).collect();
        println!("{}", cells.join("   ").trim_end());
    };
    for row in 0..8 {
        line(&|i| (8 * row..8 * row + 8).map(|pixel| SHADES[(images[[i, pixel]] * 4.0).round() as usize]).collect());
    }
    line(&|i| format!("predicted {}", predictions[[i]]));
    line(&|i| format!("labelled  {}{}", labels[[i]], if predictions[[i]] == labels[[i]] { "" } else { "  wrong" }));
    println!();
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

/// The F32 tensor of this name.
fn floats<const R: usize>(file: &SafeTensors, name: &str) -> Result<Tensor<f32, R>, Box<dyn Error>> {
    read(file, name, Dtype::F32, f32::from_le_bytes)
}

/// The I64 tensor of this name.
fn integers<const R: usize>(file: &SafeTensors, name: &str) -> Result<Tensor<i64, R>, Box<dyn Error>> {
    read(file, name, Dtype::I64, i64::from_le_bytes)
}

fn read<T: Element, const R: usize, const BYTES: usize>(
    file: &SafeTensors,
    name: &str,
    dtype: Dtype,
    element: fn([u8; BYTES]) -> T,
) -> Result<Tensor<T, R>, Box<dyn Error>> {
    let tensor = file.tensor(name)?;
    if tensor.dtype() != dtype {
        return Err(format!("`{name}` is {:?}, not {dtype:?}", tensor.dtype()).into());
    }
    let (elements, _) = tensor.data().as_chunks();
    Ok(Tensor::from_shape_vec(tensor.shape().try_into()?, elements.iter().copied().map(element).collect())?)
}
