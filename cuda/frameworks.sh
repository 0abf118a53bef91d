#!/bin/sh
# Python frameworks that write PTX: cuda/frameworks.sh PYTHON
#
# PYTHON is the interpreter of an environment with tinygrad, Taichi, Triton or some of them (tried:
# 0.14.0, 1.7.4, 3.9.0 on Python 3.11), and numpy. What it lacks is skipped, by name. tinygrad and
# Triton run under three modes, Taichi functionally: its fields are set by tens of millions of
# thread instructions. Triton compiles its launcher by a C compiler.
set -u
python=${1:?"cuda/frameworks.sh PYTHON: the interpreter of an environment with tinygrad, Taichi or Triton"}
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
for framework in tinygrad triton; do
    if has $framework; then
        for mode in --functional "--policy simt" "--policy stsimt4"; do runs $framework "$mode"; done
    fi
done
if has taichi; then runs taichi --functional; fi
exit $bad
