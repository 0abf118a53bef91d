// FPnew's fused multiplier and adder for FP32, with registers: before it, behind it, within it, or
// everywhere.
module fpnew_staged import fpnew_pkg::*; #(parameter int REGISTERS = 0, parameter int PLACE = 0) (
    input logic clk_i, input logic rst_ni, input logic valid_i, output logic ready_o,
    input logic [2:0] op_i, input logic [2:0] mode_i,
    input logic [31:0] a_i, input logic [31:0] b_i, input logic [31:0] c_i,
    output logic valid_o, input logic ready_i, output logic [31:0] result_o, output logic [4:0] flags_o);
  // the sum of two is that of the second and the third operand
  wire sums = op_i == 4 || op_i == 5;
  operation_e op;
  always_comb
    case (op_i)
      0, 1: op = FMADD;
      2, 3: op = FNMSUB;
      4, 5: op = ADD;
      default: op = MUL;
    endcase
  fpnew_fma #(.FpFormat(FP32), .NumPipeRegs(REGISTERS), .PipeConfig(pipe_config_t'(PLACE))) unit (
      .clk_i, .rst_ni, .operands_i(sums ? {b_i, a_i, 32'b0} : {c_i, b_i, a_i}), .is_boxed_i(3'b111),
      .rnd_mode_i(roundmode_e'(mode_i)), .op_i(op), .op_mod_i(op_i[0]), .tag_i(1'b0), .mask_i(1'b1),
      .aux_i(1'b0), .in_valid_i(valid_i), .in_ready_o(ready_o), .flush_i(1'b0), .result_o, .status_o(flags_o),
      .extension_bit_o(), .tag_o(), .mask_o(), .aux_o(), .out_valid_o(valid_o), .out_ready_i(ready_i), .busy_o(),
      .reg_ena_i('0));
endmodule

// The same without registers, in each cycle.
module fpnew_alone (
    input logic clk_i, input logic rst_ni, input logic [2:0] op_i, input logic [2:0] mode_i,
    input logic [31:0] a_i, input logic [31:0] b_i, input logic [31:0] c_i,
    output logic [31:0] result_o, output logic [4:0] flags_o);
  fpnew_staged unit (.valid_i(1'b1), .ready_o(), .valid_o(), .ready_i(1'b1), .*);
endmodule
