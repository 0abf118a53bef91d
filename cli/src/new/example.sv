// A FIFO: a word that is pushed while it is not full is popped after those before it.
module NAME #(parameter int unsigned DEPTH = 4) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        push_i,
  input  logic [31:0] data_i,
  output logic        full_o,
  input  logic        pop_i,
  output logic [31:0] data_o,
  output logic        empty_o
);
  logic [31:0] words[DEPTH];
  logic [$clog2(DEPTH)-1:0] first, next;
  logic [$clog2(DEPTH+1)-1:0] count;

  assign full_o  = count == ($clog2(DEPTH+1))'(DEPTH);
  assign empty_o = count == 0;
  assign data_o  = words[first];

  wire push = push_i & ~full_o;
  wire pop  = pop_i & ~empty_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first <= '0;
      next  <= '0;
      count <= '0;
    end else begin
      if (push) begin
        words[next] <= data_i;
        next        <= next + 1'b1;
      end
      if (pop) first <= first + 1'b1;
      count <= count + ($clog2(DEPTH+1))'(push) - ($clog2(DEPTH+1))'(pop);
    end
  end
endmodule
