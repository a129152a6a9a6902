//! From the `llvm` dialect to an object file, through LLVM's C interface. The only unsafe code of the package.
#![allow(unsafe_code)]

use crate::compile::Options;
use crate::error::LowerError;
use llvm_sys::core::{
    LLVMCloneModule, LLVMContextCreate, LLVMContextDispose, LLVMContextSetDiagnosticHandler, LLVMDisposeMemoryBuffer,
    LLVMDisposeMessage, LLVMDisposeModule, LLVMGetBufferSize, LLVMGetBufferStart, LLVMGetDiagInfoDescription,
    LLVMGetDiagInfoSeverity, LLVMPrintModuleToString, LLVMSetTarget,
};
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMMemoryBufferRef, LLVMModuleRef};
use llvm_sys::target::{
    LLVM_InitializeAllAsmPrinters, LLVM_InitializeAllTargetInfos, LLVM_InitializeAllTargetMCs,
    LLVM_InitializeAllTargets, LLVMDisposeTargetData, LLVMSetModuleDataLayout,
};
use llvm_sys::target_machine::{
    LLVMCodeGenFileType, LLVMCodeGenOptLevel, LLVMCodeModel, LLVMCreateTargetDataLayout, LLVMCreateTargetMachine,
    LLVMDisposeTargetMachine, LLVMGetHostCPUFeatures, LLVMGetHostCPUName, LLVMGetTargetFromTriple, LLVMRelocMode,
    LLVMTargetMachineEmitToMemoryBuffer, LLVMTargetMachineRef,
};
use llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMPassBuilderOptionsSetLoopInterleaving,
    LLVMPassBuilderOptionsSetLoopVectorization, LLVMPassBuilderOptionsSetSLPVectorization, LLVMRunPasses,
};
use melior::ir::Module;
use mlir_sys::mlirTranslateModuleToLLVMIR;
use once_cell::sync::OnceCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{NonNull, null_mut};

/// The machine that an object is for, as LLVM names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub triple: String,
    /// Empty for the target's least.
    pub cpu: String,
    /// What to add and to take away: `+avx2,-fma`.
    pub features: String,
}

/// What LLVM makes of a module.
pub(crate) struct Emitted {
    pub object: Vec<u8>,
    /// LLVM's IR after its passes.
    pub llvm: Option<String>,
    pub asm: Option<String>,
}

/// Compiles `module`, which is in the `llvm` dialect.
pub(crate) fn emit(module: &Module<'_>, options: &Options) -> Result<Emitted, LowerError> {
    let machine = Machine::new(&options.target)?;
    let context = Context::new();
    let module = LlvmModule::translate(module, &context, &machine, &options.target)?;
    module.optimise(&machine, &context)?;
    let llvm = options.llvm.then(|| module.text());
    let asm = match options.asm {
        true => {
            // Emission changes the module, and dumping must not change the object.
            let bytes = module.copy().emit(&machine, &context, LLVMCodeGenFileType::LLVMAssemblyFile)?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }
        false => None,
    };
    let object = module.emit(&machine, &context, LLVMCodeGenFileType::LLVMObjectFile)?;
    Ok(Emitted { object, llvm, asm })
}

fn failure(what: &'static str, message: impl Into<String>) -> LowerError {
    LowerError::Llvm { what, message: message.into() }
}

fn c_string(what: &'static str, text: &str) -> Result<CString, LowerError> {
    CString::new(text).map_err(|_| failure(what, format!("`{text}` contains a zero byte")))
}

/// The text of a message that LLVM allocated, which is disposed of.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gives messages as C strings that the caller owns and disposes of with LLVMDisposeMessage.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// The name of this machine's CPU and its features.
pub(crate) fn host_cpu() -> (String, String) {
    // SAFETY: both give a message that the caller owns.
    unsafe { (take_message(LLVMGetHostCPUName()), take_message(LLVMGetHostCPUFeatures())) }
}

fn initialise_targets() {
    static ONCE: OnceCell<()> = OnceCell::new();
    ONCE.get_or_init(|| {
        // SAFETY: these register LLVM's targets in its global tables; the cell lets one thread do so once, before any
        // use of the tables here.
        unsafe {
            LLVM_InitializeAllTargetInfos();
            LLVM_InitializeAllTargets();
            LLVM_InitializeAllTargetMCs();
            LLVM_InitializeAllAsmPrinters();
        }
    });
}

/// A target with its CPU and features.
struct Machine(NonNull<llvm_sys::target_machine::LLVMOpaqueTargetMachine>);

