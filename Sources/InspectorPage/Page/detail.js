// The details of a call: its arguments, the rule that matched and why others didn't, the state, the response, and an
// override.

import { completing } from "./complete.js";
import { ask, encode } from "./server.js";
import { block, doing, find, make, notify, pretty, time, whenReleased } from "./dom.js";
import { actions, copy, distinguishing, kind, messages, METHOD, outcome, returned, sent, split, unmatched, URL_TEXT } from "./request.js";

const view = find("view-call");
let shown = null;
let hasEnded = false;
let isRevealed = false;
let showLine = () => {};

export function onPlace(show) { showLine = show; }

export function clearDetail() {
  shown = null;
  view.replaceChildren(make("p", { class: "hint" }, "Choose a call to see which rule answered it, and why the others did not."));
}

/** Shows a call. If it's already visible, redraws it in place. */
export async function open(order) {
  const isSame = shown === order;
  shown = order;
  isRevealed &&= isSame;
  hasEnded &&= isSame;
  await draw(order, isSame);
}

/** Redraws a call whose row has changed. The details may have been asked for after the call ended, but before its row arrived.
    They are complete then, and drawing them again would remove what the user has entered. */
export async function update(order) {
  if (shown === order && !hasEnded) await draw(order, true, () => hasEnded);
}

async function draw(order, isSame, isLate = () => false) {
  const call = await ask("GET", `requests/${order}${isRevealed ? "?secrets=shown" : ""}`);
  whenReleased(() => drawNow(call, order, isSame, isLate));
}

function drawNow(call, order, isSame, isLate) {
  if (shown !== order || isLate()) return;
  hasEnded = call.outcome !== "running";
  const top = view.scrollTop;
  const old = isSame && !hasEnded && call.sent && find("messages");
  const form = isSame && view.querySelector("form.override");
  if (old) old.replaceWith(messages(call.sent));
  else view.replaceChildren(...(call.request ? requestParts(call) : parts(call)).filter(Boolean));
  if (form && isUsed(form)) view.querySelector("form.override")?.replaceWith(form);
  view.scrollTop = isSame ? top : 0;
}

/** Returns whether the user has entered a response in a form, or has its rule. */
function isUsed(form) {
  const [text, lua] = form.querySelectorAll("textarea");
  return text.value !== text.defaultValue || !lua.hidden;
}

const WORDS = { running: "running", returned: "answered", threw: "failed", cancelled: "cancelled" };

function parts(call) {
  return [
    make("h3", { class: "title" }, call.call, " ", make("span", { class: "number" }, `#${call.order}`), " ",
      make("span", { class: `badge ${call.outcome}` }, WORDS[call.outcome])),
    facts(call),
    make("h4", null, "Arguments"), block(call.arguments, "Arguments"),
    make("h4", null, call.passed ? "Live response" : "Response"), answer(call), ...(call.keep ? [keep(call)] : []),
    make("h4", null, "Rules"), rules(call),
    make("h4", null, "State"), states(call),
    make("h4", null, "Override the response"), override(call),
  ];
}

function requestParts(call) {
  const [host, path] = split(call.request[URL_TEXT]);
  const reveal = () => {
    isRevealed = true;
    return open(call.order);
  };
  return [
    make("h3", { class: "title" }, `${call.request[METHOD]} ${path}`, " ", make("span", { class: "number" }, `#${call.order}`), " ",
      make("span", { class: `badge ${kind(call.request)}` }, outcome(call.request))),
    make("p", { class: "hint" }, host),
    facts(call), actions(call, async () => (await ask("POST", "lua", `${rule(call, pretty(response(call)), true)},"call":${JSON.stringify(call.call)}}`)).lua, reveal),
    ...(call.nearest || isUnmatched(call) ? unmatched(call) : []),
    make("h4", null, "Request"), ...sent(call),
    make("h4", null, call.passed ? "Live response" : "Response"), ...returned(call), ...(call.keep ? [keep(call)] : []),
    ...(isUnmatched(call) ? [] : [make("h4", null, "Rules"), rules(call), make("h4", null, "State"), states(call),
      make("h4", null, "Override the response"), override(call)]),
  ];
}

