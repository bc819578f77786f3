// The list of calls. All of them are kept as short rows, and only the visible ones are drawn.

import { find, grouped, make, time, whenReleased } from "./dom.js";
import { kind, METHOD as VERB, outcome, PROBLEM, size, split, STATUS, URL_TEXT } from "./request.js";

// The fields of a row, in the order of the server's lists.
export const ORDER = 0, SERVICE = 1, METHOD = 2, ARGUMENTS = 3, OUTCOME = 4, RESULT = 5, PLACE = 6, TIME = 7, APP = 8, REQUEST = 9;
const RUNNING = 0;
const OUTCOMES = ["running", "answered", "failed", "cancelled"];
const MARKS = ["…", "✓", "✗", "⊘"];
// The list never keeps twice this many rows. The server keeps no more calls itself.
const MOST = 100000;

const list = find("list");
const space = make("div", { class: "space", role: "presentation" });
list.append(space);

let rows = [];
/** The number of the first row. */
let first = 1;
/** The visible entries from the top: call numbers and headings. Null if every call is shown, newest first. */
let shown = null;
let selected = null;
let height = 28;
let isDrawing = false;
let isStale = false;
let isOpening = () => {};
let isUpdating = () => {};
const known = new Map();

const filters = { text: "", outcome: "", order: "newest", host: "", verb: "", status: "" };
/** The hosts and methods of the requests, for the filters. */
const seen = { host: new Set(), verb: new Set() };

export function onOpen(open, update) { [isOpening, isUpdating] = [open, update]; }

/** Returns a shared copy of a string, since services, methods, and places repeat. */
function intern(text) {
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  if (known.size > 5000) known.clear();
  known.set(text, text);
  return text;
}

export function clear() {
  [rows, first, selected] = [[], 1, null];
  for (const id of ["host", "verb"]) {
    seen[id].clear();
    filters[id] = "";
    find(id).replaceChildren(find(id).options[0]);
  }
  filters.status = find("status").value = "";
  find("request-filters").hidden = true;
  select(null);
  sift();
}

export function row(order) { return rows[order - first]; }

/** Returns the latest call to a method, for its arguments. */
export function latest(service, method) {
  for (let index = rows.length - 1; index >= Math.max(0, rows.length - 2000); index--) {
    if (rows[index][SERVICE] === service && rows[index][METHOD] === method) return rows[index][ORDER];
  }
  return null;
}

/** Adds rows of new calls, and updates those of calls that have ended. */
export function add(news) {
  let added = 0;
  for (const row of news) {
    for (const index of [SERVICE, METHOD, PLACE, APP]) row[index] = intern(row[index]);
    if (row[REQUEST]) noteRequest(row[REQUEST]);
    if (rows.length === 0) first = row[ORDER];
    const place = row[ORDER] - first;
    if (place < 0) continue;
    if (place >= rows.length) {
      // The server may have dropped some in between.
      if (place > rows.length) [rows, first, shown] = [[], row[ORDER], shown && []];
      rows.push(row);
      if (shown && filters.order === "newest" && fits(row)) { shown.push(row[ORDER]); added++; }
      if (!shown) added++;
    } else {
      const had = rows[place];
      rows[place] = row;
      if (row[ORDER] === selected && had[OUTCOME] === RUNNING) isUpdating(selected);
      if (shown && (filters.outcome !== "" || filters.status !== "")) isStale = true;
    }
  }
  if (rows.length > MOST * 1.1) {
    first += rows.length - MOST;
    rows = rows.slice(-MOST);
    if (shown) shown = shown.filter((entry) => typeof entry === "string" || entry >= first);
  }
  if (filters.order === "service") isStale = true;
  // Keep the scroll position of a user who is reading further down.
  if (added > 0 && filters.order === "newest" && list.scrollTop > height) list.scrollTop += added * height;
  draw();
}

/** Adds the host and the method of a request to the filters. */
function noteRequest(request) {
  for (const [id, value] of [["host", split(request[URL_TEXT])[0]], ["verb", request[VERB]]]) {
    if (seen[id].has(value) || seen[id].size >= 100) continue;
    seen[id].add(value);
    find(id).append(make("option", { value }, value));
  }
  find("request-filters").hidden = false;
}

function isOfStatus(request) {
  switch (filters.status) {
    case "": return true;
    case "fault": return request[PROBLEM] !== null && request[PROBLEM] !== "no route";
    case "none": return request[PROBLEM] === "no route";
    default: return request[STATUS] !== null && Math.floor(request[STATUS] / 100) === Number(filters.status);
  }
}

function fits(row) {
  const request = row[REQUEST];
  if (filters.host !== "" || filters.verb !== "" || filters.status !== "") {
    if (!request || !isOfStatus(request)) return false;
    if (filters.host !== "" && split(request[URL_TEXT])[0] !== filters.host) return false;
    if (filters.verb !== "" && request[VERB] !== filters.verb) return false;
  }
  if (filters.outcome !== "" && row[OUTCOME] !== Number(filters.outcome)) return false;
  if (filters.text === "") return true;
  return `${row[SERVICE]}.${row[METHOD]}\n${row[ARGUMENTS]}\n${row[RESULT]}\n${row[PLACE]}\n${row[APP]}\n${request ? request.join(" ") : ""}`
    .toLowerCase().includes(filters.text);
}

