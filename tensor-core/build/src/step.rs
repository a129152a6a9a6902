//! One run of the build step: find the sources, check them, lower what is new, archive, and tell macro and cargo.

use crate::cache::{Cache, write_if_changed};
use crate::compile::{Compiled, Options, compile};
use crate::dump::Dump;
use crate::environment::{DUMP, Environment, TIMING};
use crate::failure::Failure;
use crate::{Builder, Stage, archive, options, sources};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};
use tensor_core::check::{CheckedFn, Package, Record, check_block, kernel_name};
use tensor_core::manifest::{Manifest, SourceFile};
use tensor_core::smt::Z3;
use tensor_core::syntax::{Found, parse_block, scan_file};

/// Of each thread that compiles: what the main thread of a program usually has.
const STACK: usize = 8 << 20;

/// Does everything but print; gives cargo's lines.
pub(crate) fn run(builder: &Builder, environment: &Environment) -> Result<Vec<String>, Vec<Failure>> {
    let mut step = Step::new(builder, environment).map_err(|failure| vec![failure])?;
    let (files, kernels) = step.scan(&builder.sources).map_err(|failure| vec![failure])?;
    step.lower(kernels)?;
    step.finish(files).map_err(|failure| vec![failure])?;
    Ok(step.lines)
}

struct Step<'a> {
    environment: &'a Environment,
    options: Options,
    /// Hash B.
    hash: String,
    folder: PathBuf,
    cache: Cache,
    dump: Dump,
    /// What the last run left, if it was one for this package.
    previous: Manifest,
    /// For cargo.
    lines: Vec<String>,
}

/// A function to lower.
struct Kernel {
    name: String,
    checked: CheckedFn,
    /// Where its stages go.
    dump: PathBuf,
}

/// By full symbol: the same function in two files is one kernel.
type Kernels = BTreeMap<String, Kernel>;

