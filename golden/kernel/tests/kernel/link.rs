//! The linking of modules by name.

use heddle_kernel::{link, read};

const HEAD: &str = ".version 7.5\n.target sm_75\n.address_size 64\n";

fn linked(parts: &[&str]) -> Result<String, String> {
    let texts: Vec<String> = parts.iter().map(|part| format!("{HEAD}{part}\n")).collect();
    link("all", &texts.iter().map(String::as_str).collect::<Vec<_>>()).map_err(|error| error.to_string())
}

#[test]
fn names_are_resolved_and_own_names_stay_apart() {
    let first = ".extern .func f(.param .b32 a);\n.global .u32 own;\n.extern .shared .align 4 .b8 dynamic[];\n\
                 .entry k() { .reg .b32 %r<3>; .reg .b64 own2; ld.global.u32 %r1, [own]; \
                 { .param .b32 a; st.param.b32 [a], %r1; call f, (a); } ret; }";
    let second = ".visible .func f(.param .b32 a) { .reg .b32 %r<2>; ld.global.u32 %r1, [own]; ret; }\n\
                  .global .u32 own = 5;\n.extern .shared .align 4 .b8 dynamic[];\n.func helper() { ret; }";
    for parts in [[first, second], [second, first]] {
        let module = read("all.ptx", &linked(&parts).unwrap()).unwrap();
        let f = &module.functions[module.function("f").unwrap().0 as usize];
        assert!(f.defined);
        let own: Vec<_> = module.variables.iter().filter(|it| it.name.starts_with("own")).collect();
        assert_eq!(own.len(), 2);
        assert!(own[0].name != own[1].name && own.iter().filter(|it| it.initial.is_empty()).count() == 1);
        // a name that one module alone has stays as it is
        assert!(module.function("helper").is_some());
    }
}

#[test]
fn of_weak_definitions_the_first_stays() {
    let weak = |n: u32| format!(".weak .global .u32 w = {n};\n.weak .func g() {{ .reg .b32 %r<{}>; ret; }}", n + 1);
    let module = read("all.ptx", &linked(&[&weak(3), &weak(4)]).unwrap()).unwrap();
    assert_eq!(module.variables.iter().filter(|it| it.name == "w").map(|it| it.initial[0]).collect::<Vec<_>>(), [3]);
    assert_eq!(module.functions.iter().filter(|it| it.name == "g" && it.defined).count(), 1);
    // a visible definition beside a weak one
    let visible = ".visible .func g() { ret; }";
    assert!(read("all.ptx", &linked(&[visible, &weak(3)]).unwrap()).is_ok());
}

#[test]
fn what_cannot_be_linked_is_named() {
    let visible = ".visible .func g() { ret; }";
    let error = linked(&[visible, visible]).unwrap_err();
    assert!(error.starts_with("all, part 1:4:16: found `g`, which another module defines, too"), "{error}");
    assert!(linked(&[".entry k() { ret; }", ".entry k() { ret; }"]).unwrap_err().contains("`k`"));
    assert!(linked(&["", ".what"]).unwrap_err().starts_with("all, part 1:4:1"));
    // a name that nobody defines is left to the launch that reaches it
    assert!(linked(&[".extern .func f();\n.entry k() { call f; ret; }", ""]).is_ok());
    assert!(link("none", &[]).is_ok_and(|text| text.is_empty()));
}
