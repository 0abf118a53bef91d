// Two lanes, of which one is slow: results come in any order of their tags.
module lanes(input logic clk_i, input logic rst_ni,
             input logic valid_i, output logic ready_o,
             input logic slow_i, input logic [3:0] id_i, input logic [15:0] x_i,
             output logic valid_o, input logic ready_i,
             output logic slow_o, output logic [3:0] id_o, output logic [15:0] y_o);
  logic [1:0] busy;
  logic [3:0] id [2];
  logic [15:0] y [2];
  logic [2:0] left;
  logic [1:0] done, take, give;

  assign done = {busy[1] && left == 0, busy[0]};
  assign ready_o = slow_i ? !busy[1] : !busy[0];
  assign take = valid_i && ready_o ? (slow_i ? 2'b10 : 2'b01) : 2'b00;
  assign slow_o = !done[0];
  assign valid_o = done != 0;
  assign id_o = id[slow_o];
  assign y_o = y[slow_o];
  assign give = valid_o && ready_i ? (slow_o ? 2'b10 : 2'b01) : 2'b00;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) busy <= 0;
    else begin
      busy <= (busy & ~give) | take;
      if (left != 0) left <= left - 1;
      if (take[1]) left <= 6;
      for (int lane = 0; lane < 2; lane++)
        if (take[lane]) begin
          id[lane] <= id_i;
          y[lane] <= 3 * x_i + 16'(slow_i);
        end
    end
endmodule
