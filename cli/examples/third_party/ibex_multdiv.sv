// Ibex's multiplier and divider with what surrounds it in the core: the ALU's adder, and the
// registers of intermediate values. `op_i` is funct3 of RISC-V's M extension.
module ibex_multdiv #(parameter bit STEADY = 0) (
    input logic clk_i, input logic rst_ni,
    input logic valid_i, output logic ready_o,
    input logic [2:0] op_i, input logic [31:0] a_i, input logic [31:0] b_i,
    output logic valid_o, output logic [31:0] result_o);
  logic [32:0] x, y;
  logic [33:0] sum, held [2], next [2];
  logic [1:0] write;
  logic done;
  assign sum = x + y;
  assign valid_o = valid_i & done;
  assign ready_o = valid_o;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) held <= '{default: '0};
    else for (int k = 0; k < 2; k++) if (write[k]) held[k] <= next[k];

  wire divides = op_i[2];
  // mulhsu has one signed factor; division and remainder are signed or not
  wire [1:0] signs = divides ? {2{~op_i[0]}} : op_i == 1 ? 2'b11 : op_i == 2 ? 2'b01 : 2'b00;
  wire [1:0] what = divides ? {1'b1, op_i[1]} : {1'b0, op_i != 0};

  ibex_multdiv_fast unit (
      .clk_i, .rst_ni, .mult_en_i(valid_i & ~divides), .div_en_i(valid_i & divides),
      .mult_sel_i(~divides), .div_sel_i(divides), .operator_i(ibex_pkg::md_op_e'(what)),
      .signed_mode_i(signs), .op_a_i(a_i), .op_b_i(b_i), .alu_adder_ext_i(sum),
      .alu_adder_i(sum[32:1]), .equal_to_zero_i(sum[32:1] == 0), .data_ind_timing_i(STEADY),
      .alu_operand_a_o(x), .alu_operand_b_o(y), .imd_val_q_i(held), .imd_val_d_o(next),
      .imd_val_we_o(write), .multdiv_ready_id_i(1'b1), .multdiv_result_o(result_o), .valid_o(done));
endmodule
