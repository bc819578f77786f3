// The panels next to the calls: state, gates, and clock, and the services with their sequences.

import { completing } from "./complete.js";
import { ask, encode } from "./server.js";
import { block, doing, find, grouped, make, notify, pretty, time } from "./dom.js";

// MARK: State

const inputs = new Map();

/** Shows the state. A value that the user is editing stays. */
export function showState(values) {
  const keys = Object.keys(values).sort();
  const place = find("state");
  if (keys.length === 0) {
    inputs.clear();
    place.replaceChildren(make("p", { class: "hint" }, "The script shares no state."));
    return;
  }
  if (keys.join("\n") !== [...inputs.keys()].join("\n")) {
    inputs.clear();
    place.replaceChildren(make("table", null,
      make("thead", { class: "hidden" }, make("tr", null, make("th", { scope: "col" }, "Key"), make("th", { scope: "col" }, "Value"))),
      make("tbody", null, keys.map((key) => make("tr", null, make("th", { scope: "row" }, key), make("td", null, field(key)))))));
  }
  for (const key of keys) {
    const input = inputs.get(key);
    const text = JSON.stringify(values[key]);
    if (input.value !== input.dataset.value && document.activeElement === input) {
      input.dataset.value = text;
      continue;
    }
    if (input.dataset.value !== undefined && input.dataset.value !== text) flash(input);
    input.dataset.value = text;
    input.value = text;
    input.title = text.length > 16 ? text : "";
    input.removeAttribute("aria-invalid");
  }
}

function flash(element) {
  element.classList.remove("flash");
  // Read a property so that the animation restarts.
  void element.offsetWidth;
  element.classList.add("flash");
}

function field(key) {
  const input = make("input", { type: "text", spellcheck: "false", autocomplete: "off", "aria-label": `Value of ${key} as JSON` });
  inputs.set(key, input);
  const place = completing(input, () => ({ of: "state", key }));
  const revert = () => {
    input.value = input.dataset.value;
    input.removeAttribute("aria-invalid");
  };
  const take = doing(async () => {
    if (input.value === input.dataset.value) return;
    try {
      JSON.parse(input.value);
    } catch {
      input.setAttribute("aria-invalid", "true");
      throw new Error(`${key}: write a value as JSON, such as 3, true, "text" or {"a": 1}`);
    }
    await ask("PUT", "state", `{${JSON.stringify(key)}:${input.value}}`);
    notify(`${key} is ${input.value}`, true);
  });
  input.addEventListener("change", take);
  input.addEventListener("keydown", (event) => { if (event.key === "Escape") revert(); });
  return place;
}

// MARK: Gates

export function showGates(gates, select) {
  const place = find("gates");
  if (gates.length === 0) {
    place.replaceChildren(make("p", { class: "hint" }, "No response waits at a gate."));
    return;
  }
  const focused = document.activeElement?.dataset?.gate;
  place.replaceChildren(make("ul", { class: "plain" }, gates.map((gate) => make("li", { class: "gate" },
    make("div", null, make("b", null, gate.name), " ",
      make("span", { class: "hint" }, gate.isOpen ? "open" : gate.waiting === 0 ? "closed, no one is waiting" : `closed, ${grouped(gate.waiting)} waiting`),
      gate.calls.length === 0 ? null : make("span", null, ": ", gate.calls.slice(0, 8).flatMap((call, index) => [index ? ", " : "", link(call, select)]))),
    make("button", { type: "button", "data-gate": gate.name, "aria-label": `${gate.isOpen ? "Close" : "Open"} the gate ${gate.name}`,
      onclick: doing(() => ask("PUT", `gates/${encode(gate.name)}`, { open: !gate.isOpen })) }, gate.isOpen ? "Close" : "Open")))));
  if (focused !== undefined) [...place.querySelectorAll("button")].find((button) => button.dataset.gate === focused)?.focus();
}

function link(call, select) {
  return make("button", { type: "button", class: "link", onclick: () => select(call) }, `#${call}`);
}

// MARK: Clock

