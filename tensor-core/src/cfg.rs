//! Which `#[cfg]`s of a package may hold, judged from what cargo tells a build script. Pure: the caller brings the
//! variables.
//!
//! A build script runs once for all targets of a package and cannot know everything: `test`, `debug_assertions`,
//! `panic` and `proc_macro` differ from target to target or from profile to profile, and another build script line may
//! set a flag of its own (`cargo::rustc-cfg`). What is unknown counts as possibly active. That is harmless, as the
//! expansion keeps the attribute and rustc has the last word; the other way round a kernel would be missing.

use cfg_expr::expr::{Logic, TargetPredicate};
use cfg_expr::{Expression, Predicate};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// The features and `cfg` values that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CfgSet {
    /// Spelled as in cargo's variables: upper case, `-` as `_`.
    features: BTreeSet<String>,
    /// By name, spelled likewise; several values are separated by commas, a bare flag has an empty one.
    values: BTreeMap<String, String>,
}

impl CfgSet {
    /// Picks `CARGO_CFG_*` and `CARGO_FEATURE_*` out of a build script's variables.
    pub fn from_cargo(vars: impl IntoIterator<Item = (String, String)>) -> CfgSet {
        let mut set = CfgSet::default();
        for (name, value) in vars {
            if let Some(feature) = name.strip_prefix("CARGO_FEATURE_") {
                set.add_feature(feature);
            } else if let Some(cfg) = name.strip_prefix("CARGO_CFG_") {
                set.add_value(cfg, &value);
            }
        }
        set
    }

    /// Adds the feature that cargo calls `CARGO_FEATURE_name`.
    pub fn add_feature(&mut self, name: &str) {
        self.features.insert(name.to_owned());
    }

    /// Adds the values that cargo gives as `CARGO_CFG_name`.
    pub fn add_value(&mut self, name: &str, values: &str) {
        self.values.insert(name.to_owned(), values.to_owned());
    }

    /// All features, as cargo spells them in `CARGO_FEATURE_name`.
    pub fn features(&self) -> impl Iterator<Item = &str> {
        self.features.iter().map(String::as_str)
    }

    /// All names and values, as cargo spells them in `CARGO_CFG_name`.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, values)| (name.as_str(), values.as_str()))
    }

    /// Whether an item with these attributes may be compiled: no `#[cfg(..)]` or `#[cfg_attr(.., cfg(..))]` among them
    /// is known to be false. One that does not parse counts as active; rustc reports it.
    pub fn is_active(&self, attrs: &[Attribute]) -> bool {
        attrs.iter().all(|attr| self.keeps(&attr.meta) != Some(false))
    }

    /// Whether the attribute keeps its item.
    fn keeps(&self, meta: &Meta) -> Option<bool> {
        let Meta::List(list) = meta else { return Some(true) };
        if list.path.is_ident("cfg") {
            self.holds(&list.tokens.to_string())
        } else if list.path.is_ident("cfg_attr") {
            let (condition, attrs) = parse_cfg_attr.parse2(list.tokens.clone()).ok()?;
            // Written out, as `Option` has methods of its own called `and` and `or`.
            let mut kept = Some(true);
            for attr in &attrs {
                kept = Logic::and(kept, self.keeps(attr));
            }
            Logic::or(Logic::not(self.holds(&condition)), kept)
        } else {
            Some(true)
        }
    }

    fn holds(&self, condition: &str) -> Option<bool> {
        // The parser counts the groups inside a group in a `u8`.
        if condition.matches('(').count() > usize::from(u8::MAX) {
            return None;
        }
        Expression::parse(condition).ok()?.eval(|predicate| self.truth(predicate))
    }

    fn truth(&self, predicate: &Predicate<'_>) -> Option<bool> {
        match predicate {
            Predicate::Test | Predicate::ProcMacro | Predicate::DebugAssertions => None,
            Predicate::Feature(name) => Some(self.features.contains(&cargo_name(name))),
            Predicate::TargetFeature(name) => Some(self.has("TARGET_FEATURE", name)),
            Predicate::Flag("true") => Some(true),
            Predicate::Flag("false") => Some(false),
            Predicate::Flag(name) => self.has(&cargo_name(name), "").then_some(true),
            Predicate::KeyValue { key, val } => self.has(&cargo_name(key), val).then_some(true),
            Predicate::Target(target) => self.target(target),
        }
    }

    fn target(&self, target: &TargetPredicate) -> Option<bool> {
        let (name, value) = match target {
            TargetPredicate::Panic(_) => return None,
            TargetPredicate::Abi(abi) => ("TARGET_ABI", abi.to_string()),
            TargetPredicate::Arch(arch) => ("TARGET_ARCH", arch.to_string()),
            TargetPredicate::Endian(endian) => ("TARGET_ENDIAN", format!("{endian:?}")),
            TargetPredicate::Env(env) => ("TARGET_ENV", env.to_string()),
            TargetPredicate::Family(family) => ("TARGET_FAMILY", family.to_string()),
            TargetPredicate::HasAtomic(width) => ("TARGET_HAS_ATOMIC", width.to_string()),
            TargetPredicate::Os(os) => ("TARGET_OS", os.to_string()),
            TargetPredicate::PointerWidth(bits) => ("TARGET_POINTER_WIDTH", bits.to_string()),
            TargetPredicate::Vendor(vendor) => ("TARGET_VENDOR", vendor.to_string()),
        };
        Some(self.has(name, &value))
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.values.get(name).is_some_and(|values| values.split(',').any(|known| known == value))
    }
}

