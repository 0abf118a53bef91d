//! Initial values of registers that depend on the seed and on a register's name alone.
//!
//! Verilator before its scoped random values draws them one after the other from one stream, so a
//! model with more signals (a traced one keeps signals that another drops) starts from another
//! state with the same seed, and the wave of a fault would not show the fault. With scoped values,
//! all words of a memory start alike. Therefore the draws in Verilator's output are replaced by one
//! function of seed, instance, name and word. A draw in an unknown form is left as it is: it is
//! still random by the seed.

use std::num::NonZeroU32;

use super::driven;

/// The seed of contents that are all zero. No seed that is drawn has its highest bit.
pub const ZEROS: NonZeroU32 = NonZeroU32::new(1 << 31).expect("it is not zero");

/// Returns the source of the function, which is compiled before Verilator's output.
pub(super) fn source() -> String {
    SOURCE.replace("@AROUND@", driven::TOP).replace("@ZEROS@", &ZEROS.to_string())
}

/// Its state is used in the construction of a model alone, and one model is constructed at a time.
const SOURCE: &str = r#"
#include <cstdint>
#include <cstring>
namespace {

struct {
    uint64_t seed = 1;
    const void* scope = nullptr;
    const char* name = nullptr;
    uint64_t word = 0;
} heddle_draw;

// An instance's name, however this version of Verilator keeps it.
template <class T> auto heddle_scope(const T* self, int) -> decltype(static_cast<const char*>(self->vlNamep)) {
    return self->vlNamep;
}
template <class T> auto heddle_scope(const T* self, long) -> decltype(static_cast<const char*>(self->name())) {
    return self->name();
}
template <class T> const char* heddle_scope(const T*, ...) { return ""; }

inline uint64_t heddle_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

template <class T> uint64_t heddle_initial(int width, const T* self, const char* name) {
    if (heddle_draw.scope != self || heddle_draw.name != name) {
        heddle_draw.scope = self;
        heddle_draw.name = name;
        heddle_draw.word = 0;
    }
    if (heddle_draw.seed == @ZEROS@u) return 0;
    uint64_t hash = heddle_mix(heddle_draw.seed);
    const char* const scope = heddle_scope(self, 0);
    // the module around a design does not count
    const char* const around = std::strstr(scope, ".@AROUND@.");
    for (const char* text : {scope, name}) {
        for (; *text; ++text) {
            if (text == around) text += sizeof ".@AROUND@" - 1;
            hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3u;
        }
        hash = heddle_mix(hash);
    }
    hash = heddle_mix(hash + ++heddle_draw.word * 0x9e3779b97f4a7c15u);
    return hash >> (64 - width);
}

template <class W, class T> void heddle_initial_wide(int width, W&& words, const T* self, const char* name) {
    for (int k = 0; width > 0; ++k, width -= 32) {
        words[k] = static_cast<uint32_t>(heddle_initial(width < 32 ? width : 32, self, name));
    }
}

}  // namespace
"#;

/// Replaces the draws in the constructors, and the draws of undefined values, which are drawn once.
pub(super) fn rewrite(cpp: &str) -> String {
    let mut constructor = false;
    let mut text = String::with_capacity(cpp.len());
    for line in cpp.lines() {
        constructor = line != "}" && (constructor || line.contains("_ctor_var_reset(") && line.ends_with('{'));
        let drawn = if constructor || line.contains("vlSelf->__Vxrand") { draw(line) } else { None };
        text += drawn.as_deref().unwrap_or(line);
        text.push('\n');
    }
    text
}

/// `vlSelf->name[__Vi0] = VL_RAND_RESET_I(8);` or `VL_RAND_RESET_W(160, vlSelf->name);`, or the
/// same with `SCOPED` and further arguments.
fn draw(line: &str) -> Option<String> {
    let at = line.find("VL_RAND_RESET_").or_else(|| line.find("VL_SCOPED_RAND_RESET_"))?;
    let (before, call) = line.split_at(at);
    let (function, rest) = call.split_once('(')?;
    let (arguments, after) = rest.split_once(')')?;
    let mut arguments = arguments.split(',').map(str::trim);
    let width = arguments.next()?;
    let register = |text: &str| {
        let name = text.trim().strip_prefix("vlSelf->")?;
        Some(driven::inner(name.split(['[', ' ']).next()?.trim_start_matches("__PVT__")).to_owned())
    };
    if function.ends_with("_W") {
        let words = arguments.next()?;
        let name = register(words)?;
        Some(format!("{before}heddle_initial_wide({width}, {words}, vlSelf, \"{name}\"){after}"))
    } else {
        let name = register(before)?;
        Some(format!("{before}heddle_initial({width}, vlSelf, \"{name}\"){after}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_replaced_in_constructors_alone() {
        let cpp = "\
void V___ctor_var_reset(V* vlSelf) {
    vlSelf->__PVT__a = VL_RAND_RESET_I(8);
    vlSelf->m[__Vi0][__Vi1] = VL_SCOPED_RAND_RESET_Q(40, __VscopeHash, 29ull);
    VL_RAND_RESET_W(160, vlSelf->w);
    VL_SCOPED_RAND_RESET_W(160, vlSelf->n[__Vi0], __VscopeHash, 29ull);
    vlSelf->other = VL_UNHEARD_OF(3);
}
void V___eval(V* vlSelf) {
    vlSelf->a = VL_RAND_RESET_I(8);
    vlSelf->__Vxrand_h1 = (0xffU & VL_RAND_RESET_I(8));
}
";
        let expected = "\
void V___ctor_var_reset(V* vlSelf) {
    vlSelf->__PVT__a = heddle_initial(8, vlSelf, \"a\");
    vlSelf->m[__Vi0][__Vi1] = heddle_initial(40, vlSelf, \"m\");
    heddle_initial_wide(160, vlSelf->w, vlSelf, \"w\");
    heddle_initial_wide(160, vlSelf->n[__Vi0], vlSelf, \"n\");
    vlSelf->other = VL_UNHEARD_OF(3);
}
void V___eval(V* vlSelf) {
    vlSelf->a = VL_RAND_RESET_I(8);
    vlSelf->__Vxrand_h1 = (0xffU & heddle_initial(8, vlSelf, \"__Vxrand_h1\"));
}
";
        assert_eq!(rewrite(cpp), expected);
    }
}