const MODES = [["real", "real time"], ["manual", "virtual, moved by hand"], ["fullSpeed", "virtual, at full speed"]];
let clock = null;
let clockParts = null;

export function showClock(next, select) {
  clock = next;
  if (!clockParts) clockParts = buildClock();
  clockParts.mode.value = clock.mode;
  clockParts.moves.hidden = clock.mode === "real";
  const sleeping = clock.sleeping.slice(0, 12).map(({ dueMs, call }) => make("li", null,
    call === null ? "a function of the script" : link(call, select),
    clock.mode === "real" ? ` until ${time(dueMs)} after the start` : ` in ${time(Math.max(0, dueMs - clock.elapsedMs))}`));
  clockParts.sleepers.replaceChildren(clock.sleeping.length === 0 ? make("p", { class: "hint" }, "Nothing is sleeping.")
    : make("div", null, make("p", null, `${grouped(clock.sleeping.length)} asleep:`), make("ul", null, sleeping)));
  tick();
}

function buildClock() {
  const now = make("p", { class: "now" });
  const mode = make("select", { onchange: doing(async (event) => {
    try {
      await ask("PUT", "clock", { mode: event.target.value });
    } finally {
      event.target.value = clock.mode;
    }
  }) }, MODES.map(([value, label]) => make("option", { value }, label)));
  const amount = make("input", { type: "number", min: 0, step: 1, value: "1000", id: "advance-ms" });
  const moves = make("form", { class: "moves", onsubmit: doing(async (event) => {
    event.preventDefault();
    await ask("POST", "clock", { advanceMs: Number(amount.value) });
  }) },
  make("label", null, "Milliseconds ", amount),
  make("button", { type: "submit" }, "Advance"),
  make("button", { type: "button", title: "Wake all sleepers, one after the other", onclick: doing(() => ask("POST", "clock", { run: true })) }, "Run"));
  const sleepers = make("div");
  find("clock").replaceChildren(now, sleepers, moves, make("label", { class: "block" }, "Clock: ", mode),
    make("p", { class: "hint" }, "Changing the clock restarts the scenario."));
  return { now, mode, moves, sleepers };
}

function tick() {
  if (!clock) return;
  const elapsed = clock.mode === "real" ? Math.max(0, Date.now() - clock.startMs) : clock.elapsedMs;
  const date = new Date(clock.startMs + elapsed);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(clock.mode === "real" ? /\.\d+Z$/ : "Z", "");
  clockParts.now.textContent = `${text} UTC, ${time(elapsed)} after the start`;
}
setInterval(() => { if (clock?.mode === "real") tick(); }, 1000);

// MARK: Services

let services = [];
let callForm = null;

