//! From the LLVM dialect to an object in memory, through LLVM's optimiser and code generator.
//!
//! The one file of this crate with `unsafe` code: LLVM is called through its C interface.
#![allow(unsafe_code)]

use crate::compile::Options;
use crate::error::LowerError;
use llvm_sys::core::{
    LLVMContextCreate, LLVMContextDispose, LLVMDisposeMemoryBuffer, LLVMDisposeMessage, LLVMDisposeModule,
    LLVMGetBufferSize, LLVMGetBufferStart, LLVMPrintModuleToString, LLVMSetTarget,
};
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::prelude::{LLVMContextRef, LLVMMemoryBufferRef, LLVMModuleRef};
use llvm_sys::target::{
    LLVM_InitializeAllAsmParsers, LLVM_InitializeAllAsmPrinters, LLVM_InitializeAllTargetInfos,
    LLVM_InitializeAllTargetMCs, LLVM_InitializeAllTargets, LLVMDisposeTargetData, LLVMSetModuleDataLayout,
};
use llvm_sys::target_machine::{
    LLVMCodeGenFileType, LLVMCodeGenOptLevel, LLVMCodeModel, LLVMCreateTargetDataLayout, LLVMCreateTargetMachine,
    LLVMDisposeTargetMachine, LLVMGetHostCPUFeatures, LLVMGetHostCPUName, LLVMGetTargetFromTriple, LLVMRelocMode,
    LLVMTargetMachineEmitToMemoryBuffer, LLVMTargetMachineRef,
};
use llvm_sys::transforms::pass_builder::{LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses};
use melior::ir::Module;
use once_cell::sync::Lazy;
use std::ffi::{CStr, CString, c_char};
use std::ptr;

/// The machine that an object is for, as LLVM names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub triple: String,
    pub cpu: String,
    pub features: String,
}

/// What comes out.
pub(crate) struct Emitted {
    pub object: Vec<u8>,
    pub llvm: Option<String>,
    pub asm: Option<String>,
}

static TARGETS: Lazy<()> = Lazy::new(|| {
    // SAFETY: these functions register LLVM's targets; `Lazy` calls them once, before any other use of a target.
    unsafe {
        LLVM_InitializeAllTargetInfos();
        LLVM_InitializeAllTargets();
        LLVM_InitializeAllTargetMCs();
        LLVM_InitializeAllAsmParsers();
        LLVM_InitializeAllAsmPrinters();
    }
});

/// Optimises `module`, which is in the LLVM dialect, and generates code.
pub(crate) fn emit(module: &Module<'_>, options: &Options) -> Result<Emitted, LowerError> {
    Lazy::force(&TARGETS);
    let machine = Machine::new(&options.target)?;
    let llvm = LlvmModule::translate(module)?;
    llvm.prepare(&machine, &options.target)?;
    llvm.optimise(&machine)?;
    let text = options.llvm.then(|| llvm.text());
    let asm = if options.asm { Some(llvm.generate(&machine, LLVMCodeGenFileType::LLVMAssemblyFile)?) } else { None };
    let object = llvm.generate(&machine, LLVMCodeGenFileType::LLVMObjectFile)?;
    let asm = asm.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Emitted { object, llvm: text, asm })
}

/// The name of this machine's CPU and its features.
pub(crate) fn host_cpu() -> (String, String) {
    // SAFETY: both functions return a string of LLVM's allocator, or null; `take` frees it.
    unsafe { (take(LLVMGetHostCPUName()), take(LLVMGetHostCPUFeatures())) }
}

struct Machine(LLVMTargetMachineRef);

impl Machine {
    fn new(target: &Target) -> Result<Machine, LowerError> {
        let (triple, cpu, features) = (text(&target.triple), text(&target.cpu), text(&target.features));
        let mut found = ptr::null_mut();
        let mut message = ptr::null_mut();
        // SAFETY: the strings end in NUL and live until the calls return; LLVM writes one of `found` and `message`.
        let machine = unsafe {
            if LLVMGetTargetFromTriple(triple.as_ptr(), &mut found, &mut message) != 0 {
                return Err(LowerError::Llvm { what: "the target", message: take(message) });
            }
            LLVMCreateTargetMachine(
                found,
                triple.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        if machine.is_null() {
            return Err(LowerError::Llvm { what: "the target", message: format!("no machine for {}", target.triple) });
        }
        Ok(Machine(machine))
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: `new` created it, and nothing else disposes of it.
        unsafe { LLVMDisposeTargetMachine(self.0) }
    }
}

struct LlvmModule {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

impl LlvmModule {
    fn translate(module: &Module<'_>) -> Result<LlvmModule, LowerError> {
        // SAFETY: the operation is a module that lives through the call; MLIR reads it and creates an LLVM module in the
        // new context. Both headers name the same opaque types.
        unsafe {
            let context = LLVMContextCreate();
            let translated = mlir_sys::mlirTranslateModuleToLLVMIR(module.as_operation().to_raw(), context.cast());
            if translated.is_null() {
                LLVMContextDispose(context);
                let message = "the module has no translation".to_owned();
                return Err(LowerError::Llvm { what: "the translation", message });
            }
            Ok(LlvmModule { context, module: translated.cast() })
        }
    }

    fn prepare(&self, machine: &Machine, target: &Target) -> Result<(), LowerError> {
        let triple = text(&target.triple);
        // SAFETY: module and machine are alive; the layout is copied into the module before it is disposed of.
        unsafe {
            LLVMSetTarget(self.module, triple.as_ptr());
            let layout = LLVMCreateTargetDataLayout(machine.0);
            LLVMSetModuleDataLayout(self.module, layout);
            LLVMDisposeTargetData(layout);
        }
        Ok(())
    }

    fn optimise(&self, machine: &Machine) -> Result<(), LowerError> {
        // SAFETY: module and machine are alive; an error is consumed by `LLVMGetErrorMessage`, its message is copied
        // before it is disposed of.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, c"default<O3>".as_ptr(), machine.0, options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let copy = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(LowerError::Llvm { what: "optimisation", message: copy })
        }
    }

    fn text(&self) -> String {
        // SAFETY: the module is alive, and `take` frees the text.
        unsafe { take(LLVMPrintModuleToString(self.module)) }
    }

    fn generate(&self, machine: &Machine, kind: LLVMCodeGenFileType) -> Result<Vec<u8>, LowerError> {
        let mut message: *mut c_char = ptr::null_mut();
        let mut buffer: LLVMMemoryBufferRef = ptr::null_mut();
        // SAFETY: module and machine are alive; LLVM writes `buffer`, or `message` where it fails. The buffer's bytes are
        // copied before it is disposed of.
        unsafe {
            if LLVMTargetMachineEmitToMemoryBuffer(machine.0, self.module, kind, &mut message, &mut buffer) != 0 {
                return Err(LowerError::Llvm { what: "code generation", message: take(message) });
            }
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(bytes)
        }
    }
}

impl Drop for LlvmModule {
    fn drop(&mut self) {
        // SAFETY: `translate` created both, and the module goes before its context.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

/// `string` for C, up to its first NUL.
fn text(string: &str) -> CString {
    CString::new(string.split('\0').next().unwrap_or_default()).unwrap_or_default()
}

/// The string at `message`, which is freed; empty if it is null.
///
/// # Safety
/// `message` is null or a string of LLVM's allocator that nothing else frees.
unsafe fn take(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: it is a string that ends in NUL, by the caller's promise.
    unsafe {
        let copy = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        copy
    }
}
