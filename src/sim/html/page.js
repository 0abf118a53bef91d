"use strict";
// Draws the page from its data: `data` is what html.rs writes.
const data = JSON.parse(document.getElementById("data").textContent);
const COLORS = {
  issued: "#3a7d44", pipeline: "#86b049", short: "#f2c14e", fetch: "#8e6fb0", long: "#c8553d",
  barrier: "#4d7ea8", gather: "#7fb7be", swap: "#b5838d", idle: "#e3e3e3",
  operand: "#f2c14e", load: "#c8553d", join: "#4d7ea8", scalar: "#7fb7be", quiet: "#b5838d", turnover: "#9a8c98",
};
const WIDTH = 640;
// Runs whose sections are filled at once.
const FIRST = 2;
const number = (value) => value === null || value === undefined ? "-" : Math.round(value).toLocaleString("en");
const fixed = (value, digits = 3) => value === null || value === undefined ? "-" : value.toFixed(digits);
const percent = (value) => value === null || value === undefined ? "-" : (100 * value).toFixed(1) + " %";

// An element with a class, text or children; text is never read as HTML.
function make(tag, css, ...inside) {
  const element = document.createElement(tag);
  if (css) element.className = css;
  element.append(...inside.map((part) => part instanceof Node ? part : String(part)));
  return element;
}

// Shares of issue slots, or of cycles, as a bar; `counts` by class.
function bar(counts, names, css, unit) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const shown = make("div", css);
  counts.forEach((count, n) => {
    const part = make("i");
    part.style.width = (all ? 100 * count / all : 0) + "%";
    part.style.background = COLORS[names[n]];
    part.title = `${names[n]}: ${number(count)} ${unit}, ${percent(all ? count / all : 0)}`;
    shown.append(part);
  });
  return shown;
}

// A table that is sorted by the column whose head is clicked. A column: its head, the cell's content of a row, the value to
// sort by, and a class.
function sortable(columns, rows) {
  const head = make("tr"), body = make("tbody"), table = make("table", "", make("thead", "", head), body);
  const show = (sorted) => body.replaceChildren(...sorted.map((row) =>
    make("tr", "", ...columns.map((column) => make("td", column.css, column.cell(row))))));
  columns.forEach((column) => {
    const cell = make("th", column.css === "w" || column.css === "code" ? "w" : "", column.head);
    if (column.title) cell.title = column.title;
    cell.onclick = () => {
      const down = !cell.classList.contains("down");
      head.querySelectorAll("th").forEach((other) => other.classList.remove("up", "down"));
      cell.classList.add(down ? "down" : "up");
      const order = (a, b) => {
        const [left, right] = [column.value(a), column.value(b)];
        return left < right ? -1 : left > right ? 1 : 0;
      };
      show([...rows].sort((a, b) => down ? order(b, a) : order(a, b)));
    };
    head.append(cell);
  });
  show(rows);
  return table;
}

const key = (names) => make("div", "key", ...names.map((name) => {
  const color = make("i");
  color.style.background = COLORS[name];
  return make("span", "", color, name);
}));

// Options of a chart over cycles: charts of one run zoom together.
function options(run, height, more) {
  const sync = uPlot.sync("run " + run.number);
  let moving = false;
  const zoomed = (chart, scale) => {
    if (scale !== "x" || moving) return;
    const { min, max } = chart.scales.x;
    moving = true;
    sync.plots.filter((other) => other !== chart && other.scales.x.min !== min | other.scales.x.max !== max)
      .forEach((other) => other.setScale("x", { min, max }));
    moving = false;
  };
  return {
    width: WIDTH, height, cursor: { sync: { key: sync.key } }, ...more,
    axes: [{ values: (_, ticks) => ticks.map((tick) => number(tick)) }, ...(more.axes || [{}])],
    scales: { x: { time: false, range: (_, min, max) => [min, Math.max(max, min + 1)] }, ...(more.scales || {}) },
    hooks: { setScale: [zoomed], ...(more.hooks || {}) },
  };
}

