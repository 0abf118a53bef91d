//! Loops in a block's hardware, unrolled before rust-hdl writes them: for each indexed name it
//! would compile a regular expression, which took nine tenths of the time of emission.

use rust_hdl::core::ast::{
    VerilogBlock, VerilogBlockOrConditional as Otherwise, VerilogConditional, VerilogExpression as Expression,
    VerilogLink as Link, VerilogStatement as Statement,
};
use rust_hdl::core::atom::Atom;
use rust_hdl::prelude::{Block, Logic, ModuleDefines, Probe, Verilog};

/// Modules, as [`ModuleDefines`] has them, without loops.
#[derive(Default)]
pub struct Modules(pub ModuleDefines);

impl Probe for Modules {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.0.visit_start_scope(name, &Unrolled(node));
    }

    fn visit_start_namespace(&mut self, name: &str, node: &dyn Block) {
        self.0.visit_start_namespace(name, node);
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        self.0.visit_atom(name, signal);
    }

    fn visit_end_namespace(&mut self, name: &str, node: &dyn Block) {
        self.0.visit_end_namespace(name, node);
    }

    fn visit_end_scope(&mut self, name: &str, node: &dyn Block) {
        self.0.visit_end_scope(name, node);
    }
}

/// A block whose hardware has no loops.
struct Unrolled<'a>(&'a dyn Block);

impl Logic for Unrolled<'_> {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        match self.0.hdl() {
            Verilog::Combinatorial(block) => Verilog::Combinatorial(unrolled(block, &Vec::new())),
            other => other,
        }
    }
}

crate::number::block!(['a] Unrolled<'a>);

/// The variables of the loops around a statement.
type Loops = Vec<(String, usize)>;

fn unrolled(block: VerilogBlock, loops: &Loops) -> VerilogBlock {
    block.into_iter().map(|statement| without_loops(statement, loops)).collect()
}

fn without_loops(mut statement: Statement, loops: &Loops) -> Statement {
    let expressions: &mut [&mut Expression] = match &mut statement {
        Statement::Assignment(to, from) => &mut [to, from],
        Statement::SliceAssignment { base, offset, replacement, .. } => &mut [base, offset, replacement],
        Statement::Match(cases) => {
            for case in &mut cases.cases {
                rename(&mut case.condition, loops);
                case.block = unrolled(std::mem::take(&mut case.block), loops);
            }
            &mut [&mut cases.test]
        }
        Statement::If(VerilogConditional { test, then, otherwise }) => {
            *then = unrolled(std::mem::take(then), loops);
            *otherwise = match std::mem::replace(otherwise, Otherwise::None) {
                Otherwise::Block(block) => Otherwise::Block(unrolled(block, loops)),
                Otherwise::Conditional(other) => Otherwise::Conditional(without_loops(*other, loops).into()),
                Otherwise::None => Otherwise::None,
            };
            &mut [test]
        }
        Statement::Loop(turns) => {
            let turn = |value| {
                let inner = [&loops[..], &[(turns.index.clone(), value)]].concat();
                unrolled(turns.block.clone(), &inner)
            };
            // a block that is written without `begin` and `end`
            return Statement::Macro((turns.from.as_usize()..turns.to.as_usize()).flat_map(turn).collect());
        }
        Statement::Macro(block) => return Statement::Macro(unrolled(std::mem::take(block), loops)),
        Statement::Link(links) => {
            for Link::Forward(link) | Link::Backward(link) | Link::Bidirectional(link) in links {
                for name in [&mut link.my_name, &mut link.owner_name, &mut link.other_name] {
                    rename(name, loops);
                }
            }
            &mut []
        }
        Statement::Comment(_) => &mut [],
    };
    for expression in expressions {
        rename_in(expression, loops);
    }
    statement
}

fn rename_in(expression: &mut Expression, loops: &Loops) {
    use Expression::{Binary, Cast, Index, IndexReplace, Literal, Paren, Signal, Signed, Slice, Unary, Unsigned};
    let parts: &mut [&mut Expression] = match expression {
        Signal(name) => return rename(name, loops),
        Literal(_) => &mut [],
        Cast(a, _) | Signed(a) | Unsigned(a) | Paren(a) | Unary(_, a) => &mut [a],
        Binary(a, _, b) | Index(a, b) | Slice(a, _, b) => &mut [a, b],
        IndexReplace(a, b, c) => &mut [a, b, c],
    };
    for part in parts {
        rename_in(part, loops);
    }
}

/// Writes the value of a loop's variable, or of indices with such variables, into a name. An index
/// that is no sum of products is left to rust-hdl, with the values of variables in it; it may be
/// the only one of its kind in a name.
fn rename(name: &mut String, loops: &Loops) {
    let value = |word: &str| loops.iter().rfind(|(variable, _)| variable == word).map(|(_, value)| value.to_string());
    if let Some((array, rest)) = name.split_once('[') {
        let (index, rest) = rest.split_once(']').expect("an index ends");
        let parts = index.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let with_values = parts.map(|part| {
            let word = part.trim_end_matches(|letter: char| !letter.is_alphanumeric());
            value(word).map_or(part.to_string(), |value| format!("{value}{}", &part[word.len()..]))
        });
        let index: String = with_values.collect();
        let product =
            |term: &str| term.split('*').map(|factor| factor.trim().parse::<usize>().ok()).product::<Option<usize>>();
        let place: Option<usize> = index.split('+').map(product).sum();
        // an array of blocks with ports that are arrays
        let mut rest = rest.to_string();
        rename(&mut rest, loops);
        *name = match place {
            Some(place) => format!("{array}${place}{rest}"),
            None => format!("{array}[{index}]{rest}"),
        };
    } else if let Some(value) = value(name) {
        *name = value;
    }
}

#[cfg(test)]
mod tests {
    use rust_hdl::prelude::*;

    use super::Modules;

    #[derive(LogicBlock, Default)]
    struct Inner {
        pub d: Signal<In, Bits<4>>,
        pub q: Signal<Out, Bits<4>>,
    }

    impl Logic for Inner {
        #[hdl_gen]
        fn update(&mut self) {
            self.q.next = !self.d.val();
        }
    }

    #[derive(LogicBlock, Default)]
    struct Outer {
        pub d: [Signal<In, Bits<4>>; 6],
        pub q: [Signal<Out, Bits<4>>; 6],
        inner: [Inner; 6],
    }

    impl Logic for Outer {
        #[hdl_gen]
        fn update(&mut self) {
            for a in 0..2 {
                for b in 0..3 {
                    self.inner[a * 3 + b].d.next = self.d[(a + 1) * 3 - 1 - b].val();
                    if self.d[a].val().get_bit(b) & self.d[0].val().any() {
                        self.q[a * 3 + b].next = self.inner[b].q.val();
                    } else if self.d[b].val() == bits::<4>(1) {
                        self.q[a * 3 + b].next = self.inner[b + 1].q.val() + 1;
                    } else {
                        self.q[a * 3 + b].next = self.inner[5].q.val() & !self.d[b].val();
                    }
                }
            }
        }
    }

    #[test]
    fn the_text_is_that_of_rust_hdl() {
        let mut outer = Outer::default();
        outer.d.iter_mut().for_each(|d| d.connect());
        outer.connect_all();
        let mut modules = Modules::default();
        outer.accept("top", &mut modules);
        let text = modules.0.defines();
        assert_eq!(text, generate_verilog(&outer));
        assert!(text.contains("inner$4$d = d$4;"), "{text}");
    }
}