const isUnmatched = (call) => outcome(call.request) === "no route";

/** Returns a response and the arguments of its rule as JSON without its end. The response is sent unchanged, since parsing would
    round long numbers. */
function rule(call, text, isThese) {
  return `{"response":${text}${isThese ? `,"arguments":${JSON.stringify(distinguishing(call))}` : ""}`;
}

function facts(call) {
  const response = call.response ?? {};
  const list = [
    ["Call", `number ${call.count} of the ${call.request ? "route" : "method"}`],
    call.app && ["From", call.app],
    call.passed && ["Passed to", "the live side"],
    call.place && [call.passed ? "Passed by" : "Answered by", place(call.place)],
    call.durationMs !== undefined && ["Took", time(call.durationMs)],
    response.delayMs !== undefined && ["Delay", typeof response.delayMs === "number" ? time(response.delayMs) : pretty(response.delayMs)],
    response.gate && ["Gate", response.gate],
    call.key !== undefined && ["Sequence of", pretty(call.key)],
  ].filter(Boolean);
  return make("dl", { class: "facts" }, list.flatMap(([name, value]) => [make("dt", null, name), make("dd", null, value)]));
}

/** Returns a link to a line in a script. */
function place(text) {
  if (text.startsWith("override:")) return make("span", null, "a response from this page");
  return make("button", { type: "button", class: "link", onclick: () => showLine(text) }, text);
}

function answer(call) {
  if (call.error) {
    return make("div", { class: "failure" },
      make("p", null, make("b", null, call.error.code), ` ${call.error.message}`),
      call.error.details === undefined ? null : block(call.error.details, "Details of the error"));
  }
  if (call.outcome === "running") return make("p", { class: "hint" }, "The call is still running.");
  if (call.outcome === "cancelled") return make("p", { class: "hint" }, "The call was cancelled before it got a response.");
  if (call.value === undefined) return make("p", { class: "hint" }, "Nothing: the method returns no value.");
  return block(call.value, "Response");
}

/** Offers to add the live response to the script. */
function keep(call) {
  const lua = make("textarea", { rows: 3, readonly: true, class: "lua", "aria-label": "The rule of the live response in Lua", hidden: true });
  const apply = doing(async () => {
    const path = `services/${encode(call.service)}/${encode(call.method)}/override`;
    lua.value = (await ask("PUT", path, JSON.stringify(call.keep))).lua;
    lua.hidden = false;
    notify(`${call.call} returns this response from now on. Put the rule first in the list of the method.`, true);
  });
  return make("div", { class: "override" },
    make("div", { class: "buttons" }, make("button", { type: "button", class: "main", onclick: apply }, "Keep this response")), lua);
}

function rules(call) {
  if (call.candidates.length === 0) {
    return make("p", { class: "hint" }, call.note ?? "The script doesn't configure this method.");
  }
  let hasAccepted = false;
  return make("ol", { class: "rules" }, call.candidates.map((rule) => {
    const title = rule.match === undefined ? "any arguments" : `when ${pretty(rule.match)}`;
    let verdict;
    if (rule.chosen) verdict = `answered: response ${Math.min(rule.step, rule.responses)} of ${rule.responses}`;
    else if (rule.mismatch) verdict = mismatch(rule.mismatch);
    else verdict = hasAccepted ? "also matches, but an earlier rule responds" : "matches now";
    hasAccepted ||= rule.accepts;
    const state = rule.chosen ? "chosen" : rule.accepts ? "fits" : "differs";
    return make("li", { "data-state": state },
      make("code", null, title), " ", rule.place ? place(rule.place) : null,
      make("div", { class: "verdict" }, verdict));
  }));
}

function mismatch({ field, expected, actual }) {
  return make("span", null, make("b", null, field === "" ? "the arguments" : field), ": expected ",
    make("code", null, pretty(expected)), ", found ", make("code", null, actual === null ? "nothing" : pretty(actual)));
}