const stepped = uPlot.paths.stepped({ align: -1 });
const cycles = { label: "cycle", value: (_, value) => number(value) };
// What a series says of an interval holds up to its end: at cycle 0 there is nothing yet.
const from0 = (values) => [null, ...values];

// Issue slots, or cycles of vector cores, over time, stacked: the highest sum is drawn first.
function time(run, into) {
  const { cycle, time: shares } = run.history;
  let sums = cycle.map(() => 0);
  const stacked = run.time.classes.map((name, n) => {
    sums = sums.map((sum, i) => sum + (shares[n][i] || 0));
    const own = from0(shares[n]);
    return {
      values: from0(sums),
      series: {
        label: name, paths: stepped, fill: COLORS[name], stroke: COLORS[name], width: 0, points: { show: false },
        value: (_, value, __, i) => i === null ? "-" : percent(own[i]),
      },
    };
  }).reverse();
  const shown = options(run, 240, {
    series: [cycles, ...stacked.map((one) => one.series)], axes: [{ size: 60, values: (_, ticks) => ticks.map((tick) => Math.round(100 * tick) + " %") }],
    scales: { y: { range: [0, 1] } },
  });
  new uPlot(shown, [[0, ...cycle], ...stacked.map((one) => one.values)], into);
}

function curves(run, into, named, unit) {
  const colors = ["#1f77b4", "#c8553d", "#3a7d44"];
  const series = named.map(([label, _, say], n) => ({
    label, paths: stepped, stroke: colors[n], width: 1.2, points: { show: false }, value: (_, value) => say(value),
  }));
  const shown = options(run, 150, { series: [cycles, ...series], axes: [{ label: unit, labelSize: 18, size: 60 }] });
  new uPlot(shown, [[0, ...run.history.cycle], ...named.map(([_, values]) => from0(values))], into);
}

// Rows over cycles, drawn by a function: cores, or places of CTAs.
function rows(run, into, count, last, draw, label) {
  const height = Math.min(420, Math.max(90, 60 + 12 * count));
  const shown = options(run, height, {
    series: [cycles, { label, value: () => "" }], legend: { show: false },
    axes: [{ label, labelSize: 18, size: 60, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] }],
    scales: { y: { range: [0, Math.max(1, count)] } }, hooks: { draw: [draw] },
  });
  new uPlot(shown, [[0, last], [0, 0]], into);
}

// A rectangle of a chart, from cycle to cycle and from row to row, as far as it can be seen.
function fill(chart, x0, x1, y0, y1, color, gap) {
  const { left, top, width, height } = chart.bbox;
  const x = (value) => Math.min(left + width, Math.max(left, chart.valToPos(value, "x", true)));
  const [a, b] = [x(x0), x(x1)], [low, high] = [chart.valToPos(y0, "y", true), chart.valToPos(y1, "y", true)];
  if (b <= a || low > top + height + 1) return;
  chart.ctx.fillStyle = color;
  chart.ctx.fillRect(a, high + gap, Math.max(b - a - gap, 0.6), low - high - 2 * gap);
}

function cores(run, into) {
  const { cycle, cores: issued } = run.history;
  const most = Math.max(...issued.flat(), 1e-9);
  rows(run, into, issued.length, run.cycles, (chart) => {
    issued.forEach((values, core) => values.forEach((value, i) => {
      const shade = Math.round(255 - 215 * value / most);
      fill(chart, i ? cycle[i - 1] : 0, cycle[i], core, core + 1, `rgb(${shade},${Math.min(255, shade + 40)},255)`, 0);
    }));
  }, "core");
}

