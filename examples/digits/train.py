#!/usr/bin/env python3
"""Trains the network of the `digits` program; needs only NumPy.

    pip download scikit-learn --no-deps
    python3 train.py scikit_learn-*.whl

Writes three files beside itself:

    weights.safetensors    w1 [64, 256], b1 [256], w2 [256, 10], b2 [10], F32
    held_out.safetensors   images [500, 64] F32 (pixel / 16), labels [500] I64
    reference.safetensors  logits [500, 10] F64, predictions [500] I64, computed by NumPy in double precision

The first 1297 images train, the last 500 are held out: nothing below reads them before the weights are final.
The settings were chosen with `--tune`, which uses only the first 1297: four folds of consecutive images.
The same NumPy version on the same CPU gives the same files.
"""

import argparse
import gzip
import io
import json
import pathlib
import zipfile

import numpy as np

HELD_OUT = 500
HIDDEN = 256
EPOCHS = 300
BATCH = 64
LEARNING_RATE = 5e-3
WEIGHT_DECAY = 0.1
TURN, STRETCH, MOVE = 0.2, 0.1, 0.7  # radians, logarithm of a factor, pixels
SEED = 1998


def load(path):
    """Pixels scaled to 0..1 as F32 [1797, 64] (exact: they are sixteenths) and labels I64 [1797]."""
    csv = "sklearn/datasets/data/digits.csv.gz"
    if path.is_dir():
        packed = (path / csv).read_bytes()
    elif path.suffix == ".whl":
        packed = zipfile.ZipFile(path).read(csv)
    else:
        packed = path.read_bytes()
    table = np.loadtxt(io.BytesIO(gzip.decompress(packed)), delimiter=",")
    return (table[:, :64] / 16).astype(np.float32), table[:, 64].astype(np.int64)


def forward(params, images):
    """The network: returns the hidden layer and the logits."""
    w1, b1, w2, b2 = params
    hidden = np.maximum(images @ w1 + b1, 0)
    return hidden, hidden @ w2 + b2


def gradients(params, images, labels):
    """Gradients of the mean cross entropy."""
    hidden, logits = forward(params, images)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    d_logits = (shares - np.eye(10)[labels]) / len(labels)
    d_hidden = (d_logits @ params[2].T) * (hidden > 0)
    return [images.T @ d_hidden, d_hidden.sum(axis=0), hidden.T @ d_logits, d_logits.sum(axis=0)]


def varied(images, rng):
    """Each image turned, slanted, stretched and moved a little, as another hand might have written it."""
    n = len(images)
    angle, slant = rng.uniform(-TURN, TURN, (2, n))
    wide, high = np.exp(rng.uniform(-STRETCH, STRETCH, (2, n)))
    right, down = rng.uniform(-MOVE, MOVE, (2, n))[..., None, None]
    angle, slant, wide, high = (value[:, None, None] for value in (angle, slant, wide, high))
    y, x = np.mgrid[:8, :8] - 3.5
    from_x = wide * np.cos(angle) * x + (slant - np.sin(angle)) * y + right + 4.5
    from_y = np.sin(angle) * x + high * np.cos(angle) * y + down + 4.5
    from_x, from_y = np.clip(from_x, 0, 8.999), np.clip(from_y, 0, 8.999)
    left, top = from_x.astype(int), from_y.astype(int)
    fx, fy = from_x - left, from_y - top
    padded = np.pad(images.reshape(n, 8, 8), ((0, 0), (1, 1), (1, 1)))
    i = np.arange(n)[:, None, None]
    upper = (1 - fx) * padded[i, top, left] + fx * padded[i, top, left + 1]
    lower = (1 - fx) * padded[i, top + 1, left] + fx * padded[i, top + 1, left + 1]
    return ((1 - fy) * upper + fy * lower).reshape(n, 64)