/// `name` as cargo writes it in the names of variables. `a-b` and `a_b` become one; cargo does not tell them apart
/// either.
fn cargo_name(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

/// The condition and the attributes of `cfg_attr(condition, attribute, ..)`.
fn parse_cfg_attr(input: ParseStream<'_>) -> syn::Result<(String, Punctuated<Meta, Token![,]>)> {
    let condition: Meta = input.parse()?;
    input.parse::<Token![,]>()?;
    Ok((condition.into_token_stream().to_string(), Punctuated::parse_terminated(input)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cargo gives a package with the features `fast-math` and `simd` for x86-64 Linux.
    fn linux() -> CfgSet {
        let vars = [
            ("CARGO_FEATURE_FAST_MATH", "1"),
            ("CARGO_FEATURE_SIMD", "1"),
            ("CARGO_CFG_UNIX", ""),
            ("CARGO_CFG_TARGET_OS", "linux"),
            ("CARGO_CFG_TARGET_ARCH", "x86_64"),
            ("CARGO_CFG_TARGET_ENDIAN", "little"),
            ("CARGO_CFG_TARGET_ENV", "gnu"),
            ("CARGO_CFG_TARGET_ABI", ""),
            ("CARGO_CFG_TARGET_FAMILY", "unix"),
            ("CARGO_CFG_TARGET_FEATURE", "fxsr,sse,sse2"),
            ("CARGO_CFG_TARGET_HAS_ATOMIC", "16,32,64,8,ptr"),
            ("CARGO_CFG_TARGET_POINTER_WIDTH", "64"),
            ("CARGO_CFG_TARGET_VENDOR", "unknown"),
            ("CARGO_CFG_PANIC", "unwind"),
            ("CARGO_CFG_LOOM", ""),
            ("CARGO_CFG_BACKEND", "a,b"),
            ("CARGO_MANIFEST_DIR", "/p"),
            ("PATH", "/bin"),
        ];
        CfgSet::from_cargo(vars.map(|(name, value)| (name.to_owned(), value.to_owned())))
    }

    /// Asserts for each line `condition: answer` that the condition has this answer, and, through `is_active`, that
    /// only `false` drops an item.
    fn check(lines: &str) {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (condition, answer) = line.split_once(" : ").expect(line);
            let expected = match answer.trim() {
                "yes" => Some(true),
                "no" => Some(false),
                "unknown" => None,
                other => panic!("{other}"),
            };
            assert_eq!(linux().holds(condition), expected, "{condition}");
            let attr = format!("#[cfg({condition})] struct S;");
            let item: syn::ItemStruct = syn::parse_str(&attr).expect(&attr);
            assert_eq!(linux().is_active(&item.attrs), expected != Some(false), "{attr}");
        }
    }

    #[test]
    fn what_cargo_says_is_definite() {
        check(
            r#"
            unix : yes
            windows : no
            target_os = "linux" : yes
            target_os = "macos" : no
            target_arch = "x86_64" : yes
            target_arch = "x86" : no
            target_endian = "little" : yes
            target_endian = "big" : no
            target_env = "gnu" : yes
            target_env = "musl" : no
            target_abi = "" : yes
            target_abi = "eabi" : no
            target_family = "unix" : yes
            target_family = "wasm" : no
            target_feature = "sse2" : yes
            target_feature = "sse" : yes
            target_feature = "avx2" : no
            target_has_atomic = "64" : yes
            target_has_atomic = "ptr" : yes
            target_has_atomic = "128" : no
            target_pointer_width = "64" : yes
            target_pointer_width = "32" : no
            target_vendor = "unknown" : yes
            target_vendor = "apple" : no
            true : yes
            false : no
            "#,
        );
    }

    #[test]
    fn features_match_whatever_their_dashes_and_case() {
        check(
            r#"
            feature = "fast-math" : yes
            feature = "fast_math" : yes
            feature = "Fast-Math" : yes
            feature = "fast" : no
            feature = "simd" : yes
            feature = "fast-math,simd" : no
            "#,
        );
    }

    #[test]
    fn what_differs_between_targets_or_profiles_is_unknown() {
        check(
            r#"
            test : unknown
            doctest : unknown
            proc_macro : unknown
            debug_assertions : unknown
            panic = "unwind" : unknown
            panic = "abort" : unknown
            "#,
        );
    }

    #[test]
    fn a_custom_flag_that_is_not_set_may_still_be_set_by_a_build_script() {
        check(
            r#"
            loom : yes
            not(loom) : no
            miri : unknown
            backend = "a" : yes
            backend = "b" : yes
            backend = "c" : unknown
            backend : unknown
            "#,
        );
    }

    #[test]
    fn three_values_combine_as_kleene_says() {
        check(
            r#"
            all() : yes
            any() : no
            not(unix) : no
            not(test) : unknown
            all(unix, test) : unknown
            all(windows, test) : no
            any(unix, test) : yes
            any(windows, test) : unknown
            all(unix, feature = "simd", not(windows)) : yes
            any(windows, all(test, not(unix)), feature = "none") : no
            not(any(windows, not(all(unix, feature = "simd")))) : yes
            not(any(test, unix)) : no
            all(any(), test,) : no
            "#,
        );
    }

    #[test]
    fn cfg_attr_applies_only_under_its_condition() {
        let active = |attrs: &str| {
            let item: syn::ItemStruct = syn::parse_str(&format!("{attrs} struct S;")).expect(attrs);
            linux().is_active(&item.attrs)
        };
        assert!(!active("#[cfg_attr(unix, cfg(windows))]"));
        assert!(active("#[cfg_attr(windows, cfg(windows))]"));
        assert!(active("#[cfg_attr(test, cfg(windows))]"));
        assert!(!active("#[cfg_attr(unix, inline, cfg(windows))]"));
        assert!(!active("#[cfg_attr(unix, cfg(windows), cfg(test))]"));
        assert!(!active("#[cfg_attr(unix, cfg(test), cfg(windows))]"));
        assert!(!active("#[cfg_attr(unix, cfg_attr(unix, cfg(windows)))]"));
        assert!(active("#[cfg_attr(unix, inline, doc = \"x\")]"));
        assert!(!active("#[cfg(unix)] #[cfg(windows)]"));
        assert!(active("#[doc = \"cfg(windows)\"] #[inline] #[allow(dead_code)]"));
    }

    #[test]
    fn what_does_not_parse_is_active() {
        for attrs in ["#[cfg]", "#[cfg()]", "#[cfg(not())]", "#[cfg(unix windows)]", "#[cfg(target_has_atomic)]"] {
            let item: syn::ItemStruct = syn::parse_str(&format!("{attrs} struct S;")).expect(attrs);
            assert!(linux().is_active(&item.attrs), "{attrs}");
        }
        let wide = format!("any({})", vec!["not(test)"; 300].join(", "));
        assert_eq!(linux().holds(&wide), None);
    }
}
