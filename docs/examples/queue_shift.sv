// The same queue as a shift register: the first word is always at 0.
module queue(input logic clk_i, input logic rst_ni,
             input logic push_i, input logic [31:0] data_i, output logic full_o,
             input logic pop_i, output logic [31:0] data_o, output logic empty_o);
  logic [31:0] words [4];
  logic [2:0] count;
  logic [2:0] left;

  assign full_o = count == 4;
  assign empty_o = count == 0;
  assign data_o = words[0];
  assign left = count - 3'(pop_i);

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count <= 0;
    else begin
      if (pop_i) for (int k = 0; k < 3; k++) words[k] <= words[k + 1];
      if (push_i) words[left[1:0]] <= data_i;
      count <= left + 3'(push_i);
    end
endmodule