export function showServices(next, latest) {
  services = next;
  const view = find("view-services");
  if (!callForm) {
    callForm = buildCall(latest);
    view.replaceChildren(callForm.form, make("div", { id: "counts" }));
  }
  callForm.update();
  find("counts").replaceChildren(...services.map((service) => make("section", null,
    make("h3", null, service.name),
    make("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": `Methods of ${service.name}` },
      make("table", { class: "methods" },
        make("thead", null, make("tr", null, ["Method", "Calls", "Sequences"].map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", null, service.methods.map(methodRow)))))));
}

function methodRow(method) {
  const sequences = method.rules.length === 0
    ? make("span", { class: "hint" }, "nothing configured")
    : make("ul", { class: "plain" }, method.rules.map((rule) => sequence(rule, method.exhausted)));
  return make("tr", null,
    make("th", { scope: "row" }, method.name, method.by ? make("span", { class: "hint" }, ` by ${method.by}`) : null),
    make("td", { class: "figure" }, grouped(method.count)),
    make("td", null, sequences));
}

function sequence(rule, exhausted) {
  const name = rule.match === undefined ? null : make("code", null, `when ${pretty(rule.match)} `);
  if (rule.keys) {
    return make("li", null, name, rule.keys.map(({ key, step }) => make("div", null, make("code", null, key), ` ${progress(step, rule.responses, exhausted)}`)));
  }
  return make("li", null, name, progress(rule.step, rule.responses, exhausted));
}

function progress(step, responses, exhausted) {
  if (step <= responses) return `${step} of ${responses}`;
  const end = { repeatLast: "the last one repeats", cycle: "it started again", error: "used up", fatalError: "used up" }[exhausted];
  return `${responses} of ${responses}, ${end}`;
}

function buildCall(latest) {
  const method = make("select", { id: "call-method" });
  const text = make("textarea", { rows: 4, spellcheck: "false", id: "call-arguments" });
  const answer = make("div", { role: "status" });
  let isTyped = false;
  const complete = async () => {
    isTyped = false;
    const [service, name] = split(method.value);
    const last = latest(service, name);
    if (last !== null) {
      const call = await ask("GET", `requests/${last}`).catch(() => null);
      if (call && !isTyped) { text.value = pretty(call.arguments, 40); return; }
    }
    const parameters = parametersOf(service, name);
    text.value = parameters.length === 0 ? "{}" : `{\n${parameters.map(({ label, example }) => `  ${JSON.stringify(label)}: ${JSON.stringify(example)}`).join(",\n")}\n}`;
  };
  const parametersOf = (service, name) =>
    services.find((other) => other.name === service)?.methods.find((other) => other.name === name)?.parameters ?? [];
  const hints = make("ul", { class: "plain hint", id: "call-parameters" });
  /** Inserts a value into the current arguments. */
  const put = (label, value) => {
    isTyped = true;
    text.value = pretty({ ...JSON.parse(text.value || "{}"), [label]: value }, 40);
  };
  let hinted = "";
  const hint = () => {
    const parameters = parametersOf(...split(method.value));
    if (JSON.stringify(parameters) === hinted) return;
    hinted = JSON.stringify(parameters);
    hints.replaceChildren(...parameters.filter(({ type, choices }) => type !== "" || choices.length > 0).map(({ label, type, choices }) => make("li", null,
      make("code", null, type === "" ? label : `${label}: ${type}`),
      choices.slice(0, 12).flatMap((value) => [" ", make("button", {
        type: "button", "aria-label": `Pass ${JSON.stringify(value)} for ${label}`, onclick: doing(() => put(label, value)),
      }, JSON.stringify(value))]))));
  };
  text.addEventListener("input", () => { isTyped = true; });
  method.addEventListener("change", () => { hint(); return complete(); });
  const form = make("form", { class: "call-form", onsubmit: doing(async (event) => {
    event.preventDefault();
    JSON.parse(text.value || "{}");
    answer.replaceChildren(make("p", { class: "hint" }, "Waiting for the response…"));
    try {
      const result = await ask("POST", "call", `{"call":${JSON.stringify(method.value)},"args":${text.value || "{}"}}`);
      const shown = result.error && result.result !== "stream" ? result.error : result.result === "stream" ? { values: result.values, error: result.error } : result.value;
      answer.replaceChildren(make("p", null, result.error ? "Failed" : "Returned", result.place ? ` (${result.place})` : "", ":"),
        shown === undefined ? make("p", { class: "hint" }, "nothing") : block(shown, "Response of the manual call"));
    } catch (error) {
      answer.replaceChildren();
      throw error;
    }
  }) },
  make("h3", null, "Manual call"),
  make("label", { for: "call-method" }, "Method"), method,
  make("label", { for: "call-arguments" }, "Arguments as JSON"),
  completing(text, () => ({ of: "arguments", call: method.value })), hints,
  make("div", { class: "buttons" }, make("button", { type: "submit", class: "main" }, "Call")), answer);
  let names = "";
  const update = () => {
    const all = services.flatMap((service) => service.methods.map((other) => `${service.name}.${other.name}`));
    if (all.join("\n") === names) return hint();
    names = all.join("\n");
    const had = method.value;
    method.replaceChildren(...all.map((name) => make("option", { value: name }, name)));
    hint();
    if (all.includes(had)) method.value = had;
    else complete();
  };
  return { form, update };
}

function split(name) {
  const dot = name.lastIndexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
}
