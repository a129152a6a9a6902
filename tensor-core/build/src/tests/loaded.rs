//! A compiled kernel in this process.
#![allow(unsafe_code)]

use crate::compile::{Options, compile};
use crate::emit::Target;
use object::{Object, ObjectSymbol};
use std::alloc::Layout;
use std::cell::Cell;
use std::process::Command;
use tensor_core::check::{CheckedFn, Record, check_block};
use tensor_core::eval::{Value, solve, verify};
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;
use tensor_core::types::{DType, Dim, DimVar, Element};

/// What a kernel may leave to the linker: memory moves, and the math library.
const ALLOWED: [&str; 3] = ["memcpy", "memset", "memmove"];
/// Functions of libm that the tables of operations need: those of F64; those of F32 have an `f` at the end.
const MATH: [&str; 5] = ["exp", "log", "tanh", "erfc", "pow"];

/// A kernel that can be called.
pub(super) struct Kernel {
    pub checked: CheckedFn,
    library: libloading::Library,
    _folder: tempfile::TempDir,
}

/// What a kernel returned, and the outputs that it wrote.
pub(super) struct Outcome {
    pub status: i32,
    pub outputs: Vec<Value>,
}

thread_local! {
    /// Of this thread alone: tests run side by side.
    static NOT_FREED: Cell<usize> = const { Cell::new(0) };
}

#[repr(C)]
struct Hooks {
    abi_version: u32,
    alloc: extern "C" fn(usize, usize) -> *mut u8,
    free: extern "C" fn(*mut u8, usize, usize),
    parallel_for: usize,
}

extern "C" fn alloc(size: usize, align: usize) -> *mut u8 {
    let layout = Layout::from_size_align(size, align).unwrap();
    NOT_FREED.set(NOT_FREED.get() + size);
    // SAFETY: a kernel asks for no empty piece.
    unsafe { std::alloc::alloc(layout) }
}

extern "C" fn no_alloc(_: usize, _: usize) -> *mut u8 {
    std::ptr::null_mut()
}

extern "C" fn free(pointer: *mut u8, size: usize, align: usize) {
    NOT_FREED.set(NOT_FREED.get() - size);
    // SAFETY: the kernel gives back what `alloc` gave it, with the same size and alignment.
    unsafe { std::alloc::dealloc(pointer, Layout::from_size_align(size, align).unwrap()) }
}

/// The first function of `source`, checked.
pub(crate) fn checked(source: &str) -> CheckedFn {
    let parsed = parse_block(source.parse().expect("it is made of tokens"));
    assert!(parsed.errors.is_empty(), "{source}\n{:?}", parsed.errors);
    let prover = Z3::new(&parsed.block.flags);
    let outcomes = check_block(&parsed.block, &prover, Record::Nothing);
    let result = outcomes.into_iter().next().expect("there is a function").result;
    result.unwrap_or_else(|errors| {
        let errors: Vec<String> = errors.iter().map(|error| error.render()).collect();
        panic!("{source}\n{}", errors.join("\n"))
    })
}

/// Whether all functions of `source` check.
pub(super) fn accepts(source: &str) -> bool {
    let parsed = parse_block(source.parse().expect("it is made of tokens"));
    let outcomes = check_block(&parsed.block, &Z3::new(&parsed.block.flags), Record::Nothing);
    parsed.errors.is_empty() && outcomes.iter().all(|outcome| outcome.result.is_ok())
}

pub(crate) fn options() -> Options {
    let target =
        Target { triple: "x86_64-unknown-linux-gnu".to_owned(), cpu: "x86-64".to_owned(), features: String::new() };
    Options { target, llvm: false, asm: false }
}

