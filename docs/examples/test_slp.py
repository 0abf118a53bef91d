"""A cocotb test of slp/tiny with the golden model as the scoreboard, through the C header.

    python test_slp.py CORE GOLDEN      the folders of `heddle emit slp/tiny --core CORE` and of `heddle golden slp/tiny -o GOLDEN`
"""

import ctypes
import os
import random
import sys
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly


def port(dut, name):
    """Returns a port of the hardware; a simulator has a name with `$` in its escaped form."""
    return dut[f"\\{name} " if "$" in name else name]


class Golden:
    """A golden model, whose ports have the names of the unit's."""

    def __init__(self, library, unit, preset):
        self.c = ctypes.CDLL(library)
        for function in ("new", "error", "input_name", "output_name"):
            result = ctypes.c_void_p if function == "new" else ctypes.c_char_p
            getattr(self.c, f"heddle_golden_{function}").restype = result
        self.model = ctypes.c_void_p(self.c.heddle_golden_new(unit.encode(), preset.encode()))
        assert self.model, self.c.heddle_golden_error(None).decode()
        names = lambda of: [getattr(self.c, f"heddle_golden_{of}_name")(self.model, n).decode()
                            for n in range(getattr(self.c, f"heddle_golden_{of}s")(self.model))]
        self.inputs, self.outputs = names("input"), names("output")

    def cycle(self, dut):
        """Runs a cycle with what the hardware's ports show, which must be right."""
        for function, ports in ((self.c.heddle_golden_drive, self.inputs), (self.c.heddle_golden_show, self.outputs)):
            for number, name in enumerate(ports):
                function(self.model, number, ctypes.c_uint64(int(port(dut, name).value)))
        right = self.c.heddle_golden_step(self.model) == 0 and self.c.heddle_golden_compare(self.model) < 0
        assert right, self.c.heddle_golden_error(self.model).decode()


@cocotb.test()
async def random_inputs(dut):
    golden = Golden(os.environ["HEDDLE_GOLDEN"], "slp", "tiny")
    for name in golden.inputs:
        port(dut, name).value = int(name == "reset")
    cocotb.start_soon(Clock(dut.clock, 2).start())
    for cycle in range(10_000):
        await FallingEdge(dut.clock)
        dut.reset.value = int(cycle == 0)
        if cycle > 0:
            for name in golden.inputs[1:]:
                port(dut, name).value = random.getrandbits(len(port(dut, name)))
            # the tag has three values, and each slot is launched before any is read
            dut.accept_tag.value = random.randrange(3)
            if cycle <= 2:
                dut.launch_valid.value, dut.launch_slot.value, dut.read_valid.value = 1, cycle - 1, 0
        await ReadOnly()
        golden.cycle(dut)


if __name__ == "__main__":
    from cocotb_tools.runner import get_runner

    core, library = (Path(folder).resolve() for folder in sys.argv[1:3])
    runner = get_runner("verilator")
    runner.build(sources=[core / "slp-tiny.v"], hdl_toplevel="slp", build_args=["-Wno-fatal"])
    environment = {"HEDDLE_GOLDEN": str(library / "libheddle_golden.so")}
    runner.test(hdl_toplevel="slp", test_module=Path(__file__).stem, extra_env=environment)
