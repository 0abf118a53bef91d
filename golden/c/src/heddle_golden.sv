// Heddle's golden models for SystemVerilog, by DPI-C: heddle_golden.h describes each function.
package heddle_golden;
    import "DPI-C" function chandle heddle_golden_new(input string unit, input string preset);
    import "DPI-C" function void heddle_golden_free(input chandle model);

    import "DPI-C" function int heddle_golden_inputs(input chandle model);
    import "DPI-C" function int heddle_golden_outputs(input chandle model);
    import "DPI-C" function string heddle_golden_input_name(input chandle model, input int port);
    import "DPI-C" function string heddle_golden_output_name(input chandle model, input int port);
    import "DPI-C" function int heddle_golden_input_width(input chandle model, input int port);
    import "DPI-C" function int heddle_golden_output_width(input chandle model, input int port);

    import "DPI-C" function int heddle_golden_drive(input chandle model, input int port, input longint unsigned value);
    import "DPI-C" function int heddle_golden_show(input chandle model, input int port, input longint unsigned value);
    import "DPI-C" function int heddle_golden_eval(input chandle model);
    import "DPI-C" function int heddle_golden_step(input chandle model);
    import "DPI-C" function int heddle_golden_compare(input chandle model);

    import "DPI-C" function longint unsigned heddle_golden_value(input chandle model, input int port);
    import "DPI-C" function int heddle_golden_defined(input chandle model, input int port);
    import "DPI-C" function longint unsigned heddle_golden_cycles(input chandle model);

    import "DPI-C" function string heddle_golden_error(input chandle model);
    import "DPI-C" function string heddle_golden_state(input chandle model);
endpackage
