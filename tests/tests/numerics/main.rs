//! Compiled kernels against values from elsewhere: computed by hand, by Rust's own arithmetic in a wider type, or
//! published. Each module holds the kernels it tests.

mod binary;
mod broadcast;
mod cast;
mod chains;
mod close;
mod compare;
mod integers;
mod literals;
mod matmul;
mod ownership;
mod reduce;
mod samples;
mod transpose;
mod unary;
