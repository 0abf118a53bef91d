module lane(clock,reset,launch_valid,launch_warp,launch_threads,launch_vector,launch_scalar,launch_tid,issue_valid,issue_op,issue_mode,issue_tag,issue_warp,issue_scalar,issue_mask,issue_guard,issue_pred,issue_chained,issue_after,issue_writes,issue_dst,issue_dst_wide,issue_kind$0,issue_kind$1,issue_kind$2,issue_src$0,issue_src$1,issue_src$2,issue_wide$0,issue_wide$1,issue_wide$2,issue_imm,req_ready,shared_grant,ext_ready,res_valid,res_tag,res_bundle,res_slots,res_data$0,rsp_valid,rsp_tag,rsp_bundle,rsp_slots,rsp_data$0,issue_ready,memory_ready,req_valid,shared_request,req_op,req_tag,req_warp,req_bundle,req_slots,req_addr$0,req_data$0,ext_valid,ext_op,ext_tag,ext_warp,ext_bundle,ext_slots,ext_a$0,ext_b$0,ext_c$0,pred_valid,pred_tag,pred_warp,pred_word,first,done,res_ready,rsp_ready);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  launch_valid;
    input wire  launch_warp;
    input wire  [2:0] launch_threads;
    input wire  [4:0] launch_vector;
    input wire  [4:0] launch_scalar;
    input wire  [15:0] launch_tid;
    input wire  issue_valid;
    input wire  [7:0] issue_op;
    input wire  [1:0] issue_mode;
    input wire  issue_tag;
    input wire  issue_warp;
    input wire  issue_scalar;
    input wire  [3:0] issue_mask;
    input wire  [3:0] issue_guard;
    input wire  [3:0] issue_pred;
    input wire  issue_chained;
    input wire  issue_after;
    input wire  issue_writes;
    input wire  [7:0] issue_dst;
    input wire  issue_dst_wide;
    input wire  [1:0] issue_kind$0;
    input wire  [1:0] issue_kind$1;
    input wire  [1:0] issue_kind$2;
    input wire  [7:0] issue_src$0;
    input wire  [7:0] issue_src$1;
    input wire  [7:0] issue_src$2;
    input wire  issue_wide$0;
    input wire  issue_wide$1;
    input wire  issue_wide$2;
    input wire  [31:0] issue_imm;
    input wire  req_ready;
    input wire  shared_grant;
    input wire  ext_ready;
    input wire  res_valid;
    input wire  res_tag;
    input wire  [1:0] res_bundle;
    input wire  res_slots;
    input wire  [63:0] res_data$0;
    input wire  rsp_valid;
    input wire  rsp_tag;
    input wire  [1:0] rsp_bundle;
    input wire  rsp_slots;
    input wire  [63:0] rsp_data$0;
    output reg  issue_ready;
    output reg  memory_ready;
    output reg  req_valid;
    output reg  shared_request;
    output reg  [5:0] req_op;
    output reg  req_tag;
    output reg  req_warp;
    output reg  [1:0] req_bundle;
    output reg  req_slots;
    output reg  [63:0] req_addr$0;
    output reg  [63:0] req_data$0;
    output reg  ext_valid;
    output reg  [6:0] ext_op;
    output reg  ext_tag;
    output reg  ext_warp;
    output reg  [1:0] ext_bundle;
    output reg  ext_slots;
    output reg  [63:0] ext_a$0;
    output reg  [63:0] ext_b$0;
    output reg  [63:0] ext_c$0;
    output reg  pred_valid;
    output reg  pred_tag;
    output reg  pred_warp;
    output reg  [3:0] pred_word;
    output reg  [1:0] first;
    output reg  [1:0] done;
    output reg  res_ready;
    output reg  rsp_ready;
    // Stub signals
    reg  launch_table$clock;
    reg  launch_table$launch;
    reg  launch_table$warp;
    reg  [2:0] launch_table$threads;
    reg  [4:0] launch_table$vector;
    reg  [4:0] launch_table$scalar;
    reg  [15:0] launch_table$tid;
    reg  launch_table$lookup;
    wire  [4:0] launch_table$stride;
    wire  [4:0] launch_table$vector_base;
    wire  [4:0] launch_table$scalar_base;
    wire  [15:0] launch_table$first_tid;
    reg  [3:0] effective$mask;
    reg  [3:0] effective$guard;
    reg  effective$scalar;
    wire  [3:0] effective$active;
    wire  [3:0] effective$all;
    wire  effective$some;
    reg  [3:0] active_bundles$active;
    reg  [3:0] active_bundles$all;
    reg  active_bundles$some;
    reg  active_bundles$scalar;
    wire  [3:0] active_bundles$columns$0;
    wire  [3:0] active_bundles$bundles;
    wire  [2:0] active_bundles$bundle_count;
    wire  [2:0] active_bundles$thread_count;
    reg  [3:0] deal_pred$d;
    wire  [3:0] deal_pred$q$0;
    reg  acceptance$valid;
    reg  [1:0] acceptance$group;
    reg  acceptance$ready;
    reg  acceptance$room;
    wire  acceptance$accept;
    wire  acceptance$accept_memory;
    reg  reserve$clock;
    reg  reserve$reset;
    reg  reserve$accept;
    reg  [2:0] reserve$bundles;
    reg  reserve$pop;
    wire  reserve$room;
    reg  instruction$clock;
    reg  instruction$accept;
    reg  [7:0] instruction$op;
    reg  [1:0] instruction$mode;
    reg  instruction$tag;
    reg  instruction$warp;
    reg  instruction$scalar;
    reg  instruction$after;
    reg  instruction$writes;
    reg  [7:0] instruction$dst;
    reg  [4:0] instruction$stride;
    reg  [4:0] instruction$vector_base;
    reg  [4:0] instruction$scalar_base;
    reg  [4:0] instruction$bundle;
    reg  instruction$slots;
    wire  instruction$slot;
    wire  [4:0] instruction$low_row;
    wire  [4:0] instruction$high_row;
    wire  [7:0] instruction$op_q;
    wire  [1:0] instruction$mode_q;
    wire  instruction$tag_q;
    wire  instruction$warp_q;
    wire  instruction$scalar_q;
    wire  instruction$after_q;
    wire  instruction$writes_q;
    wire  [1:0] instruction$bank;
    wire  [3:0] instruction$line;
    wire  instruction$target;
    reg  sequencer$clock;
    reg  sequencer$reset;
    reg  sequencer$accept;
    reg  [3:0] sequencer$columns$0;
    reg  [3:0] sequencer$select$0;
    reg  [3:0] sequencer$bundles;
    reg  [2:0] sequencer$bundle_count;
    reg  [2:0] sequencer$thread_count;
    reg  sequencer$chained;
    reg  [2:0] sequencer$pending_after;
    reg  sequencer$window_full;
    wire  sequencer$ready;
    wire  sequencer$empty;
    wire  sequencer$enter;
    wire  sequencer$first;
    wire  sequencer$last;
    wire  [1:0] sequencer$bundle;
    wire  sequencer$slots;
    wire  sequencer$slot_select;
    reg  [1:0] bundle_rows$d;
    wire  [4:0] bundle_rows$q;
    reg  [1:0] position$bundle;
    wire  [16:0] position$q$0;
    reg  source_a$clock;
    reg  source_a$accept;
    reg  [1:0] source_a$kind;
    reg  [7:0] source_a$index;
    reg  source_a$wide;
    reg  [31:0] source_a$imm;
    reg  source_a$warp;
    reg  [15:0] source_a$tid;
    reg  [4:0] source_a$stride;
    reg  [4:0] source_a$vector_base;
    reg  [4:0] source_a$scalar_base;
    reg  [4:0] source_a$bundle;
    reg  source_a$first;
    reg  [16:0] source_a$position$0;
    wire  source_a$want;
    wire  source_a$twice;
    wire  source_a$scalar;
    wire  source_a$held;
    wire  source_a$slot;
    wire  [1:0] source_a$low_bank;
    wire  [3:0] source_a$low_line;
    wire  [1:0] source_a$high_bank;
    wire  [3:0] source_a$high_line;
    wire  [31:0] source_a$low;
    wire  [31:0] source_a$high;
    reg  source_b$clock;
    reg  source_b$accept;
    reg  [1:0] source_b$kind;
    reg  [7:0] source_b$index;
    reg  source_b$wide;
    reg  [31:0] source_b$imm;
    reg  source_b$warp;
    reg  [15:0] source_b$tid;
    reg  [4:0] source_b$stride;
    reg  [4:0] source_b$vector_base;
    reg  [4:0] source_b$scalar_base;
    reg  [4:0] source_b$bundle;
    reg  source_b$first;
    reg  [16:0] source_b$position$0;
    wire  source_b$want;
    wire  source_b$twice;
    wire  source_b$scalar;
    wire  source_b$held;
    wire  source_b$slot;
    wire  [1:0] source_b$low_bank;
    wire  [3:0] source_b$low_line;
    wire  [1:0] source_b$high_bank;
    wire  [3:0] source_b$high_line;
    wire  [31:0] source_b$low;
    wire  [31:0] source_b$high;
    reg  source_c$clock;
    reg  source_c$accept;
    reg  [1:0] source_c$kind;
    reg  [7:0] source_c$index;
    reg  source_c$wide;
    reg  [31:0] source_c$imm;
    reg  source_c$warp;
    reg  [15:0] source_c$tid;
    reg  [4:0] source_c$stride;
    reg  [4:0] source_c$vector_base;
    reg  [4:0] source_c$scalar_base;
    reg  [4:0] source_c$bundle;
    reg  source_c$first;
    reg  [16:0] source_c$position$0;
    wire  source_c$want;
    wire  source_c$twice;
    wire  source_c$scalar;
    wire  source_c$held;
    wire  source_c$slot;
    wire  [1:0] source_c$low_bank;
    wire  [3:0] source_c$low_line;
    wire  [1:0] source_c$high_bank;
    wire  [3:0] source_c$high_line;
    wire  [31:0] source_c$low;
    wire  [31:0] source_c$high;
    reg  window$clock;
    reg  window$reset;
    reg  window$leave;
    reg  window$enter;
    reg  [7:0] window$op;
    reg  [1:0] window$mode;
    reg  window$tag;
    reg  window$warp;
    reg  window$scalar;
    reg  window$writes;
    reg  window$first;
    reg  window$last;
    reg  [1:0] window$bundle;
    reg  window$slots;
    reg  window$select;
    reg  [1:0] window$bank;
    reg  [3:0] window$line;
    reg  window$target;
    wire  window$full;
    wire  window$taken$0;
    wire  window$taken$1;
    wire  window$head;
    wire  [1:0] window$head_group;
    wire  [6:0] window$head_op;
    wire  [1:0] window$head_mode;
    wire  window$head_tag;
    wire  window$head_warp;
    wire  window$head_scalar;
    wire  window$head_writes;
    wire  window$head_first;
    wire  window$head_last;
    wire  [1:0] window$head_bundle;
    wire  window$head_slots;
    wire  window$head_select;
    wire  [1:0] window$head_bank;
    wire  [3:0] window$head_line;
    wire  window$head_target;
    reg  operand_a$clock;
    reg  operand_a$leave;
    reg  operand_a$taken$0;
    reg  operand_a$taken$1;
    reg  operand_a$want;
    reg  operand_a$twice;
    reg  operand_a$scalar;
    reg  operand_a$held;
    reg  operand_a$slot;
    reg  [1:0] operand_a$low_bank;
    reg  [3:0] operand_a$low_line;
    reg  [1:0] operand_a$high_bank;
    reg  [3:0] operand_a$high_line;
    reg  [31:0] operand_a$low;
    reg  [31:0] operand_a$high;
    wire  operand_a$request$0;
    wire  operand_a$request$1;
    wire  [1:0] operand_a$bank$0;
    wire  [1:0] operand_a$bank$1;
    wire  [3:0] operand_a$line$0;
    wire  [3:0] operand_a$line$1;
    reg  operand_a$grant$0;
    reg  operand_a$grant$1;
    reg  [31:0] operand_a$rows$0;
    reg  [31:0] operand_a$rows$1;
    wire  operand_a$complete;
    wire  [31:0] operand_a$low_words;
    wire  [31:0] operand_a$high_words;
    reg  operand_b$clock;
    reg  operand_b$leave;
    reg  operand_b$taken$0;
    reg  operand_b$taken$1;
    reg  operand_b$want;
    reg  operand_b$twice;
    reg  operand_b$scalar;
    reg  operand_b$held;
    reg  operand_b$slot;
    reg  [1:0] operand_b$low_bank;
    reg  [3:0] operand_b$low_line;
    reg  [1:0] operand_b$high_bank;
    reg  [3:0] operand_b$high_line;
    reg  [31:0] operand_b$low;
    reg  [31:0] operand_b$high;
    wire  operand_b$request$0;
    wire  operand_b$request$1;
    wire  [1:0] operand_b$bank$0;
    wire  [1:0] operand_b$bank$1;
    wire  [3:0] operand_b$line$0;
    wire  [3:0] operand_b$line$1;
    reg  operand_b$grant$0;
    reg  operand_b$grant$1;
    reg  [31:0] operand_b$rows$0;
    reg  [31:0] operand_b$rows$1;
    wire  operand_b$complete;
    wire  [31:0] operand_b$low_words;
    wire  [31:0] operand_b$high_words;
    reg  operand_c$clock;
    reg  operand_c$leave;
    reg  operand_c$taken$0;
    reg  operand_c$taken$1;
    reg  operand_c$want;
    reg  operand_c$twice;
    reg  operand_c$scalar;
    reg  operand_c$held;
    reg  operand_c$slot;
    reg  [1:0] operand_c$low_bank;
    reg  [3:0] operand_c$low_line;
    reg  [1:0] operand_c$high_bank;
    reg  [3:0] operand_c$high_line;
    reg  [31:0] operand_c$low;
    reg  [31:0] operand_c$high;
    wire  operand_c$request$0;
    wire  operand_c$request$1;
    wire  [1:0] operand_c$bank$0;
    wire  [1:0] operand_c$bank$1;
    wire  [3:0] operand_c$line$0;
    wire  [3:0] operand_c$line$1;
    reg  operand_c$grant$0;
    reg  operand_c$grant$1;
    reg  [31:0] operand_c$rows$0;
    reg  [31:0] operand_c$rows$1;
    wire  operand_c$complete;
    wire  [31:0] operand_c$low_words;
    wire  [31:0] operand_c$high_words;
    reg  exit$complete;
    reg  [1:0] exit$group;
    reg  exit$ext_ready;
    wire  exit$native;
    wire  exit$memory;
    wire  exit$external;
    wire  exit$leave;
    reg  [31:0] pair_a$low;
    reg  [31:0] pair_a$high;
    wire  [63:0] pair_a$q$0;
    reg  [31:0] pair_b$low;
    reg  [31:0] pair_b$high;
    wire  [63:0] pair_b$q$0;
    reg  [31:0] pair_c$low;
    reg  [31:0] pair_c$high;
    wire  [63:0] pair_c$q$0;
    reg  [1:0] arbiter$written;
    reg  arbiter$request_a$0;
    reg  arbiter$request_a$1;
    reg  arbiter$request_b$0;
    reg  arbiter$request_b$1;
    reg  arbiter$request_c$0;
    reg  arbiter$request_c$1;
    reg  [1:0] arbiter$bank_a$0;
    reg  [1:0] arbiter$bank_a$1;
    reg  [1:0] arbiter$bank_b$0;
    reg  [1:0] arbiter$bank_b$1;
    reg  [1:0] arbiter$bank_c$0;
    reg  [1:0] arbiter$bank_c$1;
    reg  [3:0] arbiter$line_a$0;
    reg  [3:0] arbiter$line_a$1;
    reg  [3:0] arbiter$line_b$0;
    reg  [3:0] arbiter$line_b$1;
    reg  [3:0] arbiter$line_c$0;
    reg  [3:0] arbiter$line_c$1;
    wire  arbiter$grant_a$0;
    wire  arbiter$grant_a$1;
    wire  arbiter$grant_b$0;
    wire  arbiter$grant_b$1;
    wire  arbiter$grant_c$0;
    wire  arbiter$grant_c$1;
    wire  [1:0] arbiter$read;
    wire  [3:0] arbiter$line$0;
    wire  [3:0] arbiter$line$1;
    reg  banks$clock;
    reg  [1:0] banks$native_bank;
    reg  [3:0] banks$native_line;
    reg  banks$native_slots;
    reg  [31:0] banks$native_row;
    reg  [1:0] banks$res_bank;
    reg  [3:0] banks$res_line;
    reg  banks$res_slots;
    reg  [31:0] banks$res_row;
    reg  [1:0] banks$rsp_bank;
    reg  [3:0] banks$rsp_line;
    reg  banks$rsp_slots;
    reg  [31:0] banks$rsp_row;
    reg  [1:0] banks$read;
    reg  [3:0] banks$read_line$0;
    reg  [3:0] banks$read_line$1;
    wire  [31:0] banks$rows$0;
    wire  [31:0] banks$rows$1;
    reg  execute$clock;
    reg  execute$reset;
    reg  execute$start;
    reg  [5:0] execute$op;
    reg  [1:0] execute$mode;
    reg  execute$tag;
    reg  execute$warp;
    reg  execute$scalar;
    reg  execute$writes;
    reg  execute$first;
    reg  execute$last;
    reg  [1:0] execute$bundle;
    reg  execute$slots;
    reg  execute$select;
    reg  [1:0] execute$bank;
    reg  [3:0] execute$line;
    reg  execute$target;
    reg  [31:0] execute$a;
    reg  [31:0] execute$b;
    reg  [31:0] execute$c;
    wire  execute$finish;
    wire  execute$out_tag;
    wire  execute$out_warp;
    wire  execute$out_scalar;
    wire  execute$out_first;
    wire  execute$out_last;
    wire  [1:0] execute$out_bundle;
    wire  [1:0] execute$out_bank;
    wire  [3:0] execute$out_line;
    wire  execute$out_target;
    wire  [31:0] execute$out_row;
    wire  execute$out_setp;
    wire  execute$out_slots;
    wire  execute$out_flags;
    reg  predicate$clock;
    reg  predicate$reset;
    reg  predicate$finish;
    reg  predicate$setp;
    reg  predicate$first;
    reg  predicate$last;
    reg  predicate$scalar;
    reg  [1:0] predicate$bundle;
    reg  predicate$flags;
    reg  predicate$tag;
    reg  predicate$warp;
    wire  predicate$pred_valid;
    wire  predicate$pred_tag;
    wire  predicate$pred_warp;
    wire  [3:0] predicate$pred_word;
    reg  queue$clock;
    reg  queue$reset;
    reg  queue$push;
    reg  [5:0] queue$op;
    reg  queue$tag;
    reg  queue$warp;
    reg  [1:0] queue$bundle;
    reg  queue$slots;
    reg  queue$writes;
    reg  [63:0] queue$address$0;
    reg  [63:0] queue$offset$0;
    reg  [63:0] queue$data$0;
    reg  queue$req_ready;
    reg  queue$shared_grant;
    wire  queue$req_valid;
    wire  queue$shared_request;
    wire  [5:0] queue$req_op;
    wire  queue$req_tag;
    wire  queue$req_warp;
    wire  [1:0] queue$req_bundle;
    wire  queue$req_slots;
    wire  [63:0] queue$req_addr$0;
    wire  [63:0] queue$req_data$0;
    wire  queue$leaves;
    wire  queue$pop;
    wire  queue$answered;
    reg  [4:0] low_start$row;
    wire  low_start$start;
    reg  [4:0] high_start$row;
    wire  high_start$start;
    reg  targets$clock;
    reg  targets$accept;
    reg  targets$tag;
    reg  targets$slot;
    reg  targets$scalar;
    reg  targets$wide;
    reg  targets$held_tag;
    reg  [4:0] targets$low_row;
    reg  [4:0] targets$high_row;
    reg  targets$low_start;
    reg  targets$high_start;
    reg  targets$res_tag;
    reg  targets$rsp_tag;
    wire  [4:0] targets$res_low_row;
    wire  [4:0] targets$res_high_row;
    wire  targets$res_low_start;
    wire  targets$res_high_start;
    wire  targets$res_slot;
    wire  targets$res_scalar;
    wire  targets$res_wide;
    wire  [4:0] targets$rsp_low_row;
    wire  [4:0] targets$rsp_high_row;
    wire  targets$rsp_low_start;
    wire  targets$rsp_high_start;
    wire  targets$rsp_slot;
    wire  targets$rsp_scalar;
    wire  targets$rsp_wide;
    reg  res$clock;
    reg  res$reset;
    reg  res$valid;
    reg  [1:0] res$bundle;
    reg  res$slots;
    reg  [63:0] res$data$0;
    reg  [4:0] res$low_row;
    reg  [4:0] res$high_row;
    reg  res$low_start;
    reg  res$high_start;
    reg  res$slot;
    reg  res$scalar;
    reg  res$wide;
    reg  [1:0] res$written;
    wire  [1:0] res$want;
    wire  [3:0] res$line;
    wire  res$target;
    wire  [31:0] res$words;
    wire  res$ready;
    reg  rsp$clock;
    reg  rsp$reset;
    reg  rsp$valid;
    reg  [1:0] rsp$bundle;
    reg  rsp$slots;
    reg  [63:0] rsp$data$0;
    reg  [4:0] rsp$low_row;
    reg  [4:0] rsp$high_row;
    reg  rsp$low_start;
    reg  rsp$high_start;
    reg  rsp$slot;
    reg  rsp$scalar;
    reg  rsp$wide;
    reg  [1:0] rsp$written;
    wire  [1:0] rsp$want;
    wire  [3:0] rsp$line;
    wire  rsp$target;
    wire  [31:0] rsp$words;
    wire  rsp$ready;
    reg  native_count$d;
    wire  [2:0] native_count$q;
    reg  req_count$d;
    wire  [2:0] req_count$q;
    reg  ext_count$d;
    wire  [2:0] ext_count$q;
    reg  res_count$d;
    wire  [2:0] res_count$q;
    reg  rsp_count$d;
    wire  [2:0] rsp_count$q;
    reg  tags$clock;
    reg  tags$reset;
    reg  tags$accept;
    reg  tags$accept_tag;
    reg  [2:0] tags$count;
    reg  tags$empty;
    reg  tags$empty_tag;
    reg  tags$native;
    reg  tags$native_first;
    reg  tags$native_tag;
    reg  [2:0] tags$native_count;
    reg  tags$req;
    reg  tags$req_tag;
    reg  [2:0] tags$req_count;
    reg  tags$ext;
    reg  tags$ext_tag;
    reg  [2:0] tags$ext_count;
    reg  tags$res;
    reg  tags$res_valid;
    reg  tags$res_tag;
    reg  [2:0] tags$res_count;
    reg  tags$rsp;
    reg  tags$rsp_tag;
    reg  [2:0] tags$rsp_count;
    reg  tags$after;
    wire  [2:0] tags$pending_after;
    wire  [1:0] tags$first;
    wire  [1:0] tags$done;
    // Sub module instances
    lane$launch_table launch_table(
        .clock(launch_table$clock),
        .launch(launch_table$launch),
        .warp(launch_table$warp),
        .threads(launch_table$threads),
        .vector(launch_table$vector),
        .scalar(launch_table$scalar),
        .tid(launch_table$tid),
        .lookup(launch_table$lookup),
        .stride(launch_table$stride),
        .vector_base(launch_table$vector_base),
        .scalar_base(launch_table$scalar_base),
        .first_tid(launch_table$first_tid)
    );
    lane$effective effective(
        .mask(effective$mask),
        .guard(effective$guard),
        .scalar(effective$scalar),
        .active(effective$active),
        .all(effective$all),
        .some(effective$some)
    );
    lane$active_bundles active_bundles(
        .active(active_bundles$active),
        .all(active_bundles$all),
        .some(active_bundles$some),
        .scalar(active_bundles$scalar),
        .columns$0(active_bundles$columns$0),
        .bundles(active_bundles$bundles),
        .bundle_count(active_bundles$bundle_count),
        .thread_count(active_bundles$thread_count)
    );
    lane$active_bundles$deal deal_pred(
        .d(deal_pred$d),
        .q$0(deal_pred$q$0)
    );
    lane$acceptance acceptance(
        .valid(acceptance$valid),
        .group(acceptance$group),
        .ready(acceptance$ready),
        .room(acceptance$room),
        .accept(acceptance$accept),
        .accept_memory(acceptance$accept_memory)
    );
    lane$reserve reserve(
        .clock(reserve$clock),
        .reset(reserve$reset),
        .accept(reserve$accept),
        .bundles(reserve$bundles),
        .pop(reserve$pop),
        .room(reserve$room)
    );
    lane$instruction instruction(
        .clock(instruction$clock),
        .accept(instruction$accept),
        .op(instruction$op),
        .mode(instruction$mode),
        .tag(instruction$tag),
        .warp(instruction$warp),
        .scalar(instruction$scalar),
        .after(instruction$after),
        .writes(instruction$writes),
        .dst(instruction$dst),
        .stride(instruction$stride),
        .vector_base(instruction$vector_base),
        .scalar_base(instruction$scalar_base),
        .bundle(instruction$bundle),
        .slots(instruction$slots),
        .slot(instruction$slot),
        .low_row(instruction$low_row),
        .high_row(instruction$high_row),
        .op_q(instruction$op_q),
        .mode_q(instruction$mode_q),
        .tag_q(instruction$tag_q),
        .warp_q(instruction$warp_q),
        .scalar_q(instruction$scalar_q),
        .after_q(instruction$after_q),
        .writes_q(instruction$writes_q),
        .bank(instruction$bank),
        .line(instruction$line),
        .target(instruction$target)
    );
    lane$sequencer sequencer(
        .clock(sequencer$clock),
        .reset(sequencer$reset),
        .accept(sequencer$accept),
        .columns$0(sequencer$columns$0),
        .select$0(sequencer$select$0),
        .bundles(sequencer$bundles),
        .bundle_count(sequencer$bundle_count),
        .thread_count(sequencer$thread_count),
        .chained(sequencer$chained),
        .pending_after(sequencer$pending_after),
        .window_full(sequencer$window_full),
        .ready(sequencer$ready),
        .empty(sequencer$empty),
        .enter(sequencer$enter),
        .first(sequencer$first),
        .last(sequencer$last),
        .bundle(sequencer$bundle),
        .slots(sequencer$slots),
        .slot_select(sequencer$slot_select)
    );
    lane$res$map$bundle_rows bundle_rows(
        .d(bundle_rows$d),
        .q(bundle_rows$q)
    );
    lane$position position(
        .bundle(position$bundle),
        .q$0(position$q$0)
    );
    lane$source_a source_a(
        .clock(source_a$clock),
        .accept(source_a$accept),
        .kind(source_a$kind),
        .index(source_a$index),
        .wide(source_a$wide),
        .imm(source_a$imm),
        .warp(source_a$warp),
        .tid(source_a$tid),
        .stride(source_a$stride),
        .vector_base(source_a$vector_base),
        .scalar_base(source_a$scalar_base),
        .bundle(source_a$bundle),
        .first(source_a$first),
        .position$0(source_a$position$0),
        .want(source_a$want),
        .twice(source_a$twice),
        .scalar(source_a$scalar),
        .held(source_a$held),
        .slot(source_a$slot),
        .low_bank(source_a$low_bank),
        .low_line(source_a$low_line),
        .high_bank(source_a$high_bank),
        .high_line(source_a$high_line),
        .low(source_a$low),
        .high(source_a$high)
    );
    lane$source_a source_b(
        .clock(source_b$clock),
        .accept(source_b$accept),
        .kind(source_b$kind),
        .index(source_b$index),
        .wide(source_b$wide),
        .imm(source_b$imm),
        .warp(source_b$warp),
        .tid(source_b$tid),
        .stride(source_b$stride),
        .vector_base(source_b$vector_base),
        .scalar_base(source_b$scalar_base),
        .bundle(source_b$bundle),
        .first(source_b$first),
        .position$0(source_b$position$0),
        .want(source_b$want),
        .twice(source_b$twice),
        .scalar(source_b$scalar),
        .held(source_b$held),
        .slot(source_b$slot),
        .low_bank(source_b$low_bank),
        .low_line(source_b$low_line),
        .high_bank(source_b$high_bank),
        .high_line(source_b$high_line),
        .low(source_b$low),
        .high(source_b$high)
    );
    lane$source_a source_c(
        .clock(source_c$clock),
        .accept(source_c$accept),
        .kind(source_c$kind),
        .index(source_c$index),
        .wide(source_c$wide),
        .imm(source_c$imm),
        .warp(source_c$warp),
        .tid(source_c$tid),
        .stride(source_c$stride),
        .vector_base(source_c$vector_base),
        .scalar_base(source_c$scalar_base),
        .bundle(source_c$bundle),
        .first(source_c$first),
        .position$0(source_c$position$0),
        .want(source_c$want),
        .twice(source_c$twice),
        .scalar(source_c$scalar),
        .held(source_c$held),
        .slot(source_c$slot),
        .low_bank(source_c$low_bank),
        .low_line(source_c$low_line),
        .high_bank(source_c$high_bank),
        .high_line(source_c$high_line),
        .low(source_c$low),
        .high(source_c$high)
    );
    lane$window window(
        .clock(window$clock),
        .reset(window$reset),
        .leave(window$leave),
        .enter(window$enter),
        .op(window$op),
        .mode(window$mode),
        .tag(window$tag),
        .warp(window$warp),
        .scalar(window$scalar),
        .writes(window$writes),
        .first(window$first),
        .last(window$last),
        .bundle(window$bundle),
        .slots(window$slots),
        .select(window$select),
        .bank(window$bank),
        .line(window$line),
        .target(window$target),
        .full(window$full),
        .taken$0(window$taken$0),
        .taken$1(window$taken$1),
        .head(window$head),
        .head_group(window$head_group),
        .head_op(window$head_op),
        .head_mode(window$head_mode),
        .head_tag(window$head_tag),
        .head_warp(window$head_warp),
        .head_scalar(window$head_scalar),
        .head_writes(window$head_writes),
        .head_first(window$head_first),
        .head_last(window$head_last),
        .head_bundle(window$head_bundle),
        .head_slots(window$head_slots),
        .head_select(window$head_select),
        .head_bank(window$head_bank),
        .head_line(window$head_line),
        .head_target(window$head_target)
    );
    lane$operand_a operand_a(
        .clock(operand_a$clock),
        .leave(operand_a$leave),
        .taken$0(operand_a$taken$0),
        .taken$1(operand_a$taken$1),
        .want(operand_a$want),
        .twice(operand_a$twice),
        .scalar(operand_a$scalar),
        .held(operand_a$held),
        .slot(operand_a$slot),
        .low_bank(operand_a$low_bank),
        .low_line(operand_a$low_line),
        .high_bank(operand_a$high_bank),
        .high_line(operand_a$high_line),
        .low(operand_a$low),
        .high(operand_a$high),
        .request$0(operand_a$request$0),
        .request$1(operand_a$request$1),
        .bank$0(operand_a$bank$0),
        .bank$1(operand_a$bank$1),
        .line$0(operand_a$line$0),
        .line$1(operand_a$line$1),
        .grant$0(operand_a$grant$0),
        .grant$1(operand_a$grant$1),
        .rows$0(operand_a$rows$0),
        .rows$1(operand_a$rows$1),
        .complete(operand_a$complete),
        .low_words(operand_a$low_words),
        .high_words(operand_a$high_words)
    );
    lane$operand_a operand_b(
        .clock(operand_b$clock),
        .leave(operand_b$leave),
        .taken$0(operand_b$taken$0),
        .taken$1(operand_b$taken$1),
        .want(operand_b$want),
        .twice(operand_b$twice),
        .scalar(operand_b$scalar),
        .held(operand_b$held),
        .slot(operand_b$slot),
        .low_bank(operand_b$low_bank),
        .low_line(operand_b$low_line),
        .high_bank(operand_b$high_bank),
        .high_line(operand_b$high_line),
        .low(operand_b$low),
        .high(operand_b$high),
        .request$0(operand_b$request$0),
        .request$1(operand_b$request$1),
        .bank$0(operand_b$bank$0),
        .bank$1(operand_b$bank$1),
        .line$0(operand_b$line$0),
        .line$1(operand_b$line$1),
        .grant$0(operand_b$grant$0),
        .grant$1(operand_b$grant$1),
        .rows$0(operand_b$rows$0),
        .rows$1(operand_b$rows$1),
        .complete(operand_b$complete),
        .low_words(operand_b$low_words),
        .high_words(operand_b$high_words)
    );
    lane$operand_a operand_c(
        .clock(operand_c$clock),
        .leave(operand_c$leave),
        .taken$0(operand_c$taken$0),
        .taken$1(operand_c$taken$1),
        .want(operand_c$want),
        .twice(operand_c$twice),
        .scalar(operand_c$scalar),
        .held(operand_c$held),
        .slot(operand_c$slot),
        .low_bank(operand_c$low_bank),
        .low_line(operand_c$low_line),
        .high_bank(operand_c$high_bank),
        .high_line(operand_c$high_line),
        .low(operand_c$low),
        .high(operand_c$high),
        .request$0(operand_c$request$0),
        .request$1(operand_c$request$1),
        .bank$0(operand_c$bank$0),
        .bank$1(operand_c$bank$1),
        .line$0(operand_c$line$0),
        .line$1(operand_c$line$1),
        .grant$0(operand_c$grant$0),
        .grant$1(operand_c$grant$1),
        .rows$0(operand_c$rows$0),
        .rows$1(operand_c$rows$1),
        .complete(operand_c$complete),
        .low_words(operand_c$low_words),
        .high_words(operand_c$high_words)
    );
    lane$exit exit(
        .complete(exit$complete),
        .group(exit$group),
        .ext_ready(exit$ext_ready),
        .native(exit$native),
        .memory(exit$memory),
        .external(exit$external),
        .leave(exit$leave)
    );
    lane$pair_a pair_a(
        .low(pair_a$low),
        .high(pair_a$high),
        .q$0(pair_a$q$0)
    );
    lane$pair_a pair_b(
        .low(pair_b$low),
        .high(pair_b$high),
        .q$0(pair_b$q$0)
    );
    lane$pair_a pair_c(
        .low(pair_c$low),
        .high(pair_c$high),
        .q$0(pair_c$q$0)
    );
    lane$arbiter arbiter(
        .written(arbiter$written),
        .request_a$0(arbiter$request_a$0),
        .request_a$1(arbiter$request_a$1),
        .request_b$0(arbiter$request_b$0),
        .request_b$1(arbiter$request_b$1),
        .request_c$0(arbiter$request_c$0),
        .request_c$1(arbiter$request_c$1),
        .bank_a$0(arbiter$bank_a$0),
        .bank_a$1(arbiter$bank_a$1),
        .bank_b$0(arbiter$bank_b$0),
        .bank_b$1(arbiter$bank_b$1),
        .bank_c$0(arbiter$bank_c$0),
        .bank_c$1(arbiter$bank_c$1),
        .line_a$0(arbiter$line_a$0),
        .line_a$1(arbiter$line_a$1),
        .line_b$0(arbiter$line_b$0),
        .line_b$1(arbiter$line_b$1),
        .line_c$0(arbiter$line_c$0),
        .line_c$1(arbiter$line_c$1),
        .grant_a$0(arbiter$grant_a$0),
        .grant_a$1(arbiter$grant_a$1),
        .grant_b$0(arbiter$grant_b$0),
        .grant_b$1(arbiter$grant_b$1),
        .grant_c$0(arbiter$grant_c$0),
        .grant_c$1(arbiter$grant_c$1),
        .read(arbiter$read),
        .line$0(arbiter$line$0),
        .line$1(arbiter$line$1)
    );
    lane$banks banks(
        .clock(banks$clock),
        .native_bank(banks$native_bank),
        .native_line(banks$native_line),
        .native_slots(banks$native_slots),
        .native_row(banks$native_row),
        .res_bank(banks$res_bank),
        .res_line(banks$res_line),
        .res_slots(banks$res_slots),
        .res_row(banks$res_row),
        .rsp_bank(banks$rsp_bank),
        .rsp_line(banks$rsp_line),
        .rsp_slots(banks$rsp_slots),
        .rsp_row(banks$rsp_row),
        .read(banks$read),
        .read_line$0(banks$read_line$0),
        .read_line$1(banks$read_line$1),
        .rows$0(banks$rows$0),
        .rows$1(banks$rows$1)
    );
    lane$execute execute(
        .clock(execute$clock),
        .reset(execute$reset),
        .start(execute$start),
        .op(execute$op),
        .mode(execute$mode),
        .tag(execute$tag),
        .warp(execute$warp),
        .scalar(execute$scalar),
        .writes(execute$writes),
        .first(execute$first),
        .last(execute$last),
        .bundle(execute$bundle),
        .slots(execute$slots),
        .select(execute$select),
        .bank(execute$bank),
        .line(execute$line),
        .target(execute$target),
        .a(execute$a),
        .b(execute$b),
        .c(execute$c),
        .finish(execute$finish),
        .out_tag(execute$out_tag),
        .out_warp(execute$out_warp),
        .out_scalar(execute$out_scalar),
        .out_first(execute$out_first),
        .out_last(execute$out_last),
        .out_bundle(execute$out_bundle),
        .out_bank(execute$out_bank),
        .out_line(execute$out_line),
        .out_target(execute$out_target),
        .out_row(execute$out_row),
        .out_setp(execute$out_setp),
        .out_slots(execute$out_slots),
        .out_flags(execute$out_flags)
    );
    lane$predicate predicate(
        .clock(predicate$clock),
        .reset(predicate$reset),
        .finish(predicate$finish),
        .setp(predicate$setp),
        .first(predicate$first),
        .last(predicate$last),
        .scalar(predicate$scalar),
        .bundle(predicate$bundle),
        .flags(predicate$flags),
        .tag(predicate$tag),
        .warp(predicate$warp),
        .pred_valid(predicate$pred_valid),
        .pred_tag(predicate$pred_tag),
        .pred_warp(predicate$pred_warp),
        .pred_word(predicate$pred_word)
    );
    lane$queue queue(
        .clock(queue$clock),
        .reset(queue$reset),
        .push(queue$push),
        .op(queue$op),
        .tag(queue$tag),
        .warp(queue$warp),
        .bundle(queue$bundle),
        .slots(queue$slots),
        .writes(queue$writes),
        .address$0(queue$address$0),
        .offset$0(queue$offset$0),
        .data$0(queue$data$0),
        .req_ready(queue$req_ready),
        .shared_grant(queue$shared_grant),
        .req_valid(queue$req_valid),
        .shared_request(queue$shared_request),
        .req_op(queue$req_op),
        .req_tag(queue$req_tag),
        .req_warp(queue$req_warp),
        .req_bundle(queue$req_bundle),
        .req_slots(queue$req_slots),
        .req_addr$0(queue$req_addr$0),
        .req_data$0(queue$req_data$0),
        .leaves(queue$leaves),
        .pop(queue$pop),
        .answered(queue$answered)
    );
    lane$high_start low_start(
        .row(low_start$row),
        .start(low_start$start)
    );
    lane$high_start high_start(
        .row(high_start$row),
        .start(high_start$start)
    );
    lane$targets targets(
        .clock(targets$clock),
        .accept(targets$accept),
        .tag(targets$tag),
        .slot(targets$slot),
        .scalar(targets$scalar),
        .wide(targets$wide),
        .held_tag(targets$held_tag),
        .low_row(targets$low_row),
        .high_row(targets$high_row),
        .low_start(targets$low_start),
        .high_start(targets$high_start),
        .res_tag(targets$res_tag),
        .rsp_tag(targets$rsp_tag),
        .res_low_row(targets$res_low_row),
        .res_high_row(targets$res_high_row),
        .res_low_start(targets$res_low_start),
        .res_high_start(targets$res_high_start),
        .res_slot(targets$res_slot),
        .res_scalar(targets$res_scalar),
        .res_wide(targets$res_wide),
        .rsp_low_row(targets$rsp_low_row),
        .rsp_high_row(targets$rsp_high_row),
        .rsp_low_start(targets$rsp_low_start),
        .rsp_high_start(targets$rsp_high_start),
        .rsp_slot(targets$rsp_slot),
        .rsp_scalar(targets$rsp_scalar),
        .rsp_wide(targets$rsp_wide)
    );
    lane$res res(
        .clock(res$clock),
        .reset(res$reset),
        .valid(res$valid),
        .bundle(res$bundle),
        .slots(res$slots),
        .data$0(res$data$0),
        .low_row(res$low_row),
        .high_row(res$high_row),
        .low_start(res$low_start),
        .high_start(res$high_start),
        .slot(res$slot),
        .scalar(res$scalar),
        .wide(res$wide),
        .written(res$written),
        .want(res$want),
        .line(res$line),
        .target(res$target),
        .words(res$words),
        .ready(res$ready)
    );
    lane$res rsp(
        .clock(rsp$clock),
        .reset(rsp$reset),
        .valid(rsp$valid),
        .bundle(rsp$bundle),
        .slots(rsp$slots),
        .data$0(rsp$data$0),
        .low_row(rsp$low_row),
        .high_row(rsp$high_row),
        .low_start(rsp$low_start),
        .high_start(rsp$high_start),
        .slot(rsp$slot),
        .scalar(rsp$scalar),
        .wide(rsp$wide),
        .written(rsp$written),
        .want(rsp$want),
        .line(rsp$line),
        .target(rsp$target),
        .words(rsp$words),
        .ready(rsp$ready)
    );
    lane$sequencer$sent native_count(
        .d(native_count$d),
        .q(native_count$q)
    );
    lane$sequencer$sent req_count(
        .d(req_count$d),
        .q(req_count$q)
    );
    lane$sequencer$sent ext_count(
        .d(ext_count$d),
        .q(ext_count$q)
    );
    lane$sequencer$sent res_count(
        .d(res_count$d),
        .q(res_count$q)
    );
    lane$sequencer$sent rsp_count(
        .d(rsp_count$d),
        .q(rsp_count$q)
    );
    lane$tags tags(
        .clock(tags$clock),
        .reset(tags$reset),
        .accept(tags$accept),
        .accept_tag(tags$accept_tag),
        .count(tags$count),
        .empty(tags$empty),
        .empty_tag(tags$empty_tag),
        .native(tags$native),
        .native_first(tags$native_first),
        .native_tag(tags$native_tag),
        .native_count(tags$native_count),
        .req(tags$req),
        .req_tag(tags$req_tag),
        .req_count(tags$req_count),
        .ext(tags$ext),
        .ext_tag(tags$ext_tag),
        .ext_count(tags$ext_count),
        .res(tags$res),
        .res_valid(tags$res_valid),
        .res_tag(tags$res_tag),
        .res_count(tags$res_count),
        .rsp(tags$rsp),
        .rsp_tag(tags$rsp_tag),
        .rsp_count(tags$rsp_count),
        .after(tags$after),
        .pending_after(tags$pending_after),
        .first(tags$first),
        .done(tags$done)
    );
    // Update code
    always @(*) begin
        launch_table$clock = clock;
        reserve$clock = clock;
        instruction$clock = clock;
        sequencer$clock = clock;
        source_a$clock = clock;
        source_b$clock = clock;
        source_c$clock = clock;
        window$clock = clock;
        operand_a$clock = clock;
        operand_b$clock = clock;
        operand_c$clock = clock;
        banks$clock = clock;
        execute$clock = clock;
        predicate$clock = clock;
        queue$clock = clock;
        targets$clock = clock;
        res$clock = clock;
        rsp$clock = clock;
        tags$clock = clock;
        reserve$reset = reset;
        sequencer$reset = reset;
        window$reset = reset;
        execute$reset = reset;
        predicate$reset = reset;
        queue$reset = reset;
        res$reset = reset;
        rsp$reset = reset;
        tags$reset = reset;
        launch_table$launch = launch_valid;
        launch_table$warp = launch_warp;
        launch_table$threads = launch_threads;
        launch_table$vector = launch_vector;
        launch_table$scalar = launch_scalar;
        launch_table$tid = launch_tid;
        launch_table$lookup = issue_warp;
        effective$mask = issue_mask;
        effective$guard = issue_guard;
        effective$scalar = issue_scalar;
        active_bundles$active = effective$active;
        active_bundles$all = effective$all;
        active_bundles$some = effective$some;
        active_bundles$scalar = issue_scalar;
        deal_pred$d = issue_pred;
        acceptance$valid = issue_valid;
        acceptance$group = issue_op[(32'h6)+:(2)];
        acceptance$ready = sequencer$ready;
        acceptance$room = reserve$room;
        reserve$accept = acceptance$accept_memory;
        reserve$bundles = active_bundles$bundle_count;
        reserve$pop = queue$pop;
        issue_ready = sequencer$ready;
        memory_ready = sequencer$ready & reserve$room;
        instruction$accept = acceptance$accept;
        instruction$op = issue_op;
        instruction$mode = issue_mode;
        instruction$tag = issue_tag;
        instruction$warp = issue_warp;
        instruction$scalar = issue_scalar;
        instruction$after = issue_after;
        instruction$writes = issue_writes;
        instruction$dst = issue_dst;
        instruction$stride = launch_table$stride;
        instruction$vector_base = launch_table$vector_base;
        instruction$scalar_base = launch_table$scalar_base;
        bundle_rows$d = sequencer$bundle;
        position$bundle = sequencer$bundle;
        instruction$bundle = bundle_rows$q;
        instruction$slots = sequencer$slots;
        sequencer$accept = acceptance$accept;
        sequencer$columns$0 = active_bundles$columns$0;
        sequencer$select$0 = deal_pred$q$0;
        sequencer$bundles = active_bundles$bundles;
        sequencer$bundle_count = active_bundles$bundle_count;
        sequencer$thread_count = active_bundles$thread_count;
        sequencer$chained = issue_chained;
        sequencer$pending_after = tags$pending_after;
        sequencer$window_full = window$full & ~exit$native & ~exit$memory;
        source_a$accept = acceptance$accept;
        source_a$kind = issue_kind$0;
        source_a$index = issue_src$0;
        source_a$wide = issue_wide$0;
        source_a$imm = issue_imm;
        source_a$warp = issue_warp;
        source_a$tid = launch_table$first_tid;
        source_a$stride = launch_table$stride;
        source_a$vector_base = launch_table$vector_base;
        source_a$scalar_base = launch_table$scalar_base;
        source_a$bundle = bundle_rows$q;
        source_a$first = sequencer$first;
        source_b$accept = acceptance$accept;
        source_b$kind = issue_kind$1;
        source_b$index = issue_src$1;
        source_b$wide = issue_wide$1;
        source_b$imm = issue_imm;
        source_b$warp = issue_warp;
        source_b$tid = launch_table$first_tid;
        source_b$stride = launch_table$stride;
        source_b$vector_base = launch_table$vector_base;
        source_b$scalar_base = launch_table$scalar_base;
        source_b$bundle = bundle_rows$q;
        source_b$first = sequencer$first;
        source_c$accept = acceptance$accept;
        source_c$kind = issue_kind$2;
        source_c$index = issue_src$2;
        source_c$wide = issue_wide$2;
        source_c$imm = issue_imm;
        source_c$warp = issue_warp;
        source_c$tid = launch_table$first_tid;
        source_c$stride = launch_table$stride;
        source_c$vector_base = launch_table$vector_base;
        source_c$scalar_base = launch_table$scalar_base;
        source_c$bundle = bundle_rows$q;
        source_c$first = sequencer$first;
        source_a$position$0 = position$q$0;
        source_b$position$0 = position$q$0;
        source_c$position$0 = position$q$0;
        window$enter = sequencer$enter;
        window$leave = exit$leave;
        window$op = instruction$op_q;
        window$mode = instruction$mode_q;
        window$tag = instruction$tag_q;
        window$warp = instruction$warp_q;
        window$scalar = instruction$scalar_q;
        window$writes = instruction$writes_q;
        window$first = sequencer$first;
        window$last = sequencer$last;
        window$bundle = sequencer$bundle;
        window$slots = sequencer$slots;
        window$select = sequencer$slot_select;
        window$bank = instruction$bank;
        window$line = instruction$line;
        window$target = instruction$target;
        operand_a$leave = exit$leave;
        operand_a$want = source_a$want;
        operand_a$twice = source_a$twice;
        operand_a$scalar = source_a$scalar;
        operand_a$held = source_a$held;
        operand_a$slot = source_a$slot;
        operand_a$low_bank = source_a$low_bank;
        operand_a$low_line = source_a$low_line;
        operand_a$high_bank = source_a$high_bank;
        operand_a$high_line = source_a$high_line;
        operand_a$low = source_a$low;
        operand_a$high = source_a$high;
        operand_b$leave = exit$leave;
        operand_b$want = source_b$want;
        operand_b$twice = source_b$twice;
        operand_b$scalar = source_b$scalar;
        operand_b$held = source_b$held;
        operand_b$slot = source_b$slot;
        operand_b$low_bank = source_b$low_bank;
        operand_b$low_line = source_b$low_line;
        operand_b$high_bank = source_b$high_bank;
        operand_b$high_line = source_b$high_line;
        operand_b$low = source_b$low;
        operand_b$high = source_b$high;
        operand_c$leave = exit$leave;
        operand_c$want = source_c$want;
        operand_c$twice = source_c$twice;
        operand_c$scalar = source_c$scalar;
        operand_c$held = source_c$held;
        operand_c$slot = source_c$slot;
        operand_c$low_bank = source_c$low_bank;
        operand_c$low_line = source_c$low_line;
        operand_c$high_bank = source_c$high_bank;
        operand_c$high_line = source_c$high_line;
        operand_c$low = source_c$low;
        operand_c$high = source_c$high;
        operand_a$taken$0 = window$taken$0;
        arbiter$request_a$0 = operand_a$request$0;
        arbiter$bank_a$0 = operand_a$bank$0;
        arbiter$line_a$0 = operand_a$line$0;
        operand_a$grant$0 = arbiter$grant_a$0;
        operand_b$taken$0 = window$taken$0;
        arbiter$request_b$0 = operand_b$request$0;
        arbiter$bank_b$0 = operand_b$bank$0;
        arbiter$line_b$0 = operand_b$line$0;
        operand_b$grant$0 = arbiter$grant_b$0;
        operand_c$taken$0 = window$taken$0;
        arbiter$request_c$0 = operand_c$request$0;
        arbiter$bank_c$0 = operand_c$bank$0;
        arbiter$line_c$0 = operand_c$line$0;
        operand_c$grant$0 = arbiter$grant_c$0;
        operand_a$taken$1 = window$taken$1;
        arbiter$request_a$1 = operand_a$request$1;
        arbiter$bank_a$1 = operand_a$bank$1;
        arbiter$line_a$1 = operand_a$line$1;
        operand_a$grant$1 = arbiter$grant_a$1;
        operand_b$taken$1 = window$taken$1;
        arbiter$request_b$1 = operand_b$request$1;
        arbiter$bank_b$1 = operand_b$bank$1;
        arbiter$line_b$1 = operand_b$line$1;
        operand_b$grant$1 = arbiter$grant_b$1;
        operand_c$taken$1 = window$taken$1;
        arbiter$request_c$1 = operand_c$request$1;
        arbiter$bank_c$1 = operand_c$bank$1;
        arbiter$line_c$1 = operand_c$line$1;
        operand_c$grant$1 = arbiter$grant_c$1;
        arbiter$written = execute$out_bank | res$want | rsp$want;
        banks$read = arbiter$read;
        banks$read_line$0 = arbiter$line$0;
        operand_a$rows$0 = banks$rows$0;
        operand_b$rows$0 = banks$rows$0;
        operand_c$rows$0 = banks$rows$0;
        banks$read_line$1 = arbiter$line$1;
        operand_a$rows$1 = banks$rows$1;
        operand_b$rows$1 = banks$rows$1;
        operand_c$rows$1 = banks$rows$1;
        banks$native_bank = execute$out_bank;
        banks$native_line = execute$out_line;
        banks$native_slots = execute$out_target;
        banks$native_row = execute$out_row;
        banks$res_bank = res$want;
        banks$res_line = res$line;
        banks$res_slots = res$target;
        banks$res_row = res$words;
        banks$rsp_bank = rsp$want;
        banks$rsp_line = rsp$line;
        banks$rsp_slots = rsp$target;
        banks$rsp_row = rsp$words;
        exit$complete = window$head & operand_a$complete & operand_b$complete & operand_c$complete;
        exit$group = window$head_group;
        exit$ext_ready = ext_ready;
        pair_a$low = operand_a$low_words;
        pair_a$high = operand_a$high_words;
        pair_b$low = operand_b$low_words;
        pair_b$high = operand_b$high_words;
        pair_c$low = operand_c$low_words;
        pair_c$high = operand_c$high_words;
        execute$start = exit$native;
        execute$op = window$head_op[(32'h0)+:(6)];
        execute$mode = window$head_mode;
        execute$tag = window$head_tag;
        execute$warp = window$head_warp;
        execute$scalar = window$head_scalar;
        execute$writes = window$head_writes;
        execute$first = window$head_first;
        execute$last = window$head_last;
        execute$bundle = window$head_bundle;
        execute$slots = window$head_slots;
        execute$select = window$head_select;
        execute$bank = window$head_bank;
        execute$line = window$head_line;
        execute$target = window$head_target;
        execute$a = operand_a$low_words;
        execute$b = operand_b$low_words;
        execute$c = operand_c$low_words;
        predicate$finish = execute$finish;
        predicate$setp = execute$out_setp;
        predicate$first = execute$out_first;
        predicate$last = execute$out_last;
        predicate$scalar = execute$out_scalar;
        predicate$bundle = execute$out_bundle;
        predicate$flags = execute$out_flags;
        predicate$tag = execute$out_tag;
        predicate$warp = execute$out_warp;
        pred_valid = predicate$pred_valid;
        pred_tag = predicate$pred_tag;
        pred_warp = predicate$pred_warp;
        pred_word = predicate$pred_word;
        queue$push = exit$memory;
        queue$op = window$head_op[(32'h0)+:(6)];
        queue$tag = window$head_tag;
        queue$warp = window$head_warp;
        queue$bundle = window$head_bundle;
        queue$slots = window$head_slots;
        queue$writes = window$head_writes;
        queue$req_ready = req_ready;
        queue$shared_grant = shared_grant;
        req_valid = queue$req_valid;
        shared_request = queue$shared_request;
        req_op = queue$req_op;
        req_tag = queue$req_tag;
        req_warp = queue$req_warp;
        req_bundle = queue$req_bundle;
        req_slots = queue$req_slots;
        ext_valid = exit$external;
        ext_op = window$head_op;
        ext_tag = window$head_tag;
        ext_warp = window$head_warp;
        ext_bundle = window$head_bundle;
        ext_slots = window$head_slots;
        queue$address$0 = pair_a$q$0;
        queue$data$0 = pair_b$q$0;
        queue$offset$0 = pair_c$q$0;
        req_addr$0 = queue$req_addr$0;
        req_data$0 = queue$req_data$0;
        ext_a$0 = pair_a$q$0;
        ext_b$0 = pair_b$q$0;
        ext_c$0 = pair_c$q$0;
        res$data$0 = res_data$0;
        rsp$data$0 = rsp_data$0;
        targets$accept = acceptance$accept;
        targets$tag = issue_tag;
        targets$held_tag = instruction$tag_q;
        targets$low_row = instruction$low_row;
        targets$high_row = instruction$high_row;
        low_start$row = instruction$low_row;
        high_start$row = instruction$high_row;
        targets$low_start = low_start$start;
        targets$high_start = high_start$start;
        targets$slot = instruction$slot;
        targets$scalar = issue_scalar;
        targets$wide = issue_dst_wide;
        targets$res_tag = res_tag;
        targets$rsp_tag = rsp_tag;
        res$valid = res_valid;
        res$bundle = res_bundle;
        res$slots = res_slots;
        res$low_row = targets$res_low_row;
        res$high_row = targets$res_high_row;
        res$low_start = targets$res_low_start;
        res$high_start = targets$res_high_start;
        res$slot = targets$res_slot;
        res$scalar = targets$res_scalar;
        res$wide = targets$res_wide;
        res_ready = res$ready;
        res_count$d = res_slots;
        rsp$valid = rsp_valid;
        rsp$bundle = rsp_bundle;
        rsp$slots = rsp_slots;
        rsp$low_row = targets$rsp_low_row;
        rsp$high_row = targets$rsp_high_row;
        rsp$low_start = targets$rsp_low_start;
        rsp$high_start = targets$rsp_high_start;
        rsp$slot = targets$rsp_slot;
        rsp$scalar = targets$rsp_scalar;
        rsp$wide = targets$rsp_wide;
        rsp_ready = rsp$ready;
        rsp_count$d = rsp_slots;
        res$written = execute$out_bank;
        rsp$written = execute$out_bank | res$want;
        tags$accept = acceptance$accept;
        tags$accept_tag = issue_tag;
        tags$count = active_bundles$thread_count;
        tags$empty = sequencer$empty;
        tags$empty_tag = instruction$tag_q;
        tags$native = execute$finish;
        tags$native_first = execute$out_first;
        tags$native_tag = execute$out_tag;
        native_count$d = execute$out_slots;
        tags$native_count = native_count$q;
        tags$req = |queue$leaves & ~queue$answered;
        req_count$d = queue$leaves;
        tags$req_count = req_count$q;
        tags$req_tag = queue$req_tag;
        tags$ext = exit$external & ext_ready & ~window$head_writes;
        tags$ext_tag = window$head_tag;
        ext_count$d = window$head_slots;
        tags$ext_count = ext_count$q;
        tags$res = res$ready;
        tags$res_valid = res_valid;
        tags$res_tag = res_tag;
        tags$res_count = res_count$q;
        tags$rsp = rsp$ready;
        tags$rsp_tag = rsp_tag;
        tags$rsp_count = rsp_count$q;
        tags$after = instruction$after_q;
        first = tags$first;
        done = tags$done;
    end
endmodule

module lane$acceptance(valid,group,ready,room,accept,accept_memory);
    // Module arguments
    input wire  valid;
    input wire  [1:0] group;
    input wire  ready;
    input wire  room;
    output reg  accept;
    output reg  accept_memory;
    // Constant declarations
    localparam  memory_class = 2'b1;
    // Local signals
    reg  memory;
    // Update code
    always @(*) begin
        memory = group == memory_class;
        accept_memory = valid & ready & room & memory;
        accept = valid & ready & (room | ~memory);
    end
endmodule

module lane$active_bundles(active,all,some,scalar,columns$0,bundles,bundle_count,thread_count);
    // Module arguments
    input wire  [3:0] active;
    input wire  [3:0] all;
    input wire  some;
    input wire  scalar;
    output reg  [3:0] columns$0;
    output reg  [3:0] bundles;
    output reg  [2:0] bundle_count;
    output reg  [2:0] thread_count;
    // Constant declarations
    localparam  none = 4'h0;
    localparam  nothing = 3'b0;
    localparam  one = 3'b1;
    // Stub signals
    reg  [3:0] deal$d;
    wire  [3:0] deal$q$0;
    reg  [3:0] deal_all$d;
    wire  [3:0] deal_all$q$0;
    reg  [3:0] count_threads$d;
    wire  [2:0] count_threads$q;
    reg  [3:0] count_bundles$d;
    wire  [2:0] count_bundles$q;
    // Local signals
    reg  [3:0] any;
    reg  [3:0] of_all;
    // Sub module instances
    lane$active_bundles$deal deal(
        .d(deal$d),
        .q$0(deal$q$0)
    );
    lane$active_bundles$deal deal_all(
        .d(deal_all$d),
        .q$0(deal_all$q$0)
    );
    lane$active_bundles$count_bundles count_threads(
        .d(count_threads$d),
        .q(count_threads$q)
    );
    lane$active_bundles$count_bundles count_bundles(
        .d(count_bundles$d),
        .q(count_bundles$q)
    );
    // Update code
    always @(*) begin
        deal$d = active;
        deal_all$d = all;
        any = none;
        of_all = none;
        columns$0 = deal$q$0;
        any = any | deal$q$0;
        of_all = of_all | deal_all$q$0;
        bundles = any;
        count_bundles$d = of_all;
        count_threads$d = all;
        bundle_count = count_bundles$q;
        thread_count = count_threads$q;
        if (scalar) begin
            bundle_count = nothing;
            thread_count = nothing;
            if (some) begin
                bundle_count = one;
                thread_count = one;
            end
        end
    end
endmodule

module lane$active_bundles$count_bundles(d,q);
    // Module arguments
    input wire  [3:0] d;
    output reg  [2:0] q;
    // Update code (custom)
    always @(*) q = $countones(d);
endmodule

module lane$active_bundles$deal(d,q$0);
    // Module arguments
    input wire  [3:0] d;
    output reg  [3:0] q$0;
    // Update code (custom)
    always @(*) q$0 = d;
endmodule

module lane$arbiter(written,request_a$0,request_a$1,request_b$0,request_b$1,request_c$0,request_c$1,bank_a$0,bank_a$1,bank_b$0,bank_b$1,bank_c$0,bank_c$1,line_a$0,line_a$1,line_b$0,line_b$1,line_c$0,line_c$1,grant_a$0,grant_a$1,grant_b$0,grant_b$1,grant_c$0,grant_c$1,read,line$0,line$1);
    // Module arguments
    input wire  [1:0] written;
    input wire  request_a$0;
    input wire  request_a$1;
    input wire  request_b$0;
    input wire  request_b$1;
    input wire  request_c$0;
    input wire  request_c$1;
    input wire  [1:0] bank_a$0;
    input wire  [1:0] bank_a$1;
    input wire  [1:0] bank_b$0;
    input wire  [1:0] bank_b$1;
    input wire  [1:0] bank_c$0;
    input wire  [1:0] bank_c$1;
    input wire  [3:0] line_a$0;
    input wire  [3:0] line_a$1;
    input wire  [3:0] line_b$0;
    input wire  [3:0] line_b$1;
    input wire  [3:0] line_c$0;
    input wire  [3:0] line_c$1;
    output reg  grant_a$0;
    output reg  grant_a$1;
    output reg  grant_b$0;
    output reg  grant_b$1;
    output reg  grant_c$0;
    output reg  grant_c$1;
    output reg  [1:0] read;
    output reg  [3:0] line$0;
    output reg  [3:0] line$1;
    // Constant declarations
    localparam  none = 2'b0;
    localparam  zero = 4'h0;
    // Local signals
    reg  [1:0] first_a$0;
    reg  [1:0] first_a$1;
    reg  [1:0] first_b$0;
    reg  [1:0] first_b$1;
    reg  [1:0] first_c$0;
    reg  [1:0] first_c$1;
    reg  [1:0] requested;
    // Update code
    always @(*) begin
        requested = none;
        first_a$0 = none;
        if (request_a$0) begin
            first_a$0 = bank_a$0 & ~requested;
            requested = requested | bank_a$0;
        end
        grant_a$0 = |(first_a$0 & ~written);
        first_b$0 = none;
        if (request_b$0) begin
            first_b$0 = bank_b$0 & ~requested;
            requested = requested | bank_b$0;
        end
        grant_b$0 = |(first_b$0 & ~written);
        first_c$0 = none;
        if (request_c$0) begin
            first_c$0 = bank_c$0 & ~requested;
            requested = requested | bank_c$0;
        end
        grant_c$0 = |(first_c$0 & ~written);
        first_a$1 = none;
        if (request_a$1) begin
            first_a$1 = bank_a$1 & ~requested;
            requested = requested | bank_a$1;
        end
        grant_a$1 = |(first_a$1 & ~written);
        first_b$1 = none;
        if (request_b$1) begin
            first_b$1 = bank_b$1 & ~requested;
            requested = requested | bank_b$1;
        end
        grant_b$1 = |(first_b$1 & ~written);
        first_c$1 = none;
        if (request_c$1) begin
            first_c$1 = bank_c$1 & ~requested;
            requested = requested | bank_c$1;
        end
        grant_c$1 = |(first_c$1 & ~written);
        read = requested & ~written;
        line$0 = zero;
        line$1 = zero;
        if (first_a$0[0]) begin
            line$0 = line$0 | line_a$0;
        end
        if (first_b$0[0]) begin
            line$0 = line$0 | line_b$0;
        end
        if (first_c$0[0]) begin
            line$0 = line$0 | line_c$0;
        end
        if (first_a$0[1]) begin
            line$1 = line$1 | line_a$0;
        end
        if (first_b$0[1]) begin
            line$1 = line$1 | line_b$0;
        end
        if (first_c$0[1]) begin
            line$1 = line$1 | line_c$0;
        end
        if (first_a$1[0]) begin
            line$0 = line$0 | line_a$1;
        end
        if (first_b$1[0]) begin
            line$0 = line$0 | line_b$1;
        end
        if (first_c$1[0]) begin
            line$0 = line$0 | line_c$1;
        end
        if (first_a$1[1]) begin
            line$1 = line$1 | line_a$1;
        end
        if (first_b$1[1]) begin
            line$1 = line$1 | line_b$1;
        end
        if (first_c$1[1]) begin
            line$1 = line$1 | line_c$1;
        end
    end
endmodule

module lane$banks(clock,native_bank,native_line,native_slots,native_row,res_bank,res_line,res_slots,res_row,rsp_bank,rsp_line,rsp_slots,rsp_row,read,read_line$0,read_line$1,rows$0,rows$1);
    // Module arguments
    input wire  clock;
    input wire  [1:0] native_bank;
    input wire  [3:0] native_line;
    input wire  native_slots;
    input wire  [31:0] native_row;
    input wire  [1:0] res_bank;
    input wire  [3:0] res_line;
    input wire  res_slots;
    input wire  [31:0] res_row;
    input wire  [1:0] rsp_bank;
    input wire  [3:0] rsp_line;
    input wire  rsp_slots;
    input wire  [31:0] rsp_row;
    input wire  [1:0] read;
    input wire  [3:0] read_line$0;
    input wire  [3:0] read_line$1;
    output reg  [31:0] rows$0;
    output reg  [31:0] rows$1;
    // Constant declarations
    localparam  no_slot = 1'b0;
    // Stub signals
    reg  bank$0$clock;
    reg  bank$0$enable;
    reg  bank$0$write;
    reg  [3:0] bank$0$line;
    reg  [31:0] bank$0$d;
    wire  [31:0] bank$0$q;
    reg  bank$1$clock;
    reg  bank$1$enable;
    reg  bank$1$write;
    reg  [3:0] bank$1$line;
    reg  [31:0] bank$1$d;
    wire  [31:0] bank$1$q;
    // Sub module instances
    lane$banks$bank$0 bank$0(
        .clock(bank$0$clock),
        .enable(bank$0$enable),
        .write(bank$0$write),
        .line(bank$0$line),
        .d(bank$0$d),
        .q(bank$0$q)
    );
    lane$banks$bank$0 bank$1(
        .clock(bank$1$clock),
        .enable(bank$1$enable),
        .write(bank$1$write),
        .line(bank$1$line),
        .d(bank$1$d),
        .q(bank$1$q)
    );
    // Update code
    always @(*) begin
        bank$0$clock = clock;
        bank$0$enable = read[0] | native_bank[0] | res_bank[0] | rsp_bank[0];
        bank$0$line = read_line$0;
        bank$0$write = no_slot;
        bank$0$d = rsp_row;
        if (rsp_bank[0]) begin
            bank$0$line = rsp_line;
            bank$0$write = rsp_slots;
        end
        if (res_bank[0]) begin
            bank$0$line = res_line;
            bank$0$write = res_slots;
            bank$0$d = res_row;
        end
        if (native_bank[0]) begin
            bank$0$line = native_line;
            bank$0$write = native_slots;
            bank$0$d = native_row;
        end
        rows$0 = bank$0$q;
        bank$1$clock = clock;
        bank$1$enable = read[1] | native_bank[1] | res_bank[1] | rsp_bank[1];
        bank$1$line = read_line$1;
        bank$1$write = no_slot;
        bank$1$d = rsp_row;
        if (rsp_bank[1]) begin
            bank$1$line = rsp_line;
            bank$1$write = rsp_slots;
        end
        if (res_bank[1]) begin
            bank$1$line = res_line;
            bank$1$write = res_slots;
            bank$1$d = res_row;
        end
        if (native_bank[1]) begin
            bank$1$line = native_line;
            bank$1$write = native_slots;
            bank$1$d = native_row;
        end
        rows$1 = bank$1$q;
    end
endmodule

module lane$banks$bank$0(clock,enable,write,line,d,q);
    // Module arguments
    input wire  clock;
    input wire  enable;
    input wire  write;
    input wire  [3:0] line;
    input wire  [31:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    reg [31:0] rows [0:15];
    always @(posedge clock) begin
        if (enable & write) rows[line] <= d[31:0];
        if (enable & ~(|write)) q <= rows[line];
    end
endmodule

module lane$effective(mask,guard,scalar,active,all,some);
    // Module arguments
    input wire  [3:0] mask;
    input wire  [3:0] guard;
    input wire  scalar;
    output reg  [3:0] active;
    output reg  [3:0] all;
    output reg  some;
    // Constant declarations
    localparam  thread_0 = 4'h1;
    localparam  none = 4'h0;
    // Local signals
    reg  [3:0] both;
    // Update code
    always @(*) begin
        both = mask & guard;
        all = both;
        some = |both;
        active = both;
        if (scalar) begin
            active = none;
            if (|both) begin
                active = thread_0;
            end
        end
    end
endmodule

module lane$execute(clock,reset,start,op,mode,tag,warp,scalar,writes,first,last,bundle,slots,select,bank,line,target,a,b,c,finish,out_tag,out_warp,out_scalar,out_first,out_last,out_bundle,out_bank,out_line,out_target,out_row,out_setp,out_slots,out_flags);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  start;
    input wire  [5:0] op;
    input wire  [1:0] mode;
    input wire  tag;
    input wire  warp;
    input wire  scalar;
    input wire  writes;
    input wire  first;
    input wire  last;
    input wire  [1:0] bundle;
    input wire  slots;
    input wire  select;
    input wire  [1:0] bank;
    input wire  [3:0] line;
    input wire  target;
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  [31:0] c;
    output reg  finish;
    output reg  out_tag;
    output reg  out_warp;
    output reg  out_scalar;
    output reg  out_first;
    output reg  out_last;
    output reg  [1:0] out_bundle;
    output reg  [1:0] out_bank;
    output reg  [3:0] out_line;
    output reg  out_target;
    output reg  [31:0] out_row;
    output reg  out_setp;
    output reg  out_slots;
    output reg  out_flags;
    // Constant declarations
    localparam  no_bank = 2'b0;
    // Stub signals
    reg  [5:0] setp$op;
    wire  setp$is;
    reg  valid$clock;
    reg  valid$reset;
    reg  valid$d;
    wire  valid$q;
    reg  op_q$clock;
    reg  [5:0] op_q$d;
    wire  [5:0] op_q$q;
    reg  mode_q$clock;
    reg  [1:0] mode_q$d;
    wire  [1:0] mode_q$q;
    reg  tag_q$clock;
    reg  tag_q$d;
    wire  tag_q$q;
    reg  warp_q$clock;
    reg  warp_q$d;
    wire  warp_q$q;
    reg  scalar_q$clock;
    reg  scalar_q$d;
    wire  scalar_q$q;
    reg  first_q$clock;
    reg  first_q$d;
    wire  first_q$q;
    reg  last_q$clock;
    reg  last_q$d;
    wire  last_q$q;
    reg  bundle_q$clock;
    reg  [1:0] bundle_q$d;
    wire  [1:0] bundle_q$q;
    reg  slots_q$clock;
    reg  slots_q$d;
    wire  slots_q$q;
    reg  select_q$clock;
    reg  select_q$d;
    wire  select_q$q;
    reg  bank_q$clock;
    reg  [1:0] bank_q$d;
    wire  [1:0] bank_q$q;
    reg  line_q$clock;
    reg  [3:0] line_q$d;
    wire  [3:0] line_q$q;
    reg  target_q$clock;
    reg  target_q$d;
    wire  target_q$q;
    reg  a_q$clock;
    reg  [31:0] a_q$d;
    wire  [31:0] a_q$q;
    reg  b_q$clock;
    reg  [31:0] b_q$d;
    wire  [31:0] b_q$q;
    reg  [5:0] multiplies$op;
    wire  multiplies$is;
    wire  multiplies$adds;
    wire  multiplies$signs;
    wire  multiplies$upper;
    reg  multiplies_q$clock;
    reg  multiplies_q$d;
    wire  multiplies_q$q;
    reg  signs_q$clock;
    reg  signs_q$d;
    wire  signs_q$q;
    reg  upper_q$clock;
    reg  upper_q$d;
    wire  upper_q$q;
    reg  [31:0] split_a$d;
    wire  [31:0] split_a$q$0;
    reg  [31:0] split_b$d;
    wire  [31:0] split_b$q$0;
    reg  [31:0] split_c$d;
    wire  [31:0] split_c$q$0;
    reg  factor$0$turn;
    reg  [31:0] factor$0$d;
    wire  [31:0] factor$0$q;
    reg  added$0$turn;
    reg  [31:0] added$0$d;
    wire  [31:0] added$0$q;
    reg  factor_q$clock;
    reg  [31:0] factor_q$d$0;
    wire  [31:0] factor_q$q$0;
    reg  added_q$clock;
    reg  [31:0] added_q$d$0;
    wire  [31:0] added_q$q$0;
    reg  [5:0] route$0$op;
    reg  [31:0] route$0$a;
    reg  [31:0] route$0$b;
    reg  [31:0] route$0$c;
    wire  [31:0] route$0$x;
    wire  [31:0] route$0$y;
    wire  [31:0] route$0$z;
    reg  float_x$0$turn;
    reg  [31:0] float_x$0$d;
    wire  [31:0] float_x$0$q;
    reg  float_y$0$turn;
    reg  [31:0] float_y$0$d;
    wire  [31:0] float_y$0$q;
    reg  float_z$0$turn;
    reg  [31:0] float_z$0$d;
    wire  [31:0] float_z$0$q;
    reg  x_q$clock;
    reg  [31:0] x_q$d$0;
    wire  [31:0] x_q$q$0;
    reg  y_q$clock;
    reg  [31:0] y_q$d$0;
    wire  [31:0] y_q$q$0;
    reg  z_q$clock;
    reg  [31:0] z_q$d$0;
    wire  [31:0] z_q$q$0;
    reg  split_select$d;
    wire  split_select$q$0;
    reg  [31:0] split_alu_a$d;
    wire  [31:0] split_alu_a$q$0;
    reg  [31:0] split_alu_b$d;
    wire  [31:0] split_alu_b$q$0;
    reg  [5:0] alu$0$op;
    reg  [31:0] alu$0$a;
    reg  [31:0] alu$0$b;
    reg  alu$0$select;
    wire  [31:0] alu$0$result;
    wire  alu$0$flag;
    reg  multiply$0$clock;
    reg  [31:0] multiply$0$a;
    reg  [31:0] multiply$0$b;
    reg  [31:0] multiply$0$c;
    reg  multiply$0$signs;
    reg  multiply$0$upper;
    wire  [31:0] multiply$0$word;
    reg  multiplies_late$clock;
    reg  multiplies_late$d;
    wire  multiplies_late$q;
    reg  scalar_second$clock;
    reg  scalar_second$d;
    wire  scalar_second$q;
    reg  alu_late$0$clock;
    reg  [31:0] alu_late$0$d;
    wire  [31:0] alu_late$0$q;
    reg  float$0$clock;
    reg  [5:0] float$0$op;
    reg  [1:0] float$0$mode;
    reg  [31:0] float$0$x;
    reg  [31:0] float$0$y;
    reg  [31:0] float$0$z;
    wire  [31:0] float$0$result;
    wire  float$0$flag;
    reg  [31:0] join_row$d$0;
    wire  [31:0] join_row$q;
    reg  join_flags$d$0;
    wire  join_flags$q;
    reg  [31:0] join_float$d$0;
    wire  [31:0] join_float$q;
    reg  join_float_flags$d$0;
    wire  join_float_flags$q;
    reg  valid_late$clock;
    reg  valid_late$reset;
    reg  valid_late$d;
    wire  valid_late$q;
    reg  tag_late$clock;
    reg  tag_late$d;
    wire  tag_late$q;
    reg  warp_late$clock;
    reg  warp_late$d;
    wire  warp_late$q;
    reg  scalar_late$clock;
    reg  scalar_late$d;
    wire  scalar_late$q;
    reg  first_late$clock;
    reg  first_late$d;
    wire  first_late$q;
    reg  last_late$clock;
    reg  last_late$d;
    wire  last_late$q;
    reg  bundle_late$clock;
    reg  [1:0] bundle_late$d;
    wire  [1:0] bundle_late$q;
    reg  bank_late$clock;
    reg  [1:0] bank_late$d;
    wire  [1:0] bank_late$q;
    reg  line_late$clock;
    reg  [3:0] line_late$d;
    wire  [3:0] line_late$q;
    reg  target_late$clock;
    reg  target_late$d;
    wire  target_late$q;
    reg  row_late$clock;
    reg  [31:0] row_late$d;
    wire  [31:0] row_late$q;
    reg  setp_late$clock;
    reg  setp_late$d;
    wire  setp_late$q;
    reg  float_late$clock;
    reg  float_late$d;
    wire  float_late$q;
    reg  slots_late$clock;
    reg  slots_late$d;
    wire  slots_late$q;
    reg  flags_late$clock;
    reg  flags_late$d;
    wire  flags_late$q;
    // Local signals
    reg  [31:0] integer$0;
    // Sub module instances
    lane$execute$setp setp(
        .op(setp$op),
        .is(setp$is)
    );
    lane$tags$pending$0$completed valid(
        .clock(valid$clock),
        .reset(valid$reset),
        .d(valid$d),
        .q(valid$q)
    );
    lane$queue$ops$oldest op_q(
        .clock(op_q$clock),
        .d(op_q$d),
        .q(op_q$q)
    );
    lane$queue$ring$head_q$state mode_q(
        .clock(mode_q$clock),
        .d(mode_q$d),
        .q(mode_q$q)
    );
    lane$tags$pending$0$completed$state tag_q(
        .clock(tag_q$clock),
        .d(tag_q$d),
        .q(tag_q$q)
    );
    lane$tags$pending$0$completed$state warp_q(
        .clock(warp_q$clock),
        .d(warp_q$d),
        .q(warp_q$q)
    );
    lane$tags$pending$0$completed$state scalar_q(
        .clock(scalar_q$clock),
        .d(scalar_q$d),
        .q(scalar_q$q)
    );
    lane$tags$pending$0$completed$state first_q(
        .clock(first_q$clock),
        .d(first_q$d),
        .q(first_q$q)
    );
    lane$tags$pending$0$completed$state last_q(
        .clock(last_q$clock),
        .d(last_q$d),
        .q(last_q$q)
    );
    lane$queue$ring$head_q$state bundle_q(
        .clock(bundle_q$clock),
        .d(bundle_q$d),
        .q(bundle_q$q)
    );
    lane$tags$pending$0$completed$state slots_q(
        .clock(slots_q$clock),
        .d(slots_q$d),
        .q(slots_q$q)
    );
    lane$tags$pending$0$completed$state select_q(
        .clock(select_q$clock),
        .d(select_q$d),
        .q(select_q$q)
    );
    lane$queue$ring$head_q$state bank_q(
        .clock(bank_q$clock),
        .d(bank_q$d),
        .q(bank_q$q)
    );
    lane$execute$line_q line_q(
        .clock(line_q$clock),
        .d(line_q$d),
        .q(line_q$q)
    );
    lane$tags$pending$0$completed$state target_q(
        .clock(target_q$clock),
        .d(target_q$d),
        .q(target_q$q)
    );
    lane$execute$a_q a_q(
        .clock(a_q$clock),
        .d(a_q$d),
        .q(a_q$q)
    );
    lane$execute$a_q b_q(
        .clock(b_q$clock),
        .d(b_q$d),
        .q(b_q$q)
    );
    lane$execute$multiplies multiplies(
        .op(multiplies$op),
        .is(multiplies$is),
        .adds(multiplies$adds),
        .signs(multiplies$signs),
        .upper(multiplies$upper)
    );
    lane$tags$pending$0$completed$state multiplies_q(
        .clock(multiplies_q$clock),
        .d(multiplies_q$d),
        .q(multiplies_q$q)
    );
    lane$tags$pending$0$completed$state signs_q(
        .clock(signs_q$clock),
        .d(signs_q$d),
        .q(signs_q$q)
    );
    lane$tags$pending$0$completed$state upper_q(
        .clock(upper_q$clock),
        .d(upper_q$d),
        .q(upper_q$q)
    );
    lane$operand_a$high_align$pick$split split_a(
        .d(split_a$d),
        .q$0(split_a$q$0)
    );
    lane$operand_a$high_align$pick$split split_b(
        .d(split_b$d),
        .q$0(split_b$q$0)
    );
    lane$operand_a$high_align$pick$split split_c(
        .d(split_c$d),
        .q$0(split_c$q$0)
    );
    lane$execute$alu$0$shr_a factor$0(
        .turn(factor$0$turn),
        .d(factor$0$d),
        .q(factor$0$q)
    );
    lane$execute$alu$0$shr_a added$0(
        .turn(added$0$turn),
        .d(added$0$d),
        .q(added$0$q)
    );
    lane$execute$float$0$along_normal$word_late$stages factor_q(
        .clock(factor_q$clock),
        .d$0(factor_q$d$0),
        .q$0(factor_q$q$0)
    );
    lane$execute$float$0$along_normal$word_late$stages added_q(
        .clock(added_q$clock),
        .d$0(added_q$d$0),
        .q$0(added_q$q$0)
    );
    lane$execute$route$0 route$0(
        .op(route$0$op),
        .a(route$0$a),
        .b(route$0$b),
        .c(route$0$c),
        .x(route$0$x),
        .y(route$0$y),
        .z(route$0$z)
    );
    lane$execute$alu$0$shr_a float_x$0(
        .turn(float_x$0$turn),
        .d(float_x$0$d),
        .q(float_x$0$q)
    );
    lane$execute$alu$0$shr_a float_y$0(
        .turn(float_y$0$turn),
        .d(float_y$0$d),
        .q(float_y$0$q)
    );
    lane$execute$alu$0$shr_a float_z$0(
        .turn(float_z$0$turn),
        .d(float_z$0$d),
        .q(float_z$0$q)
    );
    lane$execute$float$0$along_normal$word_late$stages x_q(
        .clock(x_q$clock),
        .d$0(x_q$d$0),
        .q$0(x_q$q$0)
    );
    lane$execute$float$0$along_normal$word_late$stages y_q(
        .clock(y_q$clock),
        .d$0(y_q$d$0),
        .q$0(y_q$q$0)
    );
    lane$execute$float$0$along_normal$word_late$stages z_q(
        .clock(z_q$clock),
        .d$0(z_q$d$0),
        .q$0(z_q$q$0)
    );
    lane$execute$split_select split_select(
        .d(split_select$d),
        .q$0(split_select$q$0)
    );
    lane$operand_a$high_align$pick$split split_alu_a(
        .d(split_alu_a$d),
        .q$0(split_alu_a$q$0)
    );
    lane$operand_a$high_align$pick$split split_alu_b(
        .d(split_alu_b$d),
        .q$0(split_alu_b$q$0)
    );
    lane$execute$alu$0 alu$0(
        .op(alu$0$op),
        .a(alu$0$a),
        .b(alu$0$b),
        .select(alu$0$select),
        .result(alu$0$result),
        .flag(alu$0$flag)
    );
    lane$execute$multiply$0 multiply$0(
        .clock(multiply$0$clock),
        .a(multiply$0$a),
        .b(multiply$0$b),
        .c(multiply$0$c),
        .signs(multiply$0$signs),
        .upper(multiply$0$upper),
        .word(multiply$0$word)
    );
    lane$execute$float$0$along_normal$flag_late multiplies_late(
        .clock(multiplies_late$clock),
        .d(multiplies_late$d),
        .q(multiplies_late$q)
    );
    lane$execute$float$0$along_normal$flag_late scalar_second(
        .clock(scalar_second$clock),
        .d(scalar_second$d),
        .q(scalar_second$q)
    );
    lane$execute$float$0$along_normal$word_late alu_late$0(
        .clock(alu_late$0$clock),
        .d(alu_late$0$d),
        .q(alu_late$0$q)
    );
    lane$execute$float$0 float$0(
        .clock(float$0$clock),
        .op(float$0$op),
        .mode(float$0$mode),
        .x(float$0$x),
        .y(float$0$y),
        .z(float$0$z),
        .result(float$0$result),
        .flag(float$0$flag)
    );
    lane$operand_a$high_align$spread join_row(
        .d$0(join_row$d$0),
        .q(join_row$q)
    );
    lane$execute$join_flags join_flags(
        .d$0(join_flags$d$0),
        .q(join_flags$q)
    );
    lane$operand_a$high_align$spread join_float(
        .d$0(join_float$d$0),
        .q(join_float$q)
    );
    lane$execute$join_flags join_float_flags(
        .d$0(join_float_flags$d$0),
        .q(join_float_flags$q)
    );
    lane$execute$valid_late valid_late(
        .clock(valid_late$clock),
        .reset(valid_late$reset),
        .d(valid_late$d),
        .q(valid_late$q)
    );
    lane$execute$first_late tag_late(
        .clock(tag_late$clock),
        .d(tag_late$d),
        .q(tag_late$q)
    );
    lane$execute$first_late warp_late(
        .clock(warp_late$clock),
        .d(warp_late$d),
        .q(warp_late$q)
    );
    lane$execute$first_late scalar_late(
        .clock(scalar_late$clock),
        .d(scalar_late$d),
        .q(scalar_late$q)
    );
    lane$execute$first_late first_late(
        .clock(first_late$clock),
        .d(first_late$d),
        .q(first_late$q)
    );
    lane$execute$first_late last_late(
        .clock(last_late$clock),
        .d(last_late$d),
        .q(last_late$q)
    );
    lane$execute$bank_late bundle_late(
        .clock(bundle_late$clock),
        .d(bundle_late$d),
        .q(bundle_late$q)
    );
    lane$execute$bank_late bank_late(
        .clock(bank_late$clock),
        .d(bank_late$d),
        .q(bank_late$q)
    );
    lane$execute$line_late line_late(
        .clock(line_late$clock),
        .d(line_late$d),
        .q(line_late$q)
    );
    lane$execute$first_late target_late(
        .clock(target_late$clock),
        .d(target_late$d),
        .q(target_late$q)
    );
    lane$execute$row_late row_late(
        .clock(row_late$clock),
        .d(row_late$d),
        .q(row_late$q)
    );
    lane$execute$first_late setp_late(
        .clock(setp_late$clock),
        .d(setp_late$d),
        .q(setp_late$q)
    );
    lane$execute$first_late float_late(
        .clock(float_late$clock),
        .d(float_late$d),
        .q(float_late$q)
    );
    lane$execute$first_late slots_late(
        .clock(slots_late$clock),
        .d(slots_late$d),
        .q(slots_late$q)
    );
    lane$execute$first_late flags_late(
        .clock(flags_late$clock),
        .d(flags_late$d),
        .q(flags_late$q)
    );
    // Update code
    always @(*) begin
        valid$clock = clock;
        op_q$clock = clock;
        mode_q$clock = clock;
        tag_q$clock = clock;
        warp_q$clock = clock;
        scalar_q$clock = clock;
        first_q$clock = clock;
        last_q$clock = clock;
        bundle_q$clock = clock;
        slots_q$clock = clock;
        select_q$clock = clock;
        bank_q$clock = clock;
        line_q$clock = clock;
        target_q$clock = clock;
        a_q$clock = clock;
        b_q$clock = clock;
        multiplies_q$clock = clock;
        signs_q$clock = clock;
        upper_q$clock = clock;
        factor_q$clock = clock;
        added_q$clock = clock;
        x_q$clock = clock;
        y_q$clock = clock;
        z_q$clock = clock;
        multiplies_late$clock = clock;
        scalar_second$clock = clock;
        valid_late$clock = clock;
        tag_late$clock = clock;
        warp_late$clock = clock;
        scalar_late$clock = clock;
        first_late$clock = clock;
        last_late$clock = clock;
        bundle_late$clock = clock;
        bank_late$clock = clock;
        line_late$clock = clock;
        target_late$clock = clock;
        row_late$clock = clock;
        setp_late$clock = clock;
        float_late$clock = clock;
        slots_late$clock = clock;
        flags_late$clock = clock;
        valid$reset = reset;
        valid$d = start;
        op_q$d = op;
        mode_q$d = mode;
        tag_q$d = tag;
        warp_q$d = warp;
        scalar_q$d = scalar;
        first_q$d = first;
        last_q$d = last;
        bundle_q$d = bundle;
        slots_q$d = slots;
        select_q$d = select;
        bank_q$d = no_bank;
        if (writes) begin
            bank_q$d = bank;
        end
        line_q$d = line;
        target_q$d = target;
        a_q$d = a;
        b_q$d = b;
        multiplies$op = op;
        multiplies_q$d = multiplies$is;
        signs_q$d = multiplies$signs;
        upper_q$d = multiplies$upper;
        split_a$d = a;
        split_b$d = b;
        split_c$d = c;
        factor$0$turn = multiplies$is;
        factor$0$d = split_b$q$0;
        factor_q$d$0 = factor$0$q;
        added$0$turn = multiplies$adds;
        added$0$d = split_c$q$0;
        added_q$d$0 = added$0$q;
        route$0$op = op;
        route$0$a = split_a$q$0;
        route$0$b = split_b$q$0;
        route$0$c = split_c$q$0;
        float_x$0$turn = op[32'h5];
        float_y$0$turn = op[32'h5];
        float_z$0$turn = op[32'h5];
        float_x$0$d = route$0$x;
        float_y$0$d = route$0$y;
        float_z$0$d = route$0$z;
        x_q$d$0 = float_x$0$q;
        y_q$d$0 = float_y$0$q;
        z_q$d$0 = float_z$0$q;
        split_select$d = select_q$q;
        split_alu_a$d = a_q$q;
        split_alu_b$d = b_q$q;
        multiplies_late$d = multiplies_q$q;
        scalar_second$d = scalar_q$q;
        alu$0$op = op_q$q;
        alu$0$a = split_alu_a$q$0;
        alu$0$b = split_alu_b$q$0;
        alu$0$select = split_select$q$0;
        join_flags$d$0 = alu$0$flag;
        alu_late$0$clock = clock;
        alu_late$0$d = alu$0$result;
        multiply$0$clock = clock;
        multiply$0$a = split_alu_a$q$0;
        multiply$0$b = factor_q$q$0;
        multiply$0$c = added_q$q$0;
        multiply$0$signs = signs_q$q;
        multiply$0$upper = upper_q$q;
        integer$0 = alu_late$0$q;
        if (multiplies_late$q) begin
            integer$0 = multiply$0$word;
        end
        join_row$d$0 = integer$0;
        if (scalar_second$q) begin
            join_row$d$0 = integer$0;
        end
        float$0$clock = clock;
        float$0$op = op_q$q;
        float$0$mode = mode_q$q;
        float$0$x = x_q$q$0;
        float$0$y = y_q$q$0;
        float$0$z = z_q$q$0;
        join_float_flags$d$0 = float$0$flag;
        join_float$d$0 = float$0$result;
        if (scalar_late$q) begin
            join_float$d$0 = float$0$result;
        end
        valid_late$reset = reset;
        valid_late$d = valid$q;
        tag_late$d = tag_q$q;
        warp_late$d = warp_q$q;
        scalar_late$d = scalar_q$q;
        first_late$d = first_q$q;
        last_late$d = last_q$q;
        bundle_late$d = bundle_q$q;
        bank_late$d = bank_q$q;
        line_late$d = line_q$q;
        target_late$d = target_q$q;
        row_late$d = join_row$q;
        setp$op = op_q$q;
        setp_late$d = setp$is;
        float_late$d = op_q$q[32'h5];
        slots_late$d = slots_q$q;
        flags_late$d = join_flags$q;
        finish = valid_late$q;
        out_tag = tag_late$q;
        out_warp = warp_late$q;
        out_scalar = scalar_late$q;
        out_first = first_late$q;
        out_last = last_late$q;
        out_bundle = bundle_late$q;
        out_bank = no_bank;
        if (valid_late$q) begin
            out_bank = bank_late$q;
        end
        out_line = line_late$q;
        out_target = target_late$q;
        out_row = row_late$q;
        out_slots = slots_late$q;
        out_flags = flags_late$q & slots_late$q;
        if (float_late$q) begin
            out_row = join_float$q;
            out_flags = join_float_flags$q & slots_late$q;
        end
        out_setp = setp_late$q;
    end
endmodule

module lane$execute$a_q(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [31:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(posedge clock) q <= d;
endmodule

module lane$execute$alu$0(op,a,b,select,result,flag);
    // Module arguments
    input wire  [5:0] op;
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  select;
    output reg  [31:0] result;
    output reg  flag;
    // Constant declarations
    localparam  zero = 32'h0;
    localparam  add = 6'b1;
    localparam  sub = 6'b10;
    localparam  bit_and = 6'b111;
    localparam  bit_or = 6'b1000;
    localparam  bit_xor = 6'b1001;
    localparam  bit_not = 6'b1010;
    localparam  shl = 6'b1011;
    localparam  shr_s = 6'b1100;
    localparam  shr_u = 6'b1101;
    localparam  min_s = 6'b1110;
    localparam  min_u = 6'b1111;
    localparam  max_s = 6'b10000;
    localparam  max_u = 6'b10001;
    localparam  abs = 6'b10010;
    localparam  neg = 6'b10011;
    localparam  selp = 6'b10100;
    // Stub signals
    reg  shr_a$turn;
    reg  [31:0] shr_a$d;
    wire  [31:0] shr_a$q;
    reg  shr_b$turn;
    reg  [31:0] shr_b$d;
    wire  [31:0] shr_b$q;
    reg  [31:0] sum$a;
    reg  [31:0] sum$b;
    reg  sum$carry;
    wire  [31:0] sum$q;
    reg  [31:0] shr$a;
    reg  [31:0] shr$amount;
    reg  shr$fill_sign;
    wire  [31:0] shr$q;
    reg  [31:0] compare$a;
    reg  [31:0] compare$b;
    wire  compare$equal;
    wire  compare$less_s;
    wire  compare$less_u;
    reg  [5:0] decide$op;
    reg  decide$equal;
    reg  decide$less_s;
    reg  decide$less_u;
    wire  decide$flag;
    // Local signals
    reg  shifts;
    reg  subtracts;
    // Sub module instances
    lane$execute$alu$0$shr_a shr_a(
        .turn(shr_a$turn),
        .d(shr_a$d),
        .q(shr_a$q)
    );
    lane$execute$alu$0$shr_a shr_b(
        .turn(shr_b$turn),
        .d(shr_b$d),
        .q(shr_b$q)
    );
    lane$execute$float$0$round$finish$plus_one sum(
        .a(sum$a),
        .b(sum$b),
        .carry(sum$carry),
        .q(sum$q)
    );
    lane$execute$alu$0$shr shr(
        .a(shr$a),
        .amount(shr$amount),
        .fill_sign(shr$fill_sign),
        .q(shr$q)
    );
    lane$execute$alu$0$compare compare(
        .a(compare$a),
        .b(compare$b),
        .equal(compare$equal),
        .less_s(compare$less_s),
        .less_u(compare$less_u)
    );
    lane$execute$alu$0$decide decide(
        .op(decide$op),
        .equal(decide$equal),
        .less_s(decide$less_s),
        .less_u(decide$less_u),
        .flag(decide$flag)
    );
    // Update code
    always @(*) begin
        subtracts = op != add;
        sum$carry = subtracts;
        sum$a = a;
        sum$b = b;
        if (subtracts) begin
            sum$b = ~b;
        end
        if ((op == neg) | (op == abs)) begin
            sum$a = ~a;
            sum$b = zero;
        end
        shifts = (op == shr_s) | (op == shr_u);
        shr_a$turn = shifts;
        shr_b$turn = shifts;
        shr_a$d = a;
        shr_b$d = b;
        shr$a = shr_a$q;
        shr$amount = shr_b$q;
        shr$fill_sign = op == shr_s;
        compare$a = a;
        compare$b = b;
        decide$op = op;
        decide$equal = compare$equal;
        decide$less_s = compare$less_s;
        decide$less_u = compare$less_u;
        flag = decide$flag;
        result = a;
        if ((op == add) | (op == sub) | (op == neg) | ((op == abs) & a[32'h1f])) begin
            result = sum$q;
        end
        else if (op == bit_and) begin
            result = a & b;
        end
        else if (op == bit_or) begin
            result = a | b;
        end
        else if (op == bit_xor) begin
            result = a ^ b;
        end
        else if (op == bit_not) begin
            result = ~a;
        end
        else if (op == shl) begin
            result = a << b;
        end
        else if ((op == shr_s) | (op == shr_u)) begin
            result = shr$q;
        end
        else if (((op == min_s) & ~compare$less_s) | ((op == min_u) & ~compare$less_u) | ((op == max_s) & compare$less_s) | ((op == max_u) & compare$less_u) | ((op == selp) & ~select)) begin
            result = b;
        end
    end
endmodule

module lane$execute$alu$0$compare(a,b,equal,less_s,less_u);
    // Module arguments
    input wire  [31:0] a;
    input wire  [31:0] b;
    output reg  equal;
    output reg  less_s;
    output reg  less_u;
    // Stub signals
    reg  [31:0] at_least$a;
    reg  [31:0] at_least$b;
    wire  at_least$q;
    // Sub module instances
    lane$execute$alu$0$compare$at_least at_least(
        .a(at_least$a),
        .b(at_least$b),
        .q(at_least$q)
    );
    // Update code
    always @(*) begin
        at_least$a = a;
        at_least$b = b;
        equal = a == b;
        less_u = ~at_least$q;
        less_s = ~at_least$q ^ a[32'h1f] ^ b[32'h1f];
    end
endmodule

module lane$execute$alu$0$compare$at_least(a,b,q);
    // Module arguments
    input wire  [31:0] a;
    input wire  [31:0] b;
    output reg  q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    always @(*) q = a >= b;
    `else
    (* keep *) wire [31:0] made = a & ~b;
    (* keep *) wire [31:0] passed = a | ~b;
    (* keep *) wire made0 = made[1] | (passed[1] & made[0]);
    (* keep *) wire passed0 = passed[1] & passed[0];
    (* keep *) wire made1 = made[3] | (passed[3] & made[2]);
    (* keep *) wire passed1 = passed[3] & passed[2];
    (* keep *) wire made2 = made[5] | (passed[5] & made[4]);
    (* keep *) wire passed2 = passed[5] & passed[4];
    (* keep *) wire made3 = made[7] | (passed[7] & made[6]);
    (* keep *) wire passed3 = passed[7] & passed[6];
    (* keep *) wire made4 = made[9] | (passed[9] & made[8]);
    (* keep *) wire passed4 = passed[9] & passed[8];
    (* keep *) wire made5 = made[11] | (passed[11] & made[10]);
    (* keep *) wire passed5 = passed[11] & passed[10];
    (* keep *) wire made6 = made[13] | (passed[13] & made[12]);
    (* keep *) wire passed6 = passed[13] & passed[12];
    (* keep *) wire made7 = made[15] | (passed[15] & made[14]);
    (* keep *) wire passed7 = passed[15] & passed[14];
    (* keep *) wire made8 = made[17] | (passed[17] & made[16]);
    (* keep *) wire passed8 = passed[17] & passed[16];
    (* keep *) wire made9 = made[19] | (passed[19] & made[18]);
    (* keep *) wire passed9 = passed[19] & passed[18];
    (* keep *) wire made10 = made[21] | (passed[21] & made[20]);
    (* keep *) wire passed10 = passed[21] & passed[20];
    (* keep *) wire made11 = made[23] | (passed[23] & made[22]);
    (* keep *) wire passed11 = passed[23] & passed[22];
    (* keep *) wire made12 = made[25] | (passed[25] & made[24]);
    (* keep *) wire passed12 = passed[25] & passed[24];
    (* keep *) wire made13 = made[27] | (passed[27] & made[26]);
    (* keep *) wire passed13 = passed[27] & passed[26];
    (* keep *) wire made14 = made[29] | (passed[29] & made[28]);
    (* keep *) wire passed14 = passed[29] & passed[28];
    (* keep *) wire made15 = made[31] | (passed[31] & made[30]);
    (* keep *) wire passed15 = passed[31] & passed[30];
    (* keep *) wire made16 = made1 | (passed1 & made0);
    (* keep *) wire passed16 = passed1 & passed0;
    (* keep *) wire made17 = made3 | (passed3 & made2);
    (* keep *) wire passed17 = passed3 & passed2;
    (* keep *) wire made18 = made5 | (passed5 & made4);
    (* keep *) wire passed18 = passed5 & passed4;
    (* keep *) wire made19 = made7 | (passed7 & made6);
    (* keep *) wire passed19 = passed7 & passed6;
    (* keep *) wire made20 = made9 | (passed9 & made8);
    (* keep *) wire passed20 = passed9 & passed8;
    (* keep *) wire made21 = made11 | (passed11 & made10);
    (* keep *) wire passed21 = passed11 & passed10;
    (* keep *) wire made22 = made13 | (passed13 & made12);
    (* keep *) wire passed22 = passed13 & passed12;
    (* keep *) wire made23 = made15 | (passed15 & made14);
    (* keep *) wire passed23 = passed15 & passed14;
    (* keep *) wire made24 = made17 | (passed17 & made16);
    (* keep *) wire passed24 = passed17 & passed16;
    (* keep *) wire made25 = made19 | (passed19 & made18);
    (* keep *) wire passed25 = passed19 & passed18;
    (* keep *) wire made26 = made21 | (passed21 & made20);
    (* keep *) wire passed26 = passed21 & passed20;
    (* keep *) wire made27 = made23 | (passed23 & made22);
    (* keep *) wire passed27 = passed23 & passed22;
    (* keep *) wire made28 = made25 | (passed25 & made24);
    (* keep *) wire passed28 = passed25 & passed24;
    (* keep *) wire made29 = made27 | (passed27 & made26);
    (* keep *) wire passed29 = passed27 & passed26;
    (* keep *) wire made30 = made29 | (passed29 & made28);
    (* keep *) wire passed30 = passed29 & passed28;
    always @(*) q = made30 | passed30;
    `endif
endmodule

module lane$execute$alu$0$decide(op,equal,less_s,less_u,flag);
    // Module arguments
    input wire  [5:0] op;
    input wire  equal;
    input wire  less_s;
    input wire  less_u;
    output reg  flag;
    // Constant declarations
    localparam  eq = 6'b10101;
    localparam  ne = 6'b10110;
    localparam  lt_s = 6'b10111;
    localparam  le_s = 6'b11000;
    localparam  gt_s = 6'b11001;
    localparam  ge_s = 6'b11010;
    localparam  lt_u = 6'b11011;
    localparam  le_u = 6'b11100;
    localparam  gt_u = 6'b11101;
    // Update code
    always @(*) begin
        if (op == eq) begin
            flag = equal;
        end
        else if (op == ne) begin
            flag = ~equal;
        end
        else if (op == lt_s) begin
            flag = less_s;
        end
        else if (op == le_s) begin
            flag = less_s | equal;
        end
        else if (op == gt_s) begin
            flag = ~less_s & ~equal;
        end
        else if (op == ge_s) begin
            flag = ~less_s;
        end
        else if (op == lt_u) begin
            flag = less_u;
        end
        else if (op == le_u) begin
            flag = less_u | equal;
        end
        else if (op == gt_u) begin
            flag = ~less_u & ~equal;
        end
        else begin
            flag = ~less_u;
        end
    end
endmodule

module lane$execute$alu$0$shr(a,amount,fill_sign,q);
    // Module arguments
    input wire  [31:0] a;
    input wire  [31:0] amount;
    input wire  fill_sign;
    output reg  [31:0] q;
    // Update code (custom)
    wire fill = fill_sign & a[31];
    wire [31:0] flipped = a ^ {32{fill}};
    wire [31:0] shifted = (|amount[31:5]) ? 32'd0 : (flipped >> amount[4:0]);
    always @(*) q = shifted ^ {32{fill}};
endmodule

module lane$execute$alu$0$shr_a(turn,d,q);
    // Module arguments
    input wire  turn;
    input wire  [31:0] d;
    output reg  [31:0] q;
    // Constant declarations
    localparam  none = 32'h0;
    // Update code
    always @(*) begin
        q = none;
        if (turn) begin
            q = d;
        end
    end
endmodule

module lane$execute$bank_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [1:0] stages$d$0;
    reg  [1:0] stages$d$1;
    reg  [1:0] stages$d$2;
    reg  [1:0] stages$d$3;
    reg  [1:0] stages$d$4;
    wire  [1:0] stages$q$0;
    wire  [1:0] stages$q$1;
    wire  [1:0] stages$q$2;
    wire  [1:0] stages$q$3;
    wire  [1:0] stages$q$4;
    // Local signals
    reg  [1:0] earlier;
    // Sub module instances
    lane$execute$bank_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .d$1(stages$d$1),
        .d$2(stages$d$2),
        .d$3(stages$d$3),
        .d$4(stages$d$4),
        .q$0(stages$q$0),
        .q$1(stages$q$1),
        .q$2(stages$q$2),
        .q$3(stages$q$3),
        .q$4(stages$q$4)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        stages$d$1 = earlier;
        earlier = stages$q$1;
        stages$d$2 = earlier;
        earlier = stages$q$2;
        stages$d$3 = earlier;
        earlier = stages$q$3;
        stages$d$4 = earlier;
        earlier = stages$q$4;
        q = earlier;
    end
endmodule

module lane$execute$bank_late$stages(clock,d$0,d$1,d$2,d$3,d$4,q$0,q$1,q$2,q$3,q$4);
    // Module arguments
    input wire  clock;
    input wire  [1:0] d$0;
    input wire  [1:0] d$1;
    input wire  [1:0] d$2;
    input wire  [1:0] d$3;
    input wire  [1:0] d$4;
    output reg  [1:0] q$0;
    output reg  [1:0] q$1;
    output reg  [1:0] q$2;
    output reg  [1:0] q$3;
    output reg  [1:0] q$4;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
        q$1 <= d$1;
        q$2 <= d$2;
        q$3 <= d$3;
        q$4 <= d$4;
    end
endmodule

module lane$execute$first_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  d;
    output reg  q;
    // Stub signals
    reg  stages$clock;
    reg  stages$d$0;
    reg  stages$d$1;
    reg  stages$d$2;
    reg  stages$d$3;
    reg  stages$d$4;
    wire  stages$q$0;
    wire  stages$q$1;
    wire  stages$q$2;
    wire  stages$q$3;
    wire  stages$q$4;
    // Local signals
    reg  earlier;
    // Sub module instances
    lane$execute$first_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .d$1(stages$d$1),
        .d$2(stages$d$2),
        .d$3(stages$d$3),
        .d$4(stages$d$4),
        .q$0(stages$q$0),
        .q$1(stages$q$1),
        .q$2(stages$q$2),
        .q$3(stages$q$3),
        .q$4(stages$q$4)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        stages$d$1 = earlier;
        earlier = stages$q$1;
        stages$d$2 = earlier;
        earlier = stages$q$2;
        stages$d$3 = earlier;
        earlier = stages$q$3;
        stages$d$4 = earlier;
        earlier = stages$q$4;
        q = earlier;
    end
endmodule

module lane$execute$first_late$stages(clock,d$0,d$1,d$2,d$3,d$4,q$0,q$1,q$2,q$3,q$4);
    // Module arguments
    input wire  clock;
    input wire  d$0;
    input wire  d$1;
    input wire  d$2;
    input wire  d$3;
    input wire  d$4;
    output reg  q$0;
    output reg  q$1;
    output reg  q$2;
    output reg  q$3;
    output reg  q$4;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
        q$1 <= d$1;
        q$2 <= d$2;
        q$3 <= d$3;
        q$4 <= d$4;
    end
endmodule

module lane$execute$float$0(clock,op,mode,x,y,z,result,flag);
    // Module arguments
    input wire  clock;
    input wire  [5:0] op;
    input wire  [1:0] mode;
    input wire  [31:0] x;
    input wire  [31:0] y;
    input wire  [31:0] z;
    output reg  [31:0] result;
    output reg  flag;
    // Stub signals
    reg  [5:0] start$op;
    reg  [1:0] start$mode;
    reg  [31:0] start$x;
    reg  [31:0] start$y;
    reg  [31:0] start$z;
    wire  start$given;
    wire  [31:0] start$word;
    wire  start$flag;
    wire  [47:0] start$rows$0;
    wire  [47:0] start$rows$1;
    wire  [47:0] start$rows$2;
    wire  [47:0] start$rows$3;
    wire  [23:0] start$addend;
    wire  [9:0] start$exponent;
    wire  [7:0] start$exponent_z;
    wire  [9:0] start$apart;
    wire  start$no_product;
    wire  start$sign_x;
    wire  start$sign_y;
    wire  start$sign_z;
    reg  along_rows$clock;
    reg  [5:0] along_rows$op;
    reg  [1:0] along_rows$mode;
    reg  along_rows$given;
    reg  [31:0] along_rows$word;
    reg  along_rows$flag;
    wire  [5:0] along_rows$op_q;
    wire  [1:0] along_rows$mode_q;
    wire  along_rows$given_q;
    wire  [31:0] along_rows$word_q;
    wire  along_rows$flag_q;
    reg  rows$0$clock;
    reg  [47:0] rows$0$d;
    wire  [47:0] rows$0$q;
    reg  rows$1$clock;
    reg  [47:0] rows$1$d;
    wire  [47:0] rows$1$q;
    reg  rows$2$clock;
    reg  [47:0] rows$2$d;
    wire  [47:0] rows$2$q;
    reg  rows$3$clock;
    reg  [47:0] rows$3$d;
    wire  [47:0] rows$3$q;
    reg  addend_rows$clock;
    reg  [23:0] addend_rows$d;
    wire  [23:0] addend_rows$q;
    reg  exponent_rows$clock;
    reg  [9:0] exponent_rows$d;
    wire  [9:0] exponent_rows$q;
    reg  exponent_z$clock;
    reg  [7:0] exponent_z$d;
    wire  [7:0] exponent_z$q;
    reg  apart$clock;
    reg  [9:0] apart$d;
    wire  [9:0] apart$q;
    reg  no_product$clock;
    reg  no_product$d;
    wire  no_product$q;
    reg  sign_x$clock;
    reg  sign_x$d;
    wire  sign_x$q;
    reg  sign_y$clock;
    reg  sign_y$d;
    wire  sign_y$q;
    reg  sign_z$clock;
    reg  sign_z$d;
    wire  sign_z$q;
    reg  [5:0] from_rows$op;
    wire  from_rows$is;
    reg  [5:0] to_rows$op;
    wire  to_rows$is;
    reg  exponent$from_integer;
    reg  exponent$to_integer;
    reg  [9:0] exponent$product;
    reg  [9:0] exponent$apart;
    reg  [7:0] exponent$z;
    reg  exponent$no_product;
    wire  exponent$leads;
    wire  [5:0] exponent$distance;
    wire  [8:0] exponent$limit;
    reg  signs$from_integer;
    reg  signs$to_integer;
    reg  signs$leads;
    reg  signs$x;
    reg  signs$y;
    reg  signs$z;
    reg  signs$with_sign;
    wire  signs$sign;
    wire  signs$subtract;
    reg  [47:0] two$d$0;
    reg  [47:0] two$d$1;
    reg  [47:0] two$d$2;
    reg  [47:0] two$d$3;
    wire  [47:0] two$a;
    wire  [47:0] two$b;
    reg  [47:0] total$a;
    reg  [47:0] total$b;
    reg  total$carry;
    wire  [47:0] total$q;
    reg  along_product$clock;
    reg  [5:0] along_product$op;
    reg  [1:0] along_product$mode;
    reg  along_product$given;
    reg  [31:0] along_product$word;
    reg  along_product$flag;
    wire  [5:0] along_product$op_q;
    wire  [1:0] along_product$mode_q;
    wire  along_product$given_q;
    wire  [31:0] along_product$word_q;
    wire  along_product$flag_q;
    reg  product$clock;
    reg  [47:0] product$d;
    wire  [47:0] product$q;
    reg  addend$clock;
    reg  [23:0] addend$d;
    wire  [23:0] addend$q;
    reg  leads$clock;
    reg  leads$d;
    wire  leads$q;
    reg  distance$clock;
    reg  [5:0] distance$d;
    wire  [5:0] distance$q;
    reg  limit_product$clock;
    reg  [8:0] limit_product$d;
    wire  [8:0] limit_product$q;
    reg  sign_product$clock;
    reg  sign_product$d;
    wire  sign_product$q;
    reg  subtract_product$clock;
    reg  subtract_product$d;
    wire  subtract_product$q;
    reg  [5:0] from$op;
    wire  from$is;
    reg  [5:0] to$op;
    wire  to$is;
    reg  align$from_integer;
    reg  align$to_integer;
    reg  [47:0] align$product;
    reg  [23:0] align$addend;
    reg  [31:0] align$whole;
    reg  align$leads;
    reg  [5:0] align$distance;
    wire  [53:0] align$stays;
    wire  [53:0] align$moved;
    reg  along_shift$clock;
    reg  [5:0] along_shift$op;
    reg  [1:0] along_shift$mode;
    reg  along_shift$given;
    reg  [31:0] along_shift$word;
    reg  along_shift$flag;
    wire  [5:0] along_shift$op_q;
    wire  [1:0] along_shift$mode_q;
    wire  along_shift$given_q;
    wire  [31:0] along_shift$word_q;
    wire  along_shift$flag_q;
    reg  stays$clock;
    reg  [53:0] stays$d;
    wire  [53:0] stays$q;
    reg  moved$clock;
    reg  [53:0] moved$d;
    wire  [53:0] moved$q;
    reg  limit_shift$clock;
    reg  [8:0] limit_shift$d;
    wire  [8:0] limit_shift$q;
    reg  sign_shift$clock;
    reg  sign_shift$d;
    wire  sign_shift$q;
    reg  subtract_shift$clock;
    reg  subtract_shift$d;
    wire  subtract_shift$q;
    reg  [53:0] sum$stays;
    reg  [53:0] sum$moved;
    reg  sum$subtract;
    reg  sum$sign;
    wire  [54:0] sum$magnitude;
    wire  sum$negative;
    reg  [8:0] bound$limit;
    wire  [54:0] bound$mark;
    wire  [8:0] bound$exponent;
    reg  along_sum$clock;
    reg  [5:0] along_sum$op;
    reg  [1:0] along_sum$mode;
    reg  along_sum$given;
    reg  [31:0] along_sum$word;
    reg  along_sum$flag;
    wire  [5:0] along_sum$op_q;
    wire  [1:0] along_sum$mode_q;
    wire  along_sum$given_q;
    wire  [31:0] along_sum$word_q;
    wire  along_sum$flag_q;
    reg  magnitude$clock;
    reg  [54:0] magnitude$d;
    wire  [54:0] magnitude$q;
    reg  mark$clock;
    reg  [54:0] mark$d;
    wire  [54:0] mark$q;
    reg  exponent_sum$clock;
    reg  [8:0] exponent_sum$d;
    wire  [8:0] exponent_sum$q;
    reg  negative_sum$clock;
    reg  negative_sum$d;
    wire  negative_sum$q;
    reg  [54:0] normalise$d;
    reg  [54:0] normalise$mark;
    reg  [8:0] normalise$exponent;
    wire  [54:0] normalise$q;
    wire  [8:0] normalise$biased;
    reg  along_normal$clock;
    reg  [5:0] along_normal$op;
    reg  [1:0] along_normal$mode;
    reg  along_normal$given;
    reg  [31:0] along_normal$word;
    reg  along_normal$flag;
    wire  [5:0] along_normal$op_q;
    wire  [1:0] along_normal$mode_q;
    wire  along_normal$given_q;
    wire  [31:0] along_normal$word_q;
    wire  along_normal$flag_q;
    reg  normal$clock;
    reg  [54:0] normal$d;
    wire  [54:0] normal$q;
    reg  biased$clock;
    reg  [8:0] biased$d;
    wire  [8:0] biased$q;
    reg  negative$clock;
    reg  negative$d;
    wire  negative$q;
    reg  [5:0] to_sum$op;
    wire  to_sum$is;
    reg  [5:0] towards_sum$op;
    wire  towards_sum$is;
    reg  to_integer$clock;
    reg  to_integer$d;
    wire  to_integer$q;
    reg  towards_zero$clock;
    reg  towards_zero$d;
    wire  towards_zero$q;
    reg  inverts$clock;
    reg  inverts$d;
    wire  inverts$q;
    reg  [4:0] spare_op$d;
    reg  round$to_integer;
    reg  round$with_sign;
    reg  round$towards_zero;
    reg  round$inverts;
    reg  round$flush;
    reg  round$saturate;
    reg  round$given;
    reg  [31:0] round$word;
    reg  [54:0] round$d;
    reg  [8:0] round$biased;
    reg  round$negative;
    wire  [31:0] round$result;
    reg  result_late$clock;
    reg  [31:0] result_late$d;
    wire  [31:0] result_late$q;
    reg  flag_late$clock;
    reg  flag_late$d;
    wire  flag_late$q;
    // Sub module instances
    lane$execute$float$0$start start(
        .op(start$op),
        .mode(start$mode),
        .x(start$x),
        .y(start$y),
        .z(start$z),
        .given(start$given),
        .word(start$word),
        .flag(start$flag),
        .rows$0(start$rows$0),
        .rows$1(start$rows$1),
        .rows$2(start$rows$2),
        .rows$3(start$rows$3),
        .addend(start$addend),
        .exponent(start$exponent),
        .exponent_z(start$exponent_z),
        .apart(start$apart),
        .no_product(start$no_product),
        .sign_x(start$sign_x),
        .sign_y(start$sign_y),
        .sign_z(start$sign_z)
    );
    lane$execute$float$0$along_normal along_rows(
        .clock(along_rows$clock),
        .op(along_rows$op),
        .mode(along_rows$mode),
        .given(along_rows$given),
        .word(along_rows$word),
        .flag(along_rows$flag),
        .op_q(along_rows$op_q),
        .mode_q(along_rows$mode_q),
        .given_q(along_rows$given_q),
        .word_q(along_rows$word_q),
        .flag_q(along_rows$flag_q)
    );
    lane$execute$float$0$rows$0 rows$0(
        .clock(rows$0$clock),
        .d(rows$0$d),
        .q(rows$0$q)
    );
    lane$execute$float$0$rows$0 rows$1(
        .clock(rows$1$clock),
        .d(rows$1$d),
        .q(rows$1$q)
    );
    lane$execute$float$0$rows$0 rows$2(
        .clock(rows$2$clock),
        .d(rows$2$d),
        .q(rows$2$q)
    );
    lane$execute$float$0$rows$0 rows$3(
        .clock(rows$3$clock),
        .d(rows$3$d),
        .q(rows$3$q)
    );
    lane$execute$float$0$addend addend_rows(
        .clock(addend_rows$clock),
        .d(addend_rows$d),
        .q(addend_rows$q)
    );
    lane$execute$float$0$apart exponent_rows(
        .clock(exponent_rows$clock),
        .d(exponent_rows$d),
        .q(exponent_rows$q)
    );
    lane$execute$float$0$exponent_z exponent_z(
        .clock(exponent_z$clock),
        .d(exponent_z$d),
        .q(exponent_z$q)
    );
    lane$execute$float$0$apart apart(
        .clock(apart$clock),
        .d(apart$d),
        .q(apart$q)
    );
    lane$execute$float$0$along_normal$flag_late no_product(
        .clock(no_product$clock),
        .d(no_product$d),
        .q(no_product$q)
    );
    lane$execute$float$0$along_normal$flag_late sign_x(
        .clock(sign_x$clock),
        .d(sign_x$d),
        .q(sign_x$q)
    );
    lane$execute$float$0$along_normal$flag_late sign_y(
        .clock(sign_y$clock),
        .d(sign_y$d),
        .q(sign_y$q)
    );
    lane$execute$float$0$along_normal$flag_late sign_z(
        .clock(sign_z$clock),
        .d(sign_z$d),
        .q(sign_z$q)
    );
    lane$execute$float$0$start$from from_rows(
        .op(from_rows$op),
        .is(from_rows$is)
    );
    lane$execute$float$0$start$to to_rows(
        .op(to_rows$op),
        .is(to_rows$is)
    );
    lane$execute$float$0$exponent exponent(
        .from_integer(exponent$from_integer),
        .to_integer(exponent$to_integer),
        .product(exponent$product),
        .apart(exponent$apart),
        .z(exponent$z),
        .no_product(exponent$no_product),
        .leads(exponent$leads),
        .distance(exponent$distance),
        .limit(exponent$limit)
    );
    lane$execute$float$0$signs signs(
        .from_integer(signs$from_integer),
        .to_integer(signs$to_integer),
        .leads(signs$leads),
        .x(signs$x),
        .y(signs$y),
        .z(signs$z),
        .with_sign(signs$with_sign),
        .sign(signs$sign),
        .subtract(signs$subtract)
    );
    lane$execute$float$0$two two(
        .d$0(two$d$0),
        .d$1(two$d$1),
        .d$2(two$d$2),
        .d$3(two$d$3),
        .a(two$a),
        .b(two$b)
    );
    lane$execute$float$0$total total(
        .a(total$a),
        .b(total$b),
        .carry(total$carry),
        .q(total$q)
    );
    lane$execute$float$0$along_normal along_product(
        .clock(along_product$clock),
        .op(along_product$op),
        .mode(along_product$mode),
        .given(along_product$given),
        .word(along_product$word),
        .flag(along_product$flag),
        .op_q(along_product$op_q),
        .mode_q(along_product$mode_q),
        .given_q(along_product$given_q),
        .word_q(along_product$word_q),
        .flag_q(along_product$flag_q)
    );
    lane$execute$float$0$rows$0 product(
        .clock(product$clock),
        .d(product$d),
        .q(product$q)
    );
    lane$execute$float$0$addend addend(
        .clock(addend$clock),
        .d(addend$d),
        .q(addend$q)
    );
    lane$execute$float$0$along_normal$flag_late leads(
        .clock(leads$clock),
        .d(leads$d),
        .q(leads$q)
    );
    lane$execute$float$0$along_normal$op_late distance(
        .clock(distance$clock),
        .d(distance$d),
        .q(distance$q)
    );
    lane$execute$float$0$biased limit_product(
        .clock(limit_product$clock),
        .d(limit_product$d),
        .q(limit_product$q)
    );
    lane$execute$float$0$along_normal$flag_late sign_product(
        .clock(sign_product$clock),
        .d(sign_product$d),
        .q(sign_product$q)
    );
    lane$execute$float$0$along_normal$flag_late subtract_product(
        .clock(subtract_product$clock),
        .d(subtract_product$d),
        .q(subtract_product$q)
    );
    lane$execute$float$0$start$from from(
        .op(from$op),
        .is(from$is)
    );
    lane$execute$float$0$start$to to(
        .op(to$op),
        .is(to$is)
    );
    lane$execute$float$0$align align(
        .from_integer(align$from_integer),
        .to_integer(align$to_integer),
        .product(align$product),
        .addend(align$addend),
        .whole(align$whole),
        .leads(align$leads),
        .distance(align$distance),
        .stays(align$stays),
        .moved(align$moved)
    );
    lane$execute$float$0$along_normal along_shift(
        .clock(along_shift$clock),
        .op(along_shift$op),
        .mode(along_shift$mode),
        .given(along_shift$given),
        .word(along_shift$word),
        .flag(along_shift$flag),
        .op_q(along_shift$op_q),
        .mode_q(along_shift$mode_q),
        .given_q(along_shift$given_q),
        .word_q(along_shift$word_q),
        .flag_q(along_shift$flag_q)
    );
    lane$execute$float$0$moved stays(
        .clock(stays$clock),
        .d(stays$d),
        .q(stays$q)
    );
    lane$execute$float$0$moved moved(
        .clock(moved$clock),
        .d(moved$d),
        .q(moved$q)
    );
    lane$execute$float$0$biased limit_shift(
        .clock(limit_shift$clock),
        .d(limit_shift$d),
        .q(limit_shift$q)
    );
    lane$execute$float$0$along_normal$flag_late sign_shift(
        .clock(sign_shift$clock),
        .d(sign_shift$d),
        .q(sign_shift$q)
    );
    lane$execute$float$0$along_normal$flag_late subtract_shift(
        .clock(subtract_shift$clock),
        .d(subtract_shift$d),
        .q(subtract_shift$q)
    );
    lane$execute$float$0$sum sum(
        .stays(sum$stays),
        .moved(sum$moved),
        .subtract(sum$subtract),
        .sign(sum$sign),
        .magnitude(sum$magnitude),
        .negative(sum$negative)
    );
    lane$execute$float$0$bound bound(
        .limit(bound$limit),
        .mark(bound$mark),
        .exponent(bound$exponent)
    );
    lane$execute$float$0$along_normal along_sum(
        .clock(along_sum$clock),
        .op(along_sum$op),
        .mode(along_sum$mode),
        .given(along_sum$given),
        .word(along_sum$word),
        .flag(along_sum$flag),
        .op_q(along_sum$op_q),
        .mode_q(along_sum$mode_q),
        .given_q(along_sum$given_q),
        .word_q(along_sum$word_q),
        .flag_q(along_sum$flag_q)
    );
    lane$execute$float$0$magnitude magnitude(
        .clock(magnitude$clock),
        .d(magnitude$d),
        .q(magnitude$q)
    );
    lane$execute$float$0$magnitude mark(
        .clock(mark$clock),
        .d(mark$d),
        .q(mark$q)
    );
    lane$execute$float$0$biased exponent_sum(
        .clock(exponent_sum$clock),
        .d(exponent_sum$d),
        .q(exponent_sum$q)
    );
    lane$execute$float$0$along_normal$flag_late negative_sum(
        .clock(negative_sum$clock),
        .d(negative_sum$d),
        .q(negative_sum$q)
    );
    lane$execute$float$0$normalise normalise(
        .d(normalise$d),
        .mark(normalise$mark),
        .exponent(normalise$exponent),
        .q(normalise$q),
        .biased(normalise$biased)
    );
    lane$execute$float$0$along_normal along_normal(
        .clock(along_normal$clock),
        .op(along_normal$op),
        .mode(along_normal$mode),
        .given(along_normal$given),
        .word(along_normal$word),
        .flag(along_normal$flag),
        .op_q(along_normal$op_q),
        .mode_q(along_normal$mode_q),
        .given_q(along_normal$given_q),
        .word_q(along_normal$word_q),
        .flag_q(along_normal$flag_q)
    );
    lane$execute$float$0$magnitude normal(
        .clock(normal$clock),
        .d(normal$d),
        .q(normal$q)
    );
    lane$execute$float$0$biased biased(
        .clock(biased$clock),
        .d(biased$d),
        .q(biased$q)
    );
    lane$execute$float$0$along_normal$flag_late negative(
        .clock(negative$clock),
        .d(negative$d),
        .q(negative$q)
    );
    lane$execute$float$0$start$to to_sum(
        .op(to_sum$op),
        .is(to_sum$is)
    );
    lane$execute$float$0$towards_sum towards_sum(
        .op(towards_sum$op),
        .is(towards_sum$is)
    );
    lane$execute$float$0$along_normal$flag_late to_integer(
        .clock(to_integer$clock),
        .d(to_integer$d),
        .q(to_integer$q)
    );
    lane$execute$float$0$along_normal$flag_late towards_zero(
        .clock(towards_zero$clock),
        .d(towards_zero$d),
        .q(towards_zero$q)
    );
    lane$execute$float$0$along_normal$flag_late inverts(
        .clock(inverts$clock),
        .d(inverts$d),
        .q(inverts$q)
    );
    lane$execute$float$0$spare_op spare_op(
        .d(spare_op$d)
    );
    lane$execute$float$0$round round(
        .to_integer(round$to_integer),
        .with_sign(round$with_sign),
        .towards_zero(round$towards_zero),
        .inverts(round$inverts),
        .flush(round$flush),
        .saturate(round$saturate),
        .given(round$given),
        .word(round$word),
        .d(round$d),
        .biased(round$biased),
        .negative(round$negative),
        .result(round$result)
    );
    lane$execute$float$0$result_late result_late(
        .clock(result_late$clock),
        .d(result_late$d),
        .q(result_late$q)
    );
    lane$execute$float$0$flag_late flag_late(
        .clock(flag_late$clock),
        .d(flag_late$d),
        .q(flag_late$q)
    );
    // Update code
    always @(*) begin
        along_rows$clock = clock;
        addend_rows$clock = clock;
        exponent_rows$clock = clock;
        exponent_z$clock = clock;
        apart$clock = clock;
        no_product$clock = clock;
        sign_x$clock = clock;
        sign_y$clock = clock;
        sign_z$clock = clock;
        along_product$clock = clock;
        product$clock = clock;
        addend$clock = clock;
        leads$clock = clock;
        distance$clock = clock;
        limit_product$clock = clock;
        sign_product$clock = clock;
        subtract_product$clock = clock;
        along_shift$clock = clock;
        stays$clock = clock;
        moved$clock = clock;
        limit_shift$clock = clock;
        sign_shift$clock = clock;
        subtract_shift$clock = clock;
        along_sum$clock = clock;
        magnitude$clock = clock;
        mark$clock = clock;
        exponent_sum$clock = clock;
        negative_sum$clock = clock;
        along_normal$clock = clock;
        normal$clock = clock;
        biased$clock = clock;
        negative$clock = clock;
        result_late$clock = clock;
        flag_late$clock = clock;
        to_integer$clock = clock;
        towards_zero$clock = clock;
        inverts$clock = clock;
        start$op = op;
        start$mode = mode;
        start$x = x;
        start$y = y;
        start$z = z;
        along_rows$op = op;
        along_rows$mode = mode;
        along_rows$given = start$given;
        along_rows$word = start$word;
        along_rows$flag = start$flag;
        rows$0$clock = clock;
        rows$0$d = start$rows$0;
        two$d$0 = rows$0$q;
        rows$1$clock = clock;
        rows$1$d = start$rows$1;
        two$d$1 = rows$1$q;
        rows$2$clock = clock;
        rows$2$d = start$rows$2;
        two$d$2 = rows$2$q;
        rows$3$clock = clock;
        rows$3$d = start$rows$3;
        two$d$3 = rows$3$q;
        addend_rows$d = start$addend;
        exponent_rows$d = start$exponent;
        exponent_z$d = start$exponent_z;
        apart$d = start$apart;
        no_product$d = start$no_product;
        sign_x$d = start$sign_x;
        sign_y$d = start$sign_y;
        sign_z$d = start$sign_z;
        from_rows$op = along_rows$op_q;
        to_rows$op = along_rows$op_q;
        exponent$from_integer = from_rows$is;
        exponent$to_integer = to_rows$is;
        exponent$product = exponent_rows$q;
        exponent$apart = apart$q;
        exponent$z = exponent_z$q;
        exponent$no_product = no_product$q;
        signs$from_integer = from_rows$is;
        signs$to_integer = to_rows$is;
        signs$with_sign = ~along_rows$op_q[32'h0];
        signs$leads = exponent$leads;
        signs$x = sign_x$q;
        signs$y = sign_y$q;
        signs$z = sign_z$q;
        total$a = two$a;
        total$b = two$b;
        total$carry = 1'b0;
        along_product$op = along_rows$op_q;
        along_product$mode = along_rows$mode_q;
        along_product$given = along_rows$given_q;
        along_product$word = along_rows$word_q;
        along_product$flag = along_rows$flag_q;
        product$d = total$q;
        addend$d = addend_rows$q;
        leads$d = exponent$leads;
        distance$d = exponent$distance;
        limit_product$d = exponent$limit;
        sign_product$d = signs$sign;
        subtract_product$d = signs$subtract;
        from$op = along_product$op_q;
        to$op = along_product$op_q;
        align$from_integer = from$is;
        align$to_integer = to$is;
        align$product = product$q;
        align$addend = addend$q;
        align$whole = along_product$word_q;
        align$leads = leads$q;
        align$distance = distance$q;
        along_shift$op = along_product$op_q;
        along_shift$mode = along_product$mode_q;
        along_shift$given = along_product$given_q;
        along_shift$word = along_product$word_q;
        along_shift$flag = along_product$flag_q;
        stays$d = align$stays;
        moved$d = align$moved;
        limit_shift$d = limit_product$q;
        sign_shift$d = sign_product$q;
        subtract_shift$d = subtract_product$q;
        sum$stays = stays$q;
        sum$moved = moved$q;
        sum$subtract = subtract_shift$q;
        sum$sign = sign_shift$q;
        along_sum$op = along_shift$op_q;
        along_sum$mode = along_shift$mode_q;
        along_sum$given = along_shift$given_q;
        along_sum$word = along_shift$word_q;
        along_sum$flag = along_shift$flag_q;
        magnitude$d = sum$magnitude;
        bound$limit = limit_shift$q;
        mark$d = bound$mark;
        exponent_sum$d = bound$exponent;
        negative_sum$d = sum$negative;
        normalise$d = magnitude$q;
        normalise$mark = mark$q;
        normalise$exponent = exponent_sum$q;
        along_normal$op = along_sum$op_q;
        along_normal$mode = along_sum$mode_q;
        along_normal$given = along_sum$given_q;
        along_normal$word = along_sum$word_q;
        along_normal$flag = along_sum$flag_q;
        normal$d = normalise$q;
        biased$d = normalise$biased;
        negative$d = negative_sum$q;
        to_sum$op = along_sum$op_q;
        towards_sum$op = along_sum$op_q;
        to_integer$d = to_sum$is;
        towards_zero$d = towards_sum$is;
        inverts$d = to_sum$is & negative_sum$q;
        round$inverts = inverts$q;
        spare_op$d = along_normal$op_q[(32'h1)+:(5)];
        round$to_integer = to_integer$q;
        round$towards_zero = towards_zero$q;
        round$with_sign = ~along_normal$op_q[32'h0];
        round$flush = along_normal$mode_q[32'h0];
        round$saturate = along_normal$mode_q[32'h1];
        round$given = along_normal$given_q;
        round$word = along_normal$word_q;
        round$d = normal$q;
        round$biased = biased$q;
        round$negative = negative$q;
        result_late$d = round$result;
        flag_late$d = along_normal$flag_q;
        result = result_late$q;
        flag = flag_late$q;
    end
endmodule

module lane$execute$float$0$addend(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [23:0] d;
    output reg  [23:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [23:0] stages$d$0;
    wire  [23:0] stages$q$0;
    // Local signals
    reg  [23:0] earlier;
    // Sub module instances
    lane$execute$float$0$addend$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$addend$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [23:0] d$0;
    output reg  [23:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$align(from_integer,to_integer,product,addend,whole,leads,distance,stays,moved);
    // Module arguments
    input wire  from_integer;
    input wire  to_integer;
    input wire  [47:0] product;
    input wire  [23:0] addend;
    input wire  [31:0] whole;
    input wire  leads;
    input wire  [5:0] distance;
    output reg  [53:0] stays;
    output reg  [53:0] moved;
    // Constant declarations
    localparam  zero = 54'h0;
    // Stub signals
    reg  [47:0] product_frame$d;
    wire  [53:0] product_frame$q;
    reg  [23:0] addend_frame$d;
    wire  [53:0] addend_frame$q;
    reg  [31:0] integer_frame$d;
    wire  [53:0] integer_frame$q;
    reg  [53:0] jam$d;
    reg  [5:0] jam$by;
    wire  [53:0] jam$q;
    // Sub module instances
    lane$execute$float$0$align$product_frame product_frame(
        .d(product_frame$d),
        .q(product_frame$q)
    );
    lane$execute$float$0$align$addend_frame addend_frame(
        .d(addend_frame$d),
        .q(addend_frame$q)
    );
    lane$execute$float$0$align$integer_frame integer_frame(
        .d(integer_frame$d),
        .q(integer_frame$q)
    );
    lane$execute$float$0$align$jam jam(
        .d(jam$d),
        .by(jam$by),
        .q(jam$q)
    );
    // Update code
    always @(*) begin
        product_frame$d = product;
        addend_frame$d = addend;
        integer_frame$d = whole;
        jam$by = distance;
        jam$d = addend_frame$q;
        stays = product_frame$q;
        if (from_integer) begin
            jam$d = zero;
            stays = integer_frame$q;
        end
        else if (to_integer) begin
            stays = zero;
        end
        else if (leads) begin
            jam$d = product_frame$q;
            stays = addend_frame$q;
        end
        moved = jam$q;
    end
endmodule

module lane$execute$float$0$align$addend_frame(d,q);
    // Module arguments
    input wire  [23:0] d;
    output reg  [53:0] q;
    // Update code (custom)
    always @(*) q = {d, 30'd0};
endmodule

module lane$execute$float$0$align$integer_frame(d,q);
    // Module arguments
    input wire  [31:0] d;
    output reg  [53:0] q;
    // Update code (custom)
    always @(*) q = {d, 22'd0};
endmodule

module lane$execute$float$0$align$jam(d,by,q);
    // Module arguments
    input wire  [53:0] d;
    input wire  [5:0] by;
    output reg  [53:0] q;
    // Constant declarations
    localparam  one = 54'h1;
    // Stub signals
    reg  [5:0] kept$at;
    wire  [53:0] kept$q;
    // Local signals
    reg  [53:0] shifted;
    reg  lost;
    // Sub module instances
    lane$execute$float$0$align$jam$kept kept(
        .at(kept$at),
        .q(kept$q)
    );
    // Update code
    always @(*) begin
        kept$at = by;
        shifted = d >> by;
        lost = |(d & ~kept$q);
        q = shifted;
        if (lost) begin
            q = shifted | one;
        end
    end
endmodule

module lane$execute$float$0$align$jam$kept(at,q);
    // Module arguments
    input wire  [5:0] at;
    output reg  [53:0] q;
    // Update code (custom)
    always @(*) q = {54{1'b1}} << at;
endmodule

module lane$execute$float$0$align$product_frame(d,q);
    // Module arguments
    input wire  [47:0] d;
    output reg  [53:0] q;
    // Update code (custom)
    always @(*) q = {2'd0, d, 4'd0};
endmodule

module lane$execute$float$0$along_normal(clock,op,mode,given,word,flag,op_q,mode_q,given_q,word_q,flag_q);
    // Module arguments
    input wire  clock;
    input wire  [5:0] op;
    input wire  [1:0] mode;
    input wire  given;
    input wire  [31:0] word;
    input wire  flag;
    output reg  [5:0] op_q;
    output reg  [1:0] mode_q;
    output reg  given_q;
    output reg  [31:0] word_q;
    output reg  flag_q;
    // Stub signals
    reg  op_late$clock;
    reg  [5:0] op_late$d;
    wire  [5:0] op_late$q;
    reg  mode_late$clock;
    reg  [1:0] mode_late$d;
    wire  [1:0] mode_late$q;
    reg  given_late$clock;
    reg  given_late$d;
    wire  given_late$q;
    reg  word_late$clock;
    reg  [31:0] word_late$d;
    wire  [31:0] word_late$q;
    reg  flag_late$clock;
    reg  flag_late$d;
    wire  flag_late$q;
    // Sub module instances
    lane$execute$float$0$along_normal$op_late op_late(
        .clock(op_late$clock),
        .d(op_late$d),
        .q(op_late$q)
    );
    lane$execute$float$0$along_normal$mode_late mode_late(
        .clock(mode_late$clock),
        .d(mode_late$d),
        .q(mode_late$q)
    );
    lane$execute$float$0$along_normal$flag_late given_late(
        .clock(given_late$clock),
        .d(given_late$d),
        .q(given_late$q)
    );
    lane$execute$float$0$along_normal$word_late word_late(
        .clock(word_late$clock),
        .d(word_late$d),
        .q(word_late$q)
    );
    lane$execute$float$0$along_normal$flag_late flag_late(
        .clock(flag_late$clock),
        .d(flag_late$d),
        .q(flag_late$q)
    );
    // Update code
    always @(*) begin
        op_late$clock = clock;
        mode_late$clock = clock;
        given_late$clock = clock;
        word_late$clock = clock;
        flag_late$clock = clock;
        op_late$d = op;
        mode_late$d = mode;
        given_late$d = given;
        word_late$d = word;
        flag_late$d = flag;
        op_q = op_late$q;
        mode_q = mode_late$q;
        given_q = given_late$q;
        word_q = word_late$q;
        flag_q = flag_late$q;
    end
endmodule

module lane$execute$float$0$along_normal$flag_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  d;
    output reg  q;
    // Stub signals
    reg  stages$clock;
    reg  stages$d$0;
    wire  stages$q$0;
    // Local signals
    reg  earlier;
    // Sub module instances
    lane$execute$float$0$along_normal$flag_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$along_normal$flag_late$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  d$0;
    output reg  q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$along_normal$mode_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [1:0] stages$d$0;
    wire  [1:0] stages$q$0;
    // Local signals
    reg  [1:0] earlier;
    // Sub module instances
    lane$execute$float$0$along_normal$mode_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$along_normal$mode_late$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [1:0] d$0;
    output reg  [1:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$along_normal$op_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [5:0] d;
    output reg  [5:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [5:0] stages$d$0;
    wire  [5:0] stages$q$0;
    // Local signals
    reg  [5:0] earlier;
    // Sub module instances
    lane$execute$float$0$along_normal$op_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$along_normal$op_late$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [5:0] d$0;
    output reg  [5:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$along_normal$word_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [31:0] d;
    output reg  [31:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [31:0] stages$d$0;
    wire  [31:0] stages$q$0;
    // Local signals
    reg  [31:0] earlier;
    // Sub module instances
    lane$execute$float$0$along_normal$word_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$along_normal$word_late$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [31:0] d$0;
    output reg  [31:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$apart(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [9:0] d;
    output reg  [9:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [9:0] stages$d$0;
    wire  [9:0] stages$q$0;
    // Local signals
    reg  [9:0] earlier;
    // Sub module instances
    lane$execute$float$0$apart$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$apart$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [9:0] d$0;
    output reg  [9:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$biased(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [8:0] d;
    output reg  [8:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [8:0] stages$d$0;
    wire  [8:0] stages$q$0;
    // Local signals
    reg  [8:0] earlier;
    // Sub module instances
    lane$execute$float$0$biased$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$biased$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [8:0] d$0;
    output reg  [8:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$bound(limit,mark,exponent);
    // Module arguments
    input wire  [8:0] limit;
    output reg  [54:0] mark;
    output reg  [8:0] exponent;
    // Constant declarations
    localparam  top = 55'h40000000000000;
    localparam  none = 55'h0;
    localparam  zero = 9'b0;
    // Stub signals
    reg  [8:0] add$a;
    reg  [8:0] add$b;
    reg  add$carry;
    wire  [8:0] add$q;
    // Sub module instances
    lane$execute$float$0$bound$add add(
        .a(add$a),
        .b(add$b),
        .carry(add$carry),
        .q(add$q)
    );
    // Update code
    always @(*) begin
        mark = top >> limit[(32'h0)+:(6)];
        if (|limit[(32'h6)+:(3)]) begin
            mark = none;
        end
        add$a = limit;
        add$b = zero;
        add$carry = 1'b1;
        exponent = add$q;
    end
endmodule

module lane$execute$float$0$bound$add(a,b,carry,q);
    // Module arguments
    input wire  [8:0] a;
    input wire  [8:0] b;
    input wire  carry;
    output reg  [8:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [9:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[9:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [7:0] both0 = a[7:0] & b[7:0];
    (* keep *) wire [7:0] one0 = a[7:0] ^ b[7:0];
    (* keep *) wire [7:0] made0 = both0 | {7'd0, one0[0] & carry};
    (* keep *) wire [7:0] made1 = made0 | (one0 & {made0[6:0], 1'd0});
    (* keep *) wire [7:0] one1 = one0 & {one0[6:0], {1{1'b1}}};
    (* keep *) wire [7:0] made2 = made1 | (one1 & {made1[5:0], 2'd0});
    (* keep *) wire [7:0] one2 = one1 & {one1[5:0], {2{1'b1}}};
    (* keep *) wire [7:0] made3 = made2 | (one2 & {made2[3:0], 4'd0});
    wire [7:0] carries = made3;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$execute$float$0$exponent(from_integer,to_integer,product,apart,z,no_product,leads,distance,limit);
    // Module arguments
    input wire  from_integer;
    input wire  to_integer;
    input wire  [9:0] product;
    input wire  [9:0] apart;
    input wire  [7:0] z;
    input wire  no_product;
    output reg  leads;
    output reg  [5:0] distance;
    output reg  [8:0] limit;
    // Constant declarations
    localparam  whole = 9'b10011110;
    localparam  zero = 10'b0;
    localparam  none = 9'b0;
    localparam  farthest = 6'b111111;
    // Stub signals
    reg  [7:0] wide_z$d;
    wire  [8:0] wide_z$q;
    reg  [9:0] opposite$a;
    reg  [9:0] opposite$b;
    reg  opposite$carry;
    wire  [9:0] opposite$q;
    reg  spare$d;
    reg  spare_product$d;
    // Local signals
    reg  [9:0] amount;
    // Sub module instances
    lane$execute$float$0$exponent$wide_z wide_z(
        .d(wide_z$d),
        .q(wide_z$q)
    );
    lane$execute$float$0$start$scale$apart_sum opposite(
        .a(opposite$a),
        .b(opposite$b),
        .carry(opposite$carry),
        .q(opposite$q)
    );
    lane$execute$float$0$exponent$spare spare(
        .d(spare$d)
    );
    lane$execute$float$0$exponent$spare spare_product(
        .d(spare_product$d)
    );
    // Update code
    always @(*) begin
        wide_z$d = z;
        leads = (apart[32'h9] | no_product) & ~to_integer;
        opposite$a = ~apart;
        opposite$b = zero;
        opposite$carry = 1'b1;
        amount = apart;
        if (apart[32'h9]) begin
            amount = opposite$q;
        end
        spare$d = amount[32'h9];
        distance = amount[(32'h0)+:(6)];
        if (|amount[(32'h6)+:(3)]) begin
            distance = farthest;
        end
        spare_product$d = product[32'h9];
        limit = product[(32'h0)+:(9)];
        if (to_integer) begin
            limit = none;
        end
        else if (from_integer) begin
            limit = whole;
        end
        else if (leads) begin
            limit = wide_z$q;
        end
    end
endmodule

module lane$execute$float$0$exponent$spare(d);
    // Module arguments
    input wire  d;
    // Update code (custom)
    wire _unused = &{1'b0, d};
endmodule

module lane$execute$float$0$exponent$wide_z(d,q);
    // Module arguments
    input wire  [7:0] d;
    output reg  [8:0] q;
    // Update code (custom)
    always @(*) q = {1'd0, d};
endmodule

module lane$execute$float$0$exponent_z(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [7:0] d;
    output reg  [7:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [7:0] stages$d$0;
    wire  [7:0] stages$q$0;
    // Local signals
    reg  [7:0] earlier;
    // Sub module instances
    lane$execute$float$0$exponent_z$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$exponent_z$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [7:0] d$0;
    output reg  [7:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$flag_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  d;
    output reg  q;
    // Stub signals
    reg  stages$clock;
    // Local signals
    reg  earlier;
    // Sub module instances
    lane$execute$float$0$flag_late$stages stages(
        .clock(stages$clock)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        q = earlier;
    end
endmodule

module lane$execute$float$0$flag_late$stages(clock);
    // Module arguments
    input wire  clock;
    // Update code (custom)
    wire _unused = &{1'b0, clock};
endmodule

module lane$execute$float$0$magnitude(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [54:0] d;
    output reg  [54:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [54:0] stages$d$0;
    wire  [54:0] stages$q$0;
    // Local signals
    reg  [54:0] earlier;
    // Sub module instances
    lane$execute$float$0$magnitude$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$magnitude$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [54:0] d$0;
    output reg  [54:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$moved(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [53:0] d;
    output reg  [53:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [53:0] stages$d$0;
    wire  [53:0] stages$q$0;
    // Local signals
    reg  [53:0] earlier;
    // Sub module instances
    lane$execute$float$0$moved$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$moved$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [53:0] d$0;
    output reg  [53:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$normalise(d,mark,exponent,q,biased);
    // Module arguments
    input wire  [54:0] d;
    input wire  [54:0] mark;
    input wire  [8:0] exponent;
    output reg  [54:0] q;
    output reg  [8:0] biased;
    // Constant declarations
    localparam  n32 = 6'b100000;
    localparam  n16 = 6'b10000;
    localparam  n8 = 6'b1000;
    localparam  n4 = 6'b100;
    localparam  n2 = 6'b10;
    localparam  n1 = 6'b1;
    // Stub signals
    reg  [54:0] zeros$d;
    wire  [5:0] zeros$q;
    reg  [5:0] wide$d;
    wire  [8:0] wide$q;
    reg  [8:0] less$a;
    reg  [8:0] less$b;
    reg  less$carry;
    wire  [8:0] less$q;
    // Local signals
    reg  [5:0] by;
    reg  [54:0] by_32;
    reg  [54:0] by_16;
    reg  [54:0] by_8;
    reg  [54:0] by_4;
    reg  [54:0] by_2;
    // Sub module instances
    lane$execute$float$0$normalise$zeros zeros(
        .d(zeros$d),
        .q(zeros$q)
    );
    lane$execute$float$0$normalise$wide wide(
        .d(wide$d),
        .q(wide$q)
    );
    lane$execute$float$0$bound$add less(
        .a(less$a),
        .b(less$b),
        .carry(less$carry),
        .q(less$q)
    );
    // Update code
    always @(*) begin
        zeros$d = d | mark;
        by = zeros$q;
        wide$d = zeros$q;
        less$a = exponent;
        less$b = ~wide$q;
        less$carry = 1'b1;
        biased = less$q;
        by_32 = d;
        if (by[32'h5]) begin
            by_32 = d << n32;
        end
        by_16 = by_32;
        if (by[32'h4]) begin
            by_16 = by_32 << n16;
        end
        by_8 = by_16;
        if (by[32'h3]) begin
            by_8 = by_16 << n8;
        end
        by_4 = by_8;
        if (by[32'h2]) begin
            by_4 = by_8 << n4;
        end
        by_2 = by_4;
        if (by[32'h1]) begin
            by_2 = by_4 << n2;
        end
        q = by_2;
        if (by[32'h0]) begin
            q = by_2 << n1;
        end
    end
endmodule

module lane$execute$float$0$normalise$wide(d,q);
    // Module arguments
    input wire  [5:0] d;
    output reg  [8:0] q;
    // Update code (custom)
    always @(*) q = {3'd0, d};
endmodule

module lane$execute$float$0$normalise$zeros(d,q);
    // Module arguments
    input wire  [54:0] d;
    output reg  [5:0] q;
    // Update code (custom)
    wire some0_0 = d[54] | d[53];
    wire some0_1 = d[52] | d[51];
    wire some0_2 = d[50] | d[49];
    wire some0_3 = d[48] | d[47];
    wire some0_4 = d[46] | d[45];
    wire some0_5 = d[44] | d[43];
    wire some0_6 = d[42] | d[41];
    wire some0_7 = d[40] | d[39];
    wire some0_8 = d[38] | d[37];
    wire some0_9 = d[36] | d[35];
    wire some0_10 = d[34] | d[33];
    wire some0_11 = d[32] | d[31];
    wire some0_12 = d[30] | d[29];
    wire some0_13 = d[28] | d[27];
    wire some0_14 = d[26] | d[25];
    wire some0_15 = d[24] | d[23];
    wire some0_16 = d[22] | d[21];
    wire some0_17 = d[20] | d[19];
    wire some0_18 = d[18] | d[17];
    wire some0_19 = d[16] | d[15];
    wire some0_20 = d[14] | d[13];
    wire some0_21 = d[12] | d[11];
    wire some0_22 = d[10] | d[9];
    wire some0_23 = d[8] | d[7];
    wire some0_24 = d[6] | d[5];
    wire some0_25 = d[4] | d[3];
    wire some0_26 = d[2] | d[1];
    wire some0_27 = d[0] | 1'b1;
    wire some0_28 = 1'b1 | 1'b1;
    wire some0_29 = 1'b1 | 1'b1;
    wire some0_30 = 1'b1 | 1'b1;
    wire some0_31 = 1'b1 | 1'b1;
    wire some1_0 = some0_0 | some0_1;
    wire zeros1_0_0 = some0_0 ? ~d[54] : ~d[52];
    wire some1_1 = some0_2 | some0_3;
    wire zeros1_1_0 = some0_2 ? ~d[50] : ~d[48];
    wire some1_2 = some0_4 | some0_5;
    wire zeros1_2_0 = some0_4 ? ~d[46] : ~d[44];
    wire some1_3 = some0_6 | some0_7;
    wire zeros1_3_0 = some0_6 ? ~d[42] : ~d[40];
    wire some1_4 = some0_8 | some0_9;
    wire zeros1_4_0 = some0_8 ? ~d[38] : ~d[36];
    wire some1_5 = some0_10 | some0_11;
    wire zeros1_5_0 = some0_10 ? ~d[34] : ~d[32];
    wire some1_6 = some0_12 | some0_13;
    wire zeros1_6_0 = some0_12 ? ~d[30] : ~d[28];
    wire some1_7 = some0_14 | some0_15;
    wire zeros1_7_0 = some0_14 ? ~d[26] : ~d[24];
    wire some1_8 = some0_16 | some0_17;
    wire zeros1_8_0 = some0_16 ? ~d[22] : ~d[20];
    wire some1_9 = some0_18 | some0_19;
    wire zeros1_9_0 = some0_18 ? ~d[18] : ~d[16];
    wire some1_10 = some0_20 | some0_21;
    wire zeros1_10_0 = some0_20 ? ~d[14] : ~d[12];
    wire some1_11 = some0_22 | some0_23;
    wire zeros1_11_0 = some0_22 ? ~d[10] : ~d[8];
    wire some1_12 = some0_24 | some0_25;
    wire zeros1_12_0 = some0_24 ? ~d[6] : ~d[4];
    wire some1_13 = some0_26 | some0_27;
    wire zeros1_13_0 = some0_26 ? ~d[2] : ~d[0];
    wire some1_14 = some0_28 | some0_29;
    wire zeros1_14_0 = some0_28 ? ~1'b1 : ~1'b1;
    wire some1_15 = some0_30 | some0_31;
    wire zeros1_15_0 = some0_30 ? ~1'b1 : ~1'b1;
    wire some2_0 = some1_0 | some1_1;
    wire zeros2_0_0 = some1_0 ? ~some0_0 : ~some0_2;
    wire zeros2_0_1 = some1_0 ? zeros1_0_0 : zeros1_1_0;
    wire some2_1 = some1_2 | some1_3;
    wire zeros2_1_0 = some1_2 ? ~some0_4 : ~some0_6;
    wire zeros2_1_1 = some1_2 ? zeros1_2_0 : zeros1_3_0;
    wire some2_2 = some1_4 | some1_5;
    wire zeros2_2_0 = some1_4 ? ~some0_8 : ~some0_10;
    wire zeros2_2_1 = some1_4 ? zeros1_4_0 : zeros1_5_0;
    wire some2_3 = some1_6 | some1_7;
    wire zeros2_3_0 = some1_6 ? ~some0_12 : ~some0_14;
    wire zeros2_3_1 = some1_6 ? zeros1_6_0 : zeros1_7_0;
    wire some2_4 = some1_8 | some1_9;
    wire zeros2_4_0 = some1_8 ? ~some0_16 : ~some0_18;
    wire zeros2_4_1 = some1_8 ? zeros1_8_0 : zeros1_9_0;
    wire some2_5 = some1_10 | some1_11;
    wire zeros2_5_0 = some1_10 ? ~some0_20 : ~some0_22;
    wire zeros2_5_1 = some1_10 ? zeros1_10_0 : zeros1_11_0;
    wire some2_6 = some1_12 | some1_13;
    wire zeros2_6_0 = some1_12 ? ~some0_24 : ~some0_26;
    wire zeros2_6_1 = some1_12 ? zeros1_12_0 : zeros1_13_0;
    wire some2_7 = some1_14 | some1_15;
    wire zeros2_7_0 = some1_14 ? ~some0_28 : ~some0_30;
    wire zeros2_7_1 = some1_14 ? zeros1_14_0 : zeros1_15_0;
    wire some3_0 = some2_0 | some2_1;
    wire zeros3_0_0 = some2_0 ? ~some1_0 : ~some1_2;
    wire zeros3_0_1 = some2_0 ? zeros2_0_0 : zeros2_1_0;
    wire zeros3_0_2 = some2_0 ? zeros2_0_1 : zeros2_1_1;
    wire some3_1 = some2_2 | some2_3;
    wire zeros3_1_0 = some2_2 ? ~some1_4 : ~some1_6;
    wire zeros3_1_1 = some2_2 ? zeros2_2_0 : zeros2_3_0;
    wire zeros3_1_2 = some2_2 ? zeros2_2_1 : zeros2_3_1;
    wire some3_2 = some2_4 | some2_5;
    wire zeros3_2_0 = some2_4 ? ~some1_8 : ~some1_10;
    wire zeros3_2_1 = some2_4 ? zeros2_4_0 : zeros2_5_0;
    wire zeros3_2_2 = some2_4 ? zeros2_4_1 : zeros2_5_1;
    wire some3_3 = some2_6 | some2_7;
    wire zeros3_3_0 = some2_6 ? ~some1_12 : ~some1_14;
    wire zeros3_3_1 = some2_6 ? zeros2_6_0 : zeros2_7_0;
    wire zeros3_3_2 = some2_6 ? zeros2_6_1 : zeros2_7_1;
    wire some4_0 = some3_0 | some3_1;
    wire zeros4_0_0 = some3_0 ? ~some2_0 : ~some2_2;
    wire zeros4_0_1 = some3_0 ? zeros3_0_0 : zeros3_1_0;
    wire zeros4_0_2 = some3_0 ? zeros3_0_1 : zeros3_1_1;
    wire zeros4_0_3 = some3_0 ? zeros3_0_2 : zeros3_1_2;
    wire some4_1 = some3_2 | some3_3;
    wire zeros4_1_0 = some3_2 ? ~some2_4 : ~some2_6;
    wire zeros4_1_1 = some3_2 ? zeros3_2_0 : zeros3_3_0;
    wire zeros4_1_2 = some3_2 ? zeros3_2_1 : zeros3_3_1;
    wire zeros4_1_3 = some3_2 ? zeros3_2_2 : zeros3_3_2;
    wire some5_0 = some4_0 | some4_1;
    wire zeros5_0_0 = some4_0 ? ~some3_0 : ~some3_2;
    wire zeros5_0_1 = some4_0 ? zeros4_0_0 : zeros4_1_0;
    wire zeros5_0_2 = some4_0 ? zeros4_0_1 : zeros4_1_1;
    wire zeros5_0_3 = some4_0 ? zeros4_0_2 : zeros4_1_2;
    wire zeros5_0_4 = some4_0 ? zeros4_0_3 : zeros4_1_3;
    always @(*) q = {~some4_0, zeros5_0_0, zeros5_0_1, zeros5_0_2, zeros5_0_3, zeros5_0_4};
    wire _unused = &{1'b0, some5_0};
endmodule

module lane$execute$float$0$result_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [31:0] d;
    output reg  [31:0] q;
    // Stub signals
    reg  stages$clock;
    // Local signals
    reg  [31:0] earlier;
    // Sub module instances
    lane$execute$float$0$flag_late$stages stages(
        .clock(stages$clock)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        q = earlier;
    end
endmodule

module lane$execute$float$0$round(to_integer,with_sign,towards_zero,inverts,flush,saturate,given,word,d,biased,negative,result);
    // Module arguments
    input wire  to_integer;
    input wire  with_sign;
    input wire  towards_zero;
    input wire  inverts;
    input wire  flush;
    input wire  saturate;
    input wire  given;
    input wire  [31:0] word;
    input wire  [54:0] d;
    input wire  [8:0] biased;
    input wire  negative;
    output reg  [31:0] result;
    // Stub signals
    reg  [54:0] keep$d;
    reg  [8:0] keep$biased;
    reg  keep$to_integer;
    reg  keep$towards_zero;
    reg  keep$inverts;
    wire  [31:0] keep$base;
    wire  keep$carry;
    wire  keep$top;
    wire  keep$beyond;
    reg  finish$to_integer;
    reg  finish$with_sign;
    reg  finish$flush;
    reg  finish$saturate;
    reg  finish$negative;
    reg  [31:0] finish$base;
    reg  finish$carry;
    reg  finish$top;
    reg  finish$beyond;
    reg  finish$given;
    reg  [31:0] finish$word;
    wire  [31:0] finish$result;
    // Sub module instances
    lane$execute$float$0$round$keep keep(
        .d(keep$d),
        .biased(keep$biased),
        .to_integer(keep$to_integer),
        .towards_zero(keep$towards_zero),
        .inverts(keep$inverts),
        .base(keep$base),
        .carry(keep$carry),
        .top(keep$top),
        .beyond(keep$beyond)
    );
    lane$execute$float$0$round$finish finish(
        .to_integer(finish$to_integer),
        .with_sign(finish$with_sign),
        .flush(finish$flush),
        .saturate(finish$saturate),
        .negative(finish$negative),
        .base(finish$base),
        .carry(finish$carry),
        .top(finish$top),
        .beyond(finish$beyond),
        .given(finish$given),
        .word(finish$word),
        .result(finish$result)
    );
    // Update code
    always @(*) begin
        keep$d = d;
        keep$biased = biased;
        keep$to_integer = to_integer;
        finish$to_integer = to_integer;
        finish$with_sign = with_sign;
        keep$towards_zero = towards_zero;
        keep$inverts = inverts;
        finish$flush = flush;
        finish$saturate = saturate;
        finish$negative = negative;
        finish$base = keep$base;
        finish$carry = keep$carry;
        finish$top = keep$top;
        finish$beyond = keep$beyond;
        finish$given = given;
        finish$word = word;
        result = finish$result;
    end
endmodule

module lane$execute$float$0$round$finish(to_integer,with_sign,flush,saturate,negative,base,carry,top,beyond,given,word,result);
    // Module arguments
    input wire  to_integer;
    input wire  with_sign;
    input wire  flush;
    input wire  saturate;
    input wire  negative;
    input wire  [31:0] base;
    input wire  carry;
    input wire  top;
    input wire  beyond;
    input wire  given;
    input wire  [31:0] word;
    output reg  [31:0] result;
    // Constant declarations
    localparam  zero = 32'h0;
    localparam  sign = 32'h80000000;
    localparam  one = 32'h3f800000;
    localparam  one_exponent = 8'h7f;
    localparam  infinity = 32'h7f800000;
    localparam  greatest = 32'h7fffffff;
    // Stub signals
    reg  [31:0] plus_one$a;
    reg  [31:0] plus_one$b;
    reg  plus_one$carry;
    wire  [31:0] plus_one$q;
    // Local signals
    reg  [31:0] rounded;
    reg  [31:0] magnitude;
    // Sub module instances
    lane$execute$float$0$round$finish$plus_one plus_one(
        .a(plus_one$a),
        .b(plus_one$b),
        .carry(plus_one$carry),
        .q(plus_one$q)
    );
    // Update code
    always @(*) begin
        plus_one$a = base;
        plus_one$b = zero;
        plus_one$carry = 1'b1;
        rounded = base;
        if (carry) begin
            rounded = plus_one$q;
        end
        magnitude = rounded;
        if (beyond) begin
            magnitude = infinity;
        end
        else if (flush & ~|rounded[(32'h17)+:(8)]) begin
            magnitude = zero;
        end
        if (given) begin
            result = word;
        end
        else if (to_integer) begin
            result = rounded;
            if (~with_sign) begin
                if (negative) begin
                    result = zero;
                end
            end
            else if (top) begin
                result = greatest;
                if (negative) begin
                    result = sign;
                end
            end
        end
        else if (saturate) begin
            result = magnitude;
            if (negative) begin
                result = zero;
            end
            else if (magnitude[(32'h17)+:(8)] >= one_exponent) begin
                result = one;
            end
        end
        else begin
            result = magnitude;
            if (negative) begin
                result = magnitude | sign;
            end
        end
    end
endmodule

module lane$execute$float$0$round$finish$plus_one(a,b,carry,q);
    // Module arguments
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  carry;
    output reg  [31:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [32:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[32:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [30:0] both0 = a[30:0] & b[30:0];
    (* keep *) wire [30:0] one0 = a[30:0] ^ b[30:0];
    (* keep *) wire [30:0] made0 = both0 | {30'd0, one0[0] & carry};
    (* keep *) wire [30:0] made1 = made0 | (one0 & {made0[29:0], 1'd0});
    (* keep *) wire [30:0] one1 = one0 & {one0[29:0], {1{1'b1}}};
    (* keep *) wire [30:0] made2 = made1 | (one1 & {made1[28:0], 2'd0});
    (* keep *) wire [30:0] one2 = one1 & {one1[28:0], {2{1'b1}}};
    (* keep *) wire [30:0] made3 = made2 | (one2 & {made2[26:0], 4'd0});
    (* keep *) wire [30:0] one3 = one2 & {one2[26:0], {4{1'b1}}};
    (* keep *) wire [30:0] made4 = made3 | (one3 & {made3[22:0], 8'd0});
    (* keep *) wire [30:0] one4 = one3 & {one3[22:0], {8{1'b1}}};
    (* keep *) wire [30:0] made5 = made4 | (one4 & {made4[14:0], 16'd0});
    wire [30:0] carries = made5;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$execute$float$0$round$keep(d,biased,to_integer,towards_zero,inverts,base,carry,top,beyond);
    // Module arguments
    input wire  [54:0] d;
    input wire  [8:0] biased;
    input wire  to_integer;
    input wire  towards_zero;
    input wire  inverts;
    output reg  [31:0] base;
    output reg  carry;
    output reg  top;
    output reg  beyond;
    // Constant declarations
    localparam  most = 9'b11111111;
    localparam  zero = 8'h0;
    // Stub signals
    reg  [7:0] exponent$d;
    wire  [31:0] exponent$q;
    reg  [22:0] fraction$d;
    wire  [31:0] fraction$q;
    reg  [8:0] low$d;
    wire  [7:0] low$q;
    // Local signals
    reg  [31:0] kept;
    reg  half;
    reg  rest;
    reg  up;
    // Sub module instances
    lane$execute$float$0$round$keep$exponent exponent(
        .d(exponent$d),
        .q(exponent$q)
    );
    lane$execute$float$0$round$keep$fraction fraction(
        .d(fraction$d),
        .q(fraction$q)
    );
    lane$execute$float$0$round$keep$low low(
        .d(low$d),
        .q(low$q)
    );
    // Update code
    always @(*) begin
        low$d = biased;
        beyond = d[32'h36] & (biased >= most);
        exponent$d = low$q;
        if (~d[32'h36]) begin
            exponent$d = zero;
        end
        fraction$d = d[(32'h1f)+:(23)];
        if (to_integer) begin
            kept = d[(32'h16)+:(32)];
            half = d[32'h15];
            rest = |d[(32'h0)+:(21)];
        end
        else begin
            kept = exponent$q | fraction$q;
            half = d[32'h1e];
            rest = |d[(32'h0)+:(30)];
        end
        up = half & (rest | kept[32'h0]) & ~towards_zero;
        top = kept[32'h1f];
        base = kept;
        carry = up;
        if (inverts) begin
            base = ~kept;
            carry = ~up;
        end
    end
endmodule

module lane$execute$float$0$round$keep$exponent(d,q);
    // Module arguments
    input wire  [7:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(*) q = {1'd0, d, 23'd0};
endmodule

module lane$execute$float$0$round$keep$fraction(d,q);
    // Module arguments
    input wire  [22:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(*) q = {9'd0, d};
endmodule

module lane$execute$float$0$round$keep$low(d,q);
    // Module arguments
    input wire  [8:0] d;
    output reg  [7:0] q;
    // Update code (custom)
    always @(*) q = d[7:0];
    wire _unused = &{1'b0, d[8]};
endmodule

module lane$execute$float$0$rows$0(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [47:0] d;
    output reg  [47:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [47:0] stages$d$0;
    wire  [47:0] stages$q$0;
    // Local signals
    reg  [47:0] earlier;
    // Sub module instances
    lane$execute$float$0$rows$0$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$float$0$rows$0$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [47:0] d$0;
    output reg  [47:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$float$0$signs(from_integer,to_integer,leads,x,y,z,with_sign,sign,subtract);
    // Module arguments
    input wire  from_integer;
    input wire  to_integer;
    input wire  leads;
    input wire  x;
    input wire  y;
    input wire  z;
    input wire  with_sign;
    output reg  sign;
    output reg  subtract;
    // Update code
    always @(*) begin
        subtract = x ^ y ^ z;
        sign = x ^ y;
        if (leads) begin
            sign = z;
        end
        if (from_integer) begin
            sign = x & with_sign;
            subtract = 1'b0;
        end
        else if (to_integer) begin
            sign = z;
            subtract = 1'b0;
        end
    end
endmodule

module lane$execute$float$0$spare_op(d);
    // Module arguments
    input wire  [4:0] d;
    // Update code (custom)
    wire _unused = &{1'b0, d};
endmodule

module lane$execute$float$0$start(op,mode,x,y,z,given,word,flag,rows$0,rows$1,rows$2,rows$3,addend,exponent,exponent_z,apart,no_product,sign_x,sign_y,sign_z);
    // Module arguments
    input wire  [5:0] op;
    input wire  [1:0] mode;
    input wire  [31:0] x;
    input wire  [31:0] y;
    input wire  [31:0] z;
    output reg  given;
    output reg  [31:0] word;
    output reg  flag;
    output reg  [47:0] rows$0;
    output reg  [47:0] rows$1;
    output reg  [47:0] rows$2;
    output reg  [47:0] rows$3;
    output reg  [23:0] addend;
    output reg  [9:0] exponent;
    output reg  [7:0] exponent_z;
    output reg  [9:0] apart;
    output reg  no_product;
    output reg  sign_x;
    output reg  sign_y;
    output reg  sign_z;
    // Stub signals
    reg  [5:0] from$op;
    wire  from$is;
    reg  [5:0] to$op;
    wire  to$is;
    reg  [31:0] unpack_x$d;
    reg  unpack_x$flush;
    wire  unpack_x$sign;
    wire  [7:0] unpack_x$exponent;
    wire  [23:0] unpack_x$significand;
    wire  unpack_x$zero;
    wire  unpack_x$infinite;
    wire  unpack_x$nan;
    wire  [30:0] unpack_x$magnitude;
    reg  [31:0] unpack_y$d;
    reg  unpack_y$flush;
    wire  unpack_y$sign;
    wire  [7:0] unpack_y$exponent;
    wire  [23:0] unpack_y$significand;
    wire  unpack_y$zero;
    wire  unpack_y$infinite;
    wire  unpack_y$nan;
    wire  [30:0] unpack_y$magnitude;
    reg  [31:0] unpack_z$d;
    reg  unpack_z$flush;
    wire  unpack_z$sign;
    wire  [7:0] unpack_z$exponent;
    wire  [23:0] unpack_z$significand;
    wire  unpack_z$zero;
    wire  unpack_z$infinite;
    wire  unpack_z$nan;
    wire  [30:0] unpack_z$magnitude;
    reg  order$sign_a;
    reg  order$sign_b;
    reg  [30:0] order$a;
    reg  [30:0] order$b;
    reg  order$zeros;
    wire  order$precedes;
    wire  order$less;
    wire  order$equal;
    reg  [5:0] decide$op;
    reg  decide$unordered;
    reg  decide$less;
    reg  decide$equal;
    wire  decide$flag;
    reg  exception$sign_product;
    reg  exception$sign_z;
    reg  exception$nan_x;
    reg  exception$nan_y;
    reg  exception$nan_z;
    reg  exception$infinite_x;
    reg  exception$infinite_y;
    reg  exception$infinite_z;
    reg  exception$zero_x;
    reg  exception$zero_y;
    reg  exception$saturate;
    wire  exception$raised;
    wire  [31:0] exception$word;
    reg  [5:0] known$op;
    reg  known$from_integer;
    reg  known$to_integer;
    reg  known$with_sign;
    reg  [31:0] known$a;
    reg  known$sign_a;
    reg  known$sign_b;
    reg  [30:0] known$magnitude_a;
    reg  [30:0] known$magnitude_b;
    reg  known$nan_a;
    reg  known$nan_b;
    reg  [7:0] known$exponent_a;
    reg  known$precedes;
    reg  known$raised;
    reg  [31:0] known$exception;
    wire  known$given;
    wire  [31:0] known$word;
    reg  scale$to_integer;
    reg  [7:0] scale$x;
    reg  [7:0] scale$y;
    reg  [7:0] scale$z;
    wire  [9:0] scale$product;
    wire  [9:0] scale$apart;
    reg  [23:0] times$a;
    reg  [23:0] times$b;
    wire  [47:0] times$q$0;
    wire  [47:0] times$q$1;
    wire  [47:0] times$q$2;
    wire  [47:0] times$q$3;
    reg  spare_zero$d;
    reg  [30:0] spare_magnitude$d;
    // Sub module instances
    lane$execute$float$0$start$from from(
        .op(from$op),
        .is(from$is)
    );
    lane$execute$float$0$start$to to(
        .op(to$op),
        .is(to$is)
    );
    lane$execute$float$0$start$unpack_x unpack_x(
        .d(unpack_x$d),
        .flush(unpack_x$flush),
        .sign(unpack_x$sign),
        .exponent(unpack_x$exponent),
        .significand(unpack_x$significand),
        .zero(unpack_x$zero),
        .infinite(unpack_x$infinite),
        .nan(unpack_x$nan),
        .magnitude(unpack_x$magnitude)
    );
    lane$execute$float$0$start$unpack_x unpack_y(
        .d(unpack_y$d),
        .flush(unpack_y$flush),
        .sign(unpack_y$sign),
        .exponent(unpack_y$exponent),
        .significand(unpack_y$significand),
        .zero(unpack_y$zero),
        .infinite(unpack_y$infinite),
        .nan(unpack_y$nan),
        .magnitude(unpack_y$magnitude)
    );
    lane$execute$float$0$start$unpack_x unpack_z(
        .d(unpack_z$d),
        .flush(unpack_z$flush),
        .sign(unpack_z$sign),
        .exponent(unpack_z$exponent),
        .significand(unpack_z$significand),
        .zero(unpack_z$zero),
        .infinite(unpack_z$infinite),
        .nan(unpack_z$nan),
        .magnitude(unpack_z$magnitude)
    );
    lane$execute$float$0$start$order order(
        .sign_a(order$sign_a),
        .sign_b(order$sign_b),
        .a(order$a),
        .b(order$b),
        .zeros(order$zeros),
        .precedes(order$precedes),
        .less(order$less),
        .equal(order$equal)
    );
    lane$execute$float$0$start$decide decide(
        .op(decide$op),
        .unordered(decide$unordered),
        .less(decide$less),
        .equal(decide$equal),
        .flag(decide$flag)
    );
    lane$execute$float$0$start$exception exception(
        .sign_product(exception$sign_product),
        .sign_z(exception$sign_z),
        .nan_x(exception$nan_x),
        .nan_y(exception$nan_y),
        .nan_z(exception$nan_z),
        .infinite_x(exception$infinite_x),
        .infinite_y(exception$infinite_y),
        .infinite_z(exception$infinite_z),
        .zero_x(exception$zero_x),
        .zero_y(exception$zero_y),
        .saturate(exception$saturate),
        .raised(exception$raised),
        .word(exception$word)
    );
    lane$execute$float$0$start$known known(
        .op(known$op),
        .from_integer(known$from_integer),
        .to_integer(known$to_integer),
        .with_sign(known$with_sign),
        .a(known$a),
        .sign_a(known$sign_a),
        .sign_b(known$sign_b),
        .magnitude_a(known$magnitude_a),
        .magnitude_b(known$magnitude_b),
        .nan_a(known$nan_a),
        .nan_b(known$nan_b),
        .exponent_a(known$exponent_a),
        .precedes(known$precedes),
        .raised(known$raised),
        .exception(known$exception),
        .given(known$given),
        .word(known$word)
    );
    lane$execute$float$0$start$scale scale(
        .to_integer(scale$to_integer),
        .x(scale$x),
        .y(scale$y),
        .z(scale$z),
        .product(scale$product),
        .apart(scale$apart)
    );
    lane$execute$float$0$start$times times(
        .a(times$a),
        .b(times$b),
        .q$0(times$q$0),
        .q$1(times$q$1),
        .q$2(times$q$2),
        .q$3(times$q$3)
    );
    lane$execute$float$0$exponent$spare spare_zero(
        .d(spare_zero$d)
    );
    lane$execute$float$0$start$spare_magnitude spare_magnitude(
        .d(spare_magnitude$d)
    );
    // Update code
    always @(*) begin
        from$op = op;
        to$op = op;
        unpack_x$d = x;
        unpack_y$d = y;
        unpack_z$d = z;
        unpack_x$flush = mode[32'h0];
        unpack_y$flush = mode[32'h0];
        unpack_z$flush = mode[32'h0];
        spare_zero$d = unpack_z$zero;
        spare_magnitude$d = unpack_z$magnitude;
        order$sign_a = unpack_x$sign;
        order$sign_b = unpack_y$sign;
        order$a = x[(32'h0)+:(31)];
        order$b = y[(32'h0)+:(31)];
        order$zeros = unpack_x$zero & unpack_y$zero;
        decide$op = op;
        decide$unordered = unpack_x$nan | unpack_y$nan;
        decide$less = order$less;
        decide$equal = order$equal;
        flag = decide$flag;
        exception$sign_product = unpack_x$sign ^ unpack_y$sign;
        exception$sign_z = unpack_z$sign;
        exception$nan_x = unpack_x$nan;
        exception$nan_y = unpack_y$nan;
        exception$nan_z = unpack_z$nan;
        exception$infinite_x = unpack_x$infinite;
        exception$infinite_y = unpack_y$infinite;
        exception$infinite_z = unpack_z$infinite;
        exception$zero_x = unpack_x$zero;
        exception$zero_y = unpack_y$zero;
        exception$saturate = mode[32'h1];
        known$op = op;
        known$from_integer = from$is;
        known$to_integer = to$is;
        known$with_sign = ~op[32'h0];
        known$a = x;
        known$sign_a = unpack_x$sign;
        known$sign_b = unpack_y$sign;
        known$magnitude_a = unpack_x$magnitude;
        known$magnitude_b = unpack_y$magnitude;
        known$nan_a = unpack_x$nan;
        known$nan_b = unpack_y$nan;
        known$exponent_a = unpack_x$exponent;
        known$precedes = order$precedes;
        known$raised = exception$raised;
        known$exception = exception$word;
        given = known$given;
        word = known$word;
        times$a = unpack_x$significand;
        times$b = unpack_y$significand;
        rows$0 = times$q$0;
        rows$1 = times$q$1;
        rows$2 = times$q$2;
        rows$3 = times$q$3;
        addend = unpack_z$significand;
        scale$to_integer = to$is;
        scale$x = unpack_x$exponent;
        scale$y = unpack_y$exponent;
        scale$z = unpack_z$exponent;
        exponent = scale$product;
        exponent_z = unpack_z$exponent;
        apart = scale$apart;
        no_product = unpack_x$zero | unpack_y$zero;
        sign_x = unpack_x$sign;
        sign_y = unpack_y$sign;
        sign_z = unpack_z$sign;
    end
endmodule

module lane$execute$float$0$start$decide(op,unordered,less,equal,flag);
    // Module arguments
    input wire  [5:0] op;
    input wire  unordered;
    input wire  less;
    input wire  equal;
    output reg  flag;
    // Constant declarations
    localparam  eq = 6'b101110;
    localparam  ne = 6'b101111;
    localparam  lt = 6'b110000;
    localparam  le = 6'b110001;
    localparam  gt = 6'b110010;
    localparam  ge = 6'b110011;
    localparam  equ = 6'b110100;
    localparam  neu = 6'b110101;
    localparam  ltu = 6'b110110;
    localparam  leu = 6'b110111;
    localparam  gtu = 6'b111000;
    localparam  num = 6'b111010;
    // Local signals
    reg  holds;
    // Update code
    always @(*) begin
        holds = ~less;
        if ((op == eq) | (op == equ)) begin
            holds = equal;
        end
        else if ((op == ne) | (op == neu)) begin
            holds = ~equal;
        end
        else if ((op == lt) | (op == ltu)) begin
            holds = less;
        end
        else if ((op == le) | (op == leu)) begin
            holds = less | equal;
        end
        else if ((op == gt) | (op == gtu)) begin
            holds = ~less & ~equal;
        end
        if (op >= num) begin
            flag = unordered ^ (op == num);
        end
        else if (unordered) begin
            flag = op > ge;
        end
        else begin
            flag = holds;
        end
    end
endmodule

module lane$execute$float$0$start$exception(sign_product,sign_z,nan_x,nan_y,nan_z,infinite_x,infinite_y,infinite_z,zero_x,zero_y,saturate,raised,word);
    // Module arguments
    input wire  sign_product;
    input wire  sign_z;
    input wire  nan_x;
    input wire  nan_y;
    input wire  nan_z;
    input wire  infinite_x;
    input wire  infinite_y;
    input wire  infinite_z;
    input wire  zero_x;
    input wire  zero_y;
    input wire  saturate;
    output reg  raised;
    output reg  [31:0] word;
    // Constant declarations
    localparam  zero = 32'h0;
    localparam  one = 32'h3f800000;
    localparam  sign = 32'h80000000;
    localparam  infinity = 32'h7f800000;
    localparam  the_nan = 32'h7fffffff;
    // Local signals
    reg  product;
    reg  nan;
    reg  negative;
    // Update code
    always @(*) begin
        product = infinite_x | infinite_y;
        nan = nan_x | nan_y | nan_z | (infinite_x & zero_y) | (infinite_y & zero_x) | (product & infinite_z & (sign_product ^ sign_z));
        negative = sign_z;
        if (product) begin
            negative = sign_product;
        end
        raised = nan | product | infinite_z;
        word = infinity;
        if (saturate) begin
            word = one;
            if (nan | negative) begin
                word = zero;
            end
        end
        else if (nan) begin
            word = the_nan;
        end
        else if (negative) begin
            word = infinity | sign;
        end
    end
endmodule

module lane$execute$float$0$start$from(op,is);
    // Module arguments
    input wire  [5:0] op;
    output reg  is;
    // Constant declarations
    localparam  first = 6'b101000;
    localparam  last = 6'b101001;
    // Update code
    always @(*) begin
        is = (op >= first) & (op <= last);
    end
endmodule

module lane$execute$float$0$start$known(op,from_integer,to_integer,with_sign,a,sign_a,sign_b,magnitude_a,magnitude_b,nan_a,nan_b,exponent_a,precedes,raised,exception,given,word);
    // Module arguments
    input wire  [5:0] op;
    input wire  from_integer;
    input wire  to_integer;
    input wire  with_sign;
    input wire  [31:0] a;
    input wire  sign_a;
    input wire  sign_b;
    input wire  [30:0] magnitude_a;
    input wire  [30:0] magnitude_b;
    input wire  nan_a;
    input wire  nan_b;
    input wire  [7:0] exponent_a;
    input wire  precedes;
    input wire  raised;
    input wire  [31:0] exception;
    output reg  given;
    output reg  [31:0] word;
    // Constant declarations
    localparam  min = 6'b100100;
    localparam  max = 6'b100101;
    localparam  abs = 6'b100110;
    localparam  neg = 6'b100111;
    localparam  most = 8'h9e;
    localparam  zero = 32'h0;
    localparam  sign = 32'h80000000;
    localparam  greatest_s = 32'h7fffffff;
    localparam  greatest_u = 32'hffffffff;
    localparam  the_nan = 32'h7fffffff;
    // Stub signals
    reg  [30:0] without_sign$d;
    wire  [31:0] without_sign$q;
    reg  [30:0] other_without_sign$d;
    wire  [31:0] other_without_sign$q;
    reg  [31:0] opposite$a;
    reg  [31:0] opposite$b;
    reg  opposite$carry;
    wire  [31:0] opposite$q;
    // Local signals
    reg  [31:0] word_a;
    reg  [31:0] word_b;
    reg  beyond;
    // Sub module instances
    lane$execute$float$0$start$known$other_without_sign without_sign(
        .d(without_sign$d),
        .q(without_sign$q)
    );
    lane$execute$float$0$start$known$other_without_sign other_without_sign(
        .d(other_without_sign$d),
        .q(other_without_sign$q)
    );
    lane$execute$float$0$round$finish$plus_one opposite(
        .a(opposite$a),
        .b(opposite$b),
        .carry(opposite$carry),
        .q(opposite$q)
    );
    // Update code
    always @(*) begin
        without_sign$d = magnitude_a;
        other_without_sign$d = magnitude_b;
        word_a = without_sign$q;
        if (sign_a) begin
            word_a = without_sign$q | sign;
        end
        word_b = other_without_sign$q;
        if (sign_b) begin
            word_b = other_without_sign$q | sign;
        end
        beyond = exponent_a > most;
        opposite$a = ~a;
        opposite$b = zero;
        opposite$carry = 1'b1;
        given = 1'b1;
        word = exception;
        if (from_integer) begin
            given = 1'b0;
            word = a;
            if (with_sign & a[32'h1f]) begin
                word = opposite$q;
            end
        end
        else if (to_integer) begin
            given = beyond;
            word = zero;
            if (with_sign & ~nan_a) begin
                word = greatest_s;
                if (sign_a) begin
                    word = sign;
                end
            end
            else if (~nan_a & ~sign_a) begin
                word = greatest_u;
            end
        end
        else if (op == abs) begin
            word = without_sign$q;
        end
        else if (op == neg) begin
            word = word_a ^ sign;
        end
        else if ((op == min) | (op == max)) begin
            word = word_a;
            if (nan_a & nan_b) begin
                word = the_nan;
            end
            else if (nan_a | (~nan_b & (precedes == (op == max)))) begin
                word = word_b;
            end
        end
        else begin
            given = raised;
        end
    end
endmodule

module lane$execute$float$0$start$known$other_without_sign(d,q);
    // Module arguments
    input wire  [30:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(*) q = {1'd0, d};
endmodule

module lane$execute$float$0$start$order(sign_a,sign_b,a,b,zeros,precedes,less,equal);
    // Module arguments
    input wire  sign_a;
    input wire  sign_b;
    input wire  [30:0] a;
    input wire  [30:0] b;
    input wire  zeros;
    output reg  precedes;
    output reg  less;
    output reg  equal;
    // Stub signals
    reg  [30:0] at_least$a;
    reg  [30:0] at_least$b;
    wire  at_least$q;
    // Local signals
    reg  same;
    // Sub module instances
    lane$execute$float$0$start$order$at_least at_least(
        .a(at_least$a),
        .b(at_least$b),
        .q(at_least$q)
    );
    // Update code
    always @(*) begin
        same = a == b;
        at_least$a = a;
        at_least$b = b;
        if (sign_a == sign_b) begin
            precedes = (~at_least$q ^ sign_a) & ~same & ~zeros;
        end
        else begin
            precedes = sign_a;
        end
        less = precedes & ~zeros;
        equal = zeros | (same & (sign_a == sign_b));
    end
endmodule

module lane$execute$float$0$start$order$at_least(a,b,q);
    // Module arguments
    input wire  [30:0] a;
    input wire  [30:0] b;
    output reg  q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    always @(*) q = a >= b;
    `else
    (* keep *) wire [30:0] made = a & ~b;
    (* keep *) wire [30:0] passed = a | ~b;
    (* keep *) wire made0 = made[1] | (passed[1] & made[0]);
    (* keep *) wire passed0 = passed[1] & passed[0];
    (* keep *) wire made1 = made[3] | (passed[3] & made[2]);
    (* keep *) wire passed1 = passed[3] & passed[2];
    (* keep *) wire made2 = made[5] | (passed[5] & made[4]);
    (* keep *) wire passed2 = passed[5] & passed[4];
    (* keep *) wire made3 = made[7] | (passed[7] & made[6]);
    (* keep *) wire passed3 = passed[7] & passed[6];
    (* keep *) wire made4 = made[9] | (passed[9] & made[8]);
    (* keep *) wire passed4 = passed[9] & passed[8];
    (* keep *) wire made5 = made[11] | (passed[11] & made[10]);
    (* keep *) wire passed5 = passed[11] & passed[10];
    (* keep *) wire made6 = made[13] | (passed[13] & made[12]);
    (* keep *) wire passed6 = passed[13] & passed[12];
    (* keep *) wire made7 = made[15] | (passed[15] & made[14]);
    (* keep *) wire passed7 = passed[15] & passed[14];
    (* keep *) wire made8 = made[17] | (passed[17] & made[16]);
    (* keep *) wire passed8 = passed[17] & passed[16];
    (* keep *) wire made9 = made[19] | (passed[19] & made[18]);
    (* keep *) wire passed9 = passed[19] & passed[18];
    (* keep *) wire made10 = made[21] | (passed[21] & made[20]);
    (* keep *) wire passed10 = passed[21] & passed[20];
    (* keep *) wire made11 = made[23] | (passed[23] & made[22]);
    (* keep *) wire passed11 = passed[23] & passed[22];
    (* keep *) wire made12 = made[25] | (passed[25] & made[24]);
    (* keep *) wire passed12 = passed[25] & passed[24];
    (* keep *) wire made13 = made[27] | (passed[27] & made[26]);
    (* keep *) wire passed13 = passed[27] & passed[26];
    (* keep *) wire made14 = made[29] | (passed[29] & made[28]);
    (* keep *) wire passed14 = passed[29] & passed[28];
    (* keep *) wire made15 = made1 | (passed1 & made0);
    (* keep *) wire passed15 = passed1 & passed0;
    (* keep *) wire made16 = made3 | (passed3 & made2);
    (* keep *) wire passed16 = passed3 & passed2;
    (* keep *) wire made17 = made5 | (passed5 & made4);
    (* keep *) wire passed17 = passed5 & passed4;
    (* keep *) wire made18 = made7 | (passed7 & made6);
    (* keep *) wire passed18 = passed7 & passed6;
    (* keep *) wire made19 = made9 | (passed9 & made8);
    (* keep *) wire passed19 = passed9 & passed8;
    (* keep *) wire made20 = made11 | (passed11 & made10);
    (* keep *) wire passed20 = passed11 & passed10;
    (* keep *) wire made21 = made13 | (passed13 & made12);
    (* keep *) wire passed21 = passed13 & passed12;
    (* keep *) wire made22 = made[30] | (passed[30] & made14);
    (* keep *) wire passed22 = passed[30] & passed14;
    (* keep *) wire made23 = made16 | (passed16 & made15);
    (* keep *) wire passed23 = passed16 & passed15;
    (* keep *) wire made24 = made18 | (passed18 & made17);
    (* keep *) wire passed24 = passed18 & passed17;
    (* keep *) wire made25 = made20 | (passed20 & made19);
    (* keep *) wire passed25 = passed20 & passed19;
    (* keep *) wire made26 = made22 | (passed22 & made21);
    (* keep *) wire passed26 = passed22 & passed21;
    (* keep *) wire made27 = made24 | (passed24 & made23);
    (* keep *) wire passed27 = passed24 & passed23;
    (* keep *) wire made28 = made26 | (passed26 & made25);
    (* keep *) wire passed28 = passed26 & passed25;
    (* keep *) wire made29 = made28 | (passed28 & made27);
    (* keep *) wire passed29 = passed28 & passed27;
    always @(*) q = made29 | passed29;
    `endif
endmodule

module lane$execute$float$0$start$scale(to_integer,x,y,z,product,apart);
    // Module arguments
    input wire  to_integer;
    input wire  [7:0] x;
    input wire  [7:0] y;
    input wire  [7:0] z;
    output reg  [9:0] product;
    output reg  [9:0] apart;
    // Constant declarations
    localparam  whole = 10'b100011010;
    localparam  zero = 10'b0;
    localparam  meet = 10'b1110000100;
    localparam  meet_less = 10'b1110000101;
    // Stub signals
    reg  [7:0] wide_x$d;
    wire  [9:0] wide_x$q;
    reg  [7:0] wide_y$d;
    wire  [9:0] wide_y$q;
    reg  [7:0] wide_z$d;
    wire  [9:0] wide_z$q;
    reg  [9:0] product_rows$d$0;
    reg  [9:0] product_rows$d$1;
    reg  [9:0] product_rows$d$2;
    wire  [9:0] product_rows$a;
    wire  [9:0] product_rows$b;
    reg  [9:0] apart_rows$d$0;
    reg  [9:0] apart_rows$d$1;
    reg  [9:0] apart_rows$d$2;
    reg  [9:0] apart_rows$d$3;
    wire  [9:0] apart_rows$a;
    wire  [9:0] apart_rows$b;
    reg  [9:0] product_sum$a;
    reg  [9:0] product_sum$b;
    reg  product_sum$carry;
    wire  [9:0] product_sum$q;
    reg  [9:0] apart_sum$a;
    reg  [9:0] apart_sum$b;
    reg  apart_sum$carry;
    wire  [9:0] apart_sum$q;
    // Local signals
    reg  [9:0] first;
    reg  [9:0] second;
    // Sub module instances
    lane$execute$float$0$start$scale$wide_x wide_x(
        .d(wide_x$d),
        .q(wide_x$q)
    );
    lane$execute$float$0$start$scale$wide_x wide_y(
        .d(wide_y$d),
        .q(wide_y$q)
    );
    lane$execute$float$0$start$scale$wide_x wide_z(
        .d(wide_z$d),
        .q(wide_z$q)
    );
    lane$execute$float$0$start$scale$product_rows product_rows(
        .d$0(product_rows$d$0),
        .d$1(product_rows$d$1),
        .d$2(product_rows$d$2),
        .a(product_rows$a),
        .b(product_rows$b)
    );
    lane$execute$float$0$start$scale$apart_rows apart_rows(
        .d$0(apart_rows$d$0),
        .d$1(apart_rows$d$1),
        .d$2(apart_rows$d$2),
        .d$3(apart_rows$d$3),
        .a(apart_rows$a),
        .b(apart_rows$b)
    );
    lane$execute$float$0$start$scale$apart_sum product_sum(
        .a(product_sum$a),
        .b(product_sum$b),
        .carry(product_sum$carry),
        .q(product_sum$q)
    );
    lane$execute$float$0$start$scale$apart_sum apart_sum(
        .a(apart_sum$a),
        .b(apart_sum$b),
        .carry(apart_sum$carry),
        .q(apart_sum$q)
    );
    // Update code
    always @(*) begin
        wide_x$d = x;
        wide_y$d = y;
        wide_z$d = z;
        first = wide_x$q;
        second = wide_y$q;
        if (to_integer) begin
            first = whole;
            second = zero;
        end
        product_rows$d$0 = first;
        product_rows$d$1 = second;
        product_rows$d$2 = meet;
        product_sum$a = product_rows$a;
        product_sum$b = product_rows$b;
        product_sum$carry = 1'b0;
        product = product_sum$q;
        apart_rows$d$0 = first;
        apart_rows$d$1 = second;
        apart_rows$d$2 = ~wide_z$q;
        apart_rows$d$3 = meet_less;
        apart_sum$a = apart_rows$a;
        apart_sum$b = apart_rows$b;
        apart_sum$carry = 1'b0;
        apart = apart_sum$q;
    end
endmodule

module lane$execute$float$0$start$scale$apart_rows(d$0,d$1,d$2,d$3,a,b);
    // Module arguments
    input wire  [9:0] d$0;
    input wire  [9:0] d$1;
    input wire  [9:0] d$2;
    input wire  [9:0] d$3;
    output reg  [9:0] a;
    output reg  [9:0] b;
    // Update code (custom)
    wire [9:0] sum0 = d$0 ^ d$1 ^ d$2;
    wire [8:0] carry0 = (d$0[8:0] & d$1[8:0]) | (d$2[8:0] & (d$0[8:0] | d$1[8:0]));
    wire [9:0] twice0 = {carry0, 1'b0};
    wire [9:0] sum1 = sum0 ^ twice0 ^ d$3;
    wire [8:0] carry1 = (sum0[8:0] & twice0[8:0]) | (d$3[8:0] & (sum0[8:0] | twice0[8:0]));
    wire [9:0] twice1 = {carry1, 1'b0};
    always @(*) a = sum1;
    always @(*) b = twice1;
endmodule

module lane$execute$float$0$start$scale$apart_sum(a,b,carry,q);
    // Module arguments
    input wire  [9:0] a;
    input wire  [9:0] b;
    input wire  carry;
    output reg  [9:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [10:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[10:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [8:0] both0 = a[8:0] & b[8:0];
    (* keep *) wire [8:0] one0 = a[8:0] ^ b[8:0];
    (* keep *) wire [8:0] made0 = both0 | {8'd0, one0[0] & carry};
    (* keep *) wire [8:0] made1 = made0 | (one0 & {made0[7:0], 1'd0});
    (* keep *) wire [8:0] one1 = one0 & {one0[7:0], {1{1'b1}}};
    (* keep *) wire [8:0] made2 = made1 | (one1 & {made1[6:0], 2'd0});
    (* keep *) wire [8:0] one2 = one1 & {one1[6:0], {2{1'b1}}};
    (* keep *) wire [8:0] made3 = made2 | (one2 & {made2[4:0], 4'd0});
    (* keep *) wire [8:0] one3 = one2 & {one2[4:0], {4{1'b1}}};
    (* keep *) wire [8:0] made4 = made3 | (one3 & {made3[0:0], 8'd0});
    wire [8:0] carries = made4;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$execute$float$0$start$scale$product_rows(d$0,d$1,d$2,a,b);
    // Module arguments
    input wire  [9:0] d$0;
    input wire  [9:0] d$1;
    input wire  [9:0] d$2;
    output reg  [9:0] a;
    output reg  [9:0] b;
    // Update code (custom)
    wire [9:0] sum0 = d$0 ^ d$1 ^ d$2;
    wire [8:0] carry0 = (d$0[8:0] & d$1[8:0]) | (d$2[8:0] & (d$0[8:0] | d$1[8:0]));
    wire [9:0] twice0 = {carry0, 1'b0};
    always @(*) a = sum0;
    always @(*) b = twice0;
endmodule

module lane$execute$float$0$start$scale$wide_x(d,q);
    // Module arguments
    input wire  [7:0] d;
    output reg  [9:0] q;
    // Update code (custom)
    always @(*) q = {2'd0, d};
endmodule

module lane$execute$float$0$start$spare_magnitude(d);
    // Module arguments
    input wire  [30:0] d;
    // Update code (custom)
    wire _unused = &{1'b0, d};
endmodule

module lane$execute$float$0$start$times(a,b,q$0,q$1,q$2,q$3);
    // Module arguments
    input wire  [23:0] a;
    input wire  [23:0] b;
    output reg  [47:0] q$0;
    output reg  [47:0] q$1;
    output reg  [47:0] q$2;
    output reg  [47:0] q$3;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire signed [12:0] low_a = {1'b0, a[11:0]};
    wire signed [12:0] high_a = {1'b0, a[23:12]};
    wire signed [12:0] low_b = {1'b0, b[11:0]};
    wire signed [12:0] high_b = {1'b0, b[23:12]};
    wire signed [25:0] low_low = low_a * low_b;
    wire signed [25:0] low_high = low_a * high_b;
    wire signed [25:0] high_low = high_a * low_b;
    wire signed [25:0] high_high = high_a * high_b;
    always @(*) q$0 = {high_high[23:0], low_low[23:0]};
    always @(*) q$1 = {{10{low_high[25]}}, low_high, 12'd0};
    always @(*) q$2 = {{10{high_low[25]}}, high_low, 12'd0};
    always @(*) q$3 = 48'd0;
    wire _unused = &{1'b0, high_high[25:24], low_low[25:24]};
    `else
    wire [47:0] row0 = {24'd0, a & {24{b[0]}}};
    wire [47:0] row1 = {23'd0, a & {24{b[1]}}, 1'd0};
    wire [47:0] row2 = {22'd0, a & {24{b[2]}}, 2'd0};
    wire [47:0] row3 = {21'd0, a & {24{b[3]}}, 3'd0};
    wire [47:0] row4 = {20'd0, a & {24{b[4]}}, 4'd0};
    wire [47:0] row5 = {19'd0, a & {24{b[5]}}, 5'd0};
    wire [47:0] row6 = {18'd0, a & {24{b[6]}}, 6'd0};
    wire [47:0] row7 = {17'd0, a & {24{b[7]}}, 7'd0};
    wire [47:0] row8 = {16'd0, a & {24{b[8]}}, 8'd0};
    wire [47:0] row9 = {15'd0, a & {24{b[9]}}, 9'd0};
    wire [47:0] row10 = {14'd0, a & {24{b[10]}}, 10'd0};
    wire [47:0] row11 = {13'd0, a & {24{b[11]}}, 11'd0};
    wire [47:0] row12 = {12'd0, a & {24{b[12]}}, 12'd0};
    wire [47:0] row13 = {11'd0, a & {24{b[13]}}, 13'd0};
    wire [47:0] row14 = {10'd0, a & {24{b[14]}}, 14'd0};
    wire [47:0] row15 = {9'd0, a & {24{b[15]}}, 15'd0};
    wire [47:0] row16 = {8'd0, a & {24{b[16]}}, 16'd0};
    wire [47:0] row17 = {7'd0, a & {24{b[17]}}, 17'd0};
    wire [47:0] row18 = {6'd0, a & {24{b[18]}}, 18'd0};
    wire [47:0] row19 = {5'd0, a & {24{b[19]}}, 19'd0};
    wire [47:0] row20 = {4'd0, a & {24{b[20]}}, 20'd0};
    wire [47:0] row21 = {3'd0, a & {24{b[21]}}, 21'd0};
    wire [47:0] row22 = {2'd0, a & {24{b[22]}}, 22'd0};
    wire [47:0] row23 = {1'd0, a & {24{b[23]}}, 23'd0};
    wire [47:0] sum0 = row0 ^ row1 ^ row2;
    wire [46:0] carry0 = (row0[46:0] & row1[46:0]) | (row2[46:0] & (row0[46:0] | row1[46:0]));
    wire [47:0] twice0 = {carry0, 1'b0};
    wire [47:0] sum1 = row3 ^ row4 ^ row5;
    wire [46:0] carry1 = (row3[46:0] & row4[46:0]) | (row5[46:0] & (row3[46:0] | row4[46:0]));
    wire [47:0] twice1 = {carry1, 1'b0};
    wire [47:0] sum2 = row6 ^ row7 ^ row8;
    wire [46:0] carry2 = (row6[46:0] & row7[46:0]) | (row8[46:0] & (row6[46:0] | row7[46:0]));
    wire [47:0] twice2 = {carry2, 1'b0};
    wire [47:0] sum3 = row9 ^ row10 ^ row11;
    wire [46:0] carry3 = (row9[46:0] & row10[46:0]) | (row11[46:0] & (row9[46:0] | row10[46:0]));
    wire [47:0] twice3 = {carry3, 1'b0};
    wire [47:0] sum4 = row12 ^ row13 ^ row14;
    wire [46:0] carry4 = (row12[46:0] & row13[46:0]) | (row14[46:0] & (row12[46:0] | row13[46:0]));
    wire [47:0] twice4 = {carry4, 1'b0};
    wire [47:0] sum5 = row15 ^ row16 ^ row17;
    wire [46:0] carry5 = (row15[46:0] & row16[46:0]) | (row17[46:0] & (row15[46:0] | row16[46:0]));
    wire [47:0] twice5 = {carry5, 1'b0};
    wire [47:0] sum6 = row18 ^ row19 ^ row20;
    wire [46:0] carry6 = (row18[46:0] & row19[46:0]) | (row20[46:0] & (row18[46:0] | row19[46:0]));
    wire [47:0] twice6 = {carry6, 1'b0};
    wire [47:0] sum7 = row21 ^ row22 ^ row23;
    wire [46:0] carry7 = (row21[46:0] & row22[46:0]) | (row23[46:0] & (row21[46:0] | row22[46:0]));
    wire [47:0] twice7 = {carry7, 1'b0};
    wire [47:0] sum8 = sum0 ^ twice0 ^ sum1;
    wire [46:0] carry8 = (sum0[46:0] & twice0[46:0]) | (sum1[46:0] & (sum0[46:0] | twice0[46:0]));
    wire [47:0] twice8 = {carry8, 1'b0};
    wire [47:0] sum9 = twice1 ^ sum2 ^ twice2;
    wire [46:0] carry9 = (twice1[46:0] & sum2[46:0]) | (twice2[46:0] & (twice1[46:0] | sum2[46:0]));
    wire [47:0] twice9 = {carry9, 1'b0};
    wire [47:0] sum10 = sum3 ^ twice3 ^ sum4;
    wire [46:0] carry10 = (sum3[46:0] & twice3[46:0]) | (sum4[46:0] & (sum3[46:0] | twice3[46:0]));
    wire [47:0] twice10 = {carry10, 1'b0};
    wire [47:0] sum11 = twice4 ^ sum5 ^ twice5;
    wire [46:0] carry11 = (twice4[46:0] & sum5[46:0]) | (twice5[46:0] & (twice4[46:0] | sum5[46:0]));
    wire [47:0] twice11 = {carry11, 1'b0};
    wire [47:0] sum12 = sum6 ^ twice6 ^ sum7;
    wire [46:0] carry12 = (sum6[46:0] & twice6[46:0]) | (sum7[46:0] & (sum6[46:0] | twice6[46:0]));
    wire [47:0] twice12 = {carry12, 1'b0};
    wire [47:0] sum13 = sum8 ^ twice8 ^ sum9;
    wire [46:0] carry13 = (sum8[46:0] & twice8[46:0]) | (sum9[46:0] & (sum8[46:0] | twice8[46:0]));
    wire [47:0] twice13 = {carry13, 1'b0};
    wire [47:0] sum14 = twice9 ^ sum10 ^ twice10;
    wire [46:0] carry14 = (twice9[46:0] & sum10[46:0]) | (twice10[46:0] & (twice9[46:0] | sum10[46:0]));
    wire [47:0] twice14 = {carry14, 1'b0};
    wire [47:0] sum15 = sum11 ^ twice11 ^ sum12;
    wire [46:0] carry15 = (sum11[46:0] & twice11[46:0]) | (sum12[46:0] & (sum11[46:0] | twice11[46:0]));
    wire [47:0] twice15 = {carry15, 1'b0};
    wire [47:0] sum16 = sum13 ^ twice13 ^ sum14;
    wire [46:0] carry16 = (sum13[46:0] & twice13[46:0]) | (sum14[46:0] & (sum13[46:0] | twice13[46:0]));
    wire [47:0] twice16 = {carry16, 1'b0};
    wire [47:0] sum17 = twice14 ^ sum15 ^ twice15;
    wire [46:0] carry17 = (twice14[46:0] & sum15[46:0]) | (twice15[46:0] & (twice14[46:0] | sum15[46:0]));
    wire [47:0] twice17 = {carry17, 1'b0};
    wire [47:0] sum18 = sum16 ^ twice16 ^ sum17;
    wire [46:0] carry18 = (sum16[46:0] & twice16[46:0]) | (sum17[46:0] & (sum16[46:0] | twice16[46:0]));
    wire [47:0] twice18 = {carry18, 1'b0};
    wire [47:0] sum19 = twice17 ^ twice12 ^ twice7;
    wire [46:0] carry19 = (twice17[46:0] & twice12[46:0]) | (twice7[46:0] & (twice17[46:0] | twice12[46:0]));
    wire [47:0] twice19 = {carry19, 1'b0};
    always @(*) q$0 = sum18;
    always @(*) q$1 = twice18;
    always @(*) q$2 = sum19;
    always @(*) q$3 = twice19;
    `endif
endmodule

module lane$execute$float$0$start$to(op,is);
    // Module arguments
    input wire  [5:0] op;
    output reg  is;
    // Constant declarations
    localparam  first = 6'b101010;
    localparam  last = 6'b101101;
    // Update code
    always @(*) begin
        is = (op >= first) & (op <= last);
    end
endmodule

module lane$execute$float$0$start$unpack_x(d,flush,sign,exponent,significand,zero,infinite,nan,magnitude);
    // Module arguments
    input wire  [31:0] d;
    input wire  flush;
    output reg  sign;
    output reg  [7:0] exponent;
    output reg  [23:0] significand;
    output reg  zero;
    output reg  infinite;
    output reg  nan;
    output reg  [30:0] magnitude;
    // Constant declarations
    localparam  least = 8'h1;
    localparam  most = 8'hff;
    localparam  no_magnitude = 31'h0;
    localparam  no_significand = 24'h0;
    localparam  hidden = 24'h800000;
    // Stub signals
    reg  [22:0] fraction$d;
    wire  [23:0] fraction$q;
    // Local signals
    reg  normal;
    reg  topmost;
    // Sub module instances
    lane$execute$float$0$start$unpack_x$fraction fraction(
        .d(fraction$d),
        .q(fraction$q)
    );
    // Update code
    always @(*) begin
        sign = d[32'h1f];
        normal = |d[(32'h17)+:(8)];
        topmost = d[(32'h17)+:(8)] == most;
        fraction$d = d[(32'h0)+:(23)];
        magnitude = d[(32'h0)+:(31)];
        if (normal) begin
            exponent = d[(32'h17)+:(8)];
            significand = fraction$q | hidden;
        end
        else begin
            exponent = least;
            significand = fraction$q;
            if (flush) begin
                significand = no_significand;
                magnitude = no_magnitude;
            end
        end
        zero = ~normal & (flush | ~|d[(32'h0)+:(23)]);
        infinite = topmost & ~|d[(32'h0)+:(23)];
        nan = topmost & |d[(32'h0)+:(23)];
    end
endmodule

module lane$execute$float$0$start$unpack_x$fraction(d,q);
    // Module arguments
    input wire  [22:0] d;
    output reg  [23:0] q;
    // Update code (custom)
    always @(*) q = {1'd0, d};
endmodule

module lane$execute$float$0$sum(stays,moved,subtract,sign,magnitude,negative);
    // Module arguments
    input wire  [53:0] stays;
    input wire  [53:0] moved;
    input wire  subtract;
    input wire  sign;
    output reg  [54:0] magnitude;
    output reg  negative;
    // Stub signals
    reg  [53:0] wide_stays$d;
    wire  [54:0] wide_stays$q;
    reg  [53:0] wide_moved$d;
    wire  [54:0] wide_moved$q;
    reg  [54:0] forward$a;
    reg  [54:0] forward$b;
    reg  forward$carry;
    wire  [54:0] forward$q;
    reg  [54:0] backward$a;
    reg  [54:0] backward$b;
    reg  backward$carry;
    wire  [54:0] backward$q;
    // Local signals
    reg  same;
    // Sub module instances
    lane$execute$float$0$sum$wide_moved wide_stays(
        .d(wide_stays$d),
        .q(wide_stays$q)
    );
    lane$execute$float$0$sum$wide_moved wide_moved(
        .d(wide_moved$d),
        .q(wide_moved$q)
    );
    lane$execute$float$0$sum$backward forward(
        .a(forward$a),
        .b(forward$b),
        .carry(forward$carry),
        .q(forward$q)
    );
    lane$execute$float$0$sum$backward backward(
        .a(backward$a),
        .b(backward$b),
        .carry(backward$carry),
        .q(backward$q)
    );
    // Update code
    always @(*) begin
        wide_stays$d = stays;
        wide_moved$d = moved;
        forward$a = wide_stays$q;
        forward$b = wide_moved$q;
        forward$carry = subtract;
        backward$a = wide_moved$q;
        backward$b = ~wide_stays$q;
        backward$carry = 1'b1;
        same = stays == moved;
        magnitude = forward$q;
        negative = sign;
        if (subtract) begin
            forward$b = ~wide_moved$q;
            negative = sign & ~same;
            if (forward$q[32'h36]) begin
                magnitude = backward$q;
                negative = ~sign;
            end
        end
    end
endmodule

module lane$execute$float$0$sum$backward(a,b,carry,q);
    // Module arguments
    input wire  [54:0] a;
    input wire  [54:0] b;
    input wire  carry;
    output reg  [54:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [55:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[55:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [53:0] both0 = a[53:0] & b[53:0];
    (* keep *) wire [53:0] one0 = a[53:0] ^ b[53:0];
    (* keep *) wire [53:0] made0 = both0 | {53'd0, one0[0] & carry};
    (* keep *) wire [53:0] made1 = made0 | (one0 & {made0[52:0], 1'd0});
    (* keep *) wire [53:0] one1 = one0 & {one0[52:0], {1{1'b1}}};
    (* keep *) wire [53:0] made2 = made1 | (one1 & {made1[51:0], 2'd0});
    (* keep *) wire [53:0] one2 = one1 & {one1[51:0], {2{1'b1}}};
    (* keep *) wire [53:0] made3 = made2 | (one2 & {made2[49:0], 4'd0});
    (* keep *) wire [53:0] one3 = one2 & {one2[49:0], {4{1'b1}}};
    (* keep *) wire [53:0] made4 = made3 | (one3 & {made3[45:0], 8'd0});
    (* keep *) wire [53:0] one4 = one3 & {one3[45:0], {8{1'b1}}};
    (* keep *) wire [53:0] made5 = made4 | (one4 & {made4[37:0], 16'd0});
    (* keep *) wire [53:0] one5 = one4 & {one4[37:0], {16{1'b1}}};
    (* keep *) wire [53:0] made6 = made5 | (one5 & {made5[21:0], 32'd0});
    wire [53:0] carries = made6;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$execute$float$0$sum$wide_moved(d,q);
    // Module arguments
    input wire  [53:0] d;
    output reg  [54:0] q;
    // Update code (custom)
    always @(*) q = {1'd0, d};
endmodule

module lane$execute$float$0$total(a,b,carry,q);
    // Module arguments
    input wire  [47:0] a;
    input wire  [47:0] b;
    input wire  carry;
    output reg  [47:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [48:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[48:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [46:0] both0 = a[46:0] & b[46:0];
    (* keep *) wire [46:0] one0 = a[46:0] ^ b[46:0];
    (* keep *) wire [46:0] made0 = both0 | {46'd0, one0[0] & carry};
    (* keep *) wire [46:0] made1 = made0 | (one0 & {made0[45:0], 1'd0});
    (* keep *) wire [46:0] one1 = one0 & {one0[45:0], {1{1'b1}}};
    (* keep *) wire [46:0] made2 = made1 | (one1 & {made1[44:0], 2'd0});
    (* keep *) wire [46:0] one2 = one1 & {one1[44:0], {2{1'b1}}};
    (* keep *) wire [46:0] made3 = made2 | (one2 & {made2[42:0], 4'd0});
    (* keep *) wire [46:0] one3 = one2 & {one2[42:0], {4{1'b1}}};
    (* keep *) wire [46:0] made4 = made3 | (one3 & {made3[38:0], 8'd0});
    (* keep *) wire [46:0] one4 = one3 & {one3[38:0], {8{1'b1}}};
    (* keep *) wire [46:0] made5 = made4 | (one4 & {made4[30:0], 16'd0});
    (* keep *) wire [46:0] one5 = one4 & {one4[30:0], {16{1'b1}}};
    (* keep *) wire [46:0] made6 = made5 | (one5 & {made5[14:0], 32'd0});
    wire [46:0] carries = made6;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$execute$float$0$towards_sum(op,is);
    // Module arguments
    input wire  [5:0] op;
    output reg  is;
    // Constant declarations
    localparam  first = 6'b101100;
    localparam  last = 6'b101101;
    // Update code
    always @(*) begin
        is = (op >= first) & (op <= last);
    end
endmodule

module lane$execute$float$0$two(d$0,d$1,d$2,d$3,a,b);
    // Module arguments
    input wire  [47:0] d$0;
    input wire  [47:0] d$1;
    input wire  [47:0] d$2;
    input wire  [47:0] d$3;
    output reg  [47:0] a;
    output reg  [47:0] b;
    // Update code (custom)
    wire [47:0] sum0 = d$0 ^ d$1 ^ d$2;
    wire [46:0] carry0 = (d$0[46:0] & d$1[46:0]) | (d$2[46:0] & (d$0[46:0] | d$1[46:0]));
    wire [47:0] twice0 = {carry0, 1'b0};
    wire [47:0] sum1 = sum0 ^ twice0 ^ d$3;
    wire [46:0] carry1 = (sum0[46:0] & twice0[46:0]) | (d$3[46:0] & (sum0[46:0] | twice0[46:0]));
    wire [47:0] twice1 = {carry1, 1'b0};
    always @(*) a = sum1;
    always @(*) b = twice1;
endmodule

module lane$execute$join_flags(d$0,q);
    // Module arguments
    input wire  d$0;
    output reg  q;
    // Update code (custom)
    always @(*) q = {d$0};
endmodule

module lane$execute$line_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [3:0] d;
    output reg  [3:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [3:0] stages$d$0;
    reg  [3:0] stages$d$1;
    reg  [3:0] stages$d$2;
    reg  [3:0] stages$d$3;
    reg  [3:0] stages$d$4;
    wire  [3:0] stages$q$0;
    wire  [3:0] stages$q$1;
    wire  [3:0] stages$q$2;
    wire  [3:0] stages$q$3;
    wire  [3:0] stages$q$4;
    // Local signals
    reg  [3:0] earlier;
    // Sub module instances
    lane$execute$line_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .d$1(stages$d$1),
        .d$2(stages$d$2),
        .d$3(stages$d$3),
        .d$4(stages$d$4),
        .q$0(stages$q$0),
        .q$1(stages$q$1),
        .q$2(stages$q$2),
        .q$3(stages$q$3),
        .q$4(stages$q$4)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        stages$d$1 = earlier;
        earlier = stages$q$1;
        stages$d$2 = earlier;
        earlier = stages$q$2;
        stages$d$3 = earlier;
        earlier = stages$q$3;
        stages$d$4 = earlier;
        earlier = stages$q$4;
        q = earlier;
    end
endmodule

module lane$execute$line_late$stages(clock,d$0,d$1,d$2,d$3,d$4,q$0,q$1,q$2,q$3,q$4);
    // Module arguments
    input wire  clock;
    input wire  [3:0] d$0;
    input wire  [3:0] d$1;
    input wire  [3:0] d$2;
    input wire  [3:0] d$3;
    input wire  [3:0] d$4;
    output reg  [3:0] q$0;
    output reg  [3:0] q$1;
    output reg  [3:0] q$2;
    output reg  [3:0] q$3;
    output reg  [3:0] q$4;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
        q$1 <= d$1;
        q$2 <= d$2;
        q$3 <= d$3;
        q$4 <= d$4;
    end
endmodule

module lane$execute$line_q(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [3:0] d;
    output reg  [3:0] q;
    // Update code (custom)
    always @(posedge clock) q <= d;
endmodule

module lane$execute$multiplies(op,is,adds,signs,upper);
    // Module arguments
    input wire  [5:0] op;
    output reg  is;
    output reg  adds;
    output reg  signs;
    output reg  upper;
    // Constant declarations
    localparam  mul_lo = 6'b11;
    localparam  mul_hi_s = 6'b100;
    localparam  mul_hi_u = 6'b101;
    localparam  mad = 6'b110;
    // Update code
    always @(*) begin
        adds = op == mad;
        signs = op == mul_hi_s;
        upper = (op == mul_hi_s) | (op == mul_hi_u);
        is = (op == mul_lo) | (op == mul_hi_s) | (op == mul_hi_u) | (op == mad);
    end
endmodule

module lane$execute$multiply$0(clock,a,b,c,signs,upper,word);
    // Module arguments
    input wire  clock;
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  [31:0] c;
    input wire  signs;
    input wire  upper;
    output reg  [31:0] word;
    // Stub signals
    reg  [31:0] rows$a;
    reg  [31:0] rows$b;
    reg  [31:0] rows$c;
    reg  rows$signs;
    wire  [63:0] rows$q$0;
    wire  [63:0] rows$q$1;
    wire  [63:0] rows$q$2;
    wire  [63:0] rows$q$3;
    reg  rows_late$0$clock;
    reg  [63:0] rows_late$0$d;
    wire  [63:0] rows_late$0$q;
    reg  rows_late$1$clock;
    reg  [63:0] rows_late$1$d;
    wire  [63:0] rows_late$1$q;
    reg  rows_late$2$clock;
    reg  [63:0] rows_late$2$d;
    wire  [63:0] rows_late$2$q;
    reg  rows_late$3$clock;
    reg  [63:0] rows_late$3$d;
    wire  [63:0] rows_late$3$q;
    reg  upper_late$clock;
    reg  upper_late$d;
    wire  upper_late$q;
    reg  [63:0] sum$d$0;
    reg  [63:0] sum$d$1;
    reg  [63:0] sum$d$2;
    reg  [63:0] sum$d$3;
    wire  [31:0] sum$low;
    wire  [31:0] sum$high;
    // Sub module instances
    lane$execute$multiply$0$rows rows(
        .a(rows$a),
        .b(rows$b),
        .c(rows$c),
        .signs(rows$signs),
        .q$0(rows$q$0),
        .q$1(rows$q$1),
        .q$2(rows$q$2),
        .q$3(rows$q$3)
    );
    lane$execute$multiply$0$rows_late$0 rows_late$0(
        .clock(rows_late$0$clock),
        .d(rows_late$0$d),
        .q(rows_late$0$q)
    );
    lane$execute$multiply$0$rows_late$0 rows_late$1(
        .clock(rows_late$1$clock),
        .d(rows_late$1$d),
        .q(rows_late$1$q)
    );
    lane$execute$multiply$0$rows_late$0 rows_late$2(
        .clock(rows_late$2$clock),
        .d(rows_late$2$d),
        .q(rows_late$2$q)
    );
    lane$execute$multiply$0$rows_late$0 rows_late$3(
        .clock(rows_late$3$clock),
        .d(rows_late$3$d),
        .q(rows_late$3$q)
    );
    lane$execute$float$0$along_normal$flag_late upper_late(
        .clock(upper_late$clock),
        .d(upper_late$d),
        .q(upper_late$q)
    );
    lane$execute$multiply$0$sum sum(
        .d$0(sum$d$0),
        .d$1(sum$d$1),
        .d$2(sum$d$2),
        .d$3(sum$d$3),
        .low(sum$low),
        .high(sum$high)
    );
    // Update code
    always @(*) begin
        upper_late$clock = clock;
        rows$a = a;
        rows$b = b;
        rows$c = c;
        rows$signs = signs;
        rows_late$0$clock = clock;
        rows_late$0$d = rows$q$0;
        sum$d$0 = rows_late$0$q;
        rows_late$1$clock = clock;
        rows_late$1$d = rows$q$1;
        sum$d$1 = rows_late$1$q;
        rows_late$2$clock = clock;
        rows_late$2$d = rows$q$2;
        sum$d$2 = rows_late$2$q;
        rows_late$3$clock = clock;
        rows_late$3$d = rows$q$3;
        sum$d$3 = rows_late$3$q;
        upper_late$d = upper;
        word = sum$low;
        if (upper_late$q) begin
            word = sum$high;
        end
    end
endmodule

module lane$execute$multiply$0$rows(a,b,c,signs,q$0,q$1,q$2,q$3);
    // Module arguments
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  [31:0] c;
    input wire  signs;
    output reg  [63:0] q$0;
    output reg  [63:0] q$1;
    output reg  [63:0] q$2;
    output reg  [63:0] q$3;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire signed [16:0] low_a = {1'b0, a[15:0]};
    wire signed [16:0] high_a = {signs & a[31], a[31:16]};
    wire signed [16:0] low_b = {1'b0, b[15:0]};
    wire signed [16:0] high_b = {signs & b[31], b[31:16]};
    wire signed [33:0] low_low = low_a * low_b;
    wire signed [33:0] low_high = low_a * high_b;
    wire signed [33:0] high_low = high_a * low_b;
    wire signed [33:0] high_high = high_a * high_b;
    always @(*) q$0 = {high_high[31:0], low_low[31:0]};
    always @(*) q$1 = {{14{low_high[33]}}, low_high, 16'd0};
    always @(*) q$2 = {{14{high_low[33]}}, high_low, 16'd0};
    always @(*) q$3 = {32'd0, c};
    wire _unused = &{1'b0, high_high[33:32], low_low[33:32]};
    `else
    wire [63:0] row0 = {32'd0, a & {32{b[0]}}};
    wire [63:0] row1 = {31'd0, a & {32{b[1]}}, 1'd0};
    wire [63:0] row2 = {30'd0, a & {32{b[2]}}, 2'd0};
    wire [63:0] row3 = {29'd0, a & {32{b[3]}}, 3'd0};
    wire [63:0] row4 = {28'd0, a & {32{b[4]}}, 4'd0};
    wire [63:0] row5 = {27'd0, a & {32{b[5]}}, 5'd0};
    wire [63:0] row6 = {26'd0, a & {32{b[6]}}, 6'd0};
    wire [63:0] row7 = {25'd0, a & {32{b[7]}}, 7'd0};
    wire [63:0] row8 = {24'd0, a & {32{b[8]}}, 8'd0};
    wire [63:0] row9 = {23'd0, a & {32{b[9]}}, 9'd0};
    wire [63:0] row10 = {22'd0, a & {32{b[10]}}, 10'd0};
    wire [63:0] row11 = {21'd0, a & {32{b[11]}}, 11'd0};
    wire [63:0] row12 = {20'd0, a & {32{b[12]}}, 12'd0};
    wire [63:0] row13 = {19'd0, a & {32{b[13]}}, 13'd0};
    wire [63:0] row14 = {18'd0, a & {32{b[14]}}, 14'd0};
    wire [63:0] row15 = {17'd0, a & {32{b[15]}}, 15'd0};
    wire [63:0] row16 = {16'd0, a & {32{b[16]}}, 16'd0};
    wire [63:0] row17 = {15'd0, a & {32{b[17]}}, 17'd0};
    wire [63:0] row18 = {14'd0, a & {32{b[18]}}, 18'd0};
    wire [63:0] row19 = {13'd0, a & {32{b[19]}}, 19'd0};
    wire [63:0] row20 = {12'd0, a & {32{b[20]}}, 20'd0};
    wire [63:0] row21 = {11'd0, a & {32{b[21]}}, 21'd0};
    wire [63:0] row22 = {10'd0, a & {32{b[22]}}, 22'd0};
    wire [63:0] row23 = {9'd0, a & {32{b[23]}}, 23'd0};
    wire [63:0] row24 = {8'd0, a & {32{b[24]}}, 24'd0};
    wire [63:0] row25 = {7'd0, a & {32{b[25]}}, 25'd0};
    wire [63:0] row26 = {6'd0, a & {32{b[26]}}, 26'd0};
    wire [63:0] row27 = {5'd0, a & {32{b[27]}}, 27'd0};
    wire [63:0] row28 = {4'd0, a & {32{b[28]}}, 28'd0};
    wire [63:0] row29 = {3'd0, a & {32{b[29]}}, 29'd0};
    wire [63:0] row30 = {2'd0, a & {32{b[30]}}, 30'd0};
    wire [63:0] row31 = {1'd0, a & {32{b[31]}}, 31'd0};
    wire [63:0] less_b = {~(b & {32{signs & a[31]}}), 32'd0};
    wire [63:0] less_a = {~(a & {32{signs & b[31]}}), 32'd0};
    wire [63:0] added = {32'd2, c};
    wire [63:0] sum0 = row0 ^ row1 ^ row2;
    wire [62:0] carry0 = (row0[62:0] & row1[62:0]) | (row2[62:0] & (row0[62:0] | row1[62:0]));
    wire [63:0] twice0 = {carry0, 1'b0};
    wire [63:0] sum1 = row3 ^ row4 ^ row5;
    wire [62:0] carry1 = (row3[62:0] & row4[62:0]) | (row5[62:0] & (row3[62:0] | row4[62:0]));
    wire [63:0] twice1 = {carry1, 1'b0};
    wire [63:0] sum2 = row6 ^ row7 ^ row8;
    wire [62:0] carry2 = (row6[62:0] & row7[62:0]) | (row8[62:0] & (row6[62:0] | row7[62:0]));
    wire [63:0] twice2 = {carry2, 1'b0};
    wire [63:0] sum3 = row9 ^ row10 ^ row11;
    wire [62:0] carry3 = (row9[62:0] & row10[62:0]) | (row11[62:0] & (row9[62:0] | row10[62:0]));
    wire [63:0] twice3 = {carry3, 1'b0};
    wire [63:0] sum4 = row12 ^ row13 ^ row14;
    wire [62:0] carry4 = (row12[62:0] & row13[62:0]) | (row14[62:0] & (row12[62:0] | row13[62:0]));
    wire [63:0] twice4 = {carry4, 1'b0};
    wire [63:0] sum5 = row15 ^ row16 ^ row17;
    wire [62:0] carry5 = (row15[62:0] & row16[62:0]) | (row17[62:0] & (row15[62:0] | row16[62:0]));
    wire [63:0] twice5 = {carry5, 1'b0};
    wire [63:0] sum6 = row18 ^ row19 ^ row20;
    wire [62:0] carry6 = (row18[62:0] & row19[62:0]) | (row20[62:0] & (row18[62:0] | row19[62:0]));
    wire [63:0] twice6 = {carry6, 1'b0};
    wire [63:0] sum7 = row21 ^ row22 ^ row23;
    wire [62:0] carry7 = (row21[62:0] & row22[62:0]) | (row23[62:0] & (row21[62:0] | row22[62:0]));
    wire [63:0] twice7 = {carry7, 1'b0};
    wire [63:0] sum8 = row24 ^ row25 ^ row26;
    wire [62:0] carry8 = (row24[62:0] & row25[62:0]) | (row26[62:0] & (row24[62:0] | row25[62:0]));
    wire [63:0] twice8 = {carry8, 1'b0};
    wire [63:0] sum9 = row27 ^ row28 ^ row29;
    wire [62:0] carry9 = (row27[62:0] & row28[62:0]) | (row29[62:0] & (row27[62:0] | row28[62:0]));
    wire [63:0] twice9 = {carry9, 1'b0};
    wire [63:0] sum10 = row30 ^ row31 ^ less_b;
    wire [62:0] carry10 = (row30[62:0] & row31[62:0]) | (less_b[62:0] & (row30[62:0] | row31[62:0]));
    wire [63:0] twice10 = {carry10, 1'b0};
    wire [63:0] sum11 = sum0 ^ twice0 ^ sum1;
    wire [62:0] carry11 = (sum0[62:0] & twice0[62:0]) | (sum1[62:0] & (sum0[62:0] | twice0[62:0]));
    wire [63:0] twice11 = {carry11, 1'b0};
    wire [63:0] sum12 = twice1 ^ sum2 ^ twice2;
    wire [62:0] carry12 = (twice1[62:0] & sum2[62:0]) | (twice2[62:0] & (twice1[62:0] | sum2[62:0]));
    wire [63:0] twice12 = {carry12, 1'b0};
    wire [63:0] sum13 = sum3 ^ twice3 ^ sum4;
    wire [62:0] carry13 = (sum3[62:0] & twice3[62:0]) | (sum4[62:0] & (sum3[62:0] | twice3[62:0]));
    wire [63:0] twice13 = {carry13, 1'b0};
    wire [63:0] sum14 = twice4 ^ sum5 ^ twice5;
    wire [62:0] carry14 = (twice4[62:0] & sum5[62:0]) | (twice5[62:0] & (twice4[62:0] | sum5[62:0]));
    wire [63:0] twice14 = {carry14, 1'b0};
    wire [63:0] sum15 = sum6 ^ twice6 ^ sum7;
    wire [62:0] carry15 = (sum6[62:0] & twice6[62:0]) | (sum7[62:0] & (sum6[62:0] | twice6[62:0]));
    wire [63:0] twice15 = {carry15, 1'b0};
    wire [63:0] sum16 = twice7 ^ sum8 ^ twice8;
    wire [62:0] carry16 = (twice7[62:0] & sum8[62:0]) | (twice8[62:0] & (twice7[62:0] | sum8[62:0]));
    wire [63:0] twice16 = {carry16, 1'b0};
    wire [63:0] sum17 = sum9 ^ twice9 ^ sum10;
    wire [62:0] carry17 = (sum9[62:0] & twice9[62:0]) | (sum10[62:0] & (sum9[62:0] | twice9[62:0]));
    wire [63:0] twice17 = {carry17, 1'b0};
    wire [63:0] sum18 = twice10 ^ less_a ^ added;
    wire [62:0] carry18 = (twice10[62:0] & less_a[62:0]) | (added[62:0] & (twice10[62:0] | less_a[62:0]));
    wire [63:0] twice18 = {carry18, 1'b0};
    wire [63:0] sum19 = sum11 ^ twice11 ^ sum12;
    wire [62:0] carry19 = (sum11[62:0] & twice11[62:0]) | (sum12[62:0] & (sum11[62:0] | twice11[62:0]));
    wire [63:0] twice19 = {carry19, 1'b0};
    wire [63:0] sum20 = twice12 ^ sum13 ^ twice13;
    wire [62:0] carry20 = (twice12[62:0] & sum13[62:0]) | (twice13[62:0] & (twice12[62:0] | sum13[62:0]));
    wire [63:0] twice20 = {carry20, 1'b0};
    wire [63:0] sum21 = sum14 ^ twice14 ^ sum15;
    wire [62:0] carry21 = (sum14[62:0] & twice14[62:0]) | (sum15[62:0] & (sum14[62:0] | twice14[62:0]));
    wire [63:0] twice21 = {carry21, 1'b0};
    wire [63:0] sum22 = twice15 ^ sum16 ^ twice16;
    wire [62:0] carry22 = (twice15[62:0] & sum16[62:0]) | (twice16[62:0] & (twice15[62:0] | sum16[62:0]));
    wire [63:0] twice22 = {carry22, 1'b0};
    wire [63:0] sum23 = sum17 ^ twice17 ^ sum18;
    wire [62:0] carry23 = (sum17[62:0] & twice17[62:0]) | (sum18[62:0] & (sum17[62:0] | twice17[62:0]));
    wire [63:0] twice23 = {carry23, 1'b0};
    wire [63:0] sum24 = sum19 ^ twice19 ^ sum20;
    wire [62:0] carry24 = (sum19[62:0] & twice19[62:0]) | (sum20[62:0] & (sum19[62:0] | twice19[62:0]));
    wire [63:0] twice24 = {carry24, 1'b0};
    wire [63:0] sum25 = twice20 ^ sum21 ^ twice21;
    wire [62:0] carry25 = (twice20[62:0] & sum21[62:0]) | (twice21[62:0] & (twice20[62:0] | sum21[62:0]));
    wire [63:0] twice25 = {carry25, 1'b0};
    wire [63:0] sum26 = sum22 ^ twice22 ^ sum23;
    wire [62:0] carry26 = (sum22[62:0] & twice22[62:0]) | (sum23[62:0] & (sum22[62:0] | twice22[62:0]));
    wire [63:0] twice26 = {carry26, 1'b0};
    wire [63:0] sum27 = sum24 ^ twice24 ^ sum25;
    wire [62:0] carry27 = (sum24[62:0] & twice24[62:0]) | (sum25[62:0] & (sum24[62:0] | twice24[62:0]));
    wire [63:0] twice27 = {carry27, 1'b0};
    wire [63:0] sum28 = twice25 ^ sum26 ^ twice26;
    wire [62:0] carry28 = (twice25[62:0] & sum26[62:0]) | (twice26[62:0] & (twice25[62:0] | sum26[62:0]));
    wire [63:0] twice28 = {carry28, 1'b0};
    wire [63:0] sum29 = sum27 ^ twice27 ^ sum28;
    wire [62:0] carry29 = (sum27[62:0] & twice27[62:0]) | (sum28[62:0] & (sum27[62:0] | twice27[62:0]));
    wire [63:0] twice29 = {carry29, 1'b0};
    wire [63:0] sum30 = twice28 ^ twice23 ^ twice18;
    wire [62:0] carry30 = (twice28[62:0] & twice23[62:0]) | (twice18[62:0] & (twice28[62:0] | twice23[62:0]));
    wire [63:0] twice30 = {carry30, 1'b0};
    always @(*) q$0 = sum29;
    always @(*) q$1 = twice29;
    always @(*) q$2 = sum30;
    always @(*) q$3 = twice30;
    `endif
endmodule

module lane$execute$multiply$0$rows_late$0(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [63:0] d;
    output reg  [63:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [63:0] stages$d$0;
    wire  [63:0] stages$q$0;
    // Local signals
    reg  [63:0] earlier;
    // Sub module instances
    lane$execute$multiply$0$rows_late$0$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .q$0(stages$q$0)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        q = earlier;
    end
endmodule

module lane$execute$multiply$0$rows_late$0$stages(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [63:0] d$0;
    output reg  [63:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$execute$multiply$0$sum(d$0,d$1,d$2,d$3,low,high);
    // Module arguments
    input wire  [63:0] d$0;
    input wire  [63:0] d$1;
    input wire  [63:0] d$2;
    input wire  [63:0] d$3;
    output reg  [31:0] low;
    output reg  [31:0] high;
    // Stub signals
    reg  [63:0] two$d$0;
    reg  [63:0] two$d$1;
    reg  [63:0] two$d$2;
    reg  [63:0] two$d$3;
    wire  [63:0] two$a;
    wire  [63:0] two$b;
    reg  [63:0] sum$a;
    reg  [63:0] sum$b;
    reg  sum$carry;
    wire  [63:0] sum$q;
    // Sub module instances
    lane$execute$multiply$0$sum$two two(
        .d$0(two$d$0),
        .d$1(two$d$1),
        .d$2(two$d$2),
        .d$3(two$d$3),
        .a(two$a),
        .b(two$b)
    );
    lane$execute$multiply$0$sum$sum sum(
        .a(sum$a),
        .b(sum$b),
        .carry(sum$carry),
        .q(sum$q)
    );
    // Update code
    always @(*) begin
        two$d$0 = d$0;
        two$d$1 = d$1;
        two$d$2 = d$2;
        two$d$3 = d$3;
        sum$a = two$a;
        sum$b = two$b;
        sum$carry = 1'b0;
        low = sum$q[(32'h0)+:(32)];
        high = sum$q[(32'h20)+:(32)];
    end
endmodule

module lane$execute$multiply$0$sum$sum(a,b,carry,q);
    // Module arguments
    input wire  [63:0] a;
    input wire  [63:0] b;
    input wire  carry;
    output reg  [63:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [64:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[64:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [62:0] both0 = a[62:0] & b[62:0];
    (* keep *) wire [62:0] one0 = a[62:0] ^ b[62:0];
    (* keep *) wire [62:0] made0 = both0 | {62'd0, one0[0] & carry};
    (* keep *) wire [62:0] made1 = made0 | (one0 & {made0[61:0], 1'd0});
    (* keep *) wire [62:0] one1 = one0 & {one0[61:0], {1{1'b1}}};
    (* keep *) wire [62:0] made2 = made1 | (one1 & {made1[60:0], 2'd0});
    (* keep *) wire [62:0] one2 = one1 & {one1[60:0], {2{1'b1}}};
    (* keep *) wire [62:0] made3 = made2 | (one2 & {made2[58:0], 4'd0});
    (* keep *) wire [62:0] one3 = one2 & {one2[58:0], {4{1'b1}}};
    (* keep *) wire [62:0] made4 = made3 | (one3 & {made3[54:0], 8'd0});
    (* keep *) wire [62:0] one4 = one3 & {one3[54:0], {8{1'b1}}};
    (* keep *) wire [62:0] made5 = made4 | (one4 & {made4[46:0], 16'd0});
    (* keep *) wire [62:0] one5 = one4 & {one4[46:0], {16{1'b1}}};
    (* keep *) wire [62:0] made6 = made5 | (one5 & {made5[30:0], 32'd0});
    wire [62:0] carries = made6;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$execute$multiply$0$sum$two(d$0,d$1,d$2,d$3,a,b);
    // Module arguments
    input wire  [63:0] d$0;
    input wire  [63:0] d$1;
    input wire  [63:0] d$2;
    input wire  [63:0] d$3;
    output reg  [63:0] a;
    output reg  [63:0] b;
    // Update code (custom)
    wire [63:0] sum0 = d$0 ^ d$1 ^ d$2;
    wire [62:0] carry0 = (d$0[62:0] & d$1[62:0]) | (d$2[62:0] & (d$0[62:0] | d$1[62:0]));
    wire [63:0] twice0 = {carry0, 1'b0};
    wire [63:0] sum1 = sum0 ^ twice0 ^ d$3;
    wire [62:0] carry1 = (sum0[62:0] & twice0[62:0]) | (d$3[62:0] & (sum0[62:0] | twice0[62:0]));
    wire [63:0] twice1 = {carry1, 1'b0};
    always @(*) a = sum1;
    always @(*) b = twice1;
endmodule

module lane$execute$route$0(op,a,b,c,x,y,z);
    // Module arguments
    input wire  [5:0] op;
    input wire  [31:0] a;
    input wire  [31:0] b;
    input wire  [31:0] c;
    output reg  [31:0] x;
    output reg  [31:0] y;
    output reg  [31:0] z;
    // Constant declarations
    localparam  add = 6'b100000;
    localparam  sub = 6'b100001;
    localparam  fma = 6'b100011;
    localparam  one = 32'h3f800000;
    localparam  sign = 32'h80000000;
    // Stub signals
    reg  [5:0] to$op;
    wire  to$is;
    // Sub module instances
    lane$execute$float$0$start$to to(
        .op(to$op),
        .is(to$is)
    );
    // Update code
    always @(*) begin
        to$op = op;
        x = a;
        y = b;
        z = (a ^ b) & sign;
        if (op == add) begin
            y = one;
            z = b;
        end
        else if (op == sub) begin
            y = one;
            z = b ^ sign;
        end
        else if (op == fma) begin
            z = c;
        end
        else if (to$is) begin
            z = a;
        end
    end
endmodule

module lane$execute$row_late(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [31:0] d;
    output reg  [31:0] q;
    // Stub signals
    reg  stages$clock;
    reg  [31:0] stages$d$0;
    reg  [31:0] stages$d$1;
    reg  [31:0] stages$d$2;
    reg  [31:0] stages$d$3;
    wire  [31:0] stages$q$0;
    wire  [31:0] stages$q$1;
    wire  [31:0] stages$q$2;
    wire  [31:0] stages$q$3;
    // Local signals
    reg  [31:0] earlier;
    // Sub module instances
    lane$execute$row_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .d$1(stages$d$1),
        .d$2(stages$d$2),
        .d$3(stages$d$3),
        .q$0(stages$q$0),
        .q$1(stages$q$1),
        .q$2(stages$q$2),
        .q$3(stages$q$3)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        earlier = d;
        stages$d$0 = earlier;
        earlier = stages$q$0;
        stages$d$1 = earlier;
        earlier = stages$q$1;
        stages$d$2 = earlier;
        earlier = stages$q$2;
        stages$d$3 = earlier;
        earlier = stages$q$3;
        q = earlier;
    end
endmodule

module lane$execute$row_late$stages(clock,d$0,d$1,d$2,d$3,q$0,q$1,q$2,q$3);
    // Module arguments
    input wire  clock;
    input wire  [31:0] d$0;
    input wire  [31:0] d$1;
    input wire  [31:0] d$2;
    input wire  [31:0] d$3;
    output reg  [31:0] q$0;
    output reg  [31:0] q$1;
    output reg  [31:0] q$2;
    output reg  [31:0] q$3;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
        q$1 <= d$1;
        q$2 <= d$2;
        q$3 <= d$3;
    end
endmodule

module lane$execute$setp(op,is);
    // Module arguments
    input wire  [5:0] op;
    output reg  is;
    // Constant declarations
    localparam  first = 6'b10101;
    localparam  first_float = 6'b101110;
    // Update code
    always @(*) begin
        is = (op >= first) & ~op[32'h5] | (op >= first_float);
    end
endmodule

module lane$execute$split_select(d,q$0);
    // Module arguments
    input wire  d;
    output reg  q$0;
    // Update code (custom)
    always @(*) q$0 = d;
endmodule

module lane$execute$valid_late(clock,reset,d,q);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  d;
    output reg  q;
    // Stub signals
    reg  stages$clock;
    reg  stages$d$0;
    reg  stages$d$1;
    reg  stages$d$2;
    reg  stages$d$3;
    reg  stages$d$4;
    wire  stages$q$0;
    wire  stages$q$1;
    wire  stages$q$2;
    wire  stages$q$3;
    wire  stages$q$4;
    reg  without_stages$d;
    // Local signals
    reg  earlier;
    // Sub module instances
    lane$execute$first_late$stages stages(
        .clock(stages$clock),
        .d$0(stages$d$0),
        .d$1(stages$d$1),
        .d$2(stages$d$2),
        .d$3(stages$d$3),
        .d$4(stages$d$4),
        .q$0(stages$q$0),
        .q$1(stages$q$1),
        .q$2(stages$q$2),
        .q$3(stages$q$3),
        .q$4(stages$q$4)
    );
    lane$execute$float$0$exponent$spare without_stages(
        .d(without_stages$d)
    );
    // Update code
    always @(*) begin
        stages$clock = clock;
        without_stages$d = reset;
        earlier = d;
        stages$d$0 = earlier & ~reset;
        earlier = stages$q$0;
        stages$d$1 = earlier & ~reset;
        earlier = stages$q$1;
        stages$d$2 = earlier & ~reset;
        earlier = stages$q$2;
        stages$d$3 = earlier & ~reset;
        earlier = stages$q$3;
        stages$d$4 = earlier & ~reset;
        earlier = stages$q$4;
        q = earlier;
    end
endmodule

module lane$exit(complete,group,ext_ready,native,memory,external,leave);
    // Module arguments
    input wire  complete;
    input wire  [1:0] group;
    input wire  ext_ready;
    output reg  native;
    output reg  memory;
    output reg  external;
    output reg  leave;
    // Constant declarations
    localparam  native_class = 2'b0;
    localparam  memory_class = 2'b1;
    // Update code
    always @(*) begin
        native = complete & (group == native_class);
        memory = complete & (group == memory_class);
        external = complete & group[32'h1];
        leave = complete & (~group[32'h1] | ext_ready);
    end
endmodule

module lane$high_start(row,start);
    // Module arguments
    input wire  [4:0] row;
    output reg  start;
    // Stub signals
    reg  [4:0] row_in_line$d;
    wire  row_in_line$q;
    reg  [4:0] skewed$d;
    wire  skewed$q;
    // Sub module instances
    lane$instruction$map$row_in_line row_in_line(
        .d(row_in_line$d),
        .q(row_in_line$q)
    );
    lane$instruction$map$skewed skewed(
        .d(skewed$d),
        .q(skewed$q)
    );
    // Update code
    always @(*) begin
        row_in_line$d = row;
        skewed$d = row;
        start = row_in_line$q + skewed$q;
    end
endmodule

module lane$instruction(clock,accept,op,mode,tag,warp,scalar,after,writes,dst,stride,vector_base,scalar_base,bundle,slots,slot,low_row,high_row,op_q,mode_q,tag_q,warp_q,scalar_q,after_q,writes_q,bank,line,target);
    // Module arguments
    input wire  clock;
    input wire  accept;
    input wire  [7:0] op;
    input wire  [1:0] mode;
    input wire  tag;
    input wire  warp;
    input wire  scalar;
    input wire  after;
    input wire  writes;
    input wire  [7:0] dst;
    input wire  [4:0] stride;
    input wire  [4:0] vector_base;
    input wire  [4:0] scalar_base;
    input wire  [4:0] bundle;
    input wire  slots;
    output reg  slot;
    output reg  [4:0] low_row;
    output reg  [4:0] high_row;
    output reg  [7:0] op_q;
    output reg  [1:0] mode_q;
    output reg  tag_q;
    output reg  warp_q;
    output reg  scalar_q;
    output reg  after_q;
    output reg  writes_q;
    output reg  [1:0] bank;
    output reg  [3:0] line;
    output reg  target;
    // Constant declarations
    localparam  one = 1'b1;
    localparam  nowhere = 5'b0;
    // Stub signals
    reg  [7:0] locate$index;
    reg  locate$scalar;
    reg  [4:0] locate$vector_base;
    reg  [4:0] locate$scalar_base;
    reg  [4:0] locate$stride;
    wire  [4:0] locate$row;
    wire  [4:0] locate$more;
    wire  [4:0] locate$step;
    wire  locate$slot;
    reg  is_op$clock;
    reg  is_op$load;
    reg  [7:0] is_op$d;
    wire  [7:0] is_op$q;
    reg  in_mode$clock;
    reg  in_mode$load;
    reg  [1:0] in_mode$d;
    wire  [1:0] in_mode$q;
    reg  has_tag$clock;
    reg  has_tag$load;
    reg  has_tag$d;
    wire  has_tag$q;
    reg  of_warp$clock;
    reg  of_warp$load;
    reg  of_warp$d;
    wire  of_warp$q;
    reg  is_scalar$clock;
    reg  is_scalar$load;
    reg  is_scalar$d;
    wire  is_scalar$q;
    reg  comes_after$clock;
    reg  comes_after$load;
    reg  comes_after$d;
    wire  comes_after$q;
    reg  has_result$clock;
    reg  has_result$load;
    reg  has_result$d;
    wire  has_result$q;
    reg  first_row$clock;
    reg  first_row$load;
    reg  [4:0] first_row$d;
    wire  [4:0] first_row$q;
    reg  first_row_more$clock;
    reg  first_row_more$load;
    reg  [4:0] first_row_more$d;
    wire  [4:0] first_row_more$q;
    reg  row_step$clock;
    reg  row_step$load;
    reg  [4:0] row_step$d;
    wire  [4:0] row_step$q;
    reg  in_slot$clock;
    reg  in_slot$load;
    reg  in_slot$d;
    wire  in_slot$q;
    reg  [4:0] parts$d$0;
    reg  [4:0] parts$d$1;
    reg  [4:0] parts$d$2;
    wire  [4:0] parts$a;
    wire  [4:0] parts$b;
    reg  [4:0] this_row$a;
    reg  [4:0] this_row$b;
    reg  this_row$carry;
    wire  [4:0] this_row$q;
    reg  [4:0] low_sum$a;
    reg  [4:0] low_sum$b;
    reg  low_sum$carry;
    wire  [4:0] low_sum$q;
    reg  [4:0] high_parts$d$0;
    reg  [4:0] high_parts$d$1;
    reg  [4:0] high_parts$d$2;
    wire  [4:0] high_parts$a;
    wire  [4:0] high_parts$b;
    reg  [4:0] high_sum$a;
    reg  [4:0] high_sum$b;
    reg  high_sum$carry;
    wire  [4:0] high_sum$q;
    reg  [4:0] map$row;
    wire  [1:0] map$bank;
    wire  [3:0] map$line;
    // Local signals
    reg  [4:0] bundle_rows;
    // Sub module instances
    lane$instruction$locate locate(
        .index(locate$index),
        .scalar(locate$scalar),
        .vector_base(locate$vector_base),
        .scalar_base(locate$scalar_base),
        .stride(locate$stride),
        .row(locate$row),
        .more(locate$more),
        .step(locate$step),
        .slot(locate$slot)
    );
    lane$instruction$is_op is_op(
        .clock(is_op$clock),
        .load(is_op$load),
        .d(is_op$d),
        .q(is_op$q)
    );
    lane$instruction$in_mode in_mode(
        .clock(in_mode$clock),
        .load(in_mode$load),
        .d(in_mode$d),
        .q(in_mode$q)
    );
    lane$instruction$comes_after has_tag(
        .clock(has_tag$clock),
        .load(has_tag$load),
        .d(has_tag$d),
        .q(has_tag$q)
    );
    lane$instruction$comes_after of_warp(
        .clock(of_warp$clock),
        .load(of_warp$load),
        .d(of_warp$d),
        .q(of_warp$q)
    );
    lane$instruction$comes_after is_scalar(
        .clock(is_scalar$clock),
        .load(is_scalar$load),
        .d(is_scalar$d),
        .q(is_scalar$q)
    );
    lane$instruction$comes_after comes_after(
        .clock(comes_after$clock),
        .load(comes_after$load),
        .d(comes_after$d),
        .q(comes_after$q)
    );
    lane$instruction$comes_after has_result(
        .clock(has_result$clock),
        .load(has_result$load),
        .d(has_result$d),
        .q(has_result$q)
    );
    lane$instruction$first_row first_row(
        .clock(first_row$clock),
        .load(first_row$load),
        .d(first_row$d),
        .q(first_row$q)
    );
    lane$instruction$first_row first_row_more(
        .clock(first_row_more$clock),
        .load(first_row_more$load),
        .d(first_row_more$d),
        .q(first_row_more$q)
    );
    lane$instruction$first_row row_step(
        .clock(row_step$clock),
        .load(row_step$load),
        .d(row_step$d),
        .q(row_step$q)
    );
    lane$instruction$comes_after in_slot(
        .clock(in_slot$clock),
        .load(in_slot$load),
        .d(in_slot$d),
        .q(in_slot$q)
    );
    lane$instruction$high_parts parts(
        .d$0(parts$d$0),
        .d$1(parts$d$1),
        .d$2(parts$d$2),
        .a(parts$a),
        .b(parts$b)
    );
    lane$res$map$sum this_row(
        .a(this_row$a),
        .b(this_row$b),
        .carry(this_row$carry),
        .q(this_row$q)
    );
    lane$res$map$sum low_sum(
        .a(low_sum$a),
        .b(low_sum$b),
        .carry(low_sum$carry),
        .q(low_sum$q)
    );
    lane$instruction$high_parts high_parts(
        .d$0(high_parts$d$0),
        .d$1(high_parts$d$1),
        .d$2(high_parts$d$2),
        .a(high_parts$a),
        .b(high_parts$b)
    );
    lane$res$map$sum high_sum(
        .a(high_sum$a),
        .b(high_sum$b),
        .carry(high_sum$carry),
        .q(high_sum$q)
    );
    lane$instruction$map map(
        .row(map$row),
        .bank(map$bank),
        .line(map$line)
    );
    // Update code
    always @(*) begin
        is_op$clock = clock;
        has_tag$clock = clock;
        of_warp$clock = clock;
        is_scalar$clock = clock;
        comes_after$clock = clock;
        has_result$clock = clock;
        first_row$clock = clock;
        in_slot$clock = clock;
        in_mode$clock = clock;
        first_row_more$clock = clock;
        row_step$clock = clock;
        locate$index = dst;
        locate$scalar = scalar;
        locate$stride = stride;
        locate$vector_base = vector_base;
        locate$scalar_base = scalar_base;
        slot = locate$slot;
        is_op$load = accept;
        in_mode$load = accept;
        has_tag$load = accept;
        of_warp$load = accept;
        is_scalar$load = accept;
        comes_after$load = accept;
        has_result$load = accept;
        first_row$load = accept;
        first_row_more$load = accept;
        row_step$load = accept;
        in_slot$load = accept;
        is_op$d = op;
        in_mode$d = mode;
        has_tag$d = tag;
        of_warp$d = warp;
        is_scalar$d = scalar;
        comes_after$d = after;
        has_result$d = writes;
        first_row$d = locate$row;
        first_row_more$d = locate$more;
        row_step$d = locate$step;
        in_slot$d = locate$slot;
        op_q = is_op$q;
        mode_q = in_mode$q;
        tag_q = has_tag$q;
        warp_q = of_warp$q;
        scalar_q = is_scalar$q;
        after_q = comes_after$q;
        writes_q = has_result$q;
        low_sum$a = first_row$q;
        low_sum$b = first_row_more$q;
        low_sum$carry = 1'b0;
        low_row = low_sum$q;
        high_parts$d$0 = first_row$q;
        high_parts$d$1 = first_row_more$q;
        high_parts$d$2 = row_step$q;
        high_sum$a = high_parts$a;
        high_sum$b = high_parts$b;
        high_sum$carry = 1'b0;
        high_row = high_sum$q;
        bundle_rows = bundle;
        target = slots;
        if (is_scalar$q) begin
            bundle_rows = nowhere;
            target = one << in_slot$q;
        end
        parts$d$0 = first_row$q;
        parts$d$1 = first_row_more$q;
        parts$d$2 = bundle_rows;
        this_row$a = parts$a;
        this_row$b = parts$b;
        this_row$carry = 1'b0;
        map$row = this_row$q;
        bank = map$bank;
        line = map$line;
    end
endmodule

module lane$instruction$comes_after(clock,load,d,q);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  d;
    output reg  q;
    // Update code (custom)
    always @(posedge clock) if (load) q <= d;
endmodule

module lane$instruction$first_row(clock,load,d,q);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  [4:0] d;
    output reg  [4:0] q;
    // Update code (custom)
    always @(posedge clock) if (load) q <= d;
endmodule

module lane$instruction$high_parts(d$0,d$1,d$2,a,b);
    // Module arguments
    input wire  [4:0] d$0;
    input wire  [4:0] d$1;
    input wire  [4:0] d$2;
    output reg  [4:0] a;
    output reg  [4:0] b;
    // Update code (custom)
    wire [4:0] sum0 = d$0 ^ d$1 ^ d$2;
    wire [3:0] carry0 = (d$0[3:0] & d$1[3:0]) | (d$2[3:0] & (d$0[3:0] | d$1[3:0]));
    wire [4:0] twice0 = {carry0, 1'b0};
    always @(*) a = sum0;
    always @(*) b = twice0;
endmodule

module lane$instruction$in_mode(clock,load,d,q);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Update code (custom)
    always @(posedge clock) if (load) q <= d;
endmodule

module lane$instruction$is_op(clock,load,d,q);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  [7:0] d;
    output reg  [7:0] q;
    // Update code (custom)
    always @(posedge clock) if (load) q <= d;
endmodule

module lane$instruction$locate(index,scalar,vector_base,scalar_base,stride,row,more,step,slot);
    // Module arguments
    input wire  [7:0] index;
    input wire  scalar;
    input wire  [4:0] vector_base;
    input wire  [4:0] scalar_base;
    input wire  [4:0] stride;
    output reg  [4:0] row;
    output reg  [4:0] more;
    output reg  [4:0] step;
    output reg  slot;
    // Constant declarations
    localparam  width_log = 2'b0;
    localparam  slot_mask = 1'b0;
    localparam  scalar_step = 5'b1;
    // Stub signals
    reg  [7:0] scalar_rows$d;
    wire  [4:0] scalar_rows$q;
    reg  [7:0] product$a;
    reg  [4:0] product$b;
    reg  [4:0] product$base;
    wire  [4:0] product$q;
    wire  [4:0] product$more;
    // Sub module instances
    lane$instruction$locate$scalar_rows scalar_rows(
        .d(scalar_rows$d),
        .q(scalar_rows$q)
    );
    lane$instruction$locate$product product(
        .a(product$a),
        .b(product$b),
        .base(product$base),
        .q(product$q),
        .more(product$more)
    );
    // Update code
    always @(*) begin
        scalar_rows$d = index >> width_log;
        product$a = index;
        product$b = stride;
        product$base = vector_base;
        row = product$q;
        more = product$more;
        step = stride;
        if (scalar) begin
            row = scalar_base;
            more = scalar_rows$q;
            step = scalar_step;
        end
        slot = index[(32'h0)+:(1)] & slot_mask;
    end
endmodule

module lane$instruction$locate$product(a,b,base,q,more);
    // Module arguments
    input wire  [7:0] a;
    input wire  [4:0] b;
    input wire  [4:0] base;
    output reg  [4:0] q;
    output reg  [4:0] more;
    // Update code (custom)
    wire [4:0] row0 = b & {5{a[0]}};
    wire [4:0] row1 = {b[3:0], 1'd0} & {5{a[1]}};
    wire [4:0] row2 = {b[2:0], 2'd0} & {5{a[2]}};
    wire [4:0] row3 = {b[1:0], 3'd0} & {5{a[3]}};
    wire [4:0] row4 = {b[0:0], 4'd0} & {5{a[4]}};
    wire [4:0] sum0 = row0 ^ row1 ^ row2;
    wire [3:0] carry0 = (row0[3:0] & row1[3:0]) | (row2[3:0] & (row0[3:0] | row1[3:0]));
    wire [4:0] twice0 = {carry0, 1'b0};
    wire [4:0] sum1 = row3 ^ row4 ^ base;
    wire [3:0] carry1 = (row3[3:0] & row4[3:0]) | (base[3:0] & (row3[3:0] | row4[3:0]));
    wire [4:0] twice1 = {carry1, 1'b0};
    wire [4:0] sum2 = sum0 ^ twice0 ^ sum1;
    wire [3:0] carry2 = (sum0[3:0] & twice0[3:0]) | (sum1[3:0] & (sum0[3:0] | twice0[3:0]));
    wire [4:0] twice2 = {carry2, 1'b0};
    wire [4:0] sum3 = sum2 ^ twice2 ^ twice1;
    wire [3:0] carry3 = (sum2[3:0] & twice2[3:0]) | (twice1[3:0] & (sum2[3:0] | twice2[3:0]));
    wire [4:0] twice3 = {carry3, 1'b0};
    always @(*) q = sum3;
    always @(*) more = twice3;
    wire _unused = &{1'b0, a[7:5]};
endmodule

module lane$instruction$locate$scalar_rows(d,q);
    // Module arguments
    input wire  [7:0] d;
    output reg  [4:0] q;
    // Update code (custom)
    always @(*) q = d[4:0];
    wire _unused = &{1'b0, d[7:5]};
endmodule

module lane$instruction$map(row,bank,line);
    // Module arguments
    input wire  [4:0] row;
    output reg  [1:0] bank;
    output reg  [3:0] line;
    // Constant declarations
    localparam  one = 2'b1;
    // Stub signals
    reg  [4:0] row_in_line$d;
    wire  row_in_line$q;
    reg  [4:0] skewed$d;
    wire  skewed$q;
    reg  [4:0] line_of$d;
    wire  [3:0] line_of$q;
    // Local signals
    reg  number;
    // Sub module instances
    lane$instruction$map$row_in_line row_in_line(
        .d(row_in_line$d),
        .q(row_in_line$q)
    );
    lane$instruction$map$skewed skewed(
        .d(skewed$d),
        .q(skewed$q)
    );
    lane$instruction$map$line_of line_of(
        .d(line_of$d),
        .q(line_of$q)
    );
    // Update code
    always @(*) begin
        row_in_line$d = row;
        skewed$d = row;
        line_of$d = row;
        number = row_in_line$q + skewed$q;
        bank = one << number;
        line = line_of$q;
    end
endmodule

module lane$instruction$map$line_of(d,q);
    // Module arguments
    input wire  [4:0] d;
    output reg  [3:0] q;
    // Update code (custom)
    always @(*) q = d[4:1];
    wire _unused = &{1'b0, d[0]};
endmodule

module lane$instruction$map$row_in_line(d,q);
    // Module arguments
    input wire  [4:0] d;
    output reg  q;
    // Update code (custom)
    always @(*) q = d[0];
    wire _unused = &{1'b0, d[4:1]};
endmodule

module lane$instruction$map$skewed(d,q);
    // Module arguments
    input wire  [4:0] d;
    output reg  q;
    // Update code (custom)
    always @(*) q = d[2];
    wire _unused = &{1'b0, d[4:3], d[1:0]};
endmodule

module lane$launch_table(clock,launch,warp,threads,vector,scalar,tid,lookup,stride,vector_base,scalar_base,first_tid);
    // Module arguments
    input wire  clock;
    input wire  launch;
    input wire  warp;
    input wire  [2:0] threads;
    input wire  [4:0] vector;
    input wire  [4:0] scalar;
    input wire  [15:0] tid;
    input wire  lookup;
    output reg  [4:0] stride;
    output reg  [4:0] vector_base;
    output reg  [4:0] scalar_base;
    output reg  [15:0] first_tid;
    // Constant declarations
    localparam  width_less_one = 5'b0;
    localparam  width_log = 2'b0;
    // Stub signals
    reg  [2:0] thread_rows$d;
    wire  [4:0] thread_rows$q;
    reg  strides$clock;
    reg  strides$write;
    reg  strides$write_at;
    reg  [4:0] strides$d;
    reg  strides$read_at$0;
    wire  [4:0] strides$q$0;
    reg  vectors$clock;
    reg  vectors$write;
    reg  vectors$write_at;
    reg  [4:0] vectors$d;
    reg  vectors$read_at$0;
    wire  [4:0] vectors$q$0;
    reg  scalars$clock;
    reg  scalars$write;
    reg  scalars$write_at;
    reg  [4:0] scalars$d;
    reg  scalars$read_at$0;
    wire  [4:0] scalars$q$0;
    reg  tids$clock;
    reg  tids$write;
    reg  tids$write_at;
    reg  [15:0] tids$d;
    reg  tids$read_at$0;
    wire  [15:0] tids$q$0;
    // Sub module instances
    lane$launch_table$thread_rows thread_rows(
        .d(thread_rows$d),
        .q(thread_rows$q)
    );
    lane$launch_table$scalars strides(
        .clock(strides$clock),
        .write(strides$write),
        .write_at(strides$write_at),
        .d(strides$d),
        .read_at$0(strides$read_at$0),
        .q$0(strides$q$0)
    );
    lane$launch_table$scalars vectors(
        .clock(vectors$clock),
        .write(vectors$write),
        .write_at(vectors$write_at),
        .d(vectors$d),
        .read_at$0(vectors$read_at$0),
        .q$0(vectors$q$0)
    );
    lane$launch_table$scalars scalars(
        .clock(scalars$clock),
        .write(scalars$write),
        .write_at(scalars$write_at),
        .d(scalars$d),
        .read_at$0(scalars$read_at$0),
        .q$0(scalars$q$0)
    );
    lane$launch_table$tids tids(
        .clock(tids$clock),
        .write(tids$write),
        .write_at(tids$write_at),
        .d(tids$d),
        .read_at$0(tids$read_at$0),
        .q$0(tids$q$0)
    );
    // Update code
    always @(*) begin
        strides$clock = clock;
        vectors$clock = clock;
        scalars$clock = clock;
        tids$clock = clock;
        thread_rows$d = threads;
        strides$write = launch;
        vectors$write = launch;
        scalars$write = launch;
        tids$write = launch;
        strides$write_at = warp;
        vectors$write_at = warp;
        scalars$write_at = warp;
        tids$write_at = warp;
        strides$d = (thread_rows$q + width_less_one) >> width_log;
        vectors$d = vector;
        scalars$d = scalar;
        tids$d = tid;
        strides$read_at$0 = lookup;
        vectors$read_at$0 = lookup;
        scalars$read_at$0 = lookup;
        tids$read_at$0 = lookup;
        stride = strides$q$0;
        vector_base = vectors$q$0;
        scalar_base = scalars$q$0;
        first_tid = tids$q$0;
    end
endmodule

module lane$launch_table$scalars(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  [4:0] d;
    input wire  read_at$0;
    output reg  [4:0] q$0;
    // Update code (custom)
    reg [4:0] words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$launch_table$thread_rows(d,q);
    // Module arguments
    input wire  [2:0] d;
    output reg  [4:0] q;
    // Update code (custom)
    always @(*) q = {2'd0, d};
endmodule

module lane$launch_table$tids(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  [15:0] d;
    input wire  read_at$0;
    output reg  [15:0] q$0;
    // Update code (custom)
    reg [15:0] words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$operand_a(clock,leave,taken$0,taken$1,want,twice,scalar,held,slot,low_bank,low_line,high_bank,high_line,low,high,request$0,request$1,bank$0,bank$1,line$0,line$1,grant$0,grant$1,rows$0,rows$1,complete,low_words,high_words);
    // Module arguments
    input wire  clock;
    input wire  leave;
    input wire  taken$0;
    input wire  taken$1;
    input wire  want;
    input wire  twice;
    input wire  scalar;
    input wire  held;
    input wire  slot;
    input wire  [1:0] low_bank;
    input wire  [3:0] low_line;
    input wire  [1:0] high_bank;
    input wire  [3:0] high_line;
    input wire  [31:0] low;
    input wire  [31:0] high;
    output reg  request$0;
    output reg  request$1;
    output reg  [1:0] bank$0;
    output reg  [1:0] bank$1;
    output reg  [3:0] line$0;
    output reg  [3:0] line$1;
    input wire  grant$0;
    input wire  grant$1;
    input wire  [31:0] rows$0;
    input wire  [31:0] rows$1;
    output reg  complete;
    output reg  [31:0] low_words;
    output reg  [31:0] high_words;
    // Constant declarations
    localparam  nothing = 32'h0;
    localparam  high_slot = 1'b0;
    // Stub signals
    reg  wants$clock;
    reg  wants$leave;
    reg  wants$taken$0;
    reg  wants$taken$1;
    reg  wants$entering;
    reg  wants$kept$0;
    reg  wants$kept$1;
    wire  wants$q$0;
    wire  wants$q$1;
    reg  more$clock;
    reg  more$leave;
    reg  more$taken$0;
    reg  more$taken$1;
    reg  more$entering;
    reg  more$kept$0;
    reg  more$kept$1;
    wire  more$q$0;
    wire  more$q$1;
    reg  second$clock;
    reg  second$leave;
    reg  second$taken$0;
    reg  second$taken$1;
    reg  second$entering;
    reg  second$kept$0;
    reg  second$kept$1;
    wire  second$q$0;
    wire  second$q$1;
    reg  banks$clock;
    reg  banks$leave;
    reg  banks$taken$0;
    reg  banks$taken$1;
    reg  [1:0] banks$entering;
    reg  [1:0] banks$kept$0;
    reg  [1:0] banks$kept$1;
    wire  [1:0] banks$q$0;
    wire  [1:0] banks$q$1;
    reg  lines$clock;
    reg  lines$leave;
    reg  lines$taken$0;
    reg  lines$taken$1;
    reg  [3:0] lines$entering;
    reg  [3:0] lines$kept$0;
    reg  [3:0] lines$kept$1;
    wire  [3:0] lines$q$0;
    wire  [3:0] lines$q$1;
    reg  coming$clock;
    reg  coming$leave;
    reg  coming$taken$0;
    reg  coming$taken$1;
    reg  coming$entering;
    reg  coming$kept$0;
    reg  coming$kept$1;
    wire  coming$q$0;
    wire  coming$q$1;
    reg  coming_high$clock;
    reg  coming_high$leave;
    reg  coming_high$taken$0;
    reg  coming_high$taken$1;
    reg  coming_high$entering;
    reg  coming_high$kept$0;
    reg  coming_high$kept$1;
    wire  coming_high$q$0;
    wire  coming_high$q$1;
    reg  lows$clock;
    reg  lows$leave;
    reg  lows$taken$0;
    reg  lows$taken$1;
    reg  [31:0] lows$entering;
    reg  [31:0] lows$kept$0;
    reg  [31:0] lows$kept$1;
    wire  [31:0] lows$q$0;
    wire  [31:0] lows$q$1;
    reg  highs$clock;
    reg  highs$leave;
    reg  highs$taken$0;
    reg  highs$taken$1;
    reg  [31:0] highs$entering;
    reg  [31:0] highs$kept$0;
    reg  [31:0] highs$kept$1;
    wire  [31:0] highs$q$0;
    wire  [31:0] highs$q$1;
    reg  next_banks$clock;
    reg  next_banks$leave;
    reg  next_banks$taken$0;
    reg  next_banks$taken$1;
    reg  [1:0] next_banks$entering;
    reg  [1:0] next_banks$kept$0;
    reg  [1:0] next_banks$kept$1;
    wire  [1:0] next_banks$q$0;
    wire  [1:0] next_banks$q$1;
    reg  next_lines$clock;
    reg  next_lines$leave;
    reg  next_lines$taken$0;
    reg  next_lines$taken$1;
    reg  [3:0] next_lines$entering;
    reg  [3:0] next_lines$kept$0;
    reg  [3:0] next_lines$kept$1;
    wire  [3:0] next_lines$q$0;
    wire  [3:0] next_lines$q$1;
    reg  scalars$clock;
    reg  scalars$leave;
    reg  scalars$taken$0;
    reg  scalars$taken$1;
    reg  scalars$entering;
    reg  scalars$kept$0;
    reg  scalars$kept$1;
    wire  scalars$q$0;
    wire  scalars$q$1;
    reg  helds$clock;
    reg  helds$leave;
    reg  helds$taken$0;
    reg  helds$taken$1;
    reg  helds$entering;
    reg  helds$kept$0;
    reg  helds$kept$1;
    wire  helds$q$0;
    wire  helds$q$1;
    reg  in_slots$clock;
    reg  in_slots$leave;
    reg  in_slots$taken$0;
    reg  in_slots$taken$1;
    reg  in_slots$entering;
    reg  in_slots$kept$0;
    reg  in_slots$kept$1;
    wire  in_slots$q$0;
    wire  in_slots$q$1;
    reg  low_align$clock;
    reg  low_align$leave;
    reg  low_align$scalar;
    reg  low_align$held;
    reg  low_align$slot;
    reg  [31:0] low_align$row;
    wire  [31:0] low_align$aligned;
    reg  high_align$clock;
    reg  high_align$leave;
    reg  high_align$scalar;
    reg  high_align$held;
    reg  high_align$slot;
    reg  [31:0] high_align$row;
    wire  [31:0] high_align$aligned;
    // Local signals
    reg  [1:0] from$0;
    reg  [1:0] from$1;
    reg  [31:0] arriving$0;
    reg  [31:0] arriving$1;
    // Sub module instances
    lane$operand_a$coming wants(
        .clock(wants$clock),
        .leave(wants$leave),
        .taken$0(wants$taken$0),
        .taken$1(wants$taken$1),
        .entering(wants$entering),
        .kept$0(wants$kept$0),
        .kept$1(wants$kept$1),
        .q$0(wants$q$0),
        .q$1(wants$q$1)
    );
    lane$operand_a$coming more(
        .clock(more$clock),
        .leave(more$leave),
        .taken$0(more$taken$0),
        .taken$1(more$taken$1),
        .entering(more$entering),
        .kept$0(more$kept$0),
        .kept$1(more$kept$1),
        .q$0(more$q$0),
        .q$1(more$q$1)
    );
    lane$operand_a$coming second(
        .clock(second$clock),
        .leave(second$leave),
        .taken$0(second$taken$0),
        .taken$1(second$taken$1),
        .entering(second$entering),
        .kept$0(second$kept$0),
        .kept$1(second$kept$1),
        .q$0(second$q$0),
        .q$1(second$q$1)
    );
    lane$operand_a$banks banks(
        .clock(banks$clock),
        .leave(banks$leave),
        .taken$0(banks$taken$0),
        .taken$1(banks$taken$1),
        .entering(banks$entering),
        .kept$0(banks$kept$0),
        .kept$1(banks$kept$1),
        .q$0(banks$q$0),
        .q$1(banks$q$1)
    );
    lane$operand_a$lines lines(
        .clock(lines$clock),
        .leave(lines$leave),
        .taken$0(lines$taken$0),
        .taken$1(lines$taken$1),
        .entering(lines$entering),
        .kept$0(lines$kept$0),
        .kept$1(lines$kept$1),
        .q$0(lines$q$0),
        .q$1(lines$q$1)
    );
    lane$operand_a$coming coming(
        .clock(coming$clock),
        .leave(coming$leave),
        .taken$0(coming$taken$0),
        .taken$1(coming$taken$1),
        .entering(coming$entering),
        .kept$0(coming$kept$0),
        .kept$1(coming$kept$1),
        .q$0(coming$q$0),
        .q$1(coming$q$1)
    );
    lane$operand_a$coming coming_high(
        .clock(coming_high$clock),
        .leave(coming_high$leave),
        .taken$0(coming_high$taken$0),
        .taken$1(coming_high$taken$1),
        .entering(coming_high$entering),
        .kept$0(coming_high$kept$0),
        .kept$1(coming_high$kept$1),
        .q$0(coming_high$q$0),
        .q$1(coming_high$q$1)
    );
    lane$operand_a$highs lows(
        .clock(lows$clock),
        .leave(lows$leave),
        .taken$0(lows$taken$0),
        .taken$1(lows$taken$1),
        .entering(lows$entering),
        .kept$0(lows$kept$0),
        .kept$1(lows$kept$1),
        .q$0(lows$q$0),
        .q$1(lows$q$1)
    );
    lane$operand_a$highs highs(
        .clock(highs$clock),
        .leave(highs$leave),
        .taken$0(highs$taken$0),
        .taken$1(highs$taken$1),
        .entering(highs$entering),
        .kept$0(highs$kept$0),
        .kept$1(highs$kept$1),
        .q$0(highs$q$0),
        .q$1(highs$q$1)
    );
    lane$operand_a$banks next_banks(
        .clock(next_banks$clock),
        .leave(next_banks$leave),
        .taken$0(next_banks$taken$0),
        .taken$1(next_banks$taken$1),
        .entering(next_banks$entering),
        .kept$0(next_banks$kept$0),
        .kept$1(next_banks$kept$1),
        .q$0(next_banks$q$0),
        .q$1(next_banks$q$1)
    );
    lane$operand_a$lines next_lines(
        .clock(next_lines$clock),
        .leave(next_lines$leave),
        .taken$0(next_lines$taken$0),
        .taken$1(next_lines$taken$1),
        .entering(next_lines$entering),
        .kept$0(next_lines$kept$0),
        .kept$1(next_lines$kept$1),
        .q$0(next_lines$q$0),
        .q$1(next_lines$q$1)
    );
    lane$operand_a$coming scalars(
        .clock(scalars$clock),
        .leave(scalars$leave),
        .taken$0(scalars$taken$0),
        .taken$1(scalars$taken$1),
        .entering(scalars$entering),
        .kept$0(scalars$kept$0),
        .kept$1(scalars$kept$1),
        .q$0(scalars$q$0),
        .q$1(scalars$q$1)
    );
    lane$operand_a$coming helds(
        .clock(helds$clock),
        .leave(helds$leave),
        .taken$0(helds$taken$0),
        .taken$1(helds$taken$1),
        .entering(helds$entering),
        .kept$0(helds$kept$0),
        .kept$1(helds$kept$1),
        .q$0(helds$q$0),
        .q$1(helds$q$1)
    );
    lane$operand_a$coming in_slots(
        .clock(in_slots$clock),
        .leave(in_slots$leave),
        .taken$0(in_slots$taken$0),
        .taken$1(in_slots$taken$1),
        .entering(in_slots$entering),
        .kept$0(in_slots$kept$0),
        .kept$1(in_slots$kept$1),
        .q$0(in_slots$q$0),
        .q$1(in_slots$q$1)
    );
    lane$operand_a$high_align low_align(
        .clock(low_align$clock),
        .leave(low_align$leave),
        .scalar(low_align$scalar),
        .held(low_align$held),
        .slot(low_align$slot),
        .row(low_align$row),
        .aligned(low_align$aligned)
    );
    lane$operand_a$high_align high_align(
        .clock(high_align$clock),
        .leave(high_align$leave),
        .scalar(high_align$scalar),
        .held(high_align$held),
        .slot(high_align$slot),
        .row(high_align$row),
        .aligned(high_align$aligned)
    );
    // Update code
    always @(*) begin
        wants$clock = clock;
        more$clock = clock;
        second$clock = clock;
        banks$clock = clock;
        lines$clock = clock;
        coming$clock = clock;
        coming_high$clock = clock;
        lows$clock = clock;
        highs$clock = clock;
        next_banks$clock = clock;
        next_lines$clock = clock;
        scalars$clock = clock;
        helds$clock = clock;
        in_slots$clock = clock;
        low_align$clock = clock;
        high_align$clock = clock;
        wants$leave = leave;
        more$leave = leave;
        second$leave = leave;
        banks$leave = leave;
        lines$leave = leave;
        coming$leave = leave;
        coming_high$leave = leave;
        lows$leave = leave;
        highs$leave = leave;
        next_banks$leave = leave;
        next_lines$leave = leave;
        scalars$leave = leave;
        helds$leave = leave;
        in_slots$leave = leave;
        wants$taken$0 = taken$0;
        more$taken$0 = taken$0;
        second$taken$0 = taken$0;
        banks$taken$0 = taken$0;
        lines$taken$0 = taken$0;
        coming$taken$0 = taken$0;
        coming_high$taken$0 = taken$0;
        lows$taken$0 = taken$0;
        highs$taken$0 = taken$0;
        next_banks$taken$0 = taken$0;
        next_lines$taken$0 = taken$0;
        scalars$taken$0 = taken$0;
        helds$taken$0 = taken$0;
        in_slots$taken$0 = taken$0;
        banks$kept$0 = banks$q$0;
        lines$kept$0 = lines$q$0;
        next_banks$kept$0 = next_banks$q$0;
        next_lines$kept$0 = next_lines$q$0;
        scalars$kept$0 = scalars$q$0;
        helds$kept$0 = helds$q$0;
        in_slots$kept$0 = in_slots$q$0;
        wants$taken$1 = taken$1;
        more$taken$1 = taken$1;
        second$taken$1 = taken$1;
        banks$taken$1 = taken$1;
        lines$taken$1 = taken$1;
        coming$taken$1 = taken$1;
        coming_high$taken$1 = taken$1;
        lows$taken$1 = taken$1;
        highs$taken$1 = taken$1;
        next_banks$taken$1 = taken$1;
        next_lines$taken$1 = taken$1;
        scalars$taken$1 = taken$1;
        helds$taken$1 = taken$1;
        in_slots$taken$1 = taken$1;
        banks$kept$1 = banks$q$1;
        lines$kept$1 = lines$q$1;
        next_banks$kept$1 = next_banks$q$1;
        next_lines$kept$1 = next_lines$q$1;
        scalars$kept$1 = scalars$q$1;
        helds$kept$1 = helds$q$1;
        in_slots$kept$1 = in_slots$q$1;
        wants$entering = want;
        more$entering = twice;
        second$entering = 1'b0;
        banks$entering = low_bank;
        lines$entering = low_line;
        next_banks$entering = high_bank;
        next_lines$entering = high_line;
        coming$entering = 1'b0;
        coming_high$entering = 1'b0;
        lows$entering = low;
        highs$entering = high;
        scalars$entering = scalar;
        helds$entering = held;
        in_slots$entering = slot;
        request$0 = taken$0 & wants$q$0;
        bank$0 = banks$q$0;
        line$0 = lines$q$0;
        if (second$q$0) begin
            bank$0 = next_banks$q$0;
            line$0 = next_lines$q$0;
        end
        wants$kept$0 = wants$q$0;
        more$kept$0 = more$q$0;
        second$kept$0 = second$q$0;
        coming$kept$0 = grant$0;
        coming_high$kept$0 = second$q$0;
        if (grant$0) begin
            wants$kept$0 = more$q$0;
            more$kept$0 = 1'b0;
            second$kept$0 = 1'b1;
        end
        from$0 = banks$q$0;
        if (coming_high$q$0) begin
            from$0 = next_banks$q$0;
        end
        arriving$0 = nothing;
        if (from$0[0]) begin
            arriving$0 = arriving$0 | rows$0;
        end
        if (from$0[1]) begin
            arriving$0 = arriving$0 | rows$1;
        end
        lows$kept$0 = lows$q$0;
        highs$kept$0 = highs$q$0;
        if (coming$q$0) begin
            if (coming_high$q$0) begin
                highs$kept$0 = arriving$0;
            end
            else begin
                lows$kept$0 = arriving$0;
            end
        end
        request$1 = taken$1 & wants$q$1;
        bank$1 = banks$q$1;
        line$1 = lines$q$1;
        if (second$q$1) begin
            bank$1 = next_banks$q$1;
            line$1 = next_lines$q$1;
        end
        wants$kept$1 = wants$q$1;
        more$kept$1 = more$q$1;
        second$kept$1 = second$q$1;
        coming$kept$1 = grant$1;
        coming_high$kept$1 = second$q$1;
        if (grant$1) begin
            wants$kept$1 = more$q$1;
            more$kept$1 = 1'b0;
            second$kept$1 = 1'b1;
        end
        from$1 = banks$q$1;
        if (coming_high$q$1) begin
            from$1 = next_banks$q$1;
        end
        arriving$1 = nothing;
        if (from$1[0]) begin
            arriving$1 = arriving$1 | rows$0;
        end
        if (from$1[1]) begin
            arriving$1 = arriving$1 | rows$1;
        end
        lows$kept$1 = lows$q$1;
        highs$kept$1 = highs$q$1;
        if (coming$q$1) begin
            if (coming_high$q$1) begin
                highs$kept$1 = arriving$1;
            end
            else begin
                lows$kept$1 = arriving$1;
            end
        end
        complete = ~wants$q$0 & ~coming$q$0;
        low_align$leave = leave;
        low_align$scalar = scalars$q$0;
        low_align$held = helds$q$0;
        low_align$slot = in_slots$q$0;
        low_align$row = lows$q$0;
        high_align$leave = leave;
        high_align$scalar = scalars$q$0;
        high_align$held = helds$q$0;
        high_align$slot = in_slots$q$0 | high_slot;
        high_align$row = highs$q$0;
        low_words = low_align$aligned;
        high_words = high_align$aligned;
    end
endmodule

module lane$operand_a$banks(clock,leave,taken$0,taken$1,entering,kept$0,kept$1,q$0,q$1);
    // Module arguments
    input wire  clock;
    input wire  leave;
    input wire  taken$0;
    input wire  taken$1;
    input wire  [1:0] entering;
    input wire  [1:0] kept$0;
    input wire  [1:0] kept$1;
    output reg  [1:0] q$0;
    output reg  [1:0] q$1;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= leave ? (taken$1 ? kept$1 : entering) : (taken$0 ? kept$0 : entering);
        q$1 <= leave ? entering : (taken$1 ? kept$1 : entering);
    end
endmodule

module lane$operand_a$coming(clock,leave,taken$0,taken$1,entering,kept$0,kept$1,q$0,q$1);
    // Module arguments
    input wire  clock;
    input wire  leave;
    input wire  taken$0;
    input wire  taken$1;
    input wire  entering;
    input wire  kept$0;
    input wire  kept$1;
    output reg  q$0;
    output reg  q$1;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= leave ? (taken$1 ? kept$1 : entering) : (taken$0 ? kept$0 : entering);
        q$1 <= leave ? entering : (taken$1 ? kept$1 : entering);
    end
endmodule

module lane$operand_a$high_align(clock,leave,scalar,held,slot,row,aligned);
    // Module arguments
    input wire  clock;
    input wire  leave;
    input wire  scalar;
    input wire  held;
    input wire  slot;
    input wire  [31:0] row;
    output reg  [31:0] aligned;
    // Stub signals
    reg  hold$clock;
    reg  hold$load;
    reg  [31:0] hold$d;
    wire  [31:0] hold$q;
    reg  [31:0] pick$row;
    reg  pick$slot;
    wire  [31:0] pick$word;
    reg  [31:0] spread$d$0;
    wire  [31:0] spread$q;
    // Sub module instances
    lane$operand_a$high_align$hold hold(
        .clock(hold$clock),
        .load(hold$load),
        .d(hold$d),
        .q(hold$q)
    );
    lane$operand_a$high_align$pick pick(
        .row(pick$row),
        .slot(pick$slot),
        .word(pick$word)
    );
    lane$operand_a$high_align$spread spread(
        .d$0(spread$d$0),
        .q(spread$q)
    );
    // Update code
    always @(*) begin
        hold$clock = clock;
        pick$row = row;
        pick$slot = slot;
        hold$load = leave & ~held;
        hold$d = pick$word;
        spread$d$0 = pick$word;
        if (held) begin
            spread$d$0 = hold$q;
        end
        aligned = row;
        if (scalar) begin
            aligned = spread$q;
        end
    end
endmodule

module lane$operand_a$high_align$hold(clock,load,d,q);
    // Module arguments
    input wire  clock;
    input wire  load;
    input wire  [31:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(posedge clock) if (load) q <= d;
endmodule

module lane$operand_a$high_align$pick(row,slot,word);
    // Module arguments
    input wire  [31:0] row;
    input wire  slot;
    output reg  [31:0] word;
    // Constant declarations
    localparam  slots$0 = 1'b0;
    localparam  zero = 32'h0;
    // Stub signals
    reg  [31:0] split$d;
    wire  [31:0] split$q$0;
    // Sub module instances
    lane$operand_a$high_align$pick$split split(
        .d(split$d),
        .q$0(split$q$0)
    );
    // Update code
    always @(*) begin
        split$d = row;
        word = zero;
        if (slot == slots$0) begin
            word = split$q$0;
        end
    end
endmodule

module lane$operand_a$high_align$pick$split(d,q$0);
    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q$0;
    // Update code (custom)
    always @(*) q$0 = d[31:0];
endmodule

module lane$operand_a$high_align$spread(d$0,q);
    // Module arguments
    input wire  [31:0] d$0;
    output reg  [31:0] q;
    // Update code (custom)
    always @(*) q = {d$0};
endmodule

module lane$operand_a$highs(clock,leave,taken$0,taken$1,entering,kept$0,kept$1,q$0,q$1);
    // Module arguments
    input wire  clock;
    input wire  leave;
    input wire  taken$0;
    input wire  taken$1;
    input wire  [31:0] entering;
    input wire  [31:0] kept$0;
    input wire  [31:0] kept$1;
    output reg  [31:0] q$0;
    output reg  [31:0] q$1;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= leave ? (taken$1 ? kept$1 : entering) : (taken$0 ? kept$0 : entering);
        q$1 <= leave ? entering : (taken$1 ? kept$1 : entering);
    end
endmodule

module lane$operand_a$lines(clock,leave,taken$0,taken$1,entering,kept$0,kept$1,q$0,q$1);
    // Module arguments
    input wire  clock;
    input wire  leave;
    input wire  taken$0;
    input wire  taken$1;
    input wire  [3:0] entering;
    input wire  [3:0] kept$0;
    input wire  [3:0] kept$1;
    output reg  [3:0] q$0;
    output reg  [3:0] q$1;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= leave ? (taken$1 ? kept$1 : entering) : (taken$0 ? kept$0 : entering);
        q$1 <= leave ? entering : (taken$1 ? kept$1 : entering);
    end
endmodule

module lane$pair_a(low,high,q$0);
    // Module arguments
    input wire  [31:0] low;
    input wire  [31:0] high;
    output reg  [63:0] q$0;
    // Update code (custom)
    always @(*) q$0 = {high[31:0], low[31:0]};
endmodule

module lane$position(bundle,q$0);
    // Module arguments
    input wire  [1:0] bundle;
    output reg  [16:0] q$0;
    // Constant declarations
    localparam  slot$0 = 17'b0;
    localparam  width_log = 2'b0;
    // Stub signals
    reg  [1:0] number$d;
    wire  [16:0] number$q;
    // Sub module instances
    lane$position$number number(
        .d(number$d),
        .q(number$q)
    );
    // Update code
    always @(*) begin
        number$d = bundle;
        q$0 = (number$q << width_log) | slot$0;
    end
endmodule

module lane$position$number(d,q);
    // Module arguments
    input wire  [1:0] d;
    output reg  [16:0] q;
    // Update code (custom)
    always @(*) q = {15'd0, d};
endmodule

module lane$predicate(clock,reset,finish,setp,first,last,scalar,bundle,flags,tag,warp,pred_valid,pred_tag,pred_warp,pred_word);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  finish;
    input wire  setp;
    input wire  first;
    input wire  last;
    input wire  scalar;
    input wire  [1:0] bundle;
    input wire  flags;
    input wire  tag;
    input wire  warp;
    output reg  pred_valid;
    output reg  pred_tag;
    output reg  pred_warp;
    output reg  [3:0] pred_word;
    // Constant declarations
    localparam  one = 4'h1;
    localparam  none = 4'h0;
    // Stub signals
    reg  valid$clock;
    reg  valid$reset;
    reg  valid$d;
    wire  valid$q;
    reg  tag_q$clock;
    reg  tag_q$d;
    wire  tag_q$q;
    reg  warp_q$clock;
    reg  warp_q$d;
    wire  warp_q$q;
    reg  columns$clock;
    reg  [3:0] columns$d$0;
    wire  [3:0] columns$q$0;
    reg  split$d;
    wire  split$q$0;
    reg  [3:0] gather$d$0;
    wire  [3:0] gather$q;
    // Local signals
    reg  [3:0] here;
    reg  [3:0] earlier$0;
    // Sub module instances
    lane$tags$pending$0$completed valid(
        .clock(valid$clock),
        .reset(valid$reset),
        .d(valid$d),
        .q(valid$q)
    );
    lane$tags$pending$0$completed$state tag_q(
        .clock(tag_q$clock),
        .d(tag_q$d),
        .q(tag_q$q)
    );
    lane$tags$pending$0$completed$state warp_q(
        .clock(warp_q$clock),
        .d(warp_q$d),
        .q(warp_q$q)
    );
    lane$predicate$columns columns(
        .clock(columns$clock),
        .d$0(columns$d$0),
        .q$0(columns$q$0)
    );
    lane$execute$split_select split(
        .d(split$d),
        .q$0(split$q$0)
    );
    lane$predicate$gather gather(
        .d$0(gather$d$0),
        .q(gather$q)
    );
    // Update code
    always @(*) begin
        valid$clock = clock;
        tag_q$clock = clock;
        warp_q$clock = clock;
        columns$clock = clock;
        split$d = flags;
        valid$reset = reset;
        valid$d = finish & setp & last;
        tag_q$d = tag;
        warp_q$d = warp;
        here = one << bundle;
        earlier$0 = columns$q$0;
        if (first) begin
            earlier$0 = none;
        end
        columns$d$0 = columns$q$0;
        if (finish & setp) begin
            columns$d$0 = earlier$0;
            if (split$q$0) begin
                columns$d$0 = earlier$0 | here;
            end
            if (scalar) begin
                columns$d$0 = none;
                if (split$q$0) begin
                    columns$d$0 = ~none;
                end
            end
        end
        gather$d$0 = columns$q$0;
        pred_valid = valid$q;
        pred_tag = tag_q$q;
        pred_warp = warp_q$q;
        pred_word = gather$q;
    end
endmodule

module lane$predicate$columns(clock,d$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  [3:0] d$0;
    output reg  [3:0] q$0;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
    end
endmodule

module lane$predicate$gather(d$0,q);
    // Module arguments
    input wire  [3:0] d$0;
    output reg  [3:0] q;
    // Update code (custom)
    always @(*) q = d$0;
endmodule

module lane$queue(clock,reset,push,op,tag,warp,bundle,slots,writes,address$0,offset$0,data$0,req_ready,shared_grant,req_valid,shared_request,req_op,req_tag,req_warp,req_bundle,req_slots,req_addr$0,req_data$0,leaves,pop,answered);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  push;
    input wire  [5:0] op;
    input wire  tag;
    input wire  warp;
    input wire  [1:0] bundle;
    input wire  slots;
    input wire  writes;
    input wire  [63:0] address$0;
    input wire  [63:0] offset$0;
    input wire  [63:0] data$0;
    input wire  req_ready;
    input wire  shared_grant;
    output reg  req_valid;
    output reg  shared_request;
    output reg  [5:0] req_op;
    output reg  req_tag;
    output reg  req_warp;
    output reg  [1:0] req_bundle;
    output reg  req_slots;
    output reg  [63:0] req_addr$0;
    output reg  [63:0] req_data$0;
    output reg  leaves;
    output reg  pop;
    output reg  answered;
    // Constant declarations
    localparam  one = 3'b1;
    // Stub signals
    reg  ring$clock;
    reg  ring$reset;
    reg  ring$enter;
    reg  ring$leave;
    wire  [1:0] ring$tail;
    wire  [1:0] ring$head;
    reg  [1:0] second$at;
    reg  second$moves;
    wire  [1:0] second$next_at;
    reg  used$clock;
    reg  used$reset;
    reg  [2:0] used$d;
    wire  [2:0] used$q;
    reg  granted$clock;
    reg  granted$reset;
    reg  granted$d;
    wire  granted$q;
    reg  depart$occupied;
    reg  depart$shared;
    reg  depart$slots;
    reg  depart$granted;
    reg  depart$req_ready;
    reg  depart$grant;
    wire  depart$req_valid;
    wire  depart$shared_request;
    wire  depart$offered;
    wire  depart$next_granted;
    wire  depart$leaves;
    wire  depart$pop;
    reg  ops$clock;
    reg  ops$enter;
    reg  [1:0] ops$tail;
    reg  [5:0] ops$d;
    reg  [1:0] ops$second;
    reg  ops$leave;
    reg  ops$alone;
    reg  ops$empty;
    wire  [5:0] ops$q;
    reg  tags$clock;
    reg  tags$enter;
    reg  [1:0] tags$tail;
    reg  tags$d;
    reg  [1:0] tags$second;
    reg  tags$leave;
    reg  tags$alone;
    reg  tags$empty;
    wire  tags$q;
    reg  warps$clock;
    reg  warps$enter;
    reg  [1:0] warps$tail;
    reg  warps$d;
    reg  [1:0] warps$second;
    reg  warps$leave;
    reg  warps$alone;
    reg  warps$empty;
    wire  warps$q;
    reg  bundles$clock;
    reg  bundles$enter;
    reg  [1:0] bundles$tail;
    reg  [1:0] bundles$d;
    reg  [1:0] bundles$second;
    reg  bundles$leave;
    reg  bundles$alone;
    reg  bundles$empty;
    wire  [1:0] bundles$q;
    reg  slot_sets$clock;
    reg  slot_sets$enter;
    reg  [1:0] slot_sets$tail;
    reg  slot_sets$d;
    reg  [1:0] slot_sets$second;
    reg  slot_sets$leave;
    reg  slot_sets$alone;
    reg  slot_sets$empty;
    wire  slot_sets$q;
    reg  writers$clock;
    reg  writers$enter;
    reg  [1:0] writers$tail;
    reg  writers$d;
    reg  [1:0] writers$second;
    reg  writers$leave;
    reg  writers$alone;
    reg  writers$empty;
    wire  writers$q;
    reg  addresses$clock;
    reg  addresses$write;
    reg  [1:0] addresses$write_at;
    reg  [63:0] addresses$d;
    reg  [1:0] addresses$read_at$0;
    wire  [63:0] addresses$q$0;
    reg  values$clock;
    reg  values$write;
    reg  [1:0] values$write_at;
    reg  [63:0] values$d;
    reg  [1:0] values$read_at$0;
    wire  [63:0] values$q$0;
    reg  [63:0] sum$0$a;
    reg  [63:0] sum$0$b;
    reg  sum$0$carry;
    wire  [63:0] sum$0$q;
    reg  [63:0] join_address$d$0;
    wire  [63:0] join_address$q;
    reg  [63:0] join_data$d$0;
    wire  [63:0] join_data$q;
    reg  [63:0] split_address$d;
    wire  [63:0] split_address$q$0;
    reg  [63:0] split_data$d;
    wire  [63:0] split_data$q$0;
    // Local signals
    reg  alone;
    reg  empty;
    // Sub module instances
    lane$queue$ring ring(
        .clock(ring$clock),
        .reset(ring$reset),
        .enter(ring$enter),
        .leave(ring$leave),
        .tail(ring$tail),
        .head(ring$head)
    );
    lane$queue$ring$next_head second(
        .at(second$at),
        .moves(second$moves),
        .next_at(second$next_at)
    );
    lane$tags$pending$0$left used(
        .clock(used$clock),
        .reset(used$reset),
        .d(used$d),
        .q(used$q)
    );
    lane$tags$pending$0$completed granted(
        .clock(granted$clock),
        .reset(granted$reset),
        .d(granted$d),
        .q(granted$q)
    );
    lane$queue$depart depart(
        .occupied(depart$occupied),
        .shared(depart$shared),
        .slots(depart$slots),
        .granted(depart$granted),
        .req_ready(depart$req_ready),
        .grant(depart$grant),
        .req_valid(depart$req_valid),
        .shared_request(depart$shared_request),
        .offered(depart$offered),
        .next_granted(depart$next_granted),
        .leaves(depart$leaves),
        .pop(depart$pop)
    );
    lane$queue$ops ops(
        .clock(ops$clock),
        .enter(ops$enter),
        .tail(ops$tail),
        .d(ops$d),
        .second(ops$second),
        .leave(ops$leave),
        .alone(ops$alone),
        .empty(ops$empty),
        .q(ops$q)
    );
    lane$queue$slot_sets tags(
        .clock(tags$clock),
        .enter(tags$enter),
        .tail(tags$tail),
        .d(tags$d),
        .second(tags$second),
        .leave(tags$leave),
        .alone(tags$alone),
        .empty(tags$empty),
        .q(tags$q)
    );
    lane$queue$slot_sets warps(
        .clock(warps$clock),
        .enter(warps$enter),
        .tail(warps$tail),
        .d(warps$d),
        .second(warps$second),
        .leave(warps$leave),
        .alone(warps$alone),
        .empty(warps$empty),
        .q(warps$q)
    );
    lane$queue$bundles bundles(
        .clock(bundles$clock),
        .enter(bundles$enter),
        .tail(bundles$tail),
        .d(bundles$d),
        .second(bundles$second),
        .leave(bundles$leave),
        .alone(bundles$alone),
        .empty(bundles$empty),
        .q(bundles$q)
    );
    lane$queue$slot_sets slot_sets(
        .clock(slot_sets$clock),
        .enter(slot_sets$enter),
        .tail(slot_sets$tail),
        .d(slot_sets$d),
        .second(slot_sets$second),
        .leave(slot_sets$leave),
        .alone(slot_sets$alone),
        .empty(slot_sets$empty),
        .q(slot_sets$q)
    );
    lane$queue$slot_sets writers(
        .clock(writers$clock),
        .enter(writers$enter),
        .tail(writers$tail),
        .d(writers$d),
        .second(writers$second),
        .leave(writers$leave),
        .alone(writers$alone),
        .empty(writers$empty),
        .q(writers$q)
    );
    lane$queue$addresses addresses(
        .clock(addresses$clock),
        .write(addresses$write),
        .write_at(addresses$write_at),
        .d(addresses$d),
        .read_at$0(addresses$read_at$0),
        .q$0(addresses$q$0)
    );
    lane$queue$addresses values(
        .clock(values$clock),
        .write(values$write),
        .write_at(values$write_at),
        .d(values$d),
        .read_at$0(values$read_at$0),
        .q$0(values$q$0)
    );
    lane$execute$multiply$0$sum$sum sum$0(
        .a(sum$0$a),
        .b(sum$0$b),
        .carry(sum$0$carry),
        .q(sum$0$q)
    );
    lane$queue$join_address join_address(
        .d$0(join_address$d$0),
        .q(join_address$q)
    );
    lane$queue$join_address join_data(
        .d$0(join_data$d$0),
        .q(join_data$q)
    );
    lane$queue$split_address split_address(
        .d(split_address$d),
        .q$0(split_address$q$0)
    );
    lane$queue$split_address split_data(
        .d(split_data$d),
        .q$0(split_data$q$0)
    );
    // Update code
    always @(*) begin
        ring$clock = clock;
        used$clock = clock;
        granted$clock = clock;
        ops$clock = clock;
        tags$clock = clock;
        warps$clock = clock;
        bundles$clock = clock;
        slot_sets$clock = clock;
        writers$clock = clock;
        addresses$clock = clock;
        values$clock = clock;
        ring$reset = reset;
        used$reset = reset;
        granted$reset = reset;
        alone = used$q == one;
        empty = ~|used$q;
        second$at = ring$head;
        second$moves = 1'b1;
        sum$0$a = address$0;
        sum$0$b = offset$0;
        sum$0$carry = 1'b0;
        join_address$d$0 = sum$0$q;
        join_data$d$0 = data$0;
        ops$enter = push;
        tags$enter = push;
        warps$enter = push;
        bundles$enter = push;
        slot_sets$enter = push;
        writers$enter = push;
        addresses$write = push;
        values$write = push;
        ops$tail = ring$tail;
        tags$tail = ring$tail;
        warps$tail = ring$tail;
        bundles$tail = ring$tail;
        slot_sets$tail = ring$tail;
        writers$tail = ring$tail;
        addresses$write_at = ring$tail;
        values$write_at = ring$tail;
        ops$d = op;
        tags$d = tag;
        warps$d = warp;
        bundles$d = bundle;
        slot_sets$d = slots;
        writers$d = writes;
        addresses$d = join_address$q;
        values$d = join_data$q;
        ops$second = second$next_at;
        ops$leave = depart$pop;
        ops$alone = alone;
        ops$empty = empty;
        tags$second = second$next_at;
        tags$leave = depart$pop;
        tags$alone = alone;
        tags$empty = empty;
        warps$second = second$next_at;
        warps$leave = depart$pop;
        warps$alone = alone;
        warps$empty = empty;
        bundles$second = second$next_at;
        bundles$leave = depart$pop;
        bundles$alone = alone;
        bundles$empty = empty;
        slot_sets$second = second$next_at;
        slot_sets$leave = depart$pop;
        slot_sets$alone = alone;
        slot_sets$empty = empty;
        writers$second = second$next_at;
        writers$leave = depart$pop;
        writers$alone = alone;
        writers$empty = empty;
        addresses$read_at$0 = ring$head;
        values$read_at$0 = ring$head;
        depart$occupied = ~empty;
        depart$shared = ops$q[32'h5];
        depart$slots = slot_sets$q;
        depart$granted = granted$q;
        depart$req_ready = req_ready;
        depart$grant = shared_grant;
        req_valid = depart$req_valid;
        shared_request = depart$shared_request;
        req_op = ops$q;
        req_tag = tags$q;
        req_warp = warps$q;
        req_bundle = bundles$q;
        req_slots = depart$offered;
        split_address$d = addresses$q$0;
        split_data$d = values$q$0;
        req_addr$0 = split_address$q$0;
        req_data$0 = split_data$q$0;
        leaves = depart$leaves;
        pop = depart$pop;
        answered = writers$q;
        granted$d = depart$next_granted;
        ring$enter = push;
        ring$leave = depart$pop;
        used$d = used$q;
        if (push & ~depart$pop) begin
            used$d = used$q + one;
        end
        if (~push & depart$pop) begin
            used$d = used$q - one;
        end
    end
endmodule

module lane$queue$addresses(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  [1:0] write_at;
    input wire  [63:0] d;
    input wire  [1:0] read_at$0;
    output reg  [63:0] q$0;
    // Update code (custom)
    reg [63:0] words [0:3];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$queue$bundles(clock,enter,tail,d,second,leave,alone,empty,q);
    // Module arguments
    input wire  clock;
    input wire  enter;
    input wire  [1:0] tail;
    input wire  [1:0] d;
    input wire  [1:0] second;
    input wire  leave;
    input wire  alone;
    input wire  empty;
    output reg  [1:0] q;
    // Stub signals
    reg  entries$clock;
    reg  entries$write;
    reg  [1:0] entries$write_at;
    reg  [1:0] entries$d;
    reg  [1:0] entries$read_at$0;
    wire  [1:0] entries$q$0;
    reg  oldest$clock;
    reg  [1:0] oldest$d;
    wire  [1:0] oldest$q;
    // Sub module instances
    lane$queue$bundles$entries entries(
        .clock(entries$clock),
        .write(entries$write),
        .write_at(entries$write_at),
        .d(entries$d),
        .read_at$0(entries$read_at$0),
        .q$0(entries$q$0)
    );
    lane$queue$ring$head_q$state oldest(
        .clock(oldest$clock),
        .d(oldest$d),
        .q(oldest$q)
    );
    // Update code
    always @(*) begin
        entries$clock = clock;
        oldest$clock = clock;
        entries$write = enter;
        entries$write_at = tail;
        entries$d = d;
        entries$read_at$0 = second;
        oldest$d = oldest$q;
        if (leave) begin
            oldest$d = entries$q$0;
            if (alone) begin
                oldest$d = d;
            end
        end
        if (empty) begin
            oldest$d = d;
        end
        q = oldest$q;
    end
endmodule

module lane$queue$bundles$entries(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  [1:0] write_at;
    input wire  [1:0] d;
    input wire  [1:0] read_at$0;
    output reg  [1:0] q$0;
    // Update code (custom)
    reg [1:0] words [0:3];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$queue$depart(occupied,shared,slots,granted,req_ready,grant,req_valid,shared_request,offered,next_granted,leaves,pop);
    // Module arguments
    input wire  occupied;
    input wire  shared;
    input wire  slots;
    input wire  granted;
    input wire  req_ready;
    input wire  grant;
    output reg  req_valid;
    output reg  shared_request;
    output reg  offered;
    output reg  next_granted;
    output reg  leaves;
    output reg  pop;
    // Constant declarations
    localparam  none = 1'b0;
    // Update code
    always @(*) begin
        offered = slots & ~granted;
        req_valid = occupied & ~shared;
        shared_request = none;
        pop = occupied & req_ready;
        leaves = none;
        if (pop) begin
            leaves = offered;
        end
        if (shared) begin
            leaves = grant;
            pop = occupied & ~|(offered & ~grant);
            if (occupied) begin
                shared_request = offered;
            end
        end
        next_granted = granted;
        if (occupied & shared) begin
            next_granted = granted | grant;
        end
        if (pop) begin
            next_granted = none;
        end
    end
endmodule

module lane$queue$join_address(d$0,q);
    // Module arguments
    input wire  [63:0] d$0;
    output reg  [63:0] q;
    // Update code (custom)
    always @(*) q = {d$0};
endmodule

module lane$queue$ops(clock,enter,tail,d,second,leave,alone,empty,q);
    // Module arguments
    input wire  clock;
    input wire  enter;
    input wire  [1:0] tail;
    input wire  [5:0] d;
    input wire  [1:0] second;
    input wire  leave;
    input wire  alone;
    input wire  empty;
    output reg  [5:0] q;
    // Stub signals
    reg  entries$clock;
    reg  entries$write;
    reg  [1:0] entries$write_at;
    reg  [5:0] entries$d;
    reg  [1:0] entries$read_at$0;
    wire  [5:0] entries$q$0;
    reg  oldest$clock;
    reg  [5:0] oldest$d;
    wire  [5:0] oldest$q;
    // Sub module instances
    lane$queue$ops$entries entries(
        .clock(entries$clock),
        .write(entries$write),
        .write_at(entries$write_at),
        .d(entries$d),
        .read_at$0(entries$read_at$0),
        .q$0(entries$q$0)
    );
    lane$queue$ops$oldest oldest(
        .clock(oldest$clock),
        .d(oldest$d),
        .q(oldest$q)
    );
    // Update code
    always @(*) begin
        entries$clock = clock;
        oldest$clock = clock;
        entries$write = enter;
        entries$write_at = tail;
        entries$d = d;
        entries$read_at$0 = second;
        oldest$d = oldest$q;
        if (leave) begin
            oldest$d = entries$q$0;
            if (alone) begin
                oldest$d = d;
            end
        end
        if (empty) begin
            oldest$d = d;
        end
        q = oldest$q;
    end
endmodule

module lane$queue$ops$entries(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  [1:0] write_at;
    input wire  [5:0] d;
    input wire  [1:0] read_at$0;
    output reg  [5:0] q$0;
    // Update code (custom)
    reg [5:0] words [0:3];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$queue$ops$oldest(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [5:0] d;
    output reg  [5:0] q;
    // Update code (custom)
    always @(posedge clock) q <= d;
endmodule

module lane$queue$ring(clock,reset,enter,leave,tail,head);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  enter;
    input wire  leave;
    output reg  [1:0] tail;
    output reg  [1:0] head;
    // Stub signals
    reg  tail_q$clock;
    reg  tail_q$reset;
    reg  [1:0] tail_q$d;
    wire  [1:0] tail_q$q;
    reg  head_q$clock;
    reg  head_q$reset;
    reg  [1:0] head_q$d;
    wire  [1:0] head_q$q;
    reg  [1:0] next_tail$at;
    reg  next_tail$moves;
    wire  [1:0] next_tail$next_at;
    reg  [1:0] next_head$at;
    reg  next_head$moves;
    wire  [1:0] next_head$next_at;
    // Sub module instances
    lane$queue$ring$head_q tail_q(
        .clock(tail_q$clock),
        .reset(tail_q$reset),
        .d(tail_q$d),
        .q(tail_q$q)
    );
    lane$queue$ring$head_q head_q(
        .clock(head_q$clock),
        .reset(head_q$reset),
        .d(head_q$d),
        .q(head_q$q)
    );
    lane$queue$ring$next_head next_tail(
        .at(next_tail$at),
        .moves(next_tail$moves),
        .next_at(next_tail$next_at)
    );
    lane$queue$ring$next_head next_head(
        .at(next_head$at),
        .moves(next_head$moves),
        .next_at(next_head$next_at)
    );
    // Update code
    always @(*) begin
        tail_q$clock = clock;
        head_q$clock = clock;
        tail = tail_q$q;
        head = head_q$q;
        next_tail$at = tail_q$q;
        next_tail$moves = enter;
        next_head$at = head_q$q;
        next_head$moves = leave;
        tail_q$reset = reset;
        head_q$reset = reset;
        tail_q$d = next_tail$next_at;
        head_q$d = next_head$next_at;
    end
endmodule

module lane$queue$ring$head_q(clock,reset,d,q);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Constant declarations
    localparam  zero = 2'b0;
    // Stub signals
    reg  state$clock;
    reg  [1:0] state$d;
    wire  [1:0] state$q;
    // Sub module instances
    lane$queue$ring$head_q$state state(
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

module lane$queue$ring$head_q$state(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Update code (custom)
    always @(posedge clock) q <= d;
endmodule

module lane$queue$ring$next_head(at,moves,next_at);
    // Module arguments
    input wire  [1:0] at;
    input wire  moves;
    output reg  [1:0] next_at;
    // Constant declarations
    localparam  first = 2'b0;
    localparam  last = 2'b11;
    localparam  one = 2'b1;
    // Update code
    always @(*) begin
        next_at = at;
        if (moves) begin
            next_at = at + one;
            if (at == last) begin
                next_at = first;
            end
        end
    end
endmodule

module lane$queue$slot_sets(clock,enter,tail,d,second,leave,alone,empty,q);
    // Module arguments
    input wire  clock;
    input wire  enter;
    input wire  [1:0] tail;
    input wire  d;
    input wire  [1:0] second;
    input wire  leave;
    input wire  alone;
    input wire  empty;
    output reg  q;
    // Stub signals
    reg  entries$clock;
    reg  entries$write;
    reg  [1:0] entries$write_at;
    reg  entries$d;
    reg  [1:0] entries$read_at$0;
    wire  entries$q$0;
    reg  oldest$clock;
    reg  oldest$d;
    wire  oldest$q;
    // Sub module instances
    lane$queue$slot_sets$entries entries(
        .clock(entries$clock),
        .write(entries$write),
        .write_at(entries$write_at),
        .d(entries$d),
        .read_at$0(entries$read_at$0),
        .q$0(entries$q$0)
    );
    lane$tags$pending$0$completed$state oldest(
        .clock(oldest$clock),
        .d(oldest$d),
        .q(oldest$q)
    );
    // Update code
    always @(*) begin
        entries$clock = clock;
        oldest$clock = clock;
        entries$write = enter;
        entries$write_at = tail;
        entries$d = d;
        entries$read_at$0 = second;
        oldest$d = oldest$q;
        if (leave) begin
            oldest$d = entries$q$0;
            if (alone) begin
                oldest$d = d;
            end
        end
        if (empty) begin
            oldest$d = d;
        end
        q = oldest$q;
    end
endmodule

module lane$queue$slot_sets$entries(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  [1:0] write_at;
    input wire  d;
    input wire  [1:0] read_at$0;
    output reg  q$0;
    // Update code (custom)
    reg words [0:3];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$queue$split_address(d,q$0);
    // Module arguments
    input wire  [63:0] d;
    output reg  [63:0] q$0;
    // Update code (custom)
    always @(*) q$0 = d[63:0];
endmodule

module lane$res(clock,reset,valid,bundle,slots,data$0,low_row,high_row,low_start,high_start,slot,scalar,wide,written,want,line,target,words,ready);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  valid;
    input wire  [1:0] bundle;
    input wire  slots;
    input wire  [63:0] data$0;
    input wire  [4:0] low_row;
    input wire  [4:0] high_row;
    input wire  low_start;
    input wire  high_start;
    input wire  slot;
    input wire  scalar;
    input wire  wide;
    input wire  [1:0] written;
    output reg  [1:0] want;
    output reg  [3:0] line;
    output reg  target;
    output reg  [31:0] words;
    output reg  ready;
    // Constant declarations
    localparam  one = 1'b1;
    localparam  high_slot = 1'b0;
    // Stub signals
    reg  half$clock;
    reg  half$reset;
    reg  half$d;
    wire  half$q;
    reg  [4:0] map$row;
    reg  map$start;
    reg  [1:0] map$bundle;
    wire  [1:0] map$bank;
    wire  [3:0] map$line;
    reg  write$valid;
    reg  [1:0] write$bank;
    reg  [1:0] write$written;
    reg  write$wide;
    reg  write$half;
    wire  [1:0] write$want;
    wire  write$next_half;
    wire  write$ready;
    reg  [31:0] gathered$d$0;
    wire  [31:0] gathered$q;
    // Sub module instances
    lane$tags$pending$0$completed half(
        .clock(half$clock),
        .reset(half$reset),
        .d(half$d),
        .q(half$q)
    );
    lane$res$map map(
        .row(map$row),
        .start(map$start),
        .bundle(map$bundle),
        .bank(map$bank),
        .line(map$line)
    );
    lane$res$write write(
        .valid(write$valid),
        .bank(write$bank),
        .written(write$written),
        .wide(write$wide),
        .half(write$half),
        .want(write$want),
        .next_half(write$next_half),
        .ready(write$ready)
    );
    lane$operand_a$high_align$spread gathered(
        .d$0(gathered$d$0),
        .q(gathered$q)
    );
    // Update code
    always @(*) begin
        half$clock = clock;
        map$bundle = bundle;
        map$row = low_row;
        map$start = low_start;
        if (half$q) begin
            map$row = high_row;
            map$start = high_start;
        end
        line = map$line;
        target = slots;
        if (scalar) begin
            target = one << slot;
            if (half$q) begin
                target = one << (slot | high_slot);
            end
        end
        gathered$d$0 = data$0[(32'h0)+:(32)];
        if (scalar) begin
            gathered$d$0 = data$0[(32'h0)+:(32)];
        end
        if (half$q) begin
            gathered$d$0 = data$0[(32'h20)+:(32)];
            if (scalar) begin
                gathered$d$0 = data$0[(32'h20)+:(32)];
            end
        end
        words = gathered$q;
        write$valid = valid;
        write$bank = map$bank;
        write$written = written;
        write$wide = wide;
        write$half = half$q;
        want = write$want;
        ready = write$ready;
        half$reset = reset;
        half$d = write$next_half;
    end
endmodule

module lane$res$map(row,start,bundle,bank,line);
    // Module arguments
    input wire  [4:0] row;
    input wire  start;
    input wire  [1:0] bundle;
    output reg  [1:0] bank;
    output reg  [3:0] line;
    // Constant declarations
    localparam  one = 2'b1;
    // Stub signals
    reg  [1:0] bundle_banks$d;
    wire  bundle_banks$q;
    reg  [1:0] bundle_rows$d;
    wire  [4:0] bundle_rows$q;
    reg  [1:0] bundle_low$d;
    wire  [1:0] bundle_low$q;
    reg  [4:0] low$d;
    wire  [1:0] low$q;
    reg  [1:0] carry$a;
    reg  [1:0] carry$b;
    wire  carry$q;
    reg  [1:0] turn$d;
    reg  turn$by;
    wire  [1:0] turn$q;
    reg  [4:0] sum$a;
    reg  [4:0] sum$b;
    reg  sum$carry;
    wire  [4:0] sum$q;
    reg  [4:0] line_of$d;
    wire  [3:0] line_of$q;
    // Local signals
    reg  number;
    // Sub module instances
    lane$res$map$bundle_banks bundle_banks(
        .d(bundle_banks$d),
        .q(bundle_banks$q)
    );
    lane$res$map$bundle_rows bundle_rows(
        .d(bundle_rows$d),
        .q(bundle_rows$q)
    );
    lane$res$map$bundle_low bundle_low(
        .d(bundle_low$d),
        .q(bundle_low$q)
    );
    lane$res$map$low low(
        .d(low$d),
        .q(low$q)
    );
    lane$res$map$carry carry(
        .a(carry$a),
        .b(carry$b),
        .q(carry$q)
    );
    lane$res$map$turn turn(
        .d(turn$d),
        .by(turn$by),
        .q(turn$q)
    );
    lane$res$map$sum sum(
        .a(sum$a),
        .b(sum$b),
        .carry(sum$carry),
        .q(sum$q)
    );
    lane$instruction$map$line_of line_of(
        .d(line_of$d),
        .q(line_of$q)
    );
    // Update code
    always @(*) begin
        bundle_banks$d = bundle;
        bundle_rows$d = bundle;
        bundle_low$d = bundle;
        low$d = row;
        carry$a = ~bundle_low$q;
        carry$b = low$q;
        number = start + bundle_banks$q;
        turn$d = one << number;
        turn$by = ~carry$q;
        bank = turn$q;
        sum$a = row;
        sum$b = bundle_rows$q;
        sum$carry = 1'b0;
        line_of$d = sum$q;
        line = line_of$q;
    end
endmodule

module lane$res$map$bundle_banks(d,q);
    // Module arguments
    input wire  [1:0] d;
    output reg  q;
    // Update code (custom)
    always @(*) q = d[0];
    wire _unused = &{1'b0, d[1]};
endmodule

module lane$res$map$bundle_low(d,q);
    // Module arguments
    input wire  [1:0] d;
    output reg  [1:0] q;
    // Update code (custom)
    always @(*) q = d;
endmodule

module lane$res$map$bundle_rows(d,q);
    // Module arguments
    input wire  [1:0] d;
    output reg  [4:0] q;
    // Update code (custom)
    always @(*) q = {3'd0, d};
endmodule

module lane$res$map$carry(a,b,q);
    // Module arguments
    input wire  [1:0] a;
    input wire  [1:0] b;
    output reg  q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    always @(*) q = a >= b;
    `else
    (* keep *) wire [1:0] made = a & ~b;
    (* keep *) wire [1:0] passed = a | ~b;
    (* keep *) wire made0 = made[1] | (passed[1] & made[0]);
    (* keep *) wire passed0 = passed[1] & passed[0];
    always @(*) q = made0 | passed0;
    `endif
endmodule

module lane$res$map$low(d,q);
    // Module arguments
    input wire  [4:0] d;
    output reg  [1:0] q;
    // Update code (custom)
    always @(*) q = d[1:0];
    wire _unused = &{1'b0, d[4:2]};
endmodule

module lane$res$map$sum(a,b,carry,q);
    // Module arguments
    input wire  [4:0] a;
    input wire  [4:0] b;
    input wire  carry;
    output reg  [4:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [5:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[5:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [3:0] both0 = a[3:0] & b[3:0];
    (* keep *) wire [3:0] one0 = a[3:0] ^ b[3:0];
    (* keep *) wire [3:0] made0 = both0 | {3'd0, one0[0] & carry};
    (* keep *) wire [3:0] made1 = made0 | (one0 & {made0[2:0], 1'd0});
    (* keep *) wire [3:0] one1 = one0 & {one0[2:0], {1{1'b1}}};
    (* keep *) wire [3:0] made2 = made1 | (one1 & {made1[1:0], 2'd0});
    wire [3:0] carries = made2;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$res$map$turn(d,by,q);
    // Module arguments
    input wire  [1:0] d;
    input wire  by;
    output reg  [1:0] q;
    // Update code (custom)
    (* keep *) wire [1:0] straight = d;
    always @(*) q = by ? {straight[0:0], straight[1]} : straight;
endmodule

module lane$res$write(valid,bank,written,wide,half,want,next_half,ready);
    // Module arguments
    input wire  valid;
    input wire  [1:0] bank;
    input wire  [1:0] written;
    input wire  wide;
    input wire  half;
    output reg  [1:0] want;
    output reg  next_half;
    output reg  ready;
    // Constant declarations
    localparam  none = 2'b0;
    // Local signals
    reg  free;
    // Update code
    always @(*) begin
        free = valid & ~|(bank & written);
        ready = free & (half | ~wide);
        want = none;
        if (valid) begin
            want = bank;
        end
        next_half = half;
        if (free) begin
            next_half = wide & ~half;
        end
    end
endmodule

module lane$reserve(clock,reset,accept,bundles,pop,room);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  accept;
    input wire  [2:0] bundles;
    input wire  pop;
    output reg  room;
    // Constant declarations
    localparam  most = 3'b0;
    localparam  one = 3'b1;
    // Stub signals
    reg  reserved$clock;
    reg  reserved$reset;
    reg  [2:0] reserved$d;
    wire  [2:0] reserved$q;
    reg  [2:0] resize$d;
    wire  [2:0] resize$q;
    // Local signals
    reg  [2:0] held;
    // Sub module instances
    lane$tags$pending$0$left reserved(
        .clock(reserved$clock),
        .reset(reserved$reset),
        .d(reserved$d),
        .q(reserved$q)
    );
    lane$reserve$resize resize(
        .d(resize$d),
        .q(resize$q)
    );
    // Update code
    always @(*) begin
        reserved$clock = clock;
        reserved$reset = reset;
        room = reserved$q <= most;
        resize$d = bundles;
        held = reserved$q;
        if (pop) begin
            held = reserved$q - one;
        end
        reserved$d = held;
        if (accept) begin
            reserved$d = held + resize$q;
        end
    end
endmodule

module lane$reserve$resize(d,q);
    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    // Update code (custom)
    always @(*) q = d;
endmodule

module lane$sequencer(clock,reset,accept,columns$0,select$0,bundles,bundle_count,thread_count,chained,pending_after,window_full,ready,empty,enter,first,last,bundle,slots,slot_select);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  accept;
    input wire  [3:0] columns$0;
    input wire  [3:0] select$0;
    input wire  [3:0] bundles;
    input wire  [2:0] bundle_count;
    input wire  [2:0] thread_count;
    input wire  chained;
    input wire  [2:0] pending_after;
    input wire  window_full;
    output reg  ready;
    output reg  empty;
    output reg  enter;
    output reg  first;
    output reg  last;
    output reg  [1:0] bundle;
    output reg  slots;
    output reg  slot_select;
    // Constant declarations
    localparam  one = 3'b1;
    // Stub signals
    reg  busy$clock;
    reg  busy$reset;
    reg  busy$d;
    wire  busy$q;
    reg  fresh$clock;
    reg  fresh$d;
    wire  fresh$q;
    reg  left$clock;
    reg  [2:0] left$d;
    wire  [2:0] left$q;
    reg  threads$clock;
    reg  [2:0] threads$d;
    wire  [2:0] threads$q;
    reg  remaining$clock;
    reg  [3:0] remaining$d;
    wire  [3:0] remaining$q;
    reg  follows$clock;
    reg  follows$load;
    reg  follows$d;
    wire  follows$q;
    reg  slot_columns$clock;
    reg  [3:0] slot_columns$d$0;
    wire  [3:0] slot_columns$q$0;
    reg  select_columns$clock;
    reg  [3:0] select_columns$d$0;
    wire  [3:0] select_columns$q$0;
    reg  pace$busy;
    reg  [2:0] pace$left;
    reg  pace$window_full;
    reg  [2:0] pace$threads;
    reg  pace$chained;
    reg  [2:0] pace$pending_after;
    wire  pace$enter;
    wire  pace$last;
    wire  pace$empty;
    wire  pace$ready;
    reg  chosen$clock;
    reg  [3:0] chosen$d;
    wire  [3:0] chosen$q;
    reg  number$clock;
    reg  [1:0] number$d;
    wire  [1:0] number$q;
    reg  [3:0] pick$remaining;
    wire  [3:0] pick$chosen;
    wire  [1:0] pick$number;
    reg  [3:0] pick_first$remaining;
    wire  [3:0] pick_first$chosen;
    wire  [1:0] pick_first$number;
    reg  join_slots$d$0;
    wire  join_slots$q;
    reg  join_select$d$0;
    wire  join_select$q;
    reg  sent$d;
    wire  [2:0] sent$q;
    // Local signals
    reg  [3:0] rest;
    // Sub module instances
    lane$tags$pending$0$completed busy(
        .clock(busy$clock),
        .reset(busy$reset),
        .d(busy$d),
        .q(busy$q)
    );
    lane$tags$pending$0$completed$state fresh(
        .clock(fresh$clock),
        .d(fresh$d),
        .q(fresh$q)
    );
    lane$tags$pending$0$left$state left(
        .clock(left$clock),
        .d(left$d),
        .q(left$q)
    );
    lane$tags$pending$0$left$state threads(
        .clock(threads$clock),
        .d(threads$d),
        .q(threads$q)
    );
    lane$execute$line_q remaining(
        .clock(remaining$clock),
        .d(remaining$d),
        .q(remaining$q)
    );
    lane$instruction$comes_after follows(
        .clock(follows$clock),
        .load(follows$load),
        .d(follows$d),
        .q(follows$q)
    );
    lane$predicate$columns slot_columns(
        .clock(slot_columns$clock),
        .d$0(slot_columns$d$0),
        .q$0(slot_columns$q$0)
    );
    lane$predicate$columns select_columns(
        .clock(select_columns$clock),
        .d$0(select_columns$d$0),
        .q$0(select_columns$q$0)
    );
    lane$sequencer$pace pace(
        .busy(pace$busy),
        .left(pace$left),
        .window_full(pace$window_full),
        .threads(pace$threads),
        .chained(pace$chained),
        .pending_after(pace$pending_after),
        .enter(pace$enter),
        .last(pace$last),
        .empty(pace$empty),
        .ready(pace$ready)
    );
    lane$execute$line_q chosen(
        .clock(chosen$clock),
        .d(chosen$d),
        .q(chosen$q)
    );
    lane$queue$ring$head_q$state number(
        .clock(number$clock),
        .d(number$d),
        .q(number$q)
    );
    lane$sequencer$pick pick(
        .remaining(pick$remaining),
        .chosen(pick$chosen),
        .number(pick$number)
    );
    lane$sequencer$pick pick_first(
        .remaining(pick_first$remaining),
        .chosen(pick_first$chosen),
        .number(pick_first$number)
    );
    lane$execute$join_flags join_slots(
        .d$0(join_slots$d$0),
        .q(join_slots$q)
    );
    lane$execute$join_flags join_select(
        .d$0(join_select$d$0),
        .q(join_select$q)
    );
    lane$sequencer$sent sent(
        .d(sent$d),
        .q(sent$q)
    );
    // Update code
    always @(*) begin
        busy$clock = clock;
        fresh$clock = clock;
        left$clock = clock;
        threads$clock = clock;
        remaining$clock = clock;
        follows$clock = clock;
        slot_columns$clock = clock;
        select_columns$clock = clock;
        chosen$clock = clock;
        number$clock = clock;
        pace$busy = busy$q;
        pace$left = left$q;
        pace$threads = threads$q;
        pace$window_full = window_full;
        pace$chained = follows$q;
        pace$pending_after = pending_after;
        rest = remaining$q & ~chosen$q;
        pick$remaining = rest;
        pick_first$remaining = bundles;
        join_slots$d$0 = |(slot_columns$q$0 & chosen$q);
        join_select$d$0 = |(select_columns$q$0 & chosen$q);
        sent$d = join_slots$q;
        ready = pace$ready;
        empty = pace$empty;
        enter = pace$enter;
        first = fresh$q;
        last = pace$last;
        bundle = number$q;
        slots = join_slots$q;
        slot_select = join_select$q;
        busy$reset = reset;
        busy$d = accept | (busy$q & ~pace$ready);
        fresh$d = accept | (fresh$q & ~pace$enter);
        left$d = left$q;
        threads$d = threads$q;
        remaining$d = remaining$q;
        chosen$d = chosen$q;
        number$d = number$q;
        if (pace$enter) begin
            left$d = left$q - one;
            threads$d = threads$q - sent$q;
            remaining$d = rest;
            chosen$d = pick$chosen;
            number$d = pick$number;
        end
        if (accept) begin
            left$d = bundle_count;
            threads$d = thread_count;
            remaining$d = bundles;
            chosen$d = pick_first$chosen;
            number$d = pick_first$number;
        end
        follows$load = accept;
        follows$d = chained;
        slot_columns$d$0 = slot_columns$q$0;
        select_columns$d$0 = select_columns$q$0;
        if (accept) begin
            slot_columns$d$0 = columns$0;
            select_columns$d$0 = select$0;
        end
    end
endmodule

module lane$sequencer$pace(busy,left,window_full,threads,chained,pending_after,enter,last,empty,ready);
    // Module arguments
    input wire  busy;
    input wire  [2:0] left;
    input wire  window_full;
    input wire  [2:0] threads;
    input wire  chained;
    input wire  [2:0] pending_after;
    output reg  enter;
    output reg  last;
    output reg  empty;
    output reg  ready;
    // Constant declarations
    localparam  one = 3'b1;
    // Stub signals
    reg  [2:0] too_many$a;
    reg  [2:0] too_many$b;
    wire  too_many$q;
    // Local signals
    reg  waits;
    // Sub module instances
    lane$sequencer$pace$too_many too_many(
        .a(too_many$a),
        .b(too_many$b),
        .q(too_many$q)
    );
    // Update code
    always @(*) begin
        too_many$a = pending_after;
        too_many$b = threads;
        waits = chained & too_many$q;
        last = left == one;
        empty = busy & ~|left;
        enter = busy & |left & ~window_full & ~waits;
        ready = ~busy | empty | (enter & last);
    end
endmodule

module lane$sequencer$pace$too_many(a,b,q);
    // Module arguments
    input wire  [2:0] a;
    input wire  [2:0] b;
    output reg  q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    always @(*) q = a >= b;
    `else
    (* keep *) wire [2:0] made = a & ~b;
    (* keep *) wire [2:0] passed = a | ~b;
    (* keep *) wire made0 = made[1] | (passed[1] & made[0]);
    (* keep *) wire passed0 = passed[1] & passed[0];
    (* keep *) wire made1 = made[2] | (passed[2] & made0);
    (* keep *) wire passed1 = passed[2] & passed0;
    always @(*) q = made1 | passed1;
    `endif
endmodule

module lane$sequencer$pick(remaining,chosen,number);
    // Module arguments
    input wire  [3:0] remaining;
    output reg  [3:0] chosen;
    output reg  [1:0] number;
    // Stub signals
    reg  [3:0] lowest$d;
    wire  [3:0] lowest$q;
    reg  [3:0] encode$d;
    wire  [1:0] encode$q;
    // Sub module instances
    lane$sequencer$pick$lowest lowest(
        .d(lowest$d),
        .q(lowest$q)
    );
    lane$sequencer$pick$encode encode(
        .d(encode$d),
        .q(encode$q)
    );
    // Update code
    always @(*) begin
        lowest$d = remaining;
        chosen = lowest$q;
        encode$d = lowest$q;
        number = encode$q;
    end
endmodule

module lane$sequencer$pick$encode(d,q);
    // Module arguments
    input wire  [3:0] d;
    output reg  [1:0] q;
    // Update code (custom)
    always @(*) q = {|(d & 4'hc), |(d & 4'ha)};
    wire _unused = &{1'b0, d};
endmodule

module lane$sequencer$pick$lowest(d,q);
    // Module arguments
    input wire  [3:0] d;
    output reg  [3:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    always @(*) q[0] = d[0];
    always @(*) q[1] = d[1] & ~(d[0]);
    always @(*) q[2] = d[2] & ~(d[0] | d[1]);
    always @(*) q[3] = d[3] & ~(d[0] | d[1] | d[2]);
    `else
    (* keep *) wire [2:0] below0 = d[2:0];
    (* keep *) wire [2:0] below1 = below0 | {below0[1:0], 1'd0};
    (* keep *) wire [2:0] below2 = below1 | {below1[0:0], 2'd0};
    always @(*) q = d & ~{below2, 1'b0};
    `endif
endmodule

module lane$sequencer$sent(d,q);
    // Module arguments
    input wire  d;
    output reg  [2:0] q;
    // Update code (custom)
    always @(*) q = $countones(d);
endmodule

module lane$source_a(clock,accept,kind,index,wide,imm,warp,tid,stride,vector_base,scalar_base,bundle,first,position$0,want,twice,scalar,held,slot,low_bank,low_line,high_bank,high_line,low,high);
    // Module arguments
    input wire  clock;
    input wire  accept;
    input wire  [1:0] kind;
    input wire  [7:0] index;
    input wire  wide;
    input wire  [31:0] imm;
    input wire  warp;
    input wire  [15:0] tid;
    input wire  [4:0] stride;
    input wire  [4:0] vector_base;
    input wire  [4:0] scalar_base;
    input wire  [4:0] bundle;
    input wire  first;
    input wire  [16:0] position$0;
    output reg  want;
    output reg  twice;
    output reg  scalar;
    output reg  held;
    output reg  slot;
    output reg  [1:0] low_bank;
    output reg  [3:0] low_line;
    output reg  [1:0] high_bank;
    output reg  [3:0] high_line;
    output reg  [31:0] low;
    output reg  [31:0] high;
    // Constant declarations
    localparam  vector_kind = 2'b0;
    localparam  scalar_kind = 2'b1;
    localparam  zero = 32'h0;
    localparam  nowhere = 5'b0;
    // Stub signals
    reg  [7:0] locate$index;
    reg  locate$scalar;
    reg  [4:0] locate$vector_base;
    reg  [4:0] locate$scalar_base;
    reg  [4:0] locate$stride;
    wire  [4:0] locate$row;
    wire  [4:0] locate$more;
    wire  [4:0] locate$step;
    wire  locate$slot;
    reg  [1:0] known$kind;
    reg  [7:0] known$index;
    reg  [31:0] known$imm;
    reg  [15:0] known$tid;
    reg  known$warp;
    wire  [31:0] known$word;
    wire  known$moves;
    wire  known$ones;
    reg  is_vector$clock;
    reg  is_vector$load;
    reg  is_vector$d;
    wire  is_vector$q;
    reg  is_scalar$clock;
    reg  is_scalar$load;
    reg  is_scalar$d;
    wire  is_scalar$q;
    reg  is_wide$clock;
    reg  is_wide$load;
    reg  is_wide$d;
    wire  is_wide$q;
    reg  row$clock;
    reg  row$load;
    reg  [4:0] row$d;
    wire  [4:0] row$q;
    reg  row_more$clock;
    reg  row_more$load;
    reg  [4:0] row_more$d;
    wire  [4:0] row_more$q;
    reg  step$clock;
    reg  step$load;
    reg  [4:0] step$d;
    wire  [4:0] step$q;
    reg  in_slot$clock;
    reg  in_slot$load;
    reg  in_slot$d;
    wire  in_slot$q;
    reg  word$clock;
    reg  word$load;
    reg  [31:0] word$d;
    wire  [31:0] word$q;
    reg  moves$clock;
    reg  moves$load;
    reg  moves$d;
    wire  moves$q;
    reg  ones$clock;
    reg  ones$load;
    reg  ones$d;
    wire  ones$q;
    reg  [4:0] low_parts$d$0;
    reg  [4:0] low_parts$d$1;
    reg  [4:0] low_parts$d$2;
    wire  [4:0] low_parts$a;
    wire  [4:0] low_parts$b;
    reg  [4:0] low_row$a;
    reg  [4:0] low_row$b;
    reg  low_row$carry;
    wire  [4:0] low_row$q;
    reg  [4:0] high_parts$d$0;
    reg  [4:0] high_parts$d$1;
    reg  [4:0] high_parts$d$2;
    reg  [4:0] high_parts$d$3;
    wire  [4:0] high_parts$a;
    wire  [4:0] high_parts$b;
    reg  [4:0] high_row$a;
    reg  [4:0] high_row$b;
    reg  high_row$carry;
    wire  [4:0] high_row$q;
    reg  [16:0] moved$0$a;
    reg  [16:0] moved$0$b;
    reg  moved$0$carry;
    wire  [16:0] moved$0$q;
    reg  [16:0] moved_word$0$d;
    wire  [31:0] moved_word$0$q;
    reg  [4:0] low_map$row;
    wire  [1:0] low_map$bank;
    wire  [3:0] low_map$line;
    reg  [4:0] high_map$row;
    wire  [1:0] high_map$bank;
    wire  [3:0] high_map$line;
    reg  [31:0] gathered$d$0;
    wire  [31:0] gathered$q;
    // Local signals
    reg  [4:0] bundle_rows;
    // Sub module instances
    lane$instruction$locate locate(
        .index(locate$index),
        .scalar(locate$scalar),
        .vector_base(locate$vector_base),
        .scalar_base(locate$scalar_base),
        .stride(locate$stride),
        .row(locate$row),
        .more(locate$more),
        .step(locate$step),
        .slot(locate$slot)
    );
    lane$source_a$known known(
        .kind(known$kind),
        .index(known$index),
        .imm(known$imm),
        .tid(known$tid),
        .warp(known$warp),
        .word(known$word),
        .moves(known$moves),
        .ones(known$ones)
    );
    lane$instruction$comes_after is_vector(
        .clock(is_vector$clock),
        .load(is_vector$load),
        .d(is_vector$d),
        .q(is_vector$q)
    );
    lane$instruction$comes_after is_scalar(
        .clock(is_scalar$clock),
        .load(is_scalar$load),
        .d(is_scalar$d),
        .q(is_scalar$q)
    );
    lane$instruction$comes_after is_wide(
        .clock(is_wide$clock),
        .load(is_wide$load),
        .d(is_wide$d),
        .q(is_wide$q)
    );
    lane$instruction$first_row row(
        .clock(row$clock),
        .load(row$load),
        .d(row$d),
        .q(row$q)
    );
    lane$instruction$first_row row_more(
        .clock(row_more$clock),
        .load(row_more$load),
        .d(row_more$d),
        .q(row_more$q)
    );
    lane$instruction$first_row step(
        .clock(step$clock),
        .load(step$load),
        .d(step$d),
        .q(step$q)
    );
    lane$instruction$comes_after in_slot(
        .clock(in_slot$clock),
        .load(in_slot$load),
        .d(in_slot$d),
        .q(in_slot$q)
    );
    lane$operand_a$high_align$hold word(
        .clock(word$clock),
        .load(word$load),
        .d(word$d),
        .q(word$q)
    );
    lane$instruction$comes_after moves(
        .clock(moves$clock),
        .load(moves$load),
        .d(moves$d),
        .q(moves$q)
    );
    lane$instruction$comes_after ones(
        .clock(ones$clock),
        .load(ones$load),
        .d(ones$d),
        .q(ones$q)
    );
    lane$instruction$high_parts low_parts(
        .d$0(low_parts$d$0),
        .d$1(low_parts$d$1),
        .d$2(low_parts$d$2),
        .a(low_parts$a),
        .b(low_parts$b)
    );
    lane$res$map$sum low_row(
        .a(low_row$a),
        .b(low_row$b),
        .carry(low_row$carry),
        .q(low_row$q)
    );
    lane$source_a$high_parts high_parts(
        .d$0(high_parts$d$0),
        .d$1(high_parts$d$1),
        .d$2(high_parts$d$2),
        .d$3(high_parts$d$3),
        .a(high_parts$a),
        .b(high_parts$b)
    );
    lane$res$map$sum high_row(
        .a(high_row$a),
        .b(high_row$b),
        .carry(high_row$carry),
        .q(high_row$q)
    );
    lane$source_a$moved$0 moved$0(
        .a(moved$0$a),
        .b(moved$0$b),
        .carry(moved$0$carry),
        .q(moved$0$q)
    );
    lane$source_a$moved_word$0 moved_word$0(
        .d(moved_word$0$d),
        .q(moved_word$0$q)
    );
    lane$instruction$map low_map(
        .row(low_map$row),
        .bank(low_map$bank),
        .line(low_map$line)
    );
    lane$instruction$map high_map(
        .row(high_map$row),
        .bank(high_map$bank),
        .line(high_map$line)
    );
    lane$operand_a$high_align$spread gathered(
        .d$0(gathered$d$0),
        .q(gathered$q)
    );
    // Update code
    always @(*) begin
        is_vector$clock = clock;
        is_scalar$clock = clock;
        is_wide$clock = clock;
        row$clock = clock;
        row_more$clock = clock;
        step$clock = clock;
        in_slot$clock = clock;
        word$clock = clock;
        moves$clock = clock;
        ones$clock = clock;
        locate$index = index;
        locate$scalar = kind == scalar_kind;
        locate$stride = stride;
        locate$vector_base = vector_base;
        locate$scalar_base = scalar_base;
        known$kind = kind;
        known$index = index;
        known$imm = imm;
        known$tid = tid;
        known$warp = warp;
        is_vector$load = accept;
        is_scalar$load = accept;
        is_wide$load = accept;
        row$load = accept;
        row_more$load = accept;
        step$load = accept;
        in_slot$load = accept;
        word$load = accept;
        moves$load = accept;
        ones$load = accept;
        is_vector$d = kind == vector_kind;
        is_scalar$d = kind == scalar_kind;
        is_wide$d = wide;
        row$d = locate$row;
        row_more$d = locate$more;
        step$d = locate$step;
        in_slot$d = locate$slot;
        word$d = known$word;
        moves$d = known$moves;
        ones$d = known$ones;
        want = is_vector$q | (is_scalar$q & first);
        twice = is_wide$q;
        scalar = is_scalar$q;
        held = is_scalar$q & ~first;
        slot = in_slot$q;
        bundle_rows = nowhere;
        if (is_vector$q) begin
            bundle_rows = bundle;
        end
        low_parts$d$0 = row$q;
        low_parts$d$1 = row_more$q;
        low_parts$d$2 = bundle_rows;
        low_row$a = low_parts$a;
        low_row$b = low_parts$b;
        low_row$carry = 1'b0;
        low_map$row = low_row$q;
        high_parts$d$0 = row$q;
        high_parts$d$1 = row_more$q;
        high_parts$d$2 = step$q;
        high_parts$d$3 = bundle_rows;
        high_row$a = high_parts$a;
        high_row$b = high_parts$b;
        high_row$carry = 1'b0;
        high_map$row = high_row$q;
        low_bank = low_map$bank;
        low_line = low_map$line;
        high_bank = high_map$bank;
        high_line = high_map$line;
        moved$0$a = word$q[(32'h0)+:(17)];
        moved$0$b = position$0;
        moved$0$carry = 1'b0;
        moved_word$0$d = moved$0$q;
        gathered$d$0 = word$q;
        if (moves$q) begin
            gathered$d$0 = moved_word$0$q;
        end
        low = gathered$q;
        high = zero;
        if (ones$q) begin
            high = ~zero;
        end
    end
endmodule

module lane$source_a$high_parts(d$0,d$1,d$2,d$3,a,b);
    // Module arguments
    input wire  [4:0] d$0;
    input wire  [4:0] d$1;
    input wire  [4:0] d$2;
    input wire  [4:0] d$3;
    output reg  [4:0] a;
    output reg  [4:0] b;
    // Update code (custom)
    wire [4:0] sum0 = d$0 ^ d$1 ^ d$2;
    wire [3:0] carry0 = (d$0[3:0] & d$1[3:0]) | (d$2[3:0] & (d$0[3:0] | d$1[3:0]));
    wire [4:0] twice0 = {carry0, 1'b0};
    wire [4:0] sum1 = sum0 ^ twice0 ^ d$3;
    wire [3:0] carry1 = (sum0[3:0] & twice0[3:0]) | (d$3[3:0] & (sum0[3:0] | twice0[3:0]));
    wire [4:0] twice1 = {carry1, 1'b0};
    always @(*) a = sum1;
    always @(*) b = twice1;
endmodule

module lane$source_a$known(kind,index,imm,tid,warp,word,moves,ones);
    // Module arguments
    input wire  [1:0] kind;
    input wire  [7:0] index;
    input wire  [31:0] imm;
    input wire  [15:0] tid;
    input wire  warp;
    output reg  [31:0] word;
    output reg  moves;
    output reg  ones;
    // Constant declarations
    localparam  immediate = 2'b10;
    localparam  special = 2'b11;
    localparam  position = 8'h0;
    localparam  thread = 8'h1;
    localparam  zero = 32'h0;
    // Stub signals
    reg  [15:0] wide_tid$d;
    wire  [31:0] wide_tid$q;
    reg  wide_warp$d;
    wire  [31:0] wide_warp$q;
    // Sub module instances
    lane$source_a$known$wide_tid wide_tid(
        .d(wide_tid$d),
        .q(wide_tid$q)
    );
    lane$source_a$known$wide_warp wide_warp(
        .d(wide_warp$d),
        .q(wide_warp$q)
    );
    // Update code
    always @(*) begin
        wide_tid$d = tid;
        wide_warp$d = warp;
        word = imm;
        moves = 1'b0;
        ones = (kind == immediate) & imm[32'h1f];
        if (kind == special) begin
            word = wide_warp$q;
            if (index == position) begin
                word = zero;
                moves = 1'b1;
            end
            if (index == thread) begin
                word = wide_tid$q;
                moves = 1'b1;
            end
        end
    end
endmodule

module lane$source_a$known$wide_tid(d,q);
    // Module arguments
    input wire  [15:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(*) q = {16'd0, d};
endmodule

module lane$source_a$known$wide_warp(d,q);
    // Module arguments
    input wire  d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(*) q = {31'd0, d};
endmodule

module lane$source_a$moved$0(a,b,carry,q);
    // Module arguments
    input wire  [16:0] a;
    input wire  [16:0] b;
    input wire  carry;
    output reg  [16:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [17:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[17:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [15:0] both0 = a[15:0] & b[15:0];
    (* keep *) wire [15:0] one0 = a[15:0] ^ b[15:0];
    (* keep *) wire [15:0] made0 = both0 | {15'd0, one0[0] & carry};
    (* keep *) wire [15:0] made1 = made0 | (one0 & {made0[14:0], 1'd0});
    (* keep *) wire [15:0] one1 = one0 & {one0[14:0], {1{1'b1}}};
    (* keep *) wire [15:0] made2 = made1 | (one1 & {made1[13:0], 2'd0});
    (* keep *) wire [15:0] one2 = one1 & {one1[13:0], {2{1'b1}}};
    (* keep *) wire [15:0] made3 = made2 | (one2 & {made2[11:0], 4'd0});
    (* keep *) wire [15:0] one3 = one2 & {one2[11:0], {4{1'b1}}};
    (* keep *) wire [15:0] made4 = made3 | (one3 & {made3[7:0], 8'd0});
    wire [15:0] carries = made4;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$source_a$moved_word$0(d,q);
    // Module arguments
    input wire  [16:0] d;
    output reg  [31:0] q;
    // Update code (custom)
    always @(*) q = {15'd0, d};
endmodule

module lane$tags(clock,reset,accept,accept_tag,count,empty,empty_tag,native,native_first,native_tag,native_count,req,req_tag,req_count,ext,ext_tag,ext_count,res,res_valid,res_tag,res_count,rsp,rsp_tag,rsp_count,after,pending_after,first,done);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  accept;
    input wire  accept_tag;
    input wire  [2:0] count;
    input wire  empty;
    input wire  empty_tag;
    input wire  native;
    input wire  native_first;
    input wire  native_tag;
    input wire  [2:0] native_count;
    input wire  req;
    input wire  req_tag;
    input wire  [2:0] req_count;
    input wire  ext;
    input wire  ext_tag;
    input wire  [2:0] ext_count;
    input wire  res;
    input wire  res_valid;
    input wire  res_tag;
    input wire  [2:0] res_count;
    input wire  rsp;
    input wire  rsp_tag;
    input wire  [2:0] rsp_count;
    input wire  after;
    output reg  [2:0] pending_after;
    output reg  [1:0] first;
    output reg  [1:0] done;
    // Constant declarations
    localparam  name$0 = 1'b0;
    localparam  name$1 = 1'b1;
    localparam  zero = 3'b0;
    // Stub signals
    reg  pending$0$clock;
    reg  pending$0$reset;
    reg  pending$0$set;
    reg  [2:0] pending$0$count;
    reg  pending$0$finish;
    reg  pending$0$respond;
    reg  [2:0] pending$0$less;
    reg  pending$0$depart;
    reg  [2:0] pending$0$gone;
    reg  pending$0$empty;
    wire  [2:0] pending$0$pending;
    wire  pending$0$done;
    reg  pending$1$clock;
    reg  pending$1$reset;
    reg  pending$1$set;
    reg  [2:0] pending$1$count;
    reg  pending$1$finish;
    reg  pending$1$respond;
    reg  [2:0] pending$1$less;
    reg  pending$1$depart;
    reg  [2:0] pending$1$gone;
    reg  pending$1$empty;
    wire  [2:0] pending$1$pending;
    wire  pending$1$done;
    reg  fresh$0$clock;
    reg  fresh$0$d;
    wire  fresh$0$q;
    reg  fresh$1$clock;
    reg  fresh$1$d;
    wire  fresh$1$q;
    reg  first_written$0$clock;
    reg  first_written$0$reset;
    reg  first_written$0$d;
    wire  first_written$0$q;
    reg  first_written$1$clock;
    reg  first_written$1$reset;
    reg  first_written$1$d;
    wire  first_written$1$q;
    reg  join_first$d$0;
    reg  join_first$d$1;
    wire  [1:0] join_first$q;
    reg  join_done$d$0;
    reg  join_done$d$1;
    wire  [1:0] join_done$q;
    // Local signals
    reg  responds$0;
    reg  responds$1;
    reg  sends$0;
    reg  sends$1;
    reg  writes$0;
    reg  writes$1;
    // Sub module instances
    lane$tags$pending$0 pending$0(
        .clock(pending$0$clock),
        .reset(pending$0$reset),
        .set(pending$0$set),
        .count(pending$0$count),
        .finish(pending$0$finish),
        .respond(pending$0$respond),
        .less(pending$0$less),
        .depart(pending$0$depart),
        .gone(pending$0$gone),
        .empty(pending$0$empty),
        .pending(pending$0$pending),
        .done(pending$0$done)
    );
    lane$tags$pending$0 pending$1(
        .clock(pending$1$clock),
        .reset(pending$1$reset),
        .set(pending$1$set),
        .count(pending$1$count),
        .finish(pending$1$finish),
        .respond(pending$1$respond),
        .less(pending$1$less),
        .depart(pending$1$depart),
        .gone(pending$1$gone),
        .empty(pending$1$empty),
        .pending(pending$1$pending),
        .done(pending$1$done)
    );
    lane$tags$pending$0$completed$state fresh$0(
        .clock(fresh$0$clock),
        .d(fresh$0$d),
        .q(fresh$0$q)
    );
    lane$tags$pending$0$completed$state fresh$1(
        .clock(fresh$1$clock),
        .d(fresh$1$d),
        .q(fresh$1$q)
    );
    lane$tags$pending$0$completed first_written$0(
        .clock(first_written$0$clock),
        .reset(first_written$0$reset),
        .d(first_written$0$d),
        .q(first_written$0$q)
    );
    lane$tags$pending$0$completed first_written$1(
        .clock(first_written$1$clock),
        .reset(first_written$1$reset),
        .d(first_written$1$d),
        .q(first_written$1$q)
    );
    lane$tags$join_done join_first(
        .d$0(join_first$d$0),
        .d$1(join_first$d$1),
        .q(join_first$q)
    );
    lane$tags$join_done join_done(
        .d$0(join_done$d$0),
        .d$1(join_done$d$1),
        .q(join_done$q)
    );
    // Update code
    always @(*) begin
        pending_after = zero;
        pending$0$clock = clock;
        pending$0$reset = reset;
        pending$0$set = accept & (accept_tag == name$0);
        pending$0$count = count;
        pending$0$empty = empty & (empty_tag == name$0);
        writes$0 = native & (native_tag == name$0);
        sends$0 = ext & (ext_tag == name$0);
        pending$0$depart = req & (req_tag == name$0);
        pending$0$gone = req_count;
        responds$0 = (res & (res_tag == name$0)) | (rsp & (rsp_tag == name$0));
        pending$0$finish = sends$0 | writes$0;
        pending$0$respond = responds$0;
        pending$0$less = rsp_count;
        if (res_valid & (res_tag == name$0)) begin
            pending$0$less = res_count;
        end
        if (ext & (ext_tag == name$0)) begin
            pending$0$less = ext_count;
        end
        if (writes$0) begin
            pending$0$less = native_count;
        end
        fresh$0$clock = clock;
        fresh$0$d = (accept & (accept_tag == name$0)) | (fresh$0$q & ~responds$0);
        if (after == name$0) begin
            pending_after = pending_after | pending$0$pending;
        end
        join_done$d$0 = pending$0$done;
        first_written$0$clock = clock;
        first_written$0$reset = reset;
        first_written$0$d = (writes$0 & native_first) | (responds$0 & fresh$0$q);
        join_first$d$0 = first_written$0$q;
        pending$1$clock = clock;
        pending$1$reset = reset;
        pending$1$set = accept & (accept_tag == name$1);
        pending$1$count = count;
        pending$1$empty = empty & (empty_tag == name$1);
        writes$1 = native & (native_tag == name$1);
        sends$1 = ext & (ext_tag == name$1);
        pending$1$depart = req & (req_tag == name$1);
        pending$1$gone = req_count;
        responds$1 = (res & (res_tag == name$1)) | (rsp & (rsp_tag == name$1));
        pending$1$finish = sends$1 | writes$1;
        pending$1$respond = responds$1;
        pending$1$less = rsp_count;
        if (res_valid & (res_tag == name$1)) begin
            pending$1$less = res_count;
        end
        if (ext & (ext_tag == name$1)) begin
            pending$1$less = ext_count;
        end
        if (writes$1) begin
            pending$1$less = native_count;
        end
        fresh$1$clock = clock;
        fresh$1$d = (accept & (accept_tag == name$1)) | (fresh$1$q & ~responds$1);
        if (after == name$1) begin
            pending_after = pending_after | pending$1$pending;
        end
        join_done$d$1 = pending$1$done;
        first_written$1$clock = clock;
        first_written$1$reset = reset;
        first_written$1$d = (writes$1 & native_first) | (responds$1 & fresh$1$q);
        join_first$d$1 = first_written$1$q;
        first = join_first$q;
        done = join_done$q;
    end
endmodule

module lane$tags$join_done(d$0,d$1,q);
    // Module arguments
    input wire  d$0;
    input wire  d$1;
    output reg  [1:0] q;
    // Update code (custom)
    always @(*) q = {d$1, d$0};
endmodule

module lane$tags$pending$0(clock,reset,set,count,finish,respond,less,depart,gone,empty,pending,done);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  set;
    input wire  [2:0] count;
    input wire  finish;
    input wire  respond;
    input wire  [2:0] less;
    input wire  depart;
    input wire  [2:0] gone;
    input wire  empty;
    output reg  [2:0] pending;
    output reg  done;
    // Stub signals
    reg  left$clock;
    reg  left$reset;
    reg  [2:0] left$d;
    wire  [2:0] left$q;
    reg  completed$clock;
    reg  completed$reset;
    reg  completed$d;
    wire  completed$q;
    reg  [2:0] rest$a;
    reg  [2:0] rest$b;
    reg  rest$carry;
    wire  [2:0] rest$q;
    reg  [2:0] stay$a;
    reg  [2:0] stay$b;
    reg  stay$carry;
    wire  [2:0] stay$q;
    // Sub module instances
    lane$tags$pending$0$left left(
        .clock(left$clock),
        .reset(left$reset),
        .d(left$d),
        .q(left$q)
    );
    lane$tags$pending$0$completed completed(
        .clock(completed$clock),
        .reset(completed$reset),
        .d(completed$d),
        .q(completed$q)
    );
    lane$tags$pending$0$rest rest(
        .a(rest$a),
        .b(rest$b),
        .carry(rest$carry),
        .q(rest$q)
    );
    lane$tags$pending$0$rest stay(
        .a(stay$a),
        .b(stay$b),
        .carry(stay$carry),
        .q(stay$q)
    );
    // Update code
    always @(*) begin
        left$clock = clock;
        completed$clock = clock;
        left$reset = reset;
        completed$reset = reset;
        rest$a = left$q;
        rest$b = ~less;
        rest$carry = 1'b1;
        stay$a = left$q;
        stay$b = ~gone;
        stay$carry = 1'b1;
        left$d = left$q;
        if (set) begin
            left$d = count;
        end
        if (finish) begin
            left$d = rest$q;
        end
        if (depart) begin
            left$d = stay$q;
        end
        if (respond) begin
            left$d = rest$q;
        end
        completed$d = empty | (finish & (left$q == less)) | (depart & (left$q == gone)) | (respond & (left$q == less));
        pending = left$q;
        done = completed$q;
    end
endmodule

module lane$tags$pending$0$completed(clock,reset,d,q);
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
    lane$tags$pending$0$completed$state state(
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

module lane$tags$pending$0$completed$state(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  d;
    output reg  q;
    // Update code (custom)
    always @(posedge clock) q <= d;
endmodule

module lane$tags$pending$0$left(clock,reset,d,q);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  [2:0] d;
    output reg  [2:0] q;
    // Constant declarations
    localparam  zero = 3'b0;
    // Stub signals
    reg  state$clock;
    reg  [2:0] state$d;
    wire  [2:0] state$q;
    // Sub module instances
    lane$tags$pending$0$left$state state(
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

module lane$tags$pending$0$left$state(clock,d,q);
    // Module arguments
    input wire  clock;
    input wire  [2:0] d;
    output reg  [2:0] q;
    // Update code (custom)
    always @(posedge clock) q <= d;
endmodule

module lane$tags$pending$0$rest(a,b,carry,q);
    // Module arguments
    input wire  [2:0] a;
    input wire  [2:0] b;
    input wire  carry;
    output reg  [2:0] q;
    // Update code (custom)
    `ifdef HEDDLE_FPGA
    wire [3:0] chain = {a, 1'b1} + {b, carry};
    always @(*) q = chain[3:1];
    wire _unused = &{1'b0, chain[0]};
    `else
    (* keep *) wire [1:0] both0 = a[1:0] & b[1:0];
    (* keep *) wire [1:0] one0 = a[1:0] ^ b[1:0];
    (* keep *) wire [1:0] made0 = both0 | {1'd0, one0[0] & carry};
    (* keep *) wire [1:0] made1 = made0 | (one0 & {made0[0:0], 1'd0});
    wire [1:0] carries = made1;
    always @(*) q = a ^ b ^ {carries, carry};
    `endif
endmodule

module lane$targets(clock,accept,tag,slot,scalar,wide,held_tag,low_row,high_row,low_start,high_start,res_tag,rsp_tag,res_low_row,res_high_row,res_low_start,res_high_start,res_slot,res_scalar,res_wide,rsp_low_row,rsp_high_row,rsp_low_start,rsp_high_start,rsp_slot,rsp_scalar,rsp_wide);
    // Module arguments
    input wire  clock;
    input wire  accept;
    input wire  tag;
    input wire  slot;
    input wire  scalar;
    input wire  wide;
    input wire  held_tag;
    input wire  [4:0] low_row;
    input wire  [4:0] high_row;
    input wire  low_start;
    input wire  high_start;
    input wire  res_tag;
    input wire  rsp_tag;
    output reg  [4:0] res_low_row;
    output reg  [4:0] res_high_row;
    output reg  res_low_start;
    output reg  res_high_start;
    output reg  res_slot;
    output reg  res_scalar;
    output reg  res_wide;
    output reg  [4:0] rsp_low_row;
    output reg  [4:0] rsp_high_row;
    output reg  rsp_low_start;
    output reg  rsp_high_start;
    output reg  rsp_slot;
    output reg  rsp_scalar;
    output reg  rsp_wide;
    // Stub signals
    reg  was_accepted$clock;
    reg  was_accepted$d;
    wire  was_accepted$q;
    reg  low_rows$clock;
    reg  low_rows$write;
    reg  low_rows$write_at;
    reg  [4:0] low_rows$d;
    reg  low_rows$read_at$0;
    reg  low_rows$read_at$1;
    wire  [4:0] low_rows$q$0;
    wire  [4:0] low_rows$q$1;
    reg  high_rows$clock;
    reg  high_rows$write;
    reg  high_rows$write_at;
    reg  [4:0] high_rows$d;
    reg  high_rows$read_at$0;
    reg  high_rows$read_at$1;
    wire  [4:0] high_rows$q$0;
    wire  [4:0] high_rows$q$1;
    reg  low_starts$clock;
    reg  low_starts$write;
    reg  low_starts$write_at;
    reg  low_starts$d;
    reg  low_starts$read_at$0;
    reg  low_starts$read_at$1;
    wire  low_starts$q$0;
    wire  low_starts$q$1;
    reg  high_starts$clock;
    reg  high_starts$write;
    reg  high_starts$write_at;
    reg  high_starts$d;
    reg  high_starts$read_at$0;
    reg  high_starts$read_at$1;
    wire  high_starts$q$0;
    wire  high_starts$q$1;
    reg  slots$clock;
    reg  slots$write;
    reg  slots$write_at;
    reg  slots$d;
    reg  slots$read_at$0;
    reg  slots$read_at$1;
    wire  slots$q$0;
    wire  slots$q$1;
    reg  scalars$clock;
    reg  scalars$write;
    reg  scalars$write_at;
    reg  scalars$d;
    reg  scalars$read_at$0;
    reg  scalars$read_at$1;
    wire  scalars$q$0;
    wire  scalars$q$1;
    reg  wides$clock;
    reg  wides$write;
    reg  wides$write_at;
    reg  wides$d;
    reg  wides$read_at$0;
    reg  wides$read_at$1;
    wire  wides$q$0;
    wire  wides$q$1;
    // Sub module instances
    lane$tags$pending$0$completed$state was_accepted(
        .clock(was_accepted$clock),
        .d(was_accepted$d),
        .q(was_accepted$q)
    );
    lane$targets$high_rows low_rows(
        .clock(low_rows$clock),
        .write(low_rows$write),
        .write_at(low_rows$write_at),
        .d(low_rows$d),
        .read_at$0(low_rows$read_at$0),
        .read_at$1(low_rows$read_at$1),
        .q$0(low_rows$q$0),
        .q$1(low_rows$q$1)
    );
    lane$targets$high_rows high_rows(
        .clock(high_rows$clock),
        .write(high_rows$write),
        .write_at(high_rows$write_at),
        .d(high_rows$d),
        .read_at$0(high_rows$read_at$0),
        .read_at$1(high_rows$read_at$1),
        .q$0(high_rows$q$0),
        .q$1(high_rows$q$1)
    );
    lane$targets$high_starts low_starts(
        .clock(low_starts$clock),
        .write(low_starts$write),
        .write_at(low_starts$write_at),
        .d(low_starts$d),
        .read_at$0(low_starts$read_at$0),
        .read_at$1(low_starts$read_at$1),
        .q$0(low_starts$q$0),
        .q$1(low_starts$q$1)
    );
    lane$targets$high_starts high_starts(
        .clock(high_starts$clock),
        .write(high_starts$write),
        .write_at(high_starts$write_at),
        .d(high_starts$d),
        .read_at$0(high_starts$read_at$0),
        .read_at$1(high_starts$read_at$1),
        .q$0(high_starts$q$0),
        .q$1(high_starts$q$1)
    );
    lane$targets$high_starts slots(
        .clock(slots$clock),
        .write(slots$write),
        .write_at(slots$write_at),
        .d(slots$d),
        .read_at$0(slots$read_at$0),
        .read_at$1(slots$read_at$1),
        .q$0(slots$q$0),
        .q$1(slots$q$1)
    );
    lane$targets$high_starts scalars(
        .clock(scalars$clock),
        .write(scalars$write),
        .write_at(scalars$write_at),
        .d(scalars$d),
        .read_at$0(scalars$read_at$0),
        .read_at$1(scalars$read_at$1),
        .q$0(scalars$q$0),
        .q$1(scalars$q$1)
    );
    lane$targets$high_starts wides(
        .clock(wides$clock),
        .write(wides$write),
        .write_at(wides$write_at),
        .d(wides$d),
        .read_at$0(wides$read_at$0),
        .read_at$1(wides$read_at$1),
        .q$0(wides$q$0),
        .q$1(wides$q$1)
    );
    // Update code
    always @(*) begin
        was_accepted$clock = clock;
        low_rows$clock = clock;
        high_rows$clock = clock;
        low_starts$clock = clock;
        high_starts$clock = clock;
        slots$clock = clock;
        scalars$clock = clock;
        wides$clock = clock;
        was_accepted$d = accept;
        low_rows$write = was_accepted$q;
        low_rows$write_at = held_tag;
        low_rows$d = low_row;
        high_rows$write = was_accepted$q;
        high_rows$write_at = held_tag;
        high_rows$d = high_row;
        low_starts$write = was_accepted$q;
        low_starts$write_at = held_tag;
        low_starts$d = low_start;
        high_starts$write = was_accepted$q;
        high_starts$write_at = held_tag;
        high_starts$d = high_start;
        slots$write = accept;
        scalars$write = accept;
        wides$write = accept;
        slots$write_at = tag;
        scalars$write_at = tag;
        wides$write_at = tag;
        slots$d = slot;
        scalars$d = scalar;
        wides$d = wide;
        low_rows$read_at$0 = res_tag;
        res_low_row = low_rows$q$0;
        high_rows$read_at$0 = res_tag;
        res_high_row = high_rows$q$0;
        low_starts$read_at$0 = res_tag;
        res_low_start = low_starts$q$0;
        high_starts$read_at$0 = res_tag;
        res_high_start = high_starts$q$0;
        slots$read_at$0 = res_tag;
        scalars$read_at$0 = res_tag;
        wides$read_at$0 = res_tag;
        res_slot = slots$q$0;
        res_scalar = scalars$q$0;
        res_wide = wides$q$0;
        low_rows$read_at$1 = rsp_tag;
        rsp_low_row = low_rows$q$1;
        high_rows$read_at$1 = rsp_tag;
        rsp_high_row = high_rows$q$1;
        low_starts$read_at$1 = rsp_tag;
        rsp_low_start = low_starts$q$1;
        high_starts$read_at$1 = rsp_tag;
        rsp_high_start = high_starts$q$1;
        slots$read_at$1 = rsp_tag;
        scalars$read_at$1 = rsp_tag;
        wides$read_at$1 = rsp_tag;
        rsp_slot = slots$q$1;
        rsp_scalar = scalars$q$1;
        rsp_wide = wides$q$1;
    end
endmodule

module lane$targets$high_rows(clock,write,write_at,d,read_at$0,read_at$1,q$0,q$1);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  [4:0] d;
    input wire  read_at$0;
    input wire  read_at$1;
    output reg  [4:0] q$0;
    output reg  [4:0] q$1;
    // Update code (custom)
    reg [4:0] words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
    always @(*) q$1 = words[read_at$1];
endmodule

module lane$targets$high_starts(clock,write,write_at,d,read_at$0,read_at$1,q$0,q$1);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  d;
    input wire  read_at$0;
    input wire  read_at$1;
    output reg  q$0;
    output reg  q$1;
    // Update code (custom)
    reg words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
    always @(*) q$1 = words[read_at$1];
endmodule

module lane$window(clock,reset,leave,enter,op,mode,tag,warp,scalar,writes,first,last,bundle,slots,select,bank,line,target,full,taken$0,taken$1,head,head_group,head_op,head_mode,head_tag,head_warp,head_scalar,head_writes,head_first,head_last,head_bundle,head_slots,head_select,head_bank,head_line,head_target);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  leave;
    input wire  enter;
    input wire  [7:0] op;
    input wire  [1:0] mode;
    input wire  tag;
    input wire  warp;
    input wire  scalar;
    input wire  writes;
    input wire  first;
    input wire  last;
    input wire  [1:0] bundle;
    input wire  slots;
    input wire  select;
    input wire  [1:0] bank;
    input wire  [3:0] line;
    input wire  target;
    output reg  full;
    output reg  taken$0;
    output reg  taken$1;
    output reg  head;
    output reg  [1:0] head_group;
    output reg  [6:0] head_op;
    output reg  [1:0] head_mode;
    output reg  head_tag;
    output reg  head_warp;
    output reg  head_scalar;
    output reg  head_writes;
    output reg  head_first;
    output reg  head_last;
    output reg  [1:0] head_bundle;
    output reg  head_slots;
    output reg  head_select;
    output reg  [1:0] head_bank;
    output reg  [3:0] head_line;
    output reg  head_target;
    // Stub signals
    reg  valid$clock;
    reg  valid$d$0;
    reg  valid$d$1;
    wire  valid$q$0;
    wire  valid$q$1;
    reg  ring$clock;
    reg  ring$reset;
    reg  ring$enter;
    reg  ring$leave;
    wire  ring$tail;
    wire  ring$head;
    reg  groups$clock;
    reg  groups$leave;
    reg  groups$taken$0;
    reg  groups$taken$1;
    reg  [1:0] groups$entering;
    reg  [1:0] groups$kept$0;
    reg  [1:0] groups$kept$1;
    wire  [1:0] groups$q$0;
    wire  [1:0] groups$q$1;
    reg  upper$d;
    wire  [6:0] upper$q;
    reg  [5:0] lower$d;
    wire  [6:0] lower$q;
    reg  ops$clock;
    reg  ops$write;
    reg  ops$write_at;
    reg  [5:0] ops$d;
    reg  ops$read_at$0;
    wire  [5:0] ops$q$0;
    reg  modes$clock;
    reg  modes$write;
    reg  modes$write_at;
    reg  [1:0] modes$d;
    reg  modes$read_at$0;
    wire  [1:0] modes$q$0;
    reg  tags$clock;
    reg  tags$write;
    reg  tags$write_at;
    reg  tags$d;
    reg  tags$read_at$0;
    wire  tags$q$0;
    reg  warps$clock;
    reg  warps$write;
    reg  warps$write_at;
    reg  warps$d;
    reg  warps$read_at$0;
    wire  warps$q$0;
    reg  scalars$clock;
    reg  scalars$write;
    reg  scalars$write_at;
    reg  scalars$d;
    reg  scalars$read_at$0;
    wire  scalars$q$0;
    reg  writers$clock;
    reg  writers$write;
    reg  writers$write_at;
    reg  writers$d;
    reg  writers$read_at$0;
    wire  writers$q$0;
    reg  firsts$clock;
    reg  firsts$write;
    reg  firsts$write_at;
    reg  firsts$d;
    reg  firsts$read_at$0;
    wire  firsts$q$0;
    reg  lasts$clock;
    reg  lasts$write;
    reg  lasts$write_at;
    reg  lasts$d;
    reg  lasts$read_at$0;
    wire  lasts$q$0;
    reg  bundles$clock;
    reg  bundles$write;
    reg  bundles$write_at;
    reg  [1:0] bundles$d;
    reg  bundles$read_at$0;
    wire  [1:0] bundles$q$0;
    reg  slot_sets$clock;
    reg  slot_sets$write;
    reg  slot_sets$write_at;
    reg  slot_sets$d;
    reg  slot_sets$read_at$0;
    wire  slot_sets$q$0;
    reg  selects$clock;
    reg  selects$write;
    reg  selects$write_at;
    reg  selects$d;
    reg  selects$read_at$0;
    wire  selects$q$0;
    reg  banks$clock;
    reg  banks$write;
    reg  banks$write_at;
    reg  [1:0] banks$d;
    reg  banks$read_at$0;
    wire  [1:0] banks$q$0;
    reg  lines$clock;
    reg  lines$write;
    reg  lines$write_at;
    reg  [3:0] lines$d;
    reg  lines$read_at$0;
    wire  [3:0] lines$q$0;
    reg  targets$clock;
    reg  targets$write;
    reg  targets$write_at;
    reg  targets$d;
    reg  targets$read_at$0;
    wire  targets$q$0;
    // Local signals
    reg  after$0;
    reg  after$1;
    reg  after$2;
    reg  below;
    // Sub module instances
    lane$window$valid valid(
        .clock(valid$clock),
        .d$0(valid$d$0),
        .d$1(valid$d$1),
        .q$0(valid$q$0),
        .q$1(valid$q$1)
    );
    lane$window$ring ring(
        .clock(ring$clock),
        .reset(ring$reset),
        .enter(ring$enter),
        .leave(ring$leave),
        .tail(ring$tail),
        .head(ring$head)
    );
    lane$operand_a$banks groups(
        .clock(groups$clock),
        .leave(groups$leave),
        .taken$0(groups$taken$0),
        .taken$1(groups$taken$1),
        .entering(groups$entering),
        .kept$0(groups$kept$0),
        .kept$1(groups$kept$1),
        .q$0(groups$q$0),
        .q$1(groups$q$1)
    );
    lane$window$upper upper(
        .d(upper$d),
        .q(upper$q)
    );
    lane$window$lower lower(
        .d(lower$d),
        .q(lower$q)
    );
    lane$window$ops ops(
        .clock(ops$clock),
        .write(ops$write),
        .write_at(ops$write_at),
        .d(ops$d),
        .read_at$0(ops$read_at$0),
        .q$0(ops$q$0)
    );
    lane$window$banks modes(
        .clock(modes$clock),
        .write(modes$write),
        .write_at(modes$write_at),
        .d(modes$d),
        .read_at$0(modes$read_at$0),
        .q$0(modes$q$0)
    );
    lane$window$firsts tags(
        .clock(tags$clock),
        .write(tags$write),
        .write_at(tags$write_at),
        .d(tags$d),
        .read_at$0(tags$read_at$0),
        .q$0(tags$q$0)
    );
    lane$window$firsts warps(
        .clock(warps$clock),
        .write(warps$write),
        .write_at(warps$write_at),
        .d(warps$d),
        .read_at$0(warps$read_at$0),
        .q$0(warps$q$0)
    );
    lane$window$firsts scalars(
        .clock(scalars$clock),
        .write(scalars$write),
        .write_at(scalars$write_at),
        .d(scalars$d),
        .read_at$0(scalars$read_at$0),
        .q$0(scalars$q$0)
    );
    lane$window$firsts writers(
        .clock(writers$clock),
        .write(writers$write),
        .write_at(writers$write_at),
        .d(writers$d),
        .read_at$0(writers$read_at$0),
        .q$0(writers$q$0)
    );
    lane$window$firsts firsts(
        .clock(firsts$clock),
        .write(firsts$write),
        .write_at(firsts$write_at),
        .d(firsts$d),
        .read_at$0(firsts$read_at$0),
        .q$0(firsts$q$0)
    );
    lane$window$firsts lasts(
        .clock(lasts$clock),
        .write(lasts$write),
        .write_at(lasts$write_at),
        .d(lasts$d),
        .read_at$0(lasts$read_at$0),
        .q$0(lasts$q$0)
    );
    lane$window$banks bundles(
        .clock(bundles$clock),
        .write(bundles$write),
        .write_at(bundles$write_at),
        .d(bundles$d),
        .read_at$0(bundles$read_at$0),
        .q$0(bundles$q$0)
    );
    lane$window$firsts slot_sets(
        .clock(slot_sets$clock),
        .write(slot_sets$write),
        .write_at(slot_sets$write_at),
        .d(slot_sets$d),
        .read_at$0(slot_sets$read_at$0),
        .q$0(slot_sets$q$0)
    );
    lane$window$firsts selects(
        .clock(selects$clock),
        .write(selects$write),
        .write_at(selects$write_at),
        .d(selects$d),
        .read_at$0(selects$read_at$0),
        .q$0(selects$q$0)
    );
    lane$window$banks banks(
        .clock(banks$clock),
        .write(banks$write),
        .write_at(banks$write_at),
        .d(banks$d),
        .read_at$0(banks$read_at$0),
        .q$0(banks$q$0)
    );
    lane$window$lines lines(
        .clock(lines$clock),
        .write(lines$write),
        .write_at(lines$write_at),
        .d(lines$d),
        .read_at$0(lines$read_at$0),
        .q$0(lines$q$0)
    );
    lane$window$firsts targets(
        .clock(targets$clock),
        .write(targets$write),
        .write_at(targets$write_at),
        .d(targets$d),
        .read_at$0(targets$read_at$0),
        .q$0(targets$q$0)
    );
    // Update code
    always @(*) begin
        valid$clock = clock;
        ring$clock = clock;
        groups$clock = clock;
        ops$clock = clock;
        modes$clock = clock;
        tags$clock = clock;
        warps$clock = clock;
        scalars$clock = clock;
        writers$clock = clock;
        firsts$clock = clock;
        lasts$clock = clock;
        bundles$clock = clock;
        slot_sets$clock = clock;
        selects$clock = clock;
        banks$clock = clock;
        lines$clock = clock;
        targets$clock = clock;
        below = 1'b1;
        after$0 = valid$q$0 | (enter & below);
        after$1 = enter & valid$q$0;
        below = valid$q$0;
        after$1 = valid$q$1 | (enter & below);
        after$2 = enter & valid$q$1;
        below = valid$q$1;
        valid$d$0 = after$0 & ~reset;
        if (leave) begin
            valid$d$0 = after$1 & ~reset;
        end
        taken$0 = valid$q$0;
        full = valid$q$0;
        valid$d$1 = after$1 & ~reset;
        if (leave) begin
            valid$d$1 = after$2 & ~reset;
        end
        taken$1 = valid$q$1;
        full = valid$q$1;
        head = valid$q$0;
        ring$reset = reset;
        ring$enter = enter;
        ring$leave = leave;
        ops$write = enter;
        ops$write_at = ring$tail;
        ops$read_at$0 = ring$head;
        modes$write = enter;
        modes$write_at = ring$tail;
        modes$read_at$0 = ring$head;
        tags$write = enter;
        tags$write_at = ring$tail;
        tags$read_at$0 = ring$head;
        warps$write = enter;
        warps$write_at = ring$tail;
        warps$read_at$0 = ring$head;
        scalars$write = enter;
        scalars$write_at = ring$tail;
        scalars$read_at$0 = ring$head;
        writers$write = enter;
        writers$write_at = ring$tail;
        writers$read_at$0 = ring$head;
        firsts$write = enter;
        firsts$write_at = ring$tail;
        firsts$read_at$0 = ring$head;
        lasts$write = enter;
        lasts$write_at = ring$tail;
        lasts$read_at$0 = ring$head;
        bundles$write = enter;
        bundles$write_at = ring$tail;
        bundles$read_at$0 = ring$head;
        slot_sets$write = enter;
        slot_sets$write_at = ring$tail;
        slot_sets$read_at$0 = ring$head;
        selects$write = enter;
        selects$write_at = ring$tail;
        selects$read_at$0 = ring$head;
        banks$write = enter;
        banks$write_at = ring$tail;
        banks$read_at$0 = ring$head;
        lines$write = enter;
        lines$write_at = ring$tail;
        lines$read_at$0 = ring$head;
        targets$write = enter;
        targets$write_at = ring$tail;
        targets$read_at$0 = ring$head;
        groups$leave = leave;
        groups$entering = op[(32'h6)+:(2)];
        groups$taken$0 = valid$q$0;
        groups$kept$0 = groups$q$0;
        groups$taken$1 = valid$q$1;
        groups$kept$1 = groups$q$1;
        ops$d = op[(32'h0)+:(6)];
        modes$d = mode;
        tags$d = tag;
        warps$d = warp;
        scalars$d = scalar;
        writers$d = writes;
        firsts$d = first;
        lasts$d = last;
        bundles$d = bundle;
        slot_sets$d = slots;
        selects$d = select;
        banks$d = bank;
        lines$d = line;
        targets$d = target;
        head_group = groups$q$0;
        upper$d = groups$q$0[32'h0];
        lower$d = ops$q$0;
        head_op = upper$q | lower$q;
        head_mode = modes$q$0;
        head_tag = tags$q$0;
        head_warp = warps$q$0;
        head_scalar = scalars$q$0;
        head_writes = writers$q$0;
        head_first = firsts$q$0;
        head_last = lasts$q$0;
        head_bundle = bundles$q$0;
        head_slots = slot_sets$q$0;
        head_select = selects$q$0;
        head_bank = banks$q$0;
        head_line = lines$q$0;
        head_target = targets$q$0;
    end
endmodule

module lane$window$banks(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  [1:0] d;
    input wire  read_at$0;
    output reg  [1:0] q$0;
    // Update code (custom)
    reg [1:0] words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$window$firsts(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  d;
    input wire  read_at$0;
    output reg  q$0;
    // Update code (custom)
    reg words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$window$lines(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  [3:0] d;
    input wire  read_at$0;
    output reg  [3:0] q$0;
    // Update code (custom)
    reg [3:0] words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$window$lower(d,q);
    // Module arguments
    input wire  [5:0] d;
    output reg  [6:0] q;
    // Update code (custom)
    always @(*) q = {1'd0, d};
endmodule

module lane$window$ops(clock,write,write_at,d,read_at$0,q$0);
    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  write_at;
    input wire  [5:0] d;
    input wire  read_at$0;
    output reg  [5:0] q$0;
    // Update code (custom)
    reg [5:0] words [0:1];
    always @(posedge clock) if (write) words[write_at] <= d;
    always @(*) q$0 = words[read_at$0];
endmodule

module lane$window$ring(clock,reset,enter,leave,tail,head);
    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  enter;
    input wire  leave;
    output reg  tail;
    output reg  head;
    // Stub signals
    reg  tail_q$clock;
    reg  tail_q$reset;
    reg  tail_q$d;
    wire  tail_q$q;
    reg  head_q$clock;
    reg  head_q$reset;
    reg  head_q$d;
    wire  head_q$q;
    reg  next_tail$at;
    reg  next_tail$moves;
    wire  next_tail$next_at;
    reg  next_head$at;
    reg  next_head$moves;
    wire  next_head$next_at;
    // Sub module instances
    lane$tags$pending$0$completed tail_q(
        .clock(tail_q$clock),
        .reset(tail_q$reset),
        .d(tail_q$d),
        .q(tail_q$q)
    );
    lane$tags$pending$0$completed head_q(
        .clock(head_q$clock),
        .reset(head_q$reset),
        .d(head_q$d),
        .q(head_q$q)
    );
    lane$window$ring$next_head next_tail(
        .at(next_tail$at),
        .moves(next_tail$moves),
        .next_at(next_tail$next_at)
    );
    lane$window$ring$next_head next_head(
        .at(next_head$at),
        .moves(next_head$moves),
        .next_at(next_head$next_at)
    );
    // Update code
    always @(*) begin
        tail_q$clock = clock;
        head_q$clock = clock;
        tail = tail_q$q;
        head = head_q$q;
        next_tail$at = tail_q$q;
        next_tail$moves = enter;
        next_head$at = head_q$q;
        next_head$moves = leave;
        tail_q$reset = reset;
        head_q$reset = reset;
        tail_q$d = next_tail$next_at;
        head_q$d = next_head$next_at;
    end
endmodule

module lane$window$ring$next_head(at,moves,next_at);
    // Module arguments
    input wire  at;
    input wire  moves;
    output reg  next_at;
    // Constant declarations
    localparam  first = 1'b0;
    localparam  last = 1'b1;
    localparam  one = 1'b1;
    // Update code
    always @(*) begin
        next_at = at;
        if (moves) begin
            next_at = at + one;
            if (at == last) begin
                next_at = first;
            end
        end
    end
endmodule

module lane$window$upper(d,q);
    // Module arguments
    input wire  d;
    output reg  [6:0] q;
    // Update code (custom)
    always @(*) q = {d, 6'd0};
endmodule

module lane$window$valid(clock,d$0,d$1,q$0,q$1);
    // Module arguments
    input wire  clock;
    input wire  d$0;
    input wire  d$1;
    output reg  q$0;
    output reg  q$1;
    // Update code (custom)
    always @(posedge clock) begin
        q$0 <= d$0;
        q$1 <= d$1;
    end
endmodule