def train(images, labels):
    """Returns F32 weights, found by Adam with decoupled weight decay; the learning rate falls linearly to zero."""
    rng = np.random.default_rng(SEED)
    params = [
        rng.normal(scale=np.sqrt(2 / 64), size=(64, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(scale=np.sqrt(2 / HIDDEN), size=(HIDDEN, 10)),
        np.zeros(10),
    ]
    first = [np.zeros_like(p) for p in params]
    second = [np.zeros_like(p) for p in params]
    step, steps = 0, EPOCHS * (len(images) // BATCH)
    for _ in range(EPOCHS):
        order = rng.permutation(len(images))
        for start in range(0, len(images) - BATCH + 1, BATCH):
            batch = order[start : start + BATCH]
            rate = LEARNING_RATE * (1 - step / steps)
            step += 1
            for i, g in enumerate(gradients(params, varied(images[batch], rng), labels[batch])):
                first[i] = 0.9 * first[i] + 0.1 * g
                second[i] = 0.999 * second[i] + 0.001 * g * g
                move = (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
                params[i] = params[i] - rate * (move + WEIGHT_DECAY * params[i])
    return [p.astype(np.float32) for p in params]


def save(path, tensors):
    """Writes the safetensors format: header length, JSON header, data."""
    names = {np.dtype(np.float32): "F32", np.dtype(np.float64): "F64", np.dtype(np.int64): "I64"}
    header, data = {}, b""
    for name, tensor in tensors.items():
        end = len(data) + tensor.nbytes
        header[name] = {"dtype": names[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [len(data), end]}
        data += np.ascontiguousarray(tensor).astype(tensor.dtype.newbyteorder("<")).tobytes()
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=pathlib.Path, help="the wheel, a folder that holds `sklearn`, or digits.csv.gz")
    parser.add_argument("--tune", action="store_true", help="score the settings on training images; write nothing")
    args = parser.parse_args()

    images, labels = load(args.path)
    if args.tune:
        images, labels = images[:-HELD_OUT], labels[:-HELD_OUT]
        scores = []
        for fold in np.array_split(np.arange(len(images)), 4):
            params = train(np.delete(images, fold, axis=0), np.delete(labels, fold))
            _, logits = forward(params, images[fold])
            scores.append(np.mean(logits.argmax(axis=1) == labels[fold]))
        print(f"accuracy per fold {np.round(scores, 4)}, mean {np.mean(scores):.2%}")
        return

    params = train(images[:-HELD_OUT], labels[:-HELD_OUT])
    images, labels = images[-HELD_OUT:], labels[-HELD_OUT:]
    hidden, logits = forward([p.astype(np.float64) for p in params], images.astype(np.float64))
    predictions = logits.argmax(axis=1)

    # Any F32 evaluation stays within this of the F64 logits, in whatever order it sums, so that predictions are equal
    # as long as the best logit leads by more than twice as much.
    w1, b1, w2, b2 = (np.abs(p.astype(np.float64)) for p in params)
    hidden_bound = 66 * 2.0**-24 * (images @ w1 + b1)
    bound = np.max(hidden_bound @ w2 + (HIDDEN + 2) * 2.0**-24 * ((hidden + hidden_bound) @ w2 + b2))
    best_two = np.sort(logits, axis=1)[:, -2:]
    margin = np.min(best_two[:, 1] - best_two[:, 0])
    wrong = np.flatnonzero(predictions != labels).tolist()
    print(f"held-out accuracy {1 - len(wrong) / HELD_OUT:.2%}, wrong: {wrong}")
    print(f"smallest margin {margin:.4f}, F32 rounding at most {bound:.1e}")
    assert margin > 2 * bound, "a prediction could depend on rounding"

    here = pathlib.Path(__file__).parent
    save(here / "weights.safetensors", dict(zip(("w1", "b1", "w2", "b2"), params)))
    save(here / "held_out.safetensors", {"images": images, "labels": labels})
    save(here / "reference.safetensors", {"logits": logits, "predictions": predictions})


if __name__ == "__main__":
    main()
