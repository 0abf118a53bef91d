// HardFloat's fused multiplier and adder, its adder and its multiplier for FP32, between converters of
// its format.
module hardfloat_alone (
    input logic [2:0] op_i, input logic [2:0] mode_i,
    input logic [31:0] a_i, input logic [31:0] b_i, input logic [31:0] c_i,
    output logic [31:0] result_o, output logic [4:0] flags_o);
  logic [32:0] a, b, c, sum, product, both;
  logic [4:0] sum_flags, product_flags, both_flags;
  fNToRecFN #(8, 24) to_a (.in(a_i), .out(a));
  fNToRecFN #(8, 24) to_b (.in(b_i), .out(b));
  fNToRecFN #(8, 24) to_c (.in(c_i), .out(c));
  // tininess is detected after rounding, as RISC-V says
  mulAddRecFN #(.expWidth(8), .sigWidth(24)) fused (
      .clock(1'b0), .control(1'b1), .op({1'b0, op_i[1:0]}), .a, .b, .c, .roundingMode(mode_i),
      .out(both), .exceptionFlags(both_flags), .out_imul());
  addRecFN #(.expWidth(8), .sigWidth(24)) adder (
      .control(1'b1), .subOp(op_i[0]), .a, .b, .roundingMode(mode_i), .out(sum), .exceptionFlags(sum_flags));
  mulRecFN #(.expWidth(8), .sigWidth(24)) multiplier (
      .control(1'b1), .a, .b, .roundingMode(mode_i), .out(product), .exceptionFlags(product_flags));
  recFNToFN #(8, 24) from (.in(op_i == 6 ? product : op_i[2] ? sum : both), .out(result_o));
  assign flags_o = op_i == 6 ? product_flags : op_i[2] ? sum_flags : both_flags;
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