impl Kernel {
    pub fn new(source: &str) -> Kernel {
        let checked = checked(source);
        let compiled = compile(&checked, "kernel", &options()).unwrap_or_else(|error| panic!("{source}\n{error}"));
        let file = object::File::parse(&*compiled.object).expect("it is an object");
        for symbol in file.symbols().filter(|symbol| symbol.is_undefined()) {
            let name = symbol.name().unwrap_or_default();
            let known = ALLOWED.contains(&name) || MATH.contains(&name.strip_suffix('f').unwrap_or(name));
            assert!(name.is_empty() || known, "{name} is not to be had");
        }
        let folder = tempfile::tempdir().unwrap();
        let (object, shared) = (folder.path().join("kernel.o"), folder.path().join("kernel.so"));
        std::fs::write(&object, &compiled.object).unwrap();
        let linked = Command::new("cc").arg("-shared").arg("-o").args([&shared, &object]).arg("-lm").status().unwrap();
        assert!(linked.success());
        // SAFETY: the library has no initialisers.
        let library = unsafe { libloading::Library::new(&shared) }.unwrap();
        Kernel { checked, library, _folder: folder }
    }

    /// Calls it, as the wrapper does once it has verified that the conditions hold.
    pub fn call(&self, inputs: &[Value], dims: &[usize]) -> Outcome {
        self.call_with(inputs, dims, alloc)
    }

    /// Calls it where no memory is to be had.
    pub fn call_without_memory(&self, inputs: &[Value], dims: &[usize]) -> Outcome {
        self.call_with(inputs, dims, no_alloc)
    }

    fn call_with(&self, inputs: &[Value], dims: &[usize], alloc: extern "C" fn(usize, usize) -> *mut u8) -> Outcome {
        let func = &self.checked.func;
        let values = solve(&self.checked, inputs, dims).expect("the shapes determine the variables");
        verify(&self.checked, inputs, &values).expect("the conditions hold");
        let value_of = |var: &DimVar| values.get(var).cloned();
        let extent = |dim: &Dim| usize::try_from(dim.eval(&value_of).unwrap()).unwrap();

        let hooks = Hooks { abi_version: tensor_core::ABI_VERSION, alloc, free, parallel_for: 0 };
        let bytes: Vec<Vec<u8>> = inputs.iter().map(to_bytes).collect();
        let shapes: Vec<Vec<usize>> =
            func.results.iter().map(|result| result.ty.shape.iter().map(extent).collect()).collect();
        let mut outputs: Vec<Vec<u8>> = Vec::new();
        for (result, shape) in func.results.iter().zip(&shapes) {
            let count: usize = shape.iter().product();
            // What no kernel leaves there: a NaN for floats, no Bool.
            outputs.push(vec![0xFF; count * result.ty.dtype.bits() as usize / 8 + 64]);
        }
        let before = bytes.clone();
        let mut arguments: Vec<usize> = vec![&raw const hooks as usize];
        // Storage is aligned to its elements.
        let inputs_aligned: Vec<Aligned> = bytes.iter().map(|bytes| Aligned::new(bytes)).collect();
        arguments.extend(inputs_aligned.iter().map(|bytes| bytes.pointer() as usize));
        let outputs_aligned: Vec<Aligned> = outputs.iter().map(|bytes| Aligned::new(bytes)).collect();
        arguments.extend(outputs_aligned.iter().map(|bytes| bytes.pointer() as usize));
        arguments.extend(func.vars.iter().map(|var| i64::try_from(values[var].clone()).unwrap() as usize));
        let status = self.raw_call(&arguments);
        for (aligned, before) in inputs_aligned.iter().zip(&before) {
            assert_eq!(aligned.bytes(), before, "an input was written");
        }
        let mut results = Vec::new();
        for ((result, shape), aligned) in func.results.iter().zip(&shapes).zip(&outputs_aligned) {
            let count: usize = shape.iter().product();
            let size = count * result.ty.dtype.bits() as usize / 8;
            assert!(aligned.bytes()[size..].iter().all(|byte| *byte == 0xFF), "an output was written past its end");
            results.push(from_bytes(result.ty.dtype, shape, &aligned.bytes()[..size]));
        }
        Outcome { status, outputs: results }
    }

