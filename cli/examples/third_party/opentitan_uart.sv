// OpenTitan's transmitter and receiver, line to line, at sixteen cycles a bit.
module opentitan_uart #(parameter bit PARITY = 0, parameter bit ODD = 0) (
    input logic clk_i, input logic rst_ni,
    input logic wr_i, input logic [7:0] data_i, output logic idle_o,
    output logic valid_o, output logic [7:0] data_o, output logic error_o);
  logic line, frame, parity;
  assign error_o = frame | parity;

  uart_tx sender (.clk_i, .rst_ni, .tx_enable(1'b1), .tick_baud_x16(1'b1), .parity_enable(PARITY),
                  .wr(wr_i), .wr_parity(^data_i ^ ODD), .wr_data(data_i), .idle(idle_o), .tx(line));
  uart_rx receiver (.clk_i, .rst_ni, .rx_enable(1'b1), .tick_baud_x16(1'b1), .parity_enable(PARITY),
                    .parity_odd(ODD), .tick_baud(), .rx_valid(valid_o), .rx_data(data_o), .idle(),
                    .frame_err(frame), .rx_parity_err(parity), .rx(line));
endmodule
