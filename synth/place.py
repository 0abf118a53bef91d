"""Places cells by coloquinte: reads a design as JSON from standard input, writes the places of its
cells as JSON.

In: `core` [width, height], `row` (height), `effort`, `seed`, `fresh` (whether to place anew, or to
bring cells that overlap into rows), `cells` ([width, height, x, y, fixed]), `nets` ([[cell, x, y],
...] with offsets from a cell's lower left corner).
Out: `places` ([x, y, flipped] a cell). All lengths are in nm.
"""
import json
import os
import sys

import coloquinte

# The greatest part of a place that cells fill, where they can be spread further.
DENSITY = 0.9

# what the placer reports goes to standard error
answer = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

design = json.load(sys.stdin)
cells = design["cells"]
circuit = coloquinte.Circuit(len(cells))
circuit.cell_width, circuit.cell_height, circuit.cell_x, circuit.cell_y = (
    [cell[k] for cell in cells] for k in range(4)
)
fixed = [bool(cell[4]) for cell in cells]
circuit.cell_is_fixed = fixed
circuit.cell_is_obstruction = [not still or cell[0] > 0 for cell, still in zip(cells, fixed)]
same, any_ = coloquinte.CellRowPolarity.SAME, coloquinte.CellRowPolarity.ANY
circuit.cell_row_polarity = [any_ if still else same for still in fixed]
for pins in design["nets"]:
    circuit.add_net([pin[0] for pin in pins], [pin[1] for pin in pins], [pin[2] for pin in pins])
width, height = design["core"]
circuit.setup_rows(coloquinte.Rectangle(0, width, 0, height), design["row"], True, True)
circuit.check()

settings = coloquinte.ColoquinteParameters(design["effort"], design["seed"])
if design["fresh"]:
    # cells are wider meanwhile: what is left between them is where buffers find a place
    circuit.expand_cells_to_density(DENSITY)
    circuit.place_global(settings)
    circuit.cell_width = [cell[0] for cell in cells]
else:
    circuit.legalize(settings)
    circuit.place_detailed(settings)
flipped = [orientation == coloquinte.CellOrientation.FS for orientation in circuit.cell_orientation]
json.dump({"places": list(zip(circuit.cell_x, circuit.cell_y, flipped))}, answer)
answer.close()
