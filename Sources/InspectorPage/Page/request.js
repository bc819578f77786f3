// The details of a request: what was sent and returned, and what to do with it.

import { body, table } from "./bodies.js";
import { ask } from "./server.js";
import { block, bytes, doing, make, notify, pretty } from "./dom.js";

export const METHOD = 0, URL_TEXT = 1, STATUS = 2, PROBLEM = 3, SIZE = 4;

/** Returns the host and the path of a request. */
export function split(url) {
  const start = url.indexOf("//") + 2;
  const end = url.indexOf("/", start);
  return end < 0 ? [url.slice(start), "/"] : [url.slice(start, end), url.slice(end)];
}

/** Returns the kind of an outcome: ok, redirect, client, server, error, or running. */
export function kind(request) {
  if (request[PROBLEM] !== null) return "error";
  if (request[STATUS] === null) return "running";
  return { 4: "client", 5: "server", 3: "redirect" }[Math.floor(request[STATUS] / 100)] ?? "ok";
}

/** Returns the outcome in words: a status, a fault, or an error. */
export function outcome(request) {
  return request[PROBLEM] ?? (request[STATUS] === null ? "…" : `${request[STATUS]}`);
}

/** Returns the members of a request that distinguish it from others. */
export function distinguishing(call) {
  if (!call.request || call.arguments.url === undefined) return call.arguments;
  const isFilled = (value) => typeof value !== "object" || value === null || Object.keys(value).length > 0;
  return Object.fromEntries(["path", "query", "body"].filter((name) => name in call.arguments && isFilled(call.arguments[name]))
    .map((name) => [name, call.arguments[name]]));
}

const FAULTS = {
  reset: "The connection was reset before the response.", empty: "The connection was closed before the response.",
  malformed: "The response wasn't valid HTTP.", truncated: "The connection was closed in the middle of the body.",
};

const headersOf = (part) => Object.entries(part?.headers ?? {});
const header = (part, name) => [headersOf(part).find(([key]) => key.toLowerCase() === name)?.[1]].flat()[0];

function headers(pairs, label) {
  if (pairs.length === 0) return null;
  return make("details", null, make("summary", null, `${pairs.length} ${pairs.length === 1 ? "header" : "headers"}`),
    table(pairs.flatMap(([name, values]) => [values].flat().map((value) => [name, `${value}`])), label));
}

/** Shows what was sent. */
export function sent(call) {
  const { headers: given = {}, body: content } = call.arguments;
  if (call.arguments.url === undefined) return [block(call.arguments, "Arguments")];
  return [
    headers(Object.entries(given), "Headers of the request"),
    content === undefined ? make("p", { class: "hint" }, "No body.") : body(content, given["content-type"], "Body of the request", false),
    call.arguments.bodyProblem === undefined ? null : make("p", { class: "failure" }, call.arguments.bodyProblem),
  ];
}

/** Shows what was returned. */
export function returned(call) {
  const parts = call.sent ?? (Array.isArray(call.value) ? call.value : []);
  const first = parts[0];
  const type = header(first, "content-type");
  const shown = [];
  if (first?.fault) shown.push(make("p", { class: "failure" }, FAULTS[first.fault] ?? first.fault));
  if (call.error) shown.push(make("div", { class: "failure" }, make("p", null, make("b", null, call.error.code), ` ${call.error.message}`)));
  shown.push(headers(headersOf(first), "Headers of the response"));
  if (parts.some((part) => "event" in part || "chunk" in part)) shown.push(messages(parts));
  else if (first && "body" in first) shown.push(body(first.body, type ?? "application/json", "Body of the response", first.encoding === "base64"));
  else if (call.outcome === "running") shown.push(make("p", { class: "hint" }, "The request is waiting for its response."));
  else if (call.outcome === "cancelled") shown.push(make("p", { class: "hint" }, "The request was cancelled before it got a response."));
  else if (!call.error && !first?.fault) shown.push(make("p", { class: "hint" }, "No body."));
  return shown;
}

