//! Tests of both readers on the trees of one module, cut to what is read, and on odd ones.

use super::*;

const XML: &str = r#"<?xml version="1.0" ?>
<verilator_xml>
  <files><file id="a" filename="&lt;built-in&gt;"/><file id="d" filename="rtl/top.sv"/></files>
  <netlist>
    <module loc="d,1,8,1,11" name="$root" topModule="1">
      <var loc="d,2,1,2,4" name="clk_i" dtype_id="3" dir="input" pinIndex="1"/>
      <var loc="d,3,1,3,4" name="rst_ni" dtype_id="3" dir="input" pinIndex="2"/>
      <var loc="d,4,1,4,4" name="s_i" dtype_id="5" dir="input" pinIndex="3"/>
      <var loc="d,5,1,5,4" name="a_o" dtype_id="7" dir="output" pinIndex="4"/>
      <var loc="d,6,1,6,4" name="top.ck" dtype_id="3"/>
      <topscope><scope>
        <contassign loc="d,7,1,7,2"><not><varref name="clk_i"/></not><varref name="top.ck"/></contassign>
        <always loc="d,8,1,8,2">
          <sentree>
            <senitem loc="d,8,3,8,4" edgeType="NEG"><varref name="top.ck"/></senitem>
            <senitem loc="d,8,5,8,6" edgeType="NEG"><varref name="rst_ni"/></senitem>
          </sentree>
          <if><varref name="rst_ni"/><finish loc="d,9,1,9,2"/></if>
          <readmem loc="d,10,1,10,2"><const name="16&apos;h612e"/><varref name="top.m" dtype_id="7"/>
            <const name="32&apos;sh1"/></readmem>
        </always>
      </scope></topscope>
    </module>
    <typetable>
      <basicdtype id="3" name="logic"/>
      <basicdtype id="8" name="logic" left="3" right="0" signed="true"/>
      <structdtype id="5" name="s_t">
        <memberdtype id="10" name="nv" sub_dtype_id="3"/><memberdtype id="11" name="of" sub_dtype_id="8"/>
      </structdtype>
      <refdtype id="12" name="t" sub_dtype_id="8"/>
      <unpackarraydtype id="7" sub_dtype_id="12">
        <range><const name="32&apos;sh0"/><const name="32&apos;sh2"/></range>
      </unpackarraydtype>
    </typetable>
  </netlist>
</verilator_xml>"#;

const JSON: &str = r#"{"type":"NETLIST","modulesp":[{"type":"MODULE","name":"$root","loc":"f,1:8,1:11","stmtsp":[
  {"type":"VAR","name":"clk_i","loc":"f,2:1,2:4","dtypep":"(K)","direction":"INPUT"},
  {"type":"VAR","name":"rst_ni","loc":"f,3:1,3:4","dtypep":"(K)","direction":"INPUT"},
  {"type":"VAR","name":"s_i","loc":"f,4:1,4:4","dtypep":"(P)","direction":"INPUT"},
  {"type":"VAR","name":"a_o","loc":"f,5:1,5:4","dtypep":"(X)","direction":"OUTPUT"},
  {"type":"VAR","name":"top.ck","loc":"f,6:1,6:4","dtypep":"(K)","direction":"NONE"},
  {"type":"ALWAYS","stmtsp":[{"type":"ASSIGNW","lhsp":[{"type":"VARREF","name":"top.ck"}],
    "rhsp":[{"type":"NOT","lhsp":[{"type":"VARREF","name":"clk_i"}]}]}]},
  {"type":"ALWAYS","loc":"f,8:1,8:2","sentreep":[{"type":"SENTREE","sensesp":[
      {"type":"SENITEM","loc":"f,8:3,8:4","edgeType":"NEG","sensp":[{"type":"VARREF","name":"top.ck"}]},
      {"type":"SENITEM","loc":"f,8:5,8:6","edgeType":"NEG","sensp":[{"type":"VARREF","name":"rst_ni"}]}]}],
    "stmtsp":[{"type":"IF","condp":[{"type":"VARREF","name":"rst_ni"}],
      "thensp":[{"type":"FINISH","loc":"f,9:1,9:2"}]},
      {"type":"READMEM","loc":"f,10:1,10:2","filenamep":[{"type":"CONST","name":"\\\"a.\\\""}],
        "lsbp":[{"type":"CONST","name":"32'sh1"}],"memp":[{"type":"VARREF","name":"top.m","dtypep":"(X)"}],"msbp":[]}]}]}],
 "miscsp":[{"type":"TYPETABLE","typesp":[
  {"type":"BASICDTYPE","name":"logic","addr":"(K)","keyword":"logic"},
  {"type":"BASICDTYPE","name":"logic","addr":"(T)","keyword":"logic","range":"3:0","signed":true},
  {"type":"STRUCTDTYPE","name":"s_t","addr":"(P)","packed":true,"membersp":[
    {"type":"MEMBERDTYPE","name":"nv","addr":"(M)","refDTypep":"(K)"},
    {"type":"MEMBERDTYPE","name":"of","addr":"(N)","refDTypep":"(T)"}]},
  {"type":"REFDTYPE","name":"t","addr":"(R)","dtypep":"(T)","refDTypep":"(T)"},
  {"type":"UNPACKARRAYDTYPE","addr":"(X)","refDTypep":"(R)","rangep":[{"type":"RANGE",
    "leftp":[{"type":"CONST","name":"32'sh0"}],"rightp":[{"type":"CONST","name":"32'sh2"}]}]}]}]}"#;

