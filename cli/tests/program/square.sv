// Squares, three cycles later.
module square(input logic clk_i, input logic rst_ni,
              input logic valid_i, input logic [7:0] a_i,
              output logic valid_o, output logic [15:0] square_o);
  logic [2:0] valid;
  logic [15:0] stage [3];

  assign valid_o = valid[2];
  assign square_o = stage[2];

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) valid <= 0;
    else begin
      valid <= {valid[1:0], valid_i};
      stage[0] <= a_i * a_i;
      stage[1] <= stage[0];
      stage[2] <= stage[1];
    end
endmodule
