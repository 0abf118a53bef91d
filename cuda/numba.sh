#!/bin/sh
# Numba's own tests on the functional executor: cuda/numba.sh PYTHON [PACKAGE...]
#
# PYTHON is the interpreter of an environment with Numba (tried: 0.68.1, built-in target), and
# CUDA_HOME the folder in which it finds NVVM and libdevice. `ours`, which comes first, is
# cuda/numba.py under three modes. Each of Numba's files is run in a process of its own; the last
# lines count files and tests. What the tests say is kept in target/numba. LIMIT is the seconds that
# a file may take.
set -u
python=${1:?"cuda/numba.sh PYTHON [PACKAGE...]: the interpreter of an environment with Numba"}
shift
: "${CUDA_HOME:?the folder with nvvm/lib64 and nvvm/libdevice}"
here=$(dirname "$0")
[ $# -gt 0 ] || set -- ours cudadrv cudapy
heddle=${HEDDLE:-target/release/heddle} limit=${LIMIT:-900}
out=target/numba
mkdir -p $out
tests=$("$python" -c 'import os, numba.cuda.tests as t; print(os.path.dirname(t.__file__))') || exit 3
if [ "$1" = ours ]; then
    shift
    for mode in --functional "--policy simt" "--policy stsimt4"; do
        # shellcheck disable=SC2086
        "$heddle" run $mode -- "$python" -W ignore "$here/numba.py" 2>"$out/ours.txt" || { tail -3 "$out/ours.txt" >&2; exit 1; }
    done
fi
for package in "$@"; do
    files=0 passed=0 ran=0 bad=0 skipped=0
    for file in "$tests/$package"/test_*.py; do
        name=$(basename "$file" .py)
        timeout "$limit" "$heddle" run --functional -- "$python" -m unittest "numba.cuda.tests.$package.$name" >"$out/$package.$name.txt" 2>&1
        status=$?
        files=$((files + 1))
        count=$(sed -n 's/^Ran \([0-9]*\) test.*/\1/p' "$out/$package.$name.txt" | tail -1)
        of() { sed -n 's/^\(FAILED\|OK\) (\(.*\))/\2/p' "$out/$package.$name.txt" | tail -1 | tr ',' '\n' | sed -n "s/^ *\($1\)=\([0-9]*\).*/\2/p" | paste -sd+ - | sed 's/^$/0/'; }
        wrong=$(of 'failures\|errors\|unexpected successes') left=$(of skipped)
        ran=$((ran + ${count:-0})) bad=$((bad + ${wrong:-0})) skipped=$((skipped + ${left:-0}))
        # a file that has no test for this system is no failure, though newer interpreters call it
        # one
        if [ $status = 0 ] || [ "${count:-}" = 0 ]; then passed=$((passed + 1)); else echo "$package/$name: status $status, ${count:-no} tests, failed: ${wrong:-?}"; fi
    done
    echo "$package: $passed of $files files pass; $((ran - bad - skipped)) of $ran tests, $skipped are skipped"
done
