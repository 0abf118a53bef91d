#!/bin/sh
# Makes one figure of each paper, and compares its data with what is expected, byte by byte.
#   sh reproduce.sh           with the wheel: needs python3 with venv, and no network
#   sh reproduce.sh --build   with a command built of the sources: needs Rust 1.89 and a C compiler
#   sh reproduce.sh --record  writes what is expected
set -eu
cd "$(dirname "$0")"
mode=${1:-}
mkdir -p made
if [ "$mode" = --build ]; then
  tar -xzf sources.tar.gz
  (cd heddle && cargo build --release --locked)
  heddle=$PWD/heddle/target/release/heddle
else
  [ -x venv/bin/heddle ] || { python3 -m venv venv && venv/bin/pip install -q --no-index wheels/*.whl; }
  heddle=$PWD/venv/bin/heddle
fi
[ "$mode" != --record ] || { rm -rf expected && mkdir expected; }
passed=0 failed=0
while read -r paper words; do
  case $paper in '#'*) continue ;; esac
  began=$(date +%s)
  # what is kept of earlier commands makes nothing here
  # shellcheck disable=SC2086
  "$heddle" figure $words --keep "$PWD/made/runs" --data "made/$paper.json" --plot "made/$paper.svg" >"made/$paper.txt" </dev/null
  [ "$mode" != --record ] || cp "made/$paper.json" expected
  if cmp "made/$paper.json" "expected/$paper.json"; then
    verdict=equal passed=$((passed + 1))
  else
    verdict=DIFFERENT failed=$((failed + 1))
  fi
  echo "$verdict $paper: figure $words, $(($(date +%s) - began)) s"
done <figures.txt
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
