// The carries of a sum by parallel prefixes (P. Kogge and H. Stone, 1973): level by level, each
// place looks twice as far below it. P and G: a place propagates, or generates, a carry; CI: the
// carry into the lowest place; CO: the carry out of each.
// Yosys takes the first module by name, and its own one is called _90_lcu.
(* techmap_celltype = "$lcu" *)
module _80_carries(P, G, CI, CO);
    parameter WIDTH = 2;
    localparam LEVELS = $clog2(WIDTH);
    input [WIDTH-1:0] P, G;
    input CI;
    output [WIDTH-1:0] CO;
    // WIDTH bits a level
    wire [(LEVELS+1)*WIDTH-1:0] p, g;
    assign p[WIDTH-1:0] = P;
    assign g[WIDTH-1:0] = G | (P[0] & CI);
    genvar level, place;
    generate
        for (level = 0; level < LEVELS; level = level + 1)
            for (place = 0; place < WIDTH; place = place + 1)
                if (place < 2**level) begin
                    assign p[(level+1)*WIDTH+place] = p[level*WIDTH+place];
                    assign g[(level+1)*WIDTH+place] = g[level*WIDTH+place];
                end else begin
                    assign p[(level+1)*WIDTH+place] = p[level*WIDTH+place] & p[level*WIDTH+place-2**level];
                    assign g[(level+1)*WIDTH+place] =
                        g[level*WIDTH+place] | (p[level*WIDTH+place] & g[level*WIDTH+place-2**level]);
                end
    endgenerate
    assign CO = g[LEVELS*WIDTH +: WIDTH];
endmodule
