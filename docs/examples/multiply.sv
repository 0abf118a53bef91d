// A multiplier that takes as many cycles as its second factor has bits.
module multiply(input logic clk_i, input logic rst_ni,
                input logic valid_i, output logic ready_o, input logic [15:0] a_i, input logic [15:0] b_i,
                output logic valid_o, input logic ready_i, output logic [31:0] product_o);
  logic busy;
  logic [31:0] a;
  logic [15:0] b;

  assign ready_o = ~busy;
  assign valid_o = busy && b == 0;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) busy <= 0;
    else if (!busy) begin
      busy <= valid_i;
      a <= 32'(a_i);
      b <= b_i;
      product_o <= 0;
    end else if (b != 0) begin
      if (b[0]) product_o <= product_o + a;
      a <= a << 1;
      b <= b >> 1;
    end else if (ready_i) busy <= 0;
endmodule
