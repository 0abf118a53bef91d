// HardFloat's fused multiplier and adder for FP32, between converters of its format.
module hardfloat_alone (
    input logic [2:0] op_i, input logic [2:0] mode_i,
    input logic [31:0] a_i, input logic [31:0] b_i, input logic [31:0] c_i,
    output logic [31:0] result_o, output logic [4:0] flags_o);
  logic [32:0] a, b, c, result;
  fNToRecFN #(8, 24) to_a (.in(a_i), .out(a));
  fNToRecFN #(8, 24) to_b (.in(b_i), .out(b));
  fNToRecFN #(8, 24) to_c (.in(c_i), .out(c));
  // tininess is detected after rounding, as RISC-V says
  mulAddRecFN #(.expWidth(8), .sigWidth(24)) unit (
      .clock(1'b0), .control(1'b1), .op({1'b0, op_i[1:0]}), .a, .b, .c, .roundingMode(mode_i),
      .out(result), .exceptionFlags(flags_o), .out_imul());
  recFNToFN #(8, 24) from (.in(result), .out(result_o));
endmodule

// What this HardFloat takes from a library: leading zeros, a product and a sum, registers (of which
// there are none here).
module bsg_counting_leading_zeros #(parameter width_p = 1, parameter width_o = $clog2(width_p + 1)) (
    input logic [width_p-1:0] a_i, output logic [width_o-1:0] num_zero_o);
  always_comb begin
    num_zero_o = width_o'(width_p);
    for (int k = 0; k < width_p; k++) if (a_i[k]) num_zero_o = width_o'(width_p - 1 - k);
  end
endmodule

module bsg_mul_add_unsigned #(parameter a = 1, parameter b = 1, parameter c = 1, parameter o_ = 1,
                              parameter int stages = 0) (
    input logic clk_i, input logic [a-1:0] a_i, input logic [b-1:0] b_i, input logic [c-1:0] c_i,
    output logic [o_-1:0] o);
  assign o = o_'(a_i) * o_'(b_i) + o_'(c_i);
endmodule

module bsg_dff_chain #(parameter width = 1, parameter int stages = 0) (
    input logic clk_i, input logic [width-1:0] data_i, output logic [width-1:0] data_o);
  assign data_o = data_i;
endmodule