function ctas(run, into) {
  const wide = run.ctas.reduce((most, cta) => Math.max(most, cta[1] + 1), 1);
  const count = run.ctas.reduce((most, cta) => Math.max(most, cta[0] + 1), 1);
  rows(run, into, count, run.cycles, (chart) => {
    run.grids.forEach(([, from, to], n) => fill(chart, from, to, 0, count, n % 2 ? "#f4efe6" : "#e8f0f4", 0));
    run.ctas.forEach(([core, place, from, to, cta, active]) => {
      const low = core + place / wide, high = core + (place + 1) / wide, color = (cta[0] + cta[1] + cta[2]) % 2;
      fill(chart, from, to, low, high, active.length ? "#c9c9c9" : color ? "#4d7ea8" : "#7fb7be", 0.5);
      active.forEach(([since, until]) => fill(chart, since, until, low, high, color ? "#4d7ea8" : "#7fb7be", 0.5));
    });
  }, "core");
}

// A kernel by line of PTX, or by line of its source language.
function lines(kernel, { unit, lost: classes }) {
  const lost = (row) => row.lost.reduce((sum, slots) => sum + slots, 0);
  const ptx = kernel.lines.map(([line, text, from, issued, threads, transactions, diverged, lost]) =>
    ({ place: [line], name: String(line), text, from, issued, threads, transactions, diverged, lost }));
  const by = new Map();
  ptx.filter((row) => row.from).forEach((row) => {
    const [file, line] = row.from, name = file.split("/").pop() + ":" + line;
    const text = (kernel.sources[file] || {})[line] || "", place = [file, line];
    const zero = { place, name, text, from: null, issued: 0, threads: 0, transactions: 0, diverged: 0, lost: row.lost.map(() => 0) };
    const all = by.get(file + ":" + line) || zero;
    ["issued", "threads", "transactions", "diverged"].forEach((what) => { all[what] += row[what]; });
    all.lost = all.lost.map((slots, n) => slots + row.lost[n]);
    by.set(file + ":" + line, all);
  });
  const column = (head, of, title) => ({ head, title, css: "", cell: (row) => number(of(row)), value: of });
  const columns = (head) => [
    { head, css: "w", cell: (row) => row.name, value: (row) => row.place[row.place.length - 1] },
    { head: "text", css: "code", cell: (row) => row.text, value: (row) => row.text },
    column("issues", (row) => row.issued, "warps, or groups of threads that issue together"),
    column("threads", (row) => row.threads, "threads that took part"),
    column("lost", lost, `${unit} that went by while the warp that would be next waited to issue this line`),
    { head: "by what", css: "w", cell: (row) => bar(row.lost, classes, "bar small", unit), value: lost },
    ...classes.map((name, n) => column(name, (row) => row.lost[n], `${unit} lost, of this class`)),
    column("transactions", (row) => row.transactions, "transactions of memory that its accesses became"),
    column("diverged", (row) => row.diverged, "warps whose threads it sent to different places"),
  ];
  const shown = make("details", "", make("summary", "",
    `${kernel.kernel} (${kernel.source}): ${number(kernel.launches)} launches, ${number(ptx.reduce((sum, row) => sum + lost(row), 0))} ${unit} lost`));
  const tables = [make("h3", "", "by line of PTX"), make("div", "lines", sortable(columns("line"), ptx))];
  if (by.size) tables.push(make("h3", "", "by line of the source"), make("div", "lines", sortable(columns("source"), [...by.values()])));
  const ending = kernel.ending.reduce((sum, slots) => sum + slots, 0);
  if (ending) tables.push(make("p", "note", `${number(ending)} ${unit} more were lost while warps that had ended waited for their last accesses.`));
  shown.append(...tables);
  shown.lost = ptx.reduce((sum, row) => sum + lost(row), 0);
  return shown;
}

function overview() {
  const of = (run, name) => run.values[data.statistics.findIndex((statistic) => statistic[0] === name)] || 0;
  const column = (head, name, say) => ({ head, css: "", cell: (run) => say(run[name]), value: (run) => run[name] ?? -1 });
  const word = (head, name) => ({ head, css: "w", cell: (run) => run[name], value: (run) => run[name] });
  return sortable([
    word("workload", "workload"), word("policy", "policy"),
    ...(data.runs.some((run) => run.point) ? [word("set", "point")] : []), word("memory", "result"), column("cycles", "cycles", number),
    column("IPC", "ipc", fixed), column("speedup", "speedup", fixed),
    { head: "where time went", css: "w", value: (run) => run.values ? of(run, run.time.prefix + "issued") / Math.max(1, run.cycles) : -1,
      cell: (run) => run.values
        ? bar(run.time.classes.map((name) => of(run, run.time.prefix + name)), run.time.classes, "bar", run.time.unit) : run.reason || "" },
  ], data.runs);
}

