"""A stand-in for the placer in tests: places cells in rows, one behind the other, in the order of
their numbers. `fault.txt` beside it has a word for what it does wrong."""
import pathlib
import sys
import time
from enum import Enum

FAULT = pathlib.Path(__file__).with_name("fault.txt")
fault = FAULT.read_text() if FAULT.exists() else ""

CellOrientation = Enum("CellOrientation", "N FS")
CellRowPolarity = Enum("CellRowPolarity", "ANY SAME")


class Rectangle:
    def __init__(self, left, right, low, high):
        self.width, self.height = right, high


class ColoquinteParameters:
    def __init__(self, effort, seed):
        self.seed = seed


class Circuit:
    def __init__(self, count):
        self.cell_orientation = [CellOrientation.N] * count

    def add_net(self, cells, x, y):
        assert len(cells) == len(x) == len(y) and len(cells) > 1

    def setup_rows(self, core, row, alternate, initial):
        self.core, self.row = core, row

    def check(self):
        if fault == "fails":
            sys.exit("no place for a cell")
        if fault == "never":
            time.sleep(60)

    def expand_cells_to_density(self, density):
        """Makes cells wider, which the caller takes back."""
        self.cell_width = [width * 3 for width in self.cell_width]

    def place_global(self, settings):
        pass

    def legalize(self, settings):
        """Fills the rows evenly, above all that stays where it is."""
        moving = [k for k, fixed in enumerate(self.cell_is_fixed) if not fixed]
        blocks = [k for k, fixed in enumerate(self.cell_is_fixed) if fixed and self.cell_width[k] > 0]
        free = [
            y
            for y in range(0, self.core.height, self.row)
            if all(y + self.row <= self.cell_y[k] or self.cell_y[k] + self.cell_height[k] <= y for k in blocks)
        ]
        x_of, y_of, turns = list(self.cell_x), list(self.cell_y), list(self.cell_orientation)
        most = sum(self.cell_width[k] for k in moving) / len(free) + max(self.cell_width[k] for k in moving)
        row, x = 0, 0
        for k in moving:
            if x > 0 and x + self.cell_width[k] > min(most, self.core.width):
                row, x = row + 1, 0
            x_of[k], y_of[k] = x + 7 * (fault == "between"), free[row]
            turns[k] = list(CellOrientation)[free[row] // self.row % 2]
            x += self.cell_width[k] - 400 * (fault == "overlap")
        if fault == "row":
            y_of[moving[0]] += 1
        self.cell_x, self.cell_y, self.cell_orientation = x_of, y_of, turns

    def place_detailed(self, settings):
        pass