/** Shows the events or pieces of a stream, as they come. */
export function messages(parts) {
  const text = (value) => (typeof value === "string" ? value : pretty(value, 40));
  const row = (part, index) => {
    const event = part.event;
    const isNamed = typeof event === "object" && event !== null && ("data" in event || "event" in event);
    return make("tr", null, make("th", { scope: "row" }, `${index + 1}`),
      make("td", null, isNamed ? event.event ?? "message" : "event" in part ? "message" : "piece"),
      make("td", null, make("code", null, text(isNamed ? event.data ?? "" : event ?? part.chunk))));
  };
  return make("div", { id: "messages", class: "scroller", tabindex: 0, role: "region", "aria-label": "Messages" }, make("table", null,
    make("thead", null, make("tr", null, ["#", "Event", "Data"].map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", null, parts.slice(-500).map(row))));
}

// MARK: Actions

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const LEFT_OUT = new Set(["host", "content-length", "connection", "transfer-encoding", "accept-encoding", "content-encoding"]);

/** Returns the command that sends the request. */
function curl(call) {
  const { method, url, headers: given = {}, body: content, raw } = call.arguments;
  const parts = [`curl ${quoted(url ?? call.request[URL_TEXT])}`];
  if (method === "HEAD") parts.push("--head");
  else if (method !== "GET" || content !== undefined) parts.push(`--request ${method ?? call.request[METHOD]}`);
  const type = given["content-type"] ?? "";
  const isForm = type.startsWith("multipart/");
  for (const [name, value] of Object.entries(given)) {
    if (!LEFT_OUT.has(name) && !(isForm && name === "content-type")) parts.push(`--header ${quoted(`${name}: ${value}`)}`);
  }
  if (isForm && typeof content === "object") {
    for (const [name, field] of Object.entries(content)) {
      parts.push(`--form ${quoted(field?.filename === undefined ? `${name}=${field}` : `${name}=@${field.filename};type=${field.type}`)}`);
    }
  } else if (type.includes("urlencoded") && typeof content === "object") {
    for (const [name, field] of Object.entries(content)) parts.push(`--data-urlencode ${quoted(`${name}=${field}`)}`);
  } else if (content !== undefined) {
    const isText = typeof content === "string" && !type.includes("json");
    parts.push(`--data-raw ${quoted(raw?.body ?? (isText ? content : JSON.stringify(content)))}`);
  }
  return parts.join(" \\\n  ");
}

/** Copies a text, or lets the user copy it. */
export async function copy(text, area, done) {
  area.value = text;
  area.hidden = false;
  area.rows = Math.min(12, text.split("\n").length + 1);
  area.select();
  try {
    await navigator.clipboard.writeText(text);
    notify(done, true);
  } catch {
    notify("Copy the selected text; the browser does not let the page copy it.");
  }
}

/** Returns the buttons of a request. `lua` returns its rule as Lua, and `reveal` shows its secrets. */
export function actions(call, lua, reveal) {
  const area = make("textarea", { rows: 3, readonly: true, class: "lua", "aria-label": "Copied text", hidden: true });
  const isSent = call.arguments.url !== undefined;
  const button = (label, action) => make("button", { type: "button", onclick: doing(action) }, label);
  return make("div", { class: "override" }, make("div", { class: "buttons" },
    isSent ? button("Copy as curl", () => copy(curl(call), area, "The command is copied.")) : null,
    call.nearest || call.error ? null : button("Copy as Lua", async () => copy(await lua(), area, "Copied. Put it first in the list of the route.")),
    isSent ? button("Resend", async () => {
      await ask("POST", `requests/${call.order}/resend`);
      notify(`#${call.order} was sent again`, true);
    }) : null,
    call.redacted ? button("Reveal secrets", reveal) : null), area);
}

/** Shows the route that is nearest to a request without one, and offers to add a route. */
export function unmatched(call) {
  const { nearest } = call;
  const list = nearest && make("ol", { class: "rules" }, make("li", { "data-state": "differs" },
    make("code", null, `${nearest.service} ${nearest.route}`),
    nearest.differences.map(({ part, expected, found }) => make("div", { class: "verdict" }, make("b", null, part), ": expected ",
      make("code", null, expected === "" ? "nothing" : expected), ", found ", make("code", null, found === "" ? "nothing" : found)))));
  const text = make("textarea", { rows: 3, spellcheck: "false", id: "route-response" });
  text.value = '{ "result": "success", "value": { "status": 200, "body": {} } }';
  return [
    make("h4", null, "Nearest route"), list ?? make("p", { class: "hint" }, "The script has no routes."),
    make("h4", null, "Add a route"),
    make("form", { class: "override route", onsubmit: doing(async (event) => {
      event.preventDefault();
      JSON.parse(text.value);
      await ask("POST", `requests/${call.order}/route`, `{"response":${text.value}}`);
      notify("The route is in the script, and the scenario has restarted.", true);
    }) },
    make("label", { for: "route-response" }, "Its response as JSON"), text,
    make("div", { class: "buttons" }, make("button", { type: "submit", class: "main" }, "Add a route"))),
  ];
}

export const size = (request) => (request[SIZE] === null ? "" : bytes(request[SIZE]));
