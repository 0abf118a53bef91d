// Vortex's fused multiplier and adder for FP32, which takes operands in every cycle.
module vortex_alone import VX_gpu_pkg::*; (
    input logic clk, input logic reset, input logic [2:0] op_i, input logic [2:0] mode_i,
    input logic [31:0] a_i, input logic [31:0] b_i, input logic [31:0] c_i,
    output logic [31:0] result_o, output logic [4:0] flags_o);
  // of a product, the sign of the addend is that of RISC-V's FMSUB and FNMADD
  logic [INST_FPU_BITS-1:0] op;
  logic subtracts;
  always_comb
    case (op_i)
      0: {op, subtracts} = {INST_FPU_BITS'(INST_FPU_MADD), 1'b0};
      1: {op, subtracts} = {INST_FPU_BITS'(INST_FPU_MADD), 1'b1};
      2: {op, subtracts} = {INST_FPU_BITS'(INST_FPU_NMADD), 1'b1};
      3: {op, subtracts} = {INST_FPU_BITS'(INST_FPU_NMADD), 1'b0};
      4: {op, subtracts} = {INST_FPU_BITS'(INST_FPU_ADD), 1'b0};
      5: {op, subtracts} = {INST_FPU_BITS'(INST_FPU_ADD), 1'b1};
      default: {op, subtracts} = {INST_FPU_BITS'(INST_FPU_MUL), 1'b0};
    endcase
  VX_fma_unit #(.LATENCY(6)) unit (
      .clk, .reset, .enable(1'b1), .mask_in(1'b1), .op_type(op), .fmt({subtracts, 1'b0}), .frm(mode_i),
      .dataa(a_i), .datab(b_i), .datac(c_i), .result(result_o), .fflags(flags_o));
endmodule
