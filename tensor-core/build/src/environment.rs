//! What cargo tells a build script, read once.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tensor_core::cfg::CfgSet;
use tensor_core::manifest::Owner;

/// Asks for files of the stages, see [`Stage`](crate::Stage).
pub(crate) const DUMP: &str = "TENSOR_DUMP";
/// Asks for the time that each function takes.
pub(crate) const TIMING: &str = "TENSOR_TIMING";

/// The variables that matter.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(crate) owner: Owner,
    pub(crate) out_dir: PathBuf,
    pub(crate) cfgs: CfgSet,
    /// The triple that is compiled for.
    pub(crate) target: String,
    /// The triple of this machine.
    pub(crate) host: String,
    /// The compiler that cargo uses.
    pub(crate) rustc: String,
    /// How many threads cargo lets a build script use.
    pub(crate) jobs: usize,
    /// The value of `TENSOR_DUMP`, maybe empty.
    pub(crate) dump: String,
    /// Whether `TENSOR_TIMING` is set to something other than nothing and `0`.
    pub(crate) timing: bool,
}

impl Environment {
    /// From this process.
    pub(crate) fn read() -> Result<Environment, Failure> {
        Environment::from_vars(
            std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
                .collect(),
        )
    }

    fn from_vars(vars: BTreeMap<String, String>) -> Result<Environment, Failure> {
        let get = |variable: &'static str| {
            vars.get(variable)
                .cloned()
                .filter(|value| !value.is_empty())
                .ok_or(Failure::OutsideBuildScript { variable })
        };
        Ok(Environment {
            out_dir: get("OUT_DIR")?.into(),
            owner: Owner {
                directory: get("CARGO_MANIFEST_DIR")?,
                package: get("CARGO_PKG_NAME")?,
                version: get("CARGO_PKG_VERSION")?,
            },
            target: get("TARGET")?,
            host: get("HOST")?,
            rustc: vars.get("RUSTC").cloned().unwrap_or_else(|| "rustc".to_owned()),
            jobs: vars.get("NUM_JOBS").and_then(|jobs| jobs.parse().ok()).unwrap_or(1),
            dump: vars.get(DUMP).cloned().unwrap_or_default(),
            timing: vars.get(TIMING).is_some_and(|value| !matches!(value.as_str(), "" | "0")),
            cfgs: CfgSet::from_cargo(vars),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vars() -> BTreeMap<String, String> {
        [
            ("OUT_DIR", "/target/out"),
            ("CARGO_MANIFEST_DIR", "/p"),
            ("CARGO_PKG_NAME", "p"),
            ("CARGO_PKG_VERSION", "1.2.3"),
            ("TARGET", "aarch64-unknown-linux-gnu"),
            ("HOST", "x86_64-unknown-linux-gnu"),
            ("NUM_JOBS", "2"),
            ("CARGO_FEATURE_A", "1"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
    }

    #[test]
    fn cargos_variables_are_read() {
        let environment = Environment::from_vars(vars()).unwrap();
        assert_eq!(environment.owner.package, "p");
        assert_eq!(environment.owner.version, "1.2.3");
        assert_eq!(environment.owner.directory, "/p");
        assert_eq!(environment.target, "aarch64-unknown-linux-gnu");
        assert_eq!(environment.jobs, 2);
        assert_eq!(environment.cfgs.features().collect::<Vec<_>>(), ["A"]);
        assert_eq!((environment.dump.as_str(), environment.timing), ("", false));
    }

    #[test]
    fn outside_of_a_build_script_the_message_says_where_to_call_it() {
        for variable in ["OUT_DIR", "CARGO_MANIFEST_DIR", "TARGET"] {
            let mut vars = vars();
            vars.remove(variable);
            let message = Environment::from_vars(vars).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{variable} is not set")), "{message}");
            assert!(message.contains("call it from `main` in build.rs"), "{message}");
        }
    }

    #[test]
    fn timing_is_on_when_set_to_something() {
        for (value, expected) in [("1", true), ("yes", true), ("0", false), ("", false)] {
            let mut vars = vars();
            vars.insert(TIMING.to_owned(), value.to_owned());
            assert_eq!(Environment::from_vars(vars).unwrap().timing, expected, "{value}");
        }
    }
}
