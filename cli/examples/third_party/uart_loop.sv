// A UART whose line comes back: eight cycles and more a bit, and errors until the next reset.
module uart_loop #(parameter PRESCALE = 1) (
    input wire clk, input wire rst,
    input wire [7:0] s_axis_tdata, input wire s_axis_tvalid, output wire s_axis_tready,
    output wire [7:0] m_axis_tdata, output wire m_axis_tvalid, output wire error_o);
  wire line, overrun, frame;
  reg failed;
  assign error_o = failed | overrun | frame;
  always @(posedge clk) failed <= ~rst & error_o;

  uart uart (.clk(clk), .rst(rst), .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid),
             .s_axis_tready(s_axis_tready), .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid),
             .m_axis_tready(1'b1), .rxd(line), .txd(line), .tx_busy(), .rx_busy(),
             .rx_overrun_error(overrun), .rx_frame_error(frame), .prescale(16'(PRESCALE)));
endmodule