/** Filters all rows again. */
function sift() {
  isStale = false;
  if (filters.order === "newest") {
    const isAll = ["text", "outcome", "host", "verb", "status"].every((name) => filters[name] === "");
    shown = isAll ? null : rows.filter(fits).map((row) => row[ORDER]);
  } else {
    const groups = new Map();
    for (let index = rows.length - 1; index >= 0; index--) {
      const row = rows[index];
      if (!fits(row)) continue;
      const name = `${row[SERVICE]}.${row[METHOD]}`;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(row[ORDER]);
    }
    shown = [...groups.keys()].sort().flatMap((name) => {
      const calls = groups.get(name);
      return [`${name}: ${grouped(calls.length)} ${calls.length === 1 ? "call" : "calls"}`, ...calls];
    });
  }
  draw();
}

const count = () => (shown ? shown.length : rows.length);

/** Returns the entry at a position from the top. */
function entry(index) {
  if (filters.order === "service") return shown[index];
  return shown ? shown[shown.length - 1 - index] : first + rows.length - 1 - index;
}

function indexOf(order) {
  if (order === null) return -1;
  if (!shown) return order >= first && order < first + rows.length ? first + rows.length - 1 - order : -1;
  const place = shown.indexOf(order);
  return place < 0 || filters.order === "service" ? place : shown.length - 1 - place;
}

function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => whenReleased(() => {
    isDrawing = false;
    drawNow();
  }));
}

function drawNow() {
  const total = count();
  space.style.height = `${total * height}px`;
  const top = Math.max(0, Math.floor(list.scrollTop / height) - 4);
  const bottom = Math.min(total, Math.ceil((list.scrollTop + list.clientHeight) / height) + 4);
  const elements = [];
  for (let index = top; index < bottom; index++) {
    const item = entry(index);
    const element = typeof item === "string" ? heading(item) : option(row(item), index, total);
    element.style.transform = `translateY(${index * height}px)`;
    elements.push(element);
  }
  space.replaceChildren(...elements);
  const current = selected !== null && space.querySelector(`#call-${selected}`);
  if (current) list.setAttribute("aria-activedescendant", current.id);
  else list.removeAttribute("aria-activedescendant");
  find("calls-count").textContent =
    total === rows.length || filters.order === "service" ? grouped(rows.length) : `${grouped(total)} of ${grouped(rows.length)}`;
  find("calls-empty").hidden = rows.length > 0;
  list.dataset.empty = rows.length === 0;
}

function heading(text) {
  return make("div", { class: "row heading", role: "presentation" }, text);
}

function option(row, index, total) {
  const result = OUTCOMES[row[OUTCOME]];
  const request = row[REQUEST];
  return make("div", {
    class: request ? "row request" : "row", role: "option", id: `call-${row[ORDER]}`, "data-order": row[ORDER], "data-outcome": result,
    "data-kind": request ? kind(request) : undefined,
    "aria-selected": row[ORDER] === selected ? "true" : "false", "aria-setsize": total, "aria-posinset": index + 1,
  },
  make("span", { class: "number" }, `${row[ORDER]}`),
  ...(request ? requestCells(request, row) : callCells(row, result)),
  make("span", { class: "time" }, row[TIME] === null ? "" : time(row[TIME])));
}

function callCells(row, result) {
  return [
    make("span", { class: "mark", role: "img", "aria-label": result }, MARKS[row[OUTCOME]]),
    make("span", { class: "name" }, make("span", { class: "service" }, `${row[SERVICE]}.`), row[METHOD]),
    make("span", { class: "arguments" }, row[ARGUMENTS] === "{}" ? "" : row[ARGUMENTS]),
    make("span", { class: "result" }, row[RESULT]),
  ];
}

function requestCells(request, row) {
  const [host, path] = split(request[URL_TEXT]);
  return [
    make("span", { class: "status", title: request[PROBLEM] }, outcome(request)),
    make("span", { class: "verb" }, request[VERB]),
    make("span", { class: "path", title: request[URL_TEXT] }, path, make("span", { class: "service" }, host)),
    make("span", { class: "size" }, row[OUTCOME] === RUNNING ? row[RESULT] : size(request)),
  ];
}

/** Selects a call and shows it. */
export function select(order) {
  selected = order;
  draw();
  if (order !== null) isOpening(order);
}

export function reveal(order) {
  const index = indexOf(order);
  if (index < 0) return;
  const top = index * height;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}

/** Moves the selection down or up by the given number of rows. Headings are skipped. */
function move(steps) {
  const total = count();
  if (total === 0) return;
  const direction = steps < 0 ? -1 : 1;
  const start = indexOf(selected);
  let index = start < 0 ? (direction > 0 ? 0 : total - 1) : Math.min(Math.max(start + steps, 0), total - 1);
  while (typeof entry(index) === "string") {
    if (index + direction < 0 || index + direction >= total) return;
    index += direction;
  }
  select(entry(index));
  reveal(selected);
}

list.addEventListener("scroll", draw, { passive: true });
list.addEventListener("click", (event) => {
  const element = event.target.closest("[data-order]");
  if (element) select(Number(element.dataset.order));
});
list.addEventListener("keydown", (event) => {
  const page = Math.max(1, Math.floor(list.clientHeight / height) - 1);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
  if (steps === undefined) return;
  event.preventDefault();
  move(steps);
});
new ResizeObserver(draw).observe(list);

let typing;
find("find").addEventListener("input", (event) => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    filters.text = event.target.value.trim().toLowerCase();
    list.scrollTop = 0;
    sift();
  }, 80);
});
for (const id of ["outcome", "order", "host", "verb", "status"]) {
  find(id).addEventListener("change", (event) => {
    filters[id] = event.target.value;
    list.scrollTop = 0;
    sift();
  });
}
setInterval(() => { if (isStale) sift(); }, 400);
