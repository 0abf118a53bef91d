// A register of a stream, with what Debian's Yosys does not read.
package stage_pkg;
  typedef struct packed {
    logic last;
    logic [7:0] data;
  } beat_t;
  function automatic logic [7:0] flipped(input logic [7:0] x);
    for (int k = 0; k < 8; k++) flipped[k] = x[7 - k];
  endfunction
endpackage

module slot #(
  parameter type T = logic
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic valid_i,
  output logic ready_o,
  input  T     data_i,
  output logic valid_o,
  input  logic ready_i,
  output T     data_o
);
  logic full_q;
  T     data_q;
  assign ready_o = !full_q || ready_i;
  assign valid_o = full_q;
  assign data_o  = data_q;
  logic [1:0] level;
  assign level = {1'b0, full_q};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= 1'b0;
      data_q <= '0;
    end else if (ready_o) begin
      full_q <= valid_i;
      if (valid_i) data_q <= data_i;
    end
  end
endmodule

module stage
  import stage_pkg::*;
#(
  parameter int unsigned FLIP = 0
) (
  input  logic  clk_i,
  input  logic  rst_ni,
  input  logic  in_valid_i,
  output logic  in_ready_o,
  input  beat_t in_beat_i,
  output logic  out_valid_o,
  input  logic  out_ready_i,
  output beat_t out_beat_o
);
  beat_t turned;
  always_comb begin
    turned = in_beat_i;
    if (FLIP != 0) turned.data = flipped(in_beat_i.data);
  end
  slot #(.T(beat_t)) i_slot (
    .clk_i, .rst_ni,
    .valid_i(in_valid_i), .ready_o(in_ready_o), .data_i(turned),
    .valid_o(out_valid_o), .ready_i(out_ready_i), .data_o(out_beat_o)
  );
endmodule
