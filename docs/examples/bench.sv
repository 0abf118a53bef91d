// A bench of slp/tiny: random inputs, and the golden model as the scoreboard.
`include "slp-tiny.vh"

module bench;
    logic clock = 0;
    always #1 clock = !clock;

    logic reset = 1;
    logic launch_valid = 0, launch_plain = 0, read_valid = 0, accept_valid = 0, decline = 0, warp_ready = 0;
    logic [`HEDDLE_SLP_TINY_BITS_OF_LAUNCH_SLOT-1:0] launch_slot = 0, launch_warp = 0, read_slot = 0;
    logic [`HEDDLE_SLP_TINY_WIDTH-1:0] launch_threads = 0, read_threads = 0, accept_mask$0 = 0, accept_mask$1 = 0;
    logic [1:0] accept_tag = 0;

    logic launched, read_shown, accept_ready, counted_valid, warp_valid, warp_last;
    logic [`HEDDLE_SLP_TINY_WIDTH-1:0] launch_lanes, read_lanes, warp_lanes;
    logic [`HEDDLE_SLP_TINY_BITS_OF_READ_XOR-1:0] read_xor;
    logic [`HEDDLE_SLP_TINY_BITS_OF_COUNTED_WARPS-1:0] counted_warps, counted_plain;
    logic [1:0] counted_tag, warp_tag;
    logic [`HEDDLE_SLP_TINY_BITS_OF_WARP_SOURCE-1:0] warp_source$0, warp_source$1, warp_source$2, warp_source$3;

    slp dut (.*);
    bind slp slp_tiny_golden golden (.*);

    initial begin
        @(negedge clock) reset = 0;
        // every slot is launched before it is read
        for (int slot = 0; slot < `HEDDLE_SLP_TINY_WARPS; slot++)
            @(negedge clock) {launch_valid, launch_slot, launch_warp} = {1'b1, 1'(slot), 1'(slot)};
        repeat (10000) @(negedge clock) begin
            {launch_valid, launch_plain, launch_slot, launch_warp, launch_threads} = 8'($urandom);
            {read_valid, read_slot, read_threads} = 6'($urandom);
            {accept_valid, accept_mask$0, accept_mask$1} = 9'($urandom);
            accept_tag = 2'($urandom % 3);
            {decline, warp_ready} = 2'($urandom);
        end
        $display("equal in %0d cycles", heddle_golden::heddle_golden_cycles(dut.golden.model));
        $finish;
    end
endmodule