impl<'a> Step<'a> {
    fn new(builder: &Builder, environment: &'a Environment) -> Result<Step<'a>, Failure> {
        let mut stages = Stage::parse_list(&environment.dump)?;
        stages.extend(&builder.stages);
        let folder = environment.out_dir.join("tensor");
        let options = options::options(builder.target_cpu.as_deref(), environment, &stages)?;
        let previous = fs::read_to_string(folder.join("manifest")).ok().and_then(|text| Manifest::parse(&text).ok());
        Ok(Step {
            environment,
            hash: options::hash(&options),
            options,
            cache: Cache::new(folder.join("objects")),
            dump: Dump::new(folder.join("dump"), stages)?,
            previous: previous.filter(|manifest| manifest.owner == environment.owner).unwrap_or_default(),
            folder,
            lines: Vec::new(),
        })
    }

    /// Reads and checks all sources.
    fn scan(&mut self, extra: &[PathBuf]) -> Result<(BTreeMap<String, SourceFile>, Kernels), Failure> {
        let package = Path::new(&self.environment.owner.directory);
        let sources = sources::find(package, extra, &self.environment.out_dir)?;
        for path in &sources.watched {
            self.lines.push(format!("cargo::rerun-if-changed={}", path.display()));
        }
        for variable in [DUMP, TIMING] {
            self.lines.push(format!("cargo::rerun-if-env-changed={variable}"));
        }
        let mut files = BTreeMap::new();
        let mut kernels = Kernels::new();
        for path in &sources.files {
            let bytes = match fs::read(path) {
                Ok(bytes) => bytes,
                // It went after it was found.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(Failure::io("read", path)(error)),
            };
            let name = path.strip_prefix(package).unwrap_or(path).to_string_lossy().replace('\\', "/");
            let file = self.file(&name, &bytes, &mut kernels)?;
            files.extend(file.map(|file| (name, file)));
        }
        Ok((files, kernels))
    }

    /// `None` if there is no `tensor_fn!` in it.
    fn file(&mut self, name: &str, bytes: &[u8], kernels: &mut Kernels) -> Result<Option<SourceFile>, Failure> {
        let previous = self.previous.files.get(name);
        let digest = hex(&Sha256::digest(bytes)[..16]);
        if let Some(file) = previous.filter(|file| self.is_current(file, &digest)) {
            return Ok(Some(file.clone()));
        }
        let text = String::from_utf8_lossy(bytes);
        if !text.contains("tensor_fn") {
            return Ok(None);
        }
        let parsed = match syn::parse_file(&text) {
            Ok(parsed) => parsed,
            // rustc reports it. The kernels stay, so that the next build has only what changed to do.
            Err(error) => {
                let unread = Some(format!("line {}: {error}", error.span().start().line));
                let kernels = previous.map(|file| self.kept(file)).unwrap_or_default();
                return Ok(Some(SourceFile { digest: None, unread, kernels }));
            }
        };
        let mut file = SourceFile { digest: Some(digest), ..SourceFile::default() };
        for found in scan_file(&parsed) {
            if self.environment.cfgs.is_active(&found.cfgs) {
                self.block(name, found, &mut file, kernels)?;
            }
        }
        Ok(Some(file))
    }

    /// Whether a file needs no second look.
    fn is_current(&self, file: &SourceFile, digest: &str) -> bool {
        self.dump.is_off()
            && !self.environment.timing
            && self.previous.options == self.hash
            && self.previous.cfgs == self.environment.cfgs
            && file.digest.as_deref() == Some(digest)
            && file.kernels.values().all(|symbol| self.cache.contains(symbol))
    }

    /// The kernels of a file that cannot be read now.
    fn kept(&self, file: &SourceFile) -> BTreeMap<String, String> {
        let kernels = file.kernels.iter().filter(|(_, symbol)| self.cache.contains(symbol));
        kernels.map(|(name, symbol)| (name.clone(), symbol.clone())).collect()
    }

    /// Checks one `tensor_fn!`.
    fn block(&mut self, path: &str, found: Found, file: &mut SourceFile, kernels: &mut Kernels) -> Result<(), Failure> {
        let mut parsed = parse_block(found.tokens);
        parsed.block.fns.retain(|function| self.environment.cfgs.is_active(&function.attrs));
        let record = if self.dump.wants(Stage::Smt2) { Record::Obligations } else { Record::Nothing };
        let start = Instant::now();
        let outcomes = check_block(&parsed.block, &Z3::new(&parsed.block.flags), record);
        let took = start.elapsed();
        let owner = &self.environment.owner;
        let package = Package { name: &owner.package, version: &owner.version };
        let mut names = Vec::new();
        let mut complete = parsed.errors.is_empty();
        for outcome in outcomes {
            names.push(outcome.surface.name.to_string());
            let dump = self.dump.next_folder(&outcome.surface.name.to_string());
            self.dump.checked(&dump, &outcome)?;
            let Ok(checked) = outcome.result else {
                complete = false;
                continue;
            };
            let name = kernel_name(&checked, package);
            let symbol = format!("{name}_{}", self.hash);
            file.kernels.insert(name.clone(), symbol.clone());
            let kernel = Kernel { name: names.last().cloned().unwrap_or(name), checked, dump };
            kernels.entry(symbol).or_insert(kernel);
        }
        if !complete {
            file.digest = None;
        }
        if self.environment.timing {
            self.say(format!("{path}: {} checked in {}", names.join(", "), milliseconds(took)));
        }
        Ok(())
    }

    /// Lowers what is not there yet, on as many threads as cargo allows.
    fn lower(&mut self, kernels: Kernels) -> Result<(), Vec<Failure>> {
        let again = self.dump.wants_compiled();
        let jobs: Vec<(String, Kernel)> =
            kernels.into_iter().filter(|(symbol, _)| again || !self.cache.contains(symbol)).collect();
        let next = AtomicUsize::new(0);
        let threads = self.environment.jobs.min(jobs.len());
        let this = &*self;
        let work = || {
            let mut done = Vec::new();
            while let Some((symbol, kernel)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let start = Instant::now();
                done.push((&kernel.name, this.lower_one(symbol, kernel), start.elapsed()));
            }
            done
        };
        let mut done: Vec<_> = std::thread::scope(|scope| {
            // LLVM recurses deeper than Rust's 2 MiB for a thread allow.
            let worker = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let workers: Vec<_> = (0..threads).map(|_| worker()).collect::<Result<_, _>>().map_err(Failure::Thread)?;
            let join = |worker: ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            Ok(workers.into_iter().flat_map(join).collect())
        })
        .map_err(|failure| vec![failure])?;
        done.sort_by_key(|(name, ..)| *name);
        let mut failures = Vec::new();
        let mut lines = Vec::new();
        for (name, result, took) in done {
            lines.push(format!("{name} compiled in {}", milliseconds(took)));
            failures.extend(result.err());
        }
        if self.environment.timing {
            lines.into_iter().for_each(|line| self.say(line));
        }
        if failures.is_empty() { Ok(()) } else { Err(failures) }
    }

    fn lower_one(&self, symbol: &str, kernel: &Kernel) -> Result<(), Failure> {
        let compiled: Compiled = compile(&kernel.checked, symbol, &self.options)
            .map_err(|error| Failure::Lower { function: kernel.name.clone(), error })?;
        self.dump.compiled(&kernel.dump, &compiled)?;
        self.cache.write(symbol, &compiled.object)
    }

    /// Library, manifest, and what cargo needs to know.
    fn finish(&mut self, files: BTreeMap<String, SourceFile>) -> Result<(), Failure> {
        let owner = &self.environment.owner;
        let symbols: BTreeSet<&str> =
            files.values().flat_map(|file| file.kernels.values()).map(String::as_str).collect();
        let mut objects = BTreeMap::new();
        for symbol in &symbols {
            objects.insert(*symbol, self.cache.read(symbol)?);
        }
        let library = self.folder.join(format!("lib{}.a", owner.library()));
        let bytes = archive::archive(&objects, &self.environment.target).map_err(Failure::io("write", &library))?;
        write_if_changed(&library, &bytes)?;
        self.cache.keep_only(&symbols)?;
        let dumps = self.dump.wants(Stage::Smt2).then(|| self.dump.folder().to_string_lossy().into_owned());
        let manifest = Manifest {
            owner: owner.clone(),
            cfgs: self.environment.cfgs.clone(),
            options: self.hash.clone(),
            dumps,
            files,
        };
        write_if_changed(&self.folder.join("manifest"), manifest.to_string().as_bytes())?;
        self.lines.push(format!("cargo::rustc-link-search=native={}", self.folder.display()));
        if !self.dump.is_off() {
            self.say(self.dump.summary());
        }
        Ok(())
    }

    /// Cargo shows it for the packages that one works on.
    fn say(&mut self, text: String) {
        self.lines.push(format!("cargo::warning=tensor_fn!: {text}"));
    }
}

fn milliseconds(duration: Duration) -> String {
    format!("{:.1} ms", duration.as_secs_f64() * 1e3)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
