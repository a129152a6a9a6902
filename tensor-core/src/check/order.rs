//! The order in which the functions of a block are checked.

use super::calls::called;
use crate::syntax::ast;
use std::collections::BTreeMap;

/// Positions of all functions, each after the ones that it calls; where functions call each other in a circle, the one
/// that is written first comes last.
pub(super) fn callees_first(block: &ast::Block) -> Vec<usize> {
    let mut positions: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (position, function) in block.fns.iter().enumerate() {
        positions.entry(function.name.to_string()).or_default().push(position);
    }
    let mut calls: Vec<Vec<usize>> = Vec::new();
    for function in &block.fns {
        let mut own = Vec::new();
        let mut visit = |call: &ast::Call| own.extend(positions.get(&call.name.to_string()).into_iter().flatten());
        if let Ok(body) = &function.body {
            for stmt in &body.stmts {
                if let ast::Stmt::Let { value, .. } = stmt {
                    called(value, &mut visit);
                }
            }
            called(&body.tail, &mut visit);
        }
        calls.push(own);
    }
    // Depth first, with a stack of its own: (function, number of its calls that were followed).
    let mut order = Vec::new();
    let mut visited = vec![false; calls.len()];
    for root in 0..calls.len() {
        let mut stack = if visited[root] { Vec::new() } else { vec![(root, 0)] };
        visited[root] = true;
        while let Some((function, followed)) = stack.pop() {
            match calls[function].get(followed) {
                Some(&callee) => {
                    stack.push((function, followed + 1));
                    if !visited[callee] {
                        visited[callee] = true;
                        stack.push((callee, 0));
                    }
                }
                None => order.push(function),
            }
        }
    }
    order
}