const BESIDE: &str = r#"{"files":{"a":{"filename":"<built-in>"},"f":{"filename":"rtl/top.sv"}}}"#;

#[test]
fn both_formats_say_the_same() {
    let place = |line| Place { file: "rtl/top.sv".into(), line };
    let port = |name: &str, output, shape| Port { name: name.into(), output, shape, signed: false };
    let edge = |port: &str, falling, resets| Edge { ports: vec![port.into()], falling, resets, place: place(8) };
    let expected = Top {
        ports: vec![
            port("clk_i", false, Type::Bits(1)),
            port("rst_ni", false, Type::Bits(1)),
            port("s_i", false, Type::Struct(vec![("nv".into(), Type::Bits(1)), ("of".into(), Type::Bits(4))])),
            port("a_o", true, Type::Array(0, 2, Box::new(Type::Bits(4)))),
        ],
        // the falling edge of an inverted clock is the clock's rising edge
        edges: vec![edge("clk_i", false, false), edge("rst_ni", true, true)],
        loads: vec![Load {
            place: place(10),
            file: "a.".into(),
            memory: "top.m".into(),
            bounds: (0, 2),
            first: Some(1),
            last: None,
        }],
        effects: vec![Effect { what: "$finish", place: place(9) }],
        files: vec!["rtl/top.sv".into()],
    };
    assert_eq!(Top::from_xml(XML).unwrap(), expected);
    assert_eq!(Top::from_json(JSON, BESIDE).unwrap(), expected);
}

#[test]
fn what_is_no_word_is_refused_by_name_and_line() {
    for (from, to, what) in [
        (r#"<basicdtype id="3" name="logic"/>"#, r#"<basicdtype id="3" name="real"/>"#, "of the type real"),
        (r#"<basicdtype id="3" name="logic"/>"#, r#"<basicdtype id="3" name="string"/>"#, "of the type string"),
        (r#"<basicdtype id="3" name="logic"/>"#, r#"<classrefdtype id="3"/>"#, "of the kind classref"),
        (r#"<basicdtype id="3" name="logic"/>"#, "", "of no type that is known"),
        (r#"dtype_id="3" dir="input" pinIndex="1""#, r#"dtype_id="3" dir="inout" pinIndex="1""#, "inout"),
    ] {
        let refused = Top::from_xml(&XML.replace(from, to)).unwrap_err();
        let shown = format!("rtl/top.sv:2: port clk_i is {what}: a port is an input or an output of bits");
        assert_eq!(refused.to_string(), shown, "{to}");
    }
    // a type that refers to itself, and what is no tree at all
    let endless = XML.replace(r#"id="12" name="t" sub_dtype_id="8""#, r#"id="12" name="t" sub_dtype_id="12""#);
    assert!(Top::from_xml(&endless).is_err());
    for text in ["", "<a>", "<a/>"] {
        assert!(matches!(Top::from_xml(text), Err(TreeError::Unreadable(_))), "{text}");
    }
    for text in ["", "{}", "[]"] {
        assert!(matches!(Top::from_json(text, BESIDE), Err(TreeError::Unreadable(_))), "{text}");
    }
}