function states(call) {
  const after = call.stateAfter ?? {};
  const before = call.stateBefore ?? after;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  if (keys.length === 0) return make("p", { class: "hint" }, "The script shares no state.");
  const cell = (values, key) => make("td", null, make("code", null, key in values ? pretty(values[key]) : ""));
  return make("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "State of the call" }, make("table", null,
    make("thead", null, make("tr", null, make("th", { scope: "col" }, "Key"), make("th", { scope: "col" }, "Before"), make("th", { scope: "col" }, "After"))),
    make("tbody", null, keys.map((key) => {
      const isChanged = JSON.stringify(before[key]) !== JSON.stringify(after[key]);
      return make("tr", { "data-changed": isChanged }, make("th", { scope: "row" }, key), cell(before, key), cell(after, key));
    }))));
}

/** Returns the response in an editable form. */
function response(call) {
  const stated = call.response && call.response.result !== "callback" ? { ...call.response } : {};
  delete stated.match;
  if (call.error) return { ...stated, result: stated.result === "stream" ? "stream" : "error", error: call.error };
  if (stated.result === "stream") return stated;
  if (call.request && stated.value !== undefined) return stated;
  if (call.request && Array.isArray(call.value) && call.value.length > 1) return { ...stated, result: "stream", values: call.value };
  const plain = { ...stated, result: "success" };
  delete plain.error;
  if (call.request && Array.isArray(call.value)) return call.value.length === 0 ? plain : { ...plain, value: call.value[0] };
  if (call.value !== undefined) plain.value = call.value;
  return plain;
}

function override(call) {
  const text = make("textarea", { rows: 6, spellcheck: "false", id: "override-text", "aria-describedby": "override-hint" });
  text.defaultValue = pretty(response(call), 40);
  const hasArguments = Object.keys(distinguishing(call)).length > 0;
  const scope = (value, label, isChecked) => {
    const input = make("input", { type: "radio", name: "override-scope", value });
    input.checked = isChecked;
    input.disabled = value === "these" && !hasArguments;
    return make("label", null, input, ` ${label}`);
  };
  const form = make("form", { class: "override" });
  const lua = make("textarea", { rows: 3, readonly: true, class: "lua", "aria-label": "The rule in Lua", hidden: true });
  const body = () => {
    JSON.parse(text.value);
    return rule(call, text.value, form.elements["override-scope"].value === "these");
  };
  const show = (answer) => {
    lua.value = answer.lua;
    lua.hidden = false;
  };
  const path = `services/${encode(call.service)}/${encode(call.method)}/override`;
  const apply = doing(async (event) => {
    event.preventDefault();
    show(await ask("PUT", path, `${body()}}`));
    notify(`${call.call} returns this response from now on`, true);
  });
  const write = doing(async () => {
    const { lua: written } = await ask("POST", "lua", `${body()},"call":${JSON.stringify(call.call)}}`);
    await copy(written, lua, "Copied. Put it first in the list of the method.");
  });
  const back = doing(async () => {
    await ask("DELETE", path);
    notify(`${call.call} uses the script again`, true);
  });
  form.addEventListener("submit", apply);
  form.append(
    make("label", { for: "override-text" }, "The response as JSON"),
    completing(text, () => ({ of: "response", call: call.call })),
    make("p", { class: "hint", id: "override-hint" },
      "A success has a value. An error has a code and a message. You can add delayMs, gate, and updateSharedState."),
    make("fieldset", null, make("legend", null, "Applies to"),
      scope("these", "calls with these arguments", hasArguments), scope("all", "every call to the method", !hasArguments)),
    make("div", { class: "buttons" },
      make("button", { type: "submit", class: "main" }, "Use this response from now on"),
      make("button", { type: "button", onclick: write }, "Copy as Lua"),
      make("button", { type: "button", onclick: back }, "Back to the script")),
    lua);
  return form;
}
