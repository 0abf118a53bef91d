//! A cell library of four cells, written for tests: a gate takes 1 ns, a flip-flop 1 ns from its
//! clock, for which its data is there 0.5 ns before. A change of an output takes 2 fJ within a
//! gate, 4 in a flip-flop, one of the clock 3.

/// `@A` is an arc from A.
const LIBRARY: &str = r#"
library (four) {
  delay_model : table_lookup; capacitive_load_unit (1, ff); leakage_power_unit : "1nW"; nom_voltage : 2.0;
  operating_conditions (typical) { process : 1; temperature : 25; voltage : 2.0; } default_operating_conditions : typical;
  time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA"; pulling_resistance_unit : "1kohm";
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  lu_table_template (t) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance; index_1 ("0, 1"); index_2 ("0, 1"); }
  cell (BUF_X2) { area : 2; cell_leakage_power : 10;
    pin (A) { direction : input; capacitance : 1; }
    pin (Z) { direction : output; function : "A"; @A
      internal_power () { related_pin : "A"; rise_power (scalar) { values ("2"); } fall_power (scalar) { values ("2"); } } } }
  cell (INV) { area : 1; cell_leakage_power : 10;
    pin (A) { direction : input; capacitance : 1; }
    pin (ZN) { direction : output; function : "!A"; @A
      internal_power () { related_pin : "A"; rise_power (scalar) { values ("2"); } fall_power (scalar) { values ("2"); } } } }
  cell (NAND2) { area : 2; cell_leakage_power : 20;
    pin (A) { direction : input; capacitance : 1; } pin (B) { direction : input; capacitance : 1; }
    pin (ZN) { direction : output; function : "!(A & B)"; @A @B
      internal_power () { related_pin : "A"; rise_power (scalar) { values ("2"); } fall_power (scalar) { values ("2"); } } } }
  cell (DFF) { area : 5; cell_leakage_power : 50;
    ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; }
    pin (D) { direction : input; capacitance : 1;
      timing () { related_pin : "CK"; timing_type : setup_rising; rise_constraint (scalar) { values ("0.5"); } fall_constraint (scalar) { values ("0.5"); } } }
    pin (CK) { direction : input; capacitance : 1; clock : true;
      internal_power () { rise_power (scalar) { values ("3"); } fall_power (scalar) { values ("3"); } } }
    pin (Q) { direction : output; function : "IQ"; @K
      internal_power () { related_pin : "CK"; rise_power (scalar) { values ("4"); } fall_power (scalar) { values ("4"); } } } }
}
"#;

/// Its text.
pub fn liberty() -> String {
    let tables = ["cell_rise", "cell_fall", "rise_transition", "fall_transition"];
    let tables: String =
        tables.iter().map(|table| format!("{table} (t) {{ values (\"1, 1\", \"1, 1\"); }} ")).collect();
    let arc = |pin: &str, more: &str| format!("timing () {{ related_pin : \"{pin}\"; {more}{tables}}}");
    LIBRARY
        .replace("@A", &arc("A", ""))
        .replace("@B", &arc("B", ""))
        .replace("@K", &arc("CK", "timing_type : rising_edge; "))
}