    fn raw_call(&self, a: &[usize]) -> i32 {
        macro_rules! call {
            ($($index:literal)*) => {{
                // SAFETY: pointers and i64 are passed alike on this target, and the kernel takes as many as it is given.
                unsafe {
                    let kernel: libloading::Symbol<'_, extern "C" fn($(call!(@ty $index)),*) -> i32> =
                        self.library.get(b"kernel_base").unwrap();
                    kernel($(a[$index]),*)
                }
            }};
            (@ty $index:literal) => { usize };
        }
        match a.len() {
            2 => call!(0 1),
            3 => call!(0 1 2),
            4 => call!(0 1 2 3),
            5 => call!(0 1 2 3 4),
            6 => call!(0 1 2 3 4 5),
            7 => call!(0 1 2 3 4 5 6),
            8 => call!(0 1 2 3 4 5 6 7),
            9 => call!(0 1 2 3 4 5 6 7 8),
            10 => call!(0 1 2 3 4 5 6 7 8 9),
            11 => call!(0 1 2 3 4 5 6 7 8 9 10),
            12 => call!(0 1 2 3 4 5 6 7 8 9 10 11),
            13 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12),
            14 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13),
            15 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14),
            16 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
            17 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16),
            18 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17),
            19 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18),
            20 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19),
            21 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20),
            22 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21),
            23 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22),
            24 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23),
            25 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24),
            26 => call!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25),
            count => panic!("{count} arguments"),
        }
    }

    /// The bytes of temporaries that kernels of this thread have not given back.
    pub fn not_freed() -> usize {
        NOT_FREED.get()
    }
}

/// Bytes at an address that is a multiple of 16.
struct Aligned {
    words: Vec<u128>,
    size: usize,
}

impl Aligned {
    fn new(bytes: &[u8]) -> Aligned {
        let mut aligned = Aligned { words: vec![0; bytes.len() / 16 + 1], size: bytes.len() };
        aligned.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
        aligned
    }

    fn pointer(&self) -> *const u8 {
        self.words.as_ptr().cast()
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: the words are that many bytes.
        unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), self.words.len() * 16) }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: the words are at least that many bytes.
        unsafe { std::slice::from_raw_parts(self.pointer(), self.size) }
    }
}

fn to_bytes(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    for element in value.elements() {
        match (element, value.dtype()) {
            (Element::Float(value), DType::F64) => bytes.extend(value.to_le_bytes()),
            (Element::Float(value), DType::F32) => bytes.extend((*value as f32).to_le_bytes()),
            (Element::Int(value), DType::I64) => bytes.extend(value.to_le_bytes()),
            (Element::Int(value), DType::I32) => bytes.extend((*value as i32).to_le_bytes()),
            (Element::Int(value), DType::I16) => bytes.extend((*value as i16).to_le_bytes()),
            (Element::Int(value), DType::I8) => bytes.extend((*value as i8).to_le_bytes()),
            (Element::Bool(value), _) => bytes.push(u8::from(*value)),
            (element, dtype) => panic!("{element} of {dtype}"),
        }
    }
    bytes
}

fn from_bytes(dtype: DType, shape: &[usize], bytes: &[u8]) -> Value {
    let elements: Vec<Element> = bytes
        .chunks(dtype.bits() as usize / 8)
        .map(|chunk| match dtype {
            DType::F64 => f64::from_le_bytes(chunk.try_into().unwrap()).into(),
            DType::F32 => f32::from_le_bytes(chunk.try_into().unwrap()).into(),
            DType::I64 => i64::from_le_bytes(chunk.try_into().unwrap()).into(),
            DType::I32 => i32::from_le_bytes(chunk.try_into().unwrap()).into(),
            DType::I16 => i16::from_le_bytes(chunk.try_into().unwrap()).into(),
            DType::I8 => i8::from_le_bytes(chunk.try_into().unwrap()).into(),
            DType::Bool => {
                assert!(chunk[0] <= 1, "a Bool was left at {}", chunk[0]);
                (chunk[0] == 1).into()
            }
            DType::F16 | DType::BF16 | DType::I4 => panic!("{dtype}"),
        })
        .collect();
    Value::new(dtype, shape, elements).unwrap()
}