impl Machine {
    fn new(machine: &Target) -> Result<Machine, LowerError> {
        initialise_targets();
        let what = "the target";
        let triple = c_string(what, &machine.triple)?;
        let cpu = c_string(what, &machine.cpu)?;
        let features = c_string(what, &machine.features)?;
        let (mut target, mut message) = (null_mut(), null_mut());
        // SAFETY: the three strings are C strings that outlive the calls, and the out pointers are to locals.
        let raw = unsafe {
            if LLVMGetTargetFromTriple(triple.as_ptr(), &mut target, &mut message) != 0 {
                return Err(failure(what, take_message(message)));
            }
            LLVMCreateTargetMachine(
                target,
                triple.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        NonNull::new(raw).map(Machine).ok_or_else(|| failure(what, machine.triple.clone()))
    }

    fn raw(&self) -> LLVMTargetMachineRef {
        self.0.as_ptr()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: the machine is owned and not used after this.
        unsafe { LLVMDisposeTargetMachine(self.raw()) }
    }
}

/// An LLVM context that keeps the errors that LLVM reports, instead of printing them and ending the process.
struct Context {
    raw: LLVMContextRef,
    /// Owned by this and written by the handler, which LLVM calls only inside of calls on this context.
    errors: *mut Vec<String>,
}

impl Context {
    fn new() -> Context {
        let errors: *mut Vec<String> = Box::into_raw(Box::default());
        // SAFETY: the context is new, and the handler's argument is what it expects and lives as long as the context.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(raw, Some(keep), errors.cast());
            raw
        };
        Context { raw, errors }
    }

    fn errors(&self) -> String {
        // SAFETY: the vector lives until the context is dropped, and no call that could write it is running.
        unsafe { (*self.errors).join("; ") }
    }

    /// Fails where LLVM has reported an error.
    fn check(&self, what: &'static str) -> Result<(), LowerError> {
        let errors = self.errors();
        if errors.is_empty() { Ok(()) } else { Err(failure(what, errors)) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: modules borrow the context and are gone; the handler cannot run after the context is disposed of, so
        // the box is ours alone.
        unsafe {
            LLVMContextDispose(self.raw);
            drop(Box::from_raw(self.errors));
        }
    }
}

extern "C" fn keep(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM passes a diagnostic that is valid during the call, and the vector that the context was given.
    unsafe {
        if let llvm_sys::LLVMDiagnosticSeverity::LLVMDSError = LLVMGetDiagInfoSeverity(info) {
            let text = take_message(LLVMGetDiagInfoDescription(info));
            (*errors.cast::<Vec<String>>()).push(text);
        }
    }
}

/// A module in an LLVM context.
struct LlvmModule<'a> {
    raw: LLVMModuleRef,
    _context: &'a Context,
}

impl<'a> LlvmModule<'a> {
    fn translate(
        module: &Module<'_>,
        context: &'a Context,
        machine: &Machine,
        target: &Target,
    ) -> Result<LlvmModule<'a>, LowerError> {
        let triple = c_string("the target", &target.triple)?;
        // SAFETY: both packages bind the same LLVM, so the pointers that they call differently are the same; the
        // operation is a module, and the context is alive.
        let raw: LLVMModuleRef =
            unsafe { mlirTranslateModuleToLLVMIR(module.as_operation().to_raw(), context.raw.cast()).cast() };
        if raw.is_null() {
            return Err(failure("the translation from MLIR", context.errors()));
        }
        // SAFETY: module and machine are alive; the layout is disposed of after the module has copied it.
        unsafe {
            let layout = LLVMCreateTargetDataLayout(machine.raw());
            LLVMSetModuleDataLayout(raw, layout);
            LLVMDisposeTargetData(layout);
            LLVMSetTarget(raw, triple.as_ptr());
        }
        Ok(LlvmModule { raw, _context: context })
    }

    fn optimise(&self, machine: &Machine, context: &Context) -> Result<(), LowerError> {
        // SAFETY: all are alive during the call; the options are disposed of once, and the error, which the caller
        // owns, is consumed by LLVMGetErrorMessage, whose text is disposed of once.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
            LLVMPassBuilderOptionsSetLoopInterleaving(options, 1);
            LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
            let error = LLVMRunPasses(self.raw, c"default<O3>".as_ptr(), machine.raw(), options);
            LLVMDisposePassBuilderOptions(options);
            if !error.is_null() {
                let message = LLVMGetErrorMessage(error);
                let text = CStr::from_ptr(message).to_string_lossy().into_owned();
                LLVMDisposeErrorMessage(message);
                return Err(failure("optimisation", text));
            }
        }
        context.check("optimisation")
    }

    fn copy(&self) -> LlvmModule<'a> {
        // SAFETY: the module is alive; the copy belongs to the same context.
        LlvmModule { raw: unsafe { LLVMCloneModule(self.raw) }, _context: self._context }
    }

    fn text(&self) -> String {
        // SAFETY: the module is alive.
        take_message(unsafe { LLVMPrintModuleToString(self.raw) })
    }

    fn emit(&self, machine: &Machine, context: &Context, kind: LLVMCodeGenFileType) -> Result<Vec<u8>, LowerError> {
        let (mut buffer, mut message): (LLVMMemoryBufferRef, _) = (null_mut(), null_mut());
        // SAFETY: module and machine are alive and the out pointers are to locals; on success the buffer is ours, is
        // copied and disposed of once.
        let bytes = unsafe {
            if LLVMTargetMachineEmitToMemoryBuffer(machine.raw(), self.raw, kind, &mut message, &mut buffer) != 0 {
                return Err(failure("emission", take_message(message)));
            }
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        };
        context.check("emission")?;
        Ok(bytes)
    }
}

impl Drop for LlvmModule<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned and not used after this.
        unsafe { LLVMDisposeModule(self.raw) }
    }
}
