module slp(clock,reset,launch_valid,launch_slot,launch_warp,launch_plain,launch_threads,read_valid,read_slot,read_threads,accept_valid,accept_tag,accept_mask$0,accept_mask$1,decline,warp_ready,launched,launch_lanes,read_shown,read_xor,read_lanes,accept_ready,counted_valid,counted_tag,counted_warps,counted_plain,warp_valid,warp_tag,warp_last,warp_lanes,warp_source$0,warp_source$1,warp_source$2,warp_source$3);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  launch_valid;
    input wire  launch_slot;
    input wire  launch_warp;
    input wire  launch_plain;
    input wire  [3:0] launch_threads;
    input wire  read_valid;
    input wire  read_slot;
    input wire  [3:0] read_threads;
    input wire  accept_valid;
    input wire  [1:0] accept_tag;
    input wire  [3:0] accept_mask$0;
    input wire  [3:0] accept_mask$1;
    input wire  decline;
    input wire  warp_ready;
    output reg  launched;
    output reg  [3:0] launch_lanes;
    output reg  read_shown;
    output reg  [1:0] read_xor;
    output reg  [3:0] read_lanes;
    output reg  accept_ready;
    output reg  counted_valid;
    output reg  [1:0] counted_tag;
    output reg  [1:0] counted_warps;
    output reg  [1:0] counted_plain;
    output reg  warp_valid;
    output reg  [1:0] warp_tag;
    output reg  warp_last;
    output reg  [3:0] warp_lanes;
    output reg  warp_source$0;
    output reg  warp_source$1;
    output reg  warp_source$2;
    output reg  warp_source$3;
    // Stub signals
    reg  balanced$warp;
    reg  balanced$plain;
    wire  [1:0] balanced$mask;
    reg  masks$clock;
    reg  masks$write;
    reg  masks$write_at;
    reg  [1:0] masks$d;
    reg  masks$read_at;
    wire  [1:0] masks$q;
    reg  [1:0] launch_network$mask;
    reg  [3:0] launch_network$threads;
    wire  [3:0] launch_network$lanes;
    reg  [1:0] read_network$mask;
    reg  [3:0] read_network$threads;
    wire  [3:0] read_network$lanes;
    reg  compactor$clock;
    reg  compactor$reset;
    reg  compactor$accept_valid;
    reg  [1:0] compactor$accept_tag;
    reg  [3:0] compactor$accept_mask$0;
    reg  [3:0] compactor$accept_mask$1;
    reg  compactor$decline;
    reg  compactor$warp_ready;
    wire  compactor$accept_ready;
    wire  compactor$counted_valid;
    wire  [1:0] compactor$counted_warps;
    wire  [1:0] compactor$counted_plain;
    wire  compactor$warp_valid;
    wire  compactor$warp_last;
    wire  [3:0] compactor$warp_lanes;
    wire  compactor$warp_source$0;
    wire  compactor$warp_source$1;
    wire  compactor$warp_source$2;
    wire  compactor$warp_source$3;
    wire  [1:0] compactor$tag;
    // Sub module instances
    slp$balanced balanced(
        .warp(balanced$warp),
        .plain(balanced$plain),
        .mask(balanced$mask)
    );
    slp$masks masks(
        .clock(masks$clock),
        .write(masks$write),
        .write_at(masks$write_at),
        .d(masks$d),
        .read_at(masks$read_at),
        .q(masks$q)
    );
    slp$launch_network launch_network(
        .mask(launch_network$mask),
        .threads(launch_network$threads),
        .lanes(launch_network$lanes)
    );
    slp$launch_network read_network(
        .mask(read_network$mask),
        .threads(read_network$threads),
        .lanes(read_network$lanes)
    );
    slp$compactor compactor(
        .clock(compactor$clock),
        .reset(compactor$reset),
        .accept_valid(compactor$accept_valid),
        .accept_tag(compactor$accept_tag),
        .accept_mask$0(compactor$accept_mask$0),
        .accept_mask$1(compactor$accept_mask$1),
        .decline(compactor$decline),
        .warp_ready(compactor$warp_ready),
        .accept_ready(compactor$accept_ready),
        .counted_valid(compactor$counted_valid),
        .counted_warps(compactor$counted_warps),
        .counted_plain(compactor$counted_plain),
        .warp_valid(compactor$warp_valid),
        .warp_last(compactor$warp_last),
        .warp_lanes(compactor$warp_lanes),
        .warp_source$0(compactor$warp_source$0),
        .warp_source$1(compactor$warp_source$1),
        .warp_source$2(compactor$warp_source$2),
        .warp_source$3(compactor$warp_source$3),
        .tag(compactor$tag)
    );
    // Update code
    always @(*) begin
        masks$clock = clock;
        compactor$clock = clock;
        balanced$warp = launch_warp;
        balanced$plain = launch_plain;
        masks$write = launch_valid;
        masks$write_at = launch_slot;
        masks$d = balanced$mask;
        launch_network$mask = balanced$mask;
        launch_network$threads = launch_threads;
        launched = launch_valid;
        launch_lanes = launch_network$lanes;
        masks$read_at = read_slot;
        read_network$mask = masks$q;
        read_network$threads = read_threads;
        read_shown = read_valid;
        read_xor = masks$q;
        read_lanes = read_network$lanes;
        compactor$reset = reset;
        compactor$accept_valid = accept_valid;
        compactor$accept_tag = accept_tag;
        compactor$accept_mask$0 = accept_mask$0;
        compactor$accept_mask$1 = accept_mask$1;
        compactor$decline = decline;
        compactor$warp_ready = warp_ready;
        accept_ready = compactor$accept_ready;
        counted_valid = compactor$counted_valid;
        counted_tag = compactor$tag;
        counted_warps = compactor$counted_warps;
        counted_plain = compactor$counted_plain;
        warp_valid = compactor$warp_valid;
        warp_tag = compactor$tag;
        warp_last = compactor$warp_last;
        warp_lanes = compactor$warp_lanes;
        warp_source$0 = compactor$warp_source$0;
        warp_source$1 = compactor$warp_source$1;
        warp_source$2 = compactor$warp_source$2;
        warp_source$3 = compactor$warp_source$3;
    end
