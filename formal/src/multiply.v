// A multiplier for Yosys' `techmap`: a row of sums, one for each bit of B.
//
// Yosys' own mapping builds its tree of adders in an order that depends on the names it makes up, so that two versions of a design would differ in
// every product, and a solver would have to prove that products are equal.

(* techmap_celltype = "$mul" *)
module heddle_multiply (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;

    input [A_WIDTH-1:0] A;
    input [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;

    localparam SIGNED = A_SIGNED && B_SIGNED;
    // a sign takes part as often as the result is wide
    localparam BITS = SIGNED || B_WIDTH > Y_WIDTH ? Y_WIDTH : B_WIDTH;

    wire [Y_WIDTH-1:0] a, b;
    wire [Y_WIDTH*(BITS+1)-1:0] sums;
    generate
        if (SIGNED) begin
            assign a = $signed(A);
            assign b = $signed(B);
        end else begin
            assign a = A;
            assign b = B;
        end
        assign sums[Y_WIDTH-1:0] = 0;
        genvar n;
        for (n = 0; n < BITS; n = n + 1) begin
            assign sums[Y_WIDTH*(n+1) +: Y_WIDTH] = sums[Y_WIDTH*n +: Y_WIDTH] + (b[n] ? a << n : 0);
        end
    endgenerate
    assign Y = sums[Y_WIDTH*BITS +: Y_WIDTH];
endmodule
