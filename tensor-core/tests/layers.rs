//! Dependencies between the modules of this crate point one way, and facts enter the context one way.

use std::collections::BTreeSet;
use std::path::Path;

/// Each module with the modules that it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("types", &[]),
    ("diag", &[]),
    ("cfg", &[]),
    ("manifest", &["cfg"]),
    ("syntax", &["types", "diag"]),
    ("logic", &["types", "diag"]),
    ("ops", &["types", "logic"]),
    ("ir", &["types", "ops"]),
    ("smt", &["types", "logic", "syntax"]),
    ("check", &["types", "diag", "syntax", "logic", "ops", "ir", "smt"]),
    ("eval", &["types", "ops", "ir", "check", "logic"]),
    ("generate", &["types", "ops", "eval"]),
];

/// Adds the texts of the files at and below `path`, without unit tests.
fn sources(path: &Path, found: &mut Vec<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("the folder can be read") {
            sources(&entry.expect("the entry can be read").path(), found);
        }
    } else if !path
        .strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
        .expect("it is a source of this crate")
        .components()
        .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs" | "testing.rs")))
    {
        let text = std::fs::read_to_string(path).expect("a source is text");
        // Unit tests may use everything.
        found.push(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned());
    }
}

/// The modules of this crate that `text` names.
fn used(text: &str) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for (position, _) in text.match_indices("crate::") {
        let name: String =
            text[position + 7..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if name.chars().next().is_some_and(|first| first.is_ascii_lowercase()) {
            modules.insert(name);
        }
    }
    modules
}

#[test]
fn modules_use_only_lower_layers() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for entry in std::fs::read_dir(&src).expect("src can be read") {
        let path = entry.expect("the entry can be read").path();
        let module = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        if module == "lib" {
            continue;
        }
        let (_, allowed) =
            LAYERS.iter().find(|(name, _)| *name == module).unwrap_or_else(|| panic!("`{module}` has no layer"));
        let mut texts = Vec::new();
        sources(&path, &mut texts);
        for other in texts.iter().flat_map(|text| used(text)) {
            assert!(other == module || allowed.contains(&other.as_str()), "`{module}` uses `{other}`");
        }
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} modules were found");
}

/// The methods of `implementor` that satisfy `fits`.
fn methods(file: &syn::File, implementor: &str, fits: impl Fn(&syn::Signature) -> bool) -> Vec<String> {
    let of_it =
        |item: &&syn::ItemImpl| matches!(&*item.self_ty, syn::Type::Path(path) if path.path.is_ident(implementor));
    let impls = file.items.iter().filter_map(|item| if let syn::Item::Impl(item) = item { Some(item) } else { None });
    let items = impls.filter(of_it).flat_map(|item| &item.items);
    let methods = items.filter_map(|item| if let syn::ImplItem::Fn(method) = item { Some(&method.sig) } else { None });
    methods.filter(|signature| fits(signature)).map(|signature| signature.ident.to_string()).collect()
}

/// Γ can be changed by [`Context::admit`] alone, and a proof is made by [`Context::prove`] alone.
///
/// [`Context::admit`]: tensor_core::logic::Context::admit
/// [`Context::prove`]: tensor_core::logic::Context::prove
#[test]
fn only_admit_changes_the_context() {
    let text = include_str!("../src/logic/context.rs");
    let file = syn::parse_file(text).expect("it is Rust");
    let mut private = 0;
    for item in &file.items {
        if let syn::Item::Struct(item) = item {
            for field in &item.fields {
                assert!(matches!(field.vis, syn::Visibility::Inherited), "a field of `{}` is not private", item.ident);
                private += 1;
            }
        }
    }
    assert!(private >= 5, "only {private} fields were found");
    let changes = |signature: &syn::Signature| {
        let kind = signature.receiver().map(|receiver| &receiver.kind);
        matches!(kind, Some(syn::ReceiverKind::Reference(.., Some(_)) | syn::ReceiverKind::Typed(..)))
    };
    assert_eq!(methods(&file, "Context", changes), ["admit"]);
    assert_eq!(methods(&file, "Proof", |_| true), [""; 0]);
    let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let made: Vec<&str> = own.lines().filter(|line| line.contains("Proof {")).map(str::trim).collect();
    assert_eq!(made, ["pub struct Proof {", "Verdict::Proved => Ok(Proof { goal: goal.clone() }),"]);
}

/// A new place where facts enter is a new reason to rely on them: it belongs here only if it has one of the warrants.
#[test]
fn facts_enter_where_obligations_are_discharged() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let places = |path: &Path| {
        let mut texts = Vec::new();
        sources(path, &mut texts);
        let enters = |line: &&str| {
            line.contains("context.admit(") || line.contains("Context::admit(") || line.contains("Warrant::")
        };
        let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
        lines.filter(|line| !line.starts_with("//")).filter(enters).map(str::to_owned).collect::<Vec<String>>()
    };
    let known = [
        "self.context.admit(Warrant::Contradiction(reported));",
        "self.context.admit(Warrant::Checked(check));",
        "self.context.admit(Warrant::Proved(proof));",
        "self.context.admit(Warrant::Checked(check));",
        "self.context.admit(Warrant::Rejected(reported, obligation.goal));",
    ];
    assert_eq!(places(&src.join("check/discharge.rs")), known);
    for entry in std::fs::read_dir(&src).expect("src can be read") {
        let path = entry.expect("the entry can be read").path();
        match path.file_name().and_then(|name| name.to_str()) {
            Some("logic") => {}
            Some("check") => assert_eq!(places(&path).len(), known.len()),
            _ => assert_eq!(places(&path), [""; 0], "in {}", path.display()),
        }
    }
}