endmodule

module slp$balanced(warp,plain,mask);
    // Module arguments
    input wire  warp;
    input wire  plain;
    output reg  [1:0] mask;
    // Constant declarations
    localparam  one = 2'b1;
    localparam  zero = 2'b0;
    // Stub signals
    reg  id$d;
    wire  [1:0] id$q;
    // Local signals
    reg  [1:0] half;
    // Sub module instances
    slp$balanced$id id(
        .d(id$d),
        .q(id$q)
    );
    // Update code
    always @(*) begin
        id$d = warp;
        half = id$q >> one;
        mask = half;
        if (|(id$q & one)) begin
            mask = ~half;
        end
        if (plain) begin
            mask = zero;
        end
    end
endmodule

module slp$balanced$id(d,q);
    // Module arguments
    input wire  d;
    output reg  [1:0] q;
    // Update code (custom)
    always @(*) q = {1'd0, d};
endmodule

module slp$compactor(clock,reset,accept_valid,accept_tag,accept_mask$0,accept_mask$1,decline,warp_ready,accept_ready,counted_valid,counted_warps,counted_plain,warp_valid,warp_last,warp_lanes,warp_source$0,warp_source$1,warp_source$2,warp_source$3,tag);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  accept_valid;
    input wire  [1:0] accept_tag;
    input wire  [3:0] accept_mask$0;
    input wire  [3:0] accept_mask$1;
    input wire  decline;
    input wire  warp_ready;
    output reg  accept_ready;
    output reg  counted_valid;
    output reg  [1:0] counted_warps;
    output reg  [1:0] counted_plain;
    output reg  warp_valid;
    output reg  warp_last;
    output reg  [3:0] warp_lanes;
    output reg  warp_source$0;
    output reg  warp_source$1;
    output reg  warp_source$2;
    output reg  warp_source$3;
    output reg  [1:0] tag;
    // Stub signals
    reg  counted$clock;
    reg  counted$reset;
    reg  counted$d;
    wire  counted$q;
    reg  declined$clock;
    reg  declined$load;
    reg  declined$d;
    wire  declined$q;
    reg  is_tagged$clock;
    reg  is_tagged$load;
    reg  [1:0] is_tagged$d;
    wire  [1:0] is_tagged$q;
    reg  columns$clock;
    reg  columns$load;
    reg  [3:0] columns$rows$0;
    reg  [3:0] columns$rows$1;
    reg  columns$step;
    reg  [1:0] columns$d$0;
    reg  [1:0] columns$d$1;
    reg  [1:0] columns$d$2;
    reg  [1:0] columns$d$3;
    wire  [1:0] columns$q$0;
    wire  [1:0] columns$q$1;
    wire  [1:0] columns$q$2;
    wire  [1:0] columns$q$3;
    reg  fullest$clock;
    reg  fullest$accept;
    reg  [3:0] fullest$mask$0;
    reg  [3:0] fullest$mask$1;
    wire  [1:0] fullest$threads;
    wire  fullest$single;
    reg  rows$clock;
    reg  rows$accept;
    reg  [3:0] rows$mask$0;
    reg  [3:0] rows$mask$1;
    reg  rows$step;
    wire  [1:0] rows$waiting;
    wire  [1:0] rows$first;
    wire  rows$first_warp;
    wire  rows$last;
    reg  left$clock;
    reg  left$reset;
    reg  left$counted;
    reg  [1:0] left$compacted;
    reg  left$some;
    reg  left$single;
    reg  left$declined;
    reg  left$last_row;
    reg  left$step;
    wire  left$any;
    wire  left$last;
    reg  turn$reset;
    reg  turn$counted;
    reg  turn$held;
    reg  turn$last;
    reg  turn$accept_valid;
    reg  turn$warp_ready;
    wire  turn$accept_ready;
    wire  turn$accept;
    wire  turn$warp_valid;
    wire  turn$step;
    reg  [1:0] lane$0$column;
    reg  lane$0$declined;
    reg  [1:0] lane$0$first;
    reg  lane$0$first_warp;
    wire  lane$0$filled;
    wire  lane$0$source;
    wire  [1:0] lane$0$rest;
    reg  [1:0] lane$1$column;
    reg  lane$1$declined;
    reg  [1:0] lane$1$first;
    reg  lane$1$first_warp;
    wire  lane$1$filled;
    wire  lane$1$source;
    wire  [1:0] lane$1$rest;
    reg  [1:0] lane$2$column;
    reg  lane$2$declined;
    reg  [1:0] lane$2$first;
    reg  lane$2$first_warp;
    wire  lane$2$filled;
    wire  lane$2$source;
    wire  [1:0] lane$2$rest;
    reg  [1:0] lane$3$column;
    reg  lane$3$declined;
    reg  [1:0] lane$3$first;
    reg  lane$3$first_warp;
    wire  lane$3$filled;
    wire  lane$3$source;
    wire  [1:0] lane$3$rest;
    reg  [1:0] split_rows$d;
    wire  split_rows$q$0;
    wire  split_rows$q$1;
    reg  plain$d$0;
    reg  plain$d$1;
    wire  plain$q$0;
    wire  plain$q$1;
    reg  join_plain$d$0;
    reg  join_plain$d$1;
    wire  [1:0] join_plain$q;
    reg  join_filled$d$0;
    reg  join_filled$d$1;
    reg  join_filled$d$2;
    reg  join_filled$d$3;
    wire  [3:0] join_filled$q;
    // Sub module instances
    slp$compactor$left$any_q counted(
        .clock(counted$clock),
        .reset(counted$reset),
        .d(counted$d),
        .q(counted$q)
    );
    slp$compactor$left$last_q declined(
        .clock(declined$clock),
        .load(declined$load),
        .d(declined$d),
        .q(declined$q)
    );
    slp$compactor$left$warps is_tagged(
        .clock(is_tagged$clock),
        .load(is_tagged$load),
        .d(is_tagged$d),
        .q(is_tagged$q)
    );
    slp$compactor$columns columns(
        .clock(columns$clock),
        .load(columns$load),
        .rows$0(columns$rows$0),
        .rows$1(columns$rows$1),
        .step(columns$step),
        .d$0(columns$d$0),
        .d$1(columns$d$1),
        .d$2(columns$d$2),
        .d$3(columns$d$3),
        .q$0(columns$q$0),
        .q$1(columns$q$1),
        .q$2(columns$q$2),
        .q$3(columns$q$3)
    );
    slp$compactor$fullest fullest(
        .clock(fullest$clock),
        .accept(fullest$accept),
        .mask$0(fullest$mask$0),
        .mask$1(fullest$mask$1),
        .threads(fullest$threads),
        .single(fullest$single)
    );
    slp$compactor$rows rows(
        .clock(rows$clock),
        .accept(rows$accept),
        .mask$0(rows$mask$0),
        .mask$1(rows$mask$1),
        .step(rows$step),
        .waiting(rows$waiting),
        .first(rows$first),
        .first_warp(rows$first_warp),
        .last(rows$last)
    );
    slp$compactor$left left(
        .clock(left$clock),
        .reset(left$reset),
        .counted(left$counted),
        .compacted(left$compacted),
        .some(left$some),
        .single(left$single),
        .declined(left$declined),
        .last_row(left$last_row),
        .step(left$step),
        .any(left$any),
        .last(left$last)
    );
    slp$compactor$turn turn(
        .reset(turn$reset),
        .counted(turn$counted),
        .held(turn$held),
        .last(turn$last),
        .accept_valid(turn$accept_valid),
        .warp_ready(turn$warp_ready),
        .accept_ready(turn$accept_ready),
        .accept(turn$accept),
        .warp_valid(turn$warp_valid),
        .step(turn$step)
    );
    slp$compactor$lane$0 lane$0(
        .column(lane$0$column),
        .declined(lane$0$declined),
        .first(lane$0$first),
        .first_warp(lane$0$first_warp),
        .filled(lane$0$filled),
        .source(lane$0$source),
        .rest(lane$0$rest)
    );
    slp$compactor$lane$0 lane$1(
        .column(lane$1$column),
        .declined(lane$1$declined),
        .first(lane$1$first),
        .first_warp(lane$1$first_warp),
        .filled(lane$1$filled),
        .source(lane$1$source),
        .rest(lane$1$rest)
    );
    slp$compactor$lane$0 lane$2(
        .column(lane$2$column),
        .declined(lane$2$declined),
        .first(lane$2$first),
        .first_warp(lane$2$first_warp),
        .filled(lane$2$filled),
        .source(lane$2$source),
        .rest(lane$2$rest)
    );
    slp$compactor$lane$0 lane$3(
        .column(lane$3$column),
        .declined(lane$3$declined),
        .first(lane$3$first),
        .first_warp(lane$3$first_warp),
        .filled(lane$3$filled),
        .source(lane$3$source),
        .rest(lane$3$rest)
    );
    slp$compactor$split_rows split_rows(
        .d(split_rows$d),
        .q$0(split_rows$q$0),
        .q$1(split_rows$q$1)
    );
    slp$compactor$plain plain(
        .d$0(plain$d$0),
        .d$1(plain$d$1),
        .q$0(plain$q$0),
        .q$1(plain$q$1)
    );
    slp$compactor$rows$active join_plain(
        .d$0(join_plain$d$0),
        .d$1(join_plain$d$1),
        .q(join_plain$q)
    );
    slp$compactor$join_filled join_filled(
        .d$0(join_filled$d$0),
        .d$1(join_filled$d$1),
        .d$2(join_filled$d$2),
        .d$3(join_filled$d$3),
        .q(join_filled$q)
    );
    // Update code
    always @(*) begin
        counted$clock = clock;
        declined$clock = clock;
        is_tagged$clock = clock;
        columns$clock = clock;
        fullest$clock = clock;
        rows$clock = clock;
        left$clock = clock;
        split_rows$d = rows$waiting;
        plain$d$0 = split_rows$q$0;
        plain$d$1 = split_rows$q$1;
        join_plain$d$0 = plain$q$0;
        join_plain$d$1 = plain$q$1;
        counted_valid = counted$q;
        counted_warps = fullest$threads;
        counted_plain = join_plain$q;
        lane$0$column = columns$q$0;
        lane$0$declined = declined$q;
        lane$0$first = rows$first;
        lane$0$first_warp = rows$first_warp;
        join_filled$d$0 = lane$0$filled;
        warp_source$0 = lane$0$source;
        lane$1$column = columns$q$1;
        lane$1$declined = declined$q;
        lane$1$first = rows$first;
        lane$1$first_warp = rows$first_warp;
        join_filled$d$1 = lane$1$filled;
        warp_source$1 = lane$1$source;
        lane$2$column = columns$q$2;
        lane$2$declined = declined$q;
        lane$2$first = rows$first;
        lane$2$first_warp = rows$first_warp;
        join_filled$d$2 = lane$2$filled;
        warp_source$2 = lane$2$source;
        lane$3$column = columns$q$3;
        lane$3$declined = declined$q;
        lane$3$first = rows$first;
        lane$3$first_warp = rows$first_warp;
        join_filled$d$3 = lane$3$filled;
        warp_source$3 = lane$3$source;
        warp_valid = turn$warp_valid;
        warp_last = left$last;
        warp_lanes = join_filled$q;
        tag = is_tagged$q;
        turn$reset = reset;
        turn$counted = counted$q;
        turn$held = left$any;
        turn$last = left$last;
        turn$accept_valid = accept_valid;
        turn$warp_ready = warp_ready;
        accept_ready = turn$accept_ready;
        counted$reset = reset;
        counted$d = turn$accept;
        is_tagged$load = turn$accept;
        is_tagged$d = accept_tag;
        declined$load = counted$q;
        declined$d = decline;
        fullest$accept = turn$accept;
        rows$accept = turn$accept;
        rows$step = counted$q | turn$step;
        left$reset = reset;
        left$counted = counted$q;
        left$declined = declined$q;
        left$last_row = rows$last;
        left$compacted = fullest$threads;
        left$some = |rows$waiting;
        left$single = fullest$single;
        left$step = turn$step;
        columns$load = turn$accept;
        columns$step = turn$step;
        columns$rows$0 = accept_mask$0;
        fullest$mask$0 = accept_mask$0;
        rows$mask$0 = accept_mask$0;
        columns$rows$1 = accept_mask$1;
        fullest$mask$1 = accept_mask$1;
        rows$mask$1 = accept_mask$1;
        columns$d$0 = lane$0$rest;
        columns$d$1 = lane$1$rest;
        columns$d$2 = lane$2$rest;
        columns$d$3 = lane$3$rest;
    end
endmodule

module slp$compactor$columns(clock,load,rows$0,rows$1,step,d$0,d$1,d$2,d$3,q$0,q$1,q$2,q$3);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  [3:0] rows$0;
    input wire  [3:0] rows$1;
    input wire  step;
    input wire  [1:0] d$0;
    input wire  [1:0] d$1;
    input wire  [1:0] d$2;
    input wire  [1:0] d$3;
    output reg  [1:0] q$0;
    output reg  [1:0] q$1;
    output reg  [1:0] q$2;
    output reg  [1:0] q$3;
    // Update code (custom)
    always @(posedge clock)
    if (load) begin
        q$0 <= {rows$1[0], rows$0[0]};
        q$1 <= {rows$1[1], rows$0[1]};
        q$2 <= {rows$1[2], rows$0[2]};
        q$3 <= {rows$1[3], rows$0[3]};
    end else if (step) begin
        q$0 <= d$0;
        q$1 <= d$1;
        q$2 <= d$2;
        q$3 <= d$3;
    end
endmodule

module slp$compactor$fullest(clock,accept,mask$0,mask$1,threads,single);
    // Module arguments
    input wire  clock;
    input wire  accept;
    input wire  [3:0] mask$0;
    input wire  [3:0] mask$1;
    output reg  [1:0] threads;
    output reg  single;
    // Stub signals
    reg  [3:0] tally$d$0;
    reg  [3:0] tally$d$1;
    wire  [3:0] tally$q$0;
    wire  [3:0] tally$q$1;
    reg  greatest$clock;
    reg  greatest$load;
    reg  [3:0] greatest$d$0;
    reg  [3:0] greatest$d$1;
    wire  [1:0] greatest$q;
    wire  greatest$one;
    // Sub module instances
    slp$compactor$fullest$tally tally(
        .d$0(tally$d$0),
        .d$1(tally$d$1),
        .q$0(tally$q$0),
        .q$1(tally$q$1)
    );
    slp$compactor$fullest$greatest greatest(
        .clock(greatest$clock),
        .load(greatest$load),
        .d$0(greatest$d$0),
        .d$1(greatest$d$1),
        .q(greatest$q),
        .one(greatest$one)
    );
    // Update code
    always @(*) begin
        greatest$clock = clock;
        greatest$load = accept;
        tally$d$0 = mask$0;
        tally$d$1 = mask$1;
        greatest$d$0 = tally$q$0;
        greatest$d$1 = tally$q$1;
        threads = greatest$q;
        single = greatest$one;
    end
endmodule

module slp$compactor$fullest$greatest(clock,load,d$0,d$1,q,one);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  [3:0] d$0;
    input wire  [3:0] d$1;
    output reg  [1:0] q;
    output reg  one;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    reg [3:0] upper1;
    always @(posedge clock) if (load) upper1 <= d$1;
    reg [3:0] lower1;
    always @(posedge clock) if (load) lower1 <= d$0;
    `else
    reg [3:0] number$0;
    always @(posedge clock) if (load) number$0 <= d$0;
    reg [3:0] number$1;
    always @(posedge clock) if (load) number$1 <= d$1;
    wire [3:0] upper1 = number$1;
    wire [3:0] lower1 = number$0;
    `endif
    wire reached1 = |upper1;
    wire reached0_1 = ~reached1 & (|(lower1));
    wire chosen1 = reached0_1;
    always @(*) q = {reached1, chosen1};
    always @(*) one = chosen1 & ~reached1;
endmodule

module slp$compactor$fullest$tally(d$0,d$1,q$0,q$1);
    // Module arguments
    input wire  [3:0] d$0;
    input wire  [3:0] d$1;
    output reg  [3:0] q$0;
    output reg  [3:0] q$1;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [3:0] ones0_0 = d$0 ^ d$1;
    wire [3:0] ones0_1 = d$0 & d$1;
    always @(*) q$0 = ones0_0;
    always @(*) q$1 = ones0_1;
    `else
    wire [3:0] sum0 = d$0 ^ d$1;
    wire [3:0] carry0 = d$0 & d$1;
    always @(*) q$0 = sum0;
    always @(*) q$1 = carry0;
    `endif
endmodule

module slp$compactor$join_filled(d$0,d$1,d$2,d$3,q);
    // Module arguments
    input wire  d$0;
    input wire  d$1;
    input wire  d$2;
    input wire  d$3;
    output reg  [3:0] q;
    // Update code (custom)
    always @(*) q = {d$3, d$2, d$1, d$0};
endmodule

module slp$compactor$lane$0(column,declined,first,first_warp,filled,source,rest);
    // Module arguments
    input wire  [1:0] column;
    input wire  declined;
    input wire  [1:0] first;
    input wire  first_warp;
    output reg  filled;
    output reg  source;
    output reg  [1:0] rest;
    // Stub signals
    reg  [1:0] lowest$d;
    wire  [1:0] lowest$q;
    reg  [1:0] own$d;
    reg  [1:0] own$only;
    wire  own$q;
    // Local signals
    reg  [1:0] pick;
    // Sub module instances
    slp$compactor$lane$0$lowest lowest(
        .d(lowest$d),
        .q(lowest$q)
    );
    slp$compactor$lane$0$own own(
        .d(own$d),
        .only(own$only),
        .q(own$q)
    );
    // Update code
    always @(*) begin
        lowest$d = column;
        own$d = column;
        own$only = lowest$q;
        pick = lowest$q;
        source = own$q;
        filled = |column;
        if (declined) begin
            pick = first;
            source = first_warp;
            filled = |(column & first);
        end
        rest = column & ~pick;
    end
endmodule

module slp$compactor$lane$0$lowest(d,q);
    // Module arguments
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    always @(*) q[0] = d[0];
    always @(*) q[1] = d[1] & ~(d[0]);
    `else
    (* keep *) wire [0:0] below0 = d[0:0];
    always @(*) q = d & ~{below0, 1'b0};
    `endif
endmodule

module slp$compactor$lane$0$own(d,only,q);
    // Module arguments
    input wire  [1:0] d;
    input wire  [1:0] only;
    output reg  q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire some0_0 = d[0] | d[1];
    always @(*) q = {~d[0]};
    wire _unused = &{1'b0, some0_0};
    wire _unused_only = &{1'b0, only};
    `else
    always @(*) q = {|(only & 2'h2)};
    wire _unused = &{1'b0, only};
    wire _unused_d = &{1'b0, d};
    `endif
endmodule

module slp$compactor$left(clock,reset,counted,compacted,some,single,declined,last_row,step,any,last);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  counted;
    input wire  [1:0] compacted;
    input wire  some;
    input wire  single;
    input wire  declined;
    input wire  last_row;
    input wire  step;
    output reg  any;
    output reg  last;
    // Constant declarations
    localparam  one = 2'b1;
    // Stub signals
    reg  warps$clock;
    reg  warps$load;
    reg  [1:0] warps$d;
    wire  [1:0] warps$q;
    reg  any_q$clock;
    reg  any_q$reset;
    reg  any_q$d;
    wire  any_q$q;
    reg  last_q$clock;
    reg  last_q$load;
    reg  last_q$d;
    wire  last_q$q;
    // Local signals
    reg  ends;
    reg  [1:0] rest;
    // Sub module instances
    slp$compactor$left$warps warps(
        .clock(warps$clock),
        .load(warps$load),
        .d(warps$d),
        .q(warps$q)
    );
    slp$compactor$left$any_q any_q(
        .clock(any_q$clock),
        .reset(any_q$reset),
        .d(any_q$d),
        .q(any_q$q)
    );
    slp$compactor$left$last_q last_q(
        .clock(last_q$clock),
        .load(last_q$load),
        .d(last_q$d),
        .q(last_q$q)
    );
    // Update code
    always @(*) begin
        warps$clock = clock;
        any_q$clock = clock;
        last_q$clock = clock;
        ends = last_q$q;
        if (declined) begin
            ends = last_row;
        end
        any = any_q$q;
        last = ends;
        any_q$reset = reset;
        any_q$d = any_q$q & ~(step & ends);
        warps$load = counted | step;
        rest = warps$q - one;
        warps$d = rest;
        last_q$load = counted | step;
        last_q$d = rest == one;
        if (counted) begin
            any_q$d = some;
            warps$d = compacted;
            last_q$d = single;
        end
    end
endmodule

module slp$compactor$left$any_q(clock,reset,d,q);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  d;
    output reg  q;
    // Constant declarations
    localparam  zero = 1'b0;
    // Stub signals
    reg  state$clock;
    reg  state$d;
    wire  state$q;
    // Sub module instances
    slp$compactor$left$any_q$state state(
        .clock(state$clock),
        .d(state$d),
        .q(state$q)
    );
    // Update code
    always @(*) begin
        state$clock = clock;
        state$d = d;
        if (reset) begin
            state$d = zero;
        end
        q = state$q;
    end
endmodule

module slp$compactor$left$any_q$state(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  d;
    output reg  q;
    // Update code (custom)
    always @(posedge clock) q <= d;
endmodule

module slp$compactor$left$last_q(clock,load,d,q);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  d;
    output reg  q;
    // Update code (custom)
    always @(posedge clock) if (load) q <= d;
endmodule

module slp$compactor$left$warps(clock,load,d,q);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Update code (custom)
    always @(posedge clock) if (load) q <= d;
endmodule

module slp$compactor$plain(d$0,d$1,q$0,q$1);
    // Module arguments
    input wire  d$0;
    input wire  d$1;
    output reg  q$0;
    output reg  q$1;
    // Update code (custom)
    wire [0:0] ones0_0 = d$0 ^ d$1;
    wire [0:0] ones0_1 = d$0 & d$1;
    always @(*) q$0 = ones0_0;
    always @(*) q$1 = ones0_1;
endmodule

module slp$compactor$rows(clock,accept,mask$0,mask$1,step,waiting,first,first_warp,last);
    // Module arguments
    input wire  clock;
    input wire  accept;
    input wire  [3:0] mask$0;
    input wire  [3:0] mask$1;
    input wire  step;
    output reg  [1:0] waiting;
    output reg  [1:0] first;
    output reg  first_warp;
    output reg  last;
    // Stub signals
    reg  behind$clock;
    reg  behind$load;
    reg  [1:0] behind$d;
    wire  [1:0] behind$q;
    reg  offered$clock;
    reg  offered$load;
    reg  [1:0] offered$d;
    wire  [1:0] offered$q;
    reg  warp_q$clock;
    reg  warp_q$load;
    reg  warp_q$d;
    wire  warp_q$q;
    reg  last_q$clock;
    reg  last_q$load;
    reg  last_q$d;
    wire  last_q$q;
    reg  [1:0] lowest$d;
    wire  [1:0] lowest$q;
    reg  [1:0] index$d;
    reg  [1:0] index$only;
    wire  index$q;
    reg  [1:0] several$d;
    wire  several$q;
    reg  active$d$0;
    reg  active$d$1;
    wire  [1:0] active$q;
    // Sub module instances
    slp$compactor$left$warps behind(
        .clock(behind$clock),
        .load(behind$load),
        .d(behind$d),
        .q(behind$q)
    );
    slp$compactor$left$warps offered(
        .clock(offered$clock),
        .load(offered$load),
        .d(offered$d),
        .q(offered$q)
    );
    slp$compactor$left$last_q warp_q(
        .clock(warp_q$clock),
        .load(warp_q$load),
        .d(warp_q$d),
        .q(warp_q$q)
    );
    slp$compactor$left$last_q last_q(
        .clock(last_q$clock),
        .load(last_q$load),
        .d(last_q$d),
        .q(last_q$q)
    );
    slp$compactor$lane$0$lowest lowest(
        .d(lowest$d),
        .q(lowest$q)
    );
    slp$compactor$lane$0$own index(
        .d(index$d),
        .only(index$only),
        .q(index$q)
    );
    slp$compactor$rows$several several(
        .d(several$d),
        .q(several$q)
    );
    slp$compactor$rows$active active(
        .d$0(active$d$0),
        .d$1(active$d$1),
        .q(active$q)
    );
    // Update code
    always @(*) begin
        behind$clock = clock;
        offered$clock = clock;
        warp_q$clock = clock;
        last_q$clock = clock;
        active$d$0 = |mask$0;
        active$d$1 = |mask$1;
        lowest$d = behind$q;
        behind$load = accept | step;
        index$d = behind$q;
        index$only = lowest$q;
        several$d = behind$q;
        behind$d = behind$q & ~lowest$q;
        if (accept) begin
            behind$d = active$q;
        end
        offered$load = step;
        offered$d = lowest$q;
        warp_q$load = step;
        warp_q$d = index$q;
        last_q$load = step;
        last_q$d = ~several$q;
        waiting = behind$q;
        first = offered$q;
        first_warp = warp_q$q;
        last = last_q$q;
    end
endmodule

module slp$compactor$rows$active(d$0,d$1,q);
    // Module arguments
    input wire  d$0;
    input wire  d$1;
    output reg  [1:0] q;
    // Update code (custom)
    always @(*) q = {d$1, d$0};
endmodule

module slp$compactor$rows$several(d,q);
    // Module arguments
    input wire  [1:0] d;
    output reg  q;
    // Update code (custom)
    wire some0_0 = d[0] | d[1] | 1'b0 | 1'b0;
    wire several0_0 = (d[0] & d[1]) | (1'b0 & 1'b0) | ((d[0] | d[1]) & (1'b0 | 1'b0));
    always @(*) q = several0_0;
    wire _unused = &{1'b0, some0_0};
endmodule

module slp$compactor$split_rows(d,q$0,q$1);
    // Module arguments
    input wire  [1:0] d;
    output reg  q$0;
    output reg  q$1;
    // Update code (custom)
    always @(*) q$0 = d[0];
    always @(*) q$1 = d[1];
endmodule

module slp$compactor$turn(reset,counted,held,last,accept_valid,warp_ready,accept_ready,accept,warp_valid,step);
    // Module arguments
    input wire  reset;
    input wire  counted;
    input wire  held;
    input wire  last;
    input wire  accept_valid;
    input wire  warp_ready;
    output reg  accept_ready;
    output reg  accept;
    output reg  warp_valid;
    output reg  step;
    // Local signals
    reg  offered;
    reg  ready;
    // Update code
    always @(*) begin
        offered = held & ~counted;
        ready = ~counted & (~held | (last & warp_ready));
        accept_ready = ready;
        accept = accept_valid & ready & ~reset;
        warp_valid = offered;
        step = offered & warp_ready;
    end
endmodule

module slp$launch_network(mask,threads,lanes);
    // Module arguments
    input wire  [1:0] mask;
    input wire  [3:0] threads;
    output reg  [3:0] lanes;
    // Constant declarations
    localparam  upper$0 = 4'ha;
    localparam  upper$1 = 4'hc;
    localparam  distance$0 = 2'b1;
    localparam  distance$1 = 2'b10;
    // Stub signals
    reg  [1:0] swap$d;
    wire  swap$q$0;
    wire  swap$q$1;
    // Local signals
    reg  [3:0] stage;
    // Sub module instances
    slp$compactor$split_rows swap(
        .d(swap$d),
        .q$0(swap$q$0),
        .q$1(swap$q$1)
    );
    // Update code
    always @(*) begin
        swap$d = mask;
        stage = threads;
        if (swap$q$0) begin
            stage = ((stage & upper$0) >> distance$0) | ((stage << distance$0) & upper$0);
        end
        if (swap$q$1) begin
            stage = ((stage & upper$1) >> distance$1) | ((stage << distance$1) & upper$1);
        end
        lanes = stage;
    end
endmodule

module slp$masks(clock,write,write_at,d,read_at,q);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  [1:0] d;
    input wire  read_at;
    output reg  [1:0] q;
    // Update code (custom)
    (* mem2reg *)
    reg [1:0] words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q = words[read_at];
endmodule

