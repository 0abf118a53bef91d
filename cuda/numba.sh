#!/bin/sh
# Numba's own tests on the functional executor: cuda/numba.sh PYTHON [PACKAGE...]
#
# PYTHON is the interpreter of an environment with Numba (tried: 0.68.1, built-in target), and CUDA_HOME the folder in which it finds NVVM and libdevice.
# Each file of tests is run in a process of its own; the last lines count files and tests. What the tests say is kept in target/numba.
set -u
python=${1:?"cuda/numba.sh PYTHON [PACKAGE...]: the interpreter of an environment with Numba"}
shift
: "${CUDA_HOME:?the folder with nvvm/lib64 and nvvm/libdevice}"
[ $# -gt 0 ] || set -- cudadrv cudapy
heddle=${HEDDLE:-target/release/heddle}
out=target/numba
mkdir -p $out
tests=$("$python" -c 'import os, numba.cuda.tests as t; print(os.path.dirname(t.__file__))') || exit 3
for package in "$@"; do
    files=0 passed=0 ran=0 bad=0
    for file in "$tests/$package"/test_*.py; do
        name=$(basename "$file" .py)
        timeout 120 "$heddle" run --functional -- "$python" -W ignore -m numba.runtests "numba.cuda.tests.$package.$name" >"$out/$package.$name.txt" 2>&1
        status=$?
        files=$((files + 1))
        count=$(sed -n 's/^Ran \([0-9]*\) test.*/\1/p' "$out/$package.$name.txt" | tail -1)
        wrong=$(sed -n 's/^FAILED (\(.*\))/\1/p' "$out/$package.$name.txt" | tail -1 | tr ',' '\n' | sed -n 's/.*\(failures\|errors\)=\([0-9]*\).*/\2/p' | paste -sd+ - | sed 's/^$/0/')
        ran=$((ran + ${count:-0})) bad=$((bad + ${wrong:-0}))
        if [ $status = 0 ]; then passed=$((passed + 1)); else echo "$package/$name: status $status, ${count:-no} tests, failed: ${wrong:-?}"; fi
    done
    echo "$package: $passed of $files files pass; $((ran - bad)) of $ran tests"
done
