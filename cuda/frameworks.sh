#!/bin/sh
# Python frameworks that write PTX: cuda/frameworks.sh PYTHON
#
# PYTHON is the interpreter of an environment with tinygrad, Taichi or both (tried: 0.14.0, 1.7.4 on
# Python 3.11), and numpy. What it lacks is skipped, by name. tinygrad runs under three modes,
# Taichi functionally: its fields are set by tens of millions of thread instructions.
set -u
python=${1:?"cuda/frameworks.sh PYTHON: the interpreter of an environment with tinygrad or Taichi"}
here=$(dirname "$0")
heddle=${HEDDLE:-target/release/heddle} bad=0 said=$(mktemp)
has() { "$python" -c "import importlib.util as u, sys; sys.exit(u.find_spec('$1') is None)" || { echo "skipped: $1 is not installed for $python"; false; }; }
# a framework, a mode, and the rest of the command
runs() {
    framework=$1 mode=$2
    # shellcheck disable=SC2086
    "$heddle" run $mode -- "$python" -W ignore "$here/of_$framework.py" 2>"$said" || { bad=1; tail -5 "$said" >&2; }
    rm -f "$said"
}
export DEV=CUDA:PTX
if has tinygrad; then
    for mode in --functional "--policy simt" "--policy stsimt4"; do runs tinygrad "$mode"; done
fi
if has taichi; then runs taichi --functional; fi
echo "skipped: triton hands machine code (cubin) to the driver, and only PTX can be run"
exit $bad