// Fills the section of a run.
function show(run, shown) {
  shown.classList.remove("later");
  if (!run.values) return shown.append(make("p", "", run.reason || run.result));
  run.wrong.forEach((wrong) => shown.append(make("p", "wrong", "WRONG: " + wrong)));
  const charts = [];
  const chart = (title, draw, note) => {
    const place = make("div", "chart");
    shown.append(make("h3", "", title), place);
    if (note) shown.append(make("p", "note", note));
    charts.push(() => draw(run, place));
  };
  if (run.history && run.history.cycle.length) {
    chart(`${run.time.unit[0].toUpperCase()}${run.time.unit.slice(1)} over time`, time);
    chart("Thread instructions a cycle", (run, place) => curves(run, place, [["IPC", run.history.ipc, fixed]], ""));
    chart("Caches", (run, place) =>
      curves(run, place, [["L1 hits", run.history.l1, percent], ["L2 hits", run.history.l2, percent]], "share"));
    chart("DRAM", (run, place) => curves(run, place, [["transfers", run.history.dram, number]], "in 1000 cycles"));
    chart("Instructions issued by core", cores);
  }
  const left = run.ctas_left_out ? ` The first ${number(run.ctas.length)} CTAs to end are shown, ${number(run.ctas_left_out)} are left out.` : "";
  if (run.ctas.length) chart("CTAs on cores", ctas, `${number(run.launches.length)} launches, as shaded.${left}`);
  const kernels = run.kernels.map((kernel) => lines(kernel, run.time));
  if (kernels.length) kernels.reduce((most, kernel) => kernel.lost > most.lost ? kernel : most).open = true;
  shown.append(make("h3", "", "Kernels by line"), ...kernels);
  charts.forEach((draw) => draw());
}

function statistics() {
  const runs = data.runs.filter((run) => run.values);
  const rows = data.statistics.map(([name, unit, doc], n) => ({ name, unit, doc, values: runs.map((run) => run.values[n]) }));
  const word = (name) => ({ head: name, css: "w", cell: (row) => row[name], value: (row) => row[name] });
  const table = (shown) => sortable([
    word("name"), ...runs.map((run, n) => (
      { head: run.name, css: "", cell: (row) => number(row.values[n]), value: (row) => row.values[n] })),
    word("unit"), word("doc"),
  ], shown);
  const find = make("input"), place = make("div", "lines"), shown = make("details", "", make("summary", "", "All statistics"), find, place);
  find.placeholder = "part of a name";
  find.oninput = () => place.replaceChildren(table(rows.filter((row) => row.name.includes(find.value))));
  // as large as the page is wide: made when it is opened
  shown.addEventListener("toggle", () => { if (!place.firstChild) place.append(table(rows)); });
  return shown;
}

data.runs.forEach((run, n) => { run.number = n; });
const sections = data.runs.map((run) => make("section", "later", make("h2", "", run.name)));
const keys = [...new Map(data.runs.map((run) => [run.time.prefix, run.time])).values()].map((time) => key(time.classes));
document.getElementById("main").replaceChildren(
  ...keys, overview(),
  make("p", "note", "Drag over a chart to zoom all charts of its run, double-click to see all of it; click the head of a column to sort by it."),
  make("div", "runs", ...sections), statistics());
// A page of many runs opens as fast as one of few: a section is filled when it is about to be seen.
const seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => {
  seen.unobserve(entry.target);
  const n = sections.indexOf(entry.target);
  show(data.runs[n], sections[n]);
}), { rootMargin: "400px" });
sections.forEach((section, n) => n < FIRST ? show(data.runs[n], section) : seen.observe(section));
