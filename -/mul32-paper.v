// heddle emit mul32/paper
module mul32(clock,reset,a,b,signs,low,high);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  signs;
    output reg  [31:0] low;
    output reg  [31:0] high;
    // Stub signals
    reg  no_clock$d;
    reg  no_reset$d;
    reg  [31:0] mul$a;
    reg  [31:0] mul$b;
    reg  mul$signs;
    wire  [31:0] mul$low;
    wire  [31:0] mul$high;
    // Sub module instances
    mul32$no_clock no_clock(
        .d(no_clock$d)
    );
    mul32$no_clock no_reset(
        .d(no_reset$d)
    );
    mul32$mul mul(
        .a(mul$a),
        .b(mul$b),
        .signs(mul$signs),
        .low(mul$low),
        .high(mul$high)
    );
    // Update code
    always @(*) begin
        no_clock$d = clock;
        no_reset$d = reset;
        mul$a = a;
        mul$b = b;
        mul$signs = signs;
        low = mul$low;
        high = mul$high;
    end
endmodule

module mul32$mul(a,b,signs,low,high);
    // Module arguments
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  signs;
    output reg  [31:0] low;
    output reg  [31:0] high;
    // Update code (custom)
    wire [63:0] product = {32'd0, a} * {32'd0, b};
    wire [31:0] less_b = (signs & a[31]) ? b : 32'd0;
    wire [31:0] less_a = (signs & b[31]) ? a : 32'd0;
    always @(*) low = product[31:0];
    always @(*) high = product[63:32] - less_b - less_a;
endmodule

module mul32$no_clock(d);
    // Module arguments
    input wire  d;
    // Update code (custom)
    wire _unused = &{1'b0, d};
endmodule

