#!/usr/bin/env python3
"""Writes what the `encoder` program is checked against; needs only NumPy.

    python3 reference.py

Writes `reference.safetensors` beside itself: for each case of `CASES` the input and the parameters in F32, the number
of heads, and the block's output, which NumPy computed from these very numbers in F64. The tensors of a case are named
`CASE.TENSOR`. The same NumPy version on the same machine gives the same file.

The block normalises first: h = x + attention(norm(x)), then h + mlp(norm(h)), with the exact GELU.
"""

import json
import math
import pathlib

import numpy as np

# Name: batch, sequence, width, hidden width of the MLP, heads, what is added to the biases of queries and keys.
CASES = {
    "one sequence": (1, 7, 24, 96, 3, 0),
    "primes": (2, 13, 35, 53, 5, 0),
    "length one": (5, 1, 17, 29, 1, 0),
    # Makes all scores large: a softmax that does not subtract the maximum overflows, as exp does in F32 beyond 88.7.
    "large scores": (3, 16, 48, 96, 4, 5),
}
EPS = 1e-5
SEED = 2017

erf = np.vectorize(math.erf, otypes=[np.float64])


def layer_norm(x, gamma, beta):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + EPS) * gamma + beta


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def gelu(x):
    return 0.5 * x * (1 + erf(x / math.sqrt(2)).astype(x.dtype))


def split_heads(x, heads):
    batch, sequence, width = x.shape
    return x.reshape(batch, sequence, heads, width // heads).transpose(0, 2, 1, 3)


def scores(x, p, heads):
    q, k = (split_heads(x @ p["w" + n] + p["b" + n], heads) for n in "qk")
    return q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])


def attention(x, p, heads):
    v = split_heads(x @ p["wv"] + p["bv"], heads)
    mixed = softmax(scores(x, p, heads)) @ v
    return mixed.transpose(0, 2, 1, 3).reshape(x.shape) @ p["wo"] + p["bo"]


def encoder(p, heads):
    h = p["x"] + attention(layer_norm(p["x"], p["gamma1"], p["beta1"]), p, heads)
    hidden = gelu(layer_norm(h, p["gamma2"], p["beta2"]) @ p["w1"] + p["b1"])
    return h + hidden @ p["w2"] + p["b2"]


def draw(rng, batch, sequence, width, hidden, bias):
    """The input and the parameters, in F32."""

    def weights(rows, columns):
        return rng.normal(scale=1 / math.sqrt(rows), size=(rows, columns))

    def small(length):
        return rng.normal(scale=0.1, size=length)

    p = {"x": rng.normal(loc=0.5, size=(batch, sequence, width))}
    for n in "qkvo":
        p["w" + n], p["b" + n] = weights(width, width), small(width)
    p["bq"] += bias
    p["bk"] += bias
    for n in "12":
        p["gamma" + n], p["beta" + n] = 1 + small(width), small(width)
    p["w1"], p["b1"] = weights(width, hidden), small(hidden)
    p["w2"], p["b2"] = weights(hidden, width), small(width)
    return {name: value.astype(np.float32) for name, value in p.items()}


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
    rng = np.random.default_rng(SEED)
    tensors = {}
    for case, (*dims, heads, bias) in CASES.items():
        single = draw(rng, *dims, bias)
        double = {name: value.astype(np.float64) for name, value in single.items()}
        output = encoder(double, heads)
        tensors |= {f"{case}.{name}": value for name, value in single.items()}
        tensors |= {f"{case}.heads": np.array(heads), f"{case}.output": output}

        error = np.abs(encoder(single, heads) - output).max() / np.abs(output).max()
        score = scores(layer_norm(double["x"], double["gamma1"], double["beta1"]), double, heads)
        print(f"{case}: scores {score.min():.1f} to {score.max():.1f}, NumPy in F32 differs by {error:.1e}")
    save(pathlib.Path(__file__).parent / "reference.safetensors", tensors)


if __name__ == "__main__":
    main()
