// Ibex's decoder of compressed instructions, without Zcmp and CHERIoT: no instruction becomes
// several.
module ibex_decoder import ibex_pkg::*; #(parameter bit ZCB = 0) (
    input logic clk_i, input logic rst_ni, input logic valid_i, input logic [31:0] instr_i,
    output logic [31:0] instr_o, output logic is_compressed_o, output logic [1:0] gets_expanded_o,
    output logic illegal_instr_o);
  ibex_compressed_decoder #(.RV32ZC(rv32zc_e'(32'(ZCB))), .BaseIsa(BaseIsaRV32I)) unit (
      .clk_i, .rst_ni, .valid_i, .id_in_ready_i(1'b1), .instr_i, .cheriot_enable_i(IbexMuBiOff),
      .instr_o, .is_compressed_o, .gets_expanded_o, .flush_expanded_i(1'b0), .illegal_instr_o);
endmodule
