// A queue of four words: what goes in first comes out first.
module queue(input logic clk_i, input logic rst_ni,
             input logic push_i, input logic [31:0] data_i, output logic full_o,
             input logic pop_i, output logic [31:0] data_o, output logic empty_o);
  logic [31:0] words [4];
  logic [1:0] first, last;
  logic [2:0] count;

  assign full_o = count == 4;
  assign empty_o = count == 0;
  assign data_o = words[first];

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      first <= 0;
      last <= 0;
      count <= 0;
    end else begin
      if (push_i) begin
        words[last] <= data_i;
        last <= last + 1;
      end
      if (pop_i) first <= first + 1;
      count <= count + 3'(push_i) - 3'(pop_i);
    end
endmodule
