//! Where a source file calls `tensor_fn!`.
//!
//! Looks at the syntax of the file only: calls that another macro writes are not seen, nor a `tensor_fn!` that was
//! imported under another name.

use proc_macro2::TokenStream;
use syn::visit::{self, Visit};

/// A call of `tensor_fn!`.
pub struct Found {
    /// What stands between its delimiters.
    pub tokens: TokenStream,
    /// All `#[cfg(..)]` that have to hold for it to be compiled, and `#[cfg_attr(..)]`, which may hold one; outermost
    /// first.
    pub cfgs: Vec<syn::Attribute>,
}

/// Every `tensor_fn!` and `path::tensor_fn!` of a file, in order.
pub fn scan_file(file: &syn::File) -> Vec<Found> {
    let mut scan = Scan { cfgs: Vec::new(), found: Vec::new() };
    scan.visit_file(file);
    scan.found
}

struct Scan {
    /// Of the nodes around the current one.
    cfgs: Vec<syn::Attribute>,
    found: Vec<Found>,
}

/// syn visits the attributes of a node before its other parts, so a `cfg` counts from there to the end of the node.
macro_rules! forget_cfgs_after {
    ($($visit:ident: $node:ident),* $(,)?) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            let outside = self.cfgs.len();
            visit::$visit(self, node);
            self.cfgs.truncate(outside);
        })*
    };
}

impl<'ast> Visit<'ast> for Scan {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if ["cfg", "cfg_attr"].iter().any(|name| attribute.path().is_ident(name)) {
            self.cfgs.push(attribute.clone());
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.segments.last().is_some_and(|segment| segment.ident == "tensor_fn") {
            self.found.push(Found { tokens: call.tokens.clone(), cfgs: self.cfgs.clone() });
        }
    }

    // Every node of syn that has attributes, or stands for one that has.
    forget_cfgs_after! {
        visit_file: File,
        visit_item: Item,
        visit_impl_item: ImplItem,
        visit_trait_item: TraitItem,
        visit_foreign_item: ForeignItem,
        visit_stmt: Stmt,
        visit_expr: Expr,
        visit_arm: Arm,
        visit_pat: Pat,
        visit_type: Type,
        visit_fn_arg: FnArg,
        visit_named_arg: NamedArg,
        visit_variadic: Variadic,
        visit_fn_ptr_variadic: FnPtrVariadic,
        visit_generic_param: GenericParam,
        visit_where_predicate: WherePredicate,
        visit_variant: Variant,
        visit_field: Field,
        visit_field_value: FieldValue,
        visit_field_pat: FieldPat,
    }
}
