// Bodies of requests and responses, shown by their type.

import { block, grouped, make } from "./dom.js";

const MOST = 200;

/** Shows a value as a tree whose lists and objects can be closed. */
export function tree(value, label) {
  const isWhole = typeof value !== "object" || value === null || (JSON.isRawJSON?.(value) ?? false);
  if (isWhole) return block(value, label);
  return make("div", { class: "tree", role: "group", "aria-label": label }, node(null, value, 0));
}

function node(key, value, depth) {
  const name = key === null ? null : make("span", { class: "key" }, `${key}: `);
  const isPlain = typeof value !== "object" || value === null || (JSON.isRawJSON?.(value) ?? false);
  if (isPlain) {
    const kind = value === null ? "null" : typeof value;
    return make("div", { class: "leaf" }, name, make("span", { class: `value ${kind}` }, JSON.stringify(value)));
  }
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  if (entries.length === 0) return make("div", { class: "leaf" }, name, isList ? "[]" : "{}");
  const size = isList ? `[${grouped(entries.length)}]` : `{${grouped(entries.length)}}`;
  const inner = make("div", { class: "members" });
  const fill = () => {
    if (inner.childElementCount > 0) return;
    inner.append(...entries.slice(0, MOST).map(([other, member]) => node(other, member, depth + 1)));
    if (entries.length > MOST) inner.append(make("p", { class: "hint" }, `and ${grouped(entries.length - MOST)} more`));
  };
  const isOpen = depth < 3 && entries.length <= 50;
  if (isOpen) fill();
  return make("details", { open: isOpen, ontoggle: fill }, make("summary", null, name, make("span", { class: "hint" }, size)), inner);
}

/** Returns a table of names and values. */
export function table(pairs, label) {
  return make("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": label }, make("table", { class: "pairs" },
    make("tbody", null, pairs.map(([name, value]) => make("tr", null, make("th", { scope: "row" }, name), make("td", null, value))))));
}

const SHOWN_BYTES = 2048;

function hex(bytes, label) {
  const lines = [];
  for (let start = 0; start < Math.min(bytes.length, SHOWN_BYTES); start += 16) {
    const line = [...bytes.subarray(start, start + 16)];
    const digits = line.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(47);
    const text = line.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${start.toString(16).padStart(6, "0")}  ${digits}  ${text}`);
  }
  if (bytes.length > SHOWN_BYTES) lines.push(`and ${grouped(bytes.length - SHOWN_BYTES)} more bytes`);
  return make("pre", { class: "hex", tabindex: 0, role: "region", "aria-label": label }, lines.join("\n"));
}

function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const isText = (type) => /^text\/|json|xml|javascript|urlencoded/.test(type);

/** Shows a body by its type. `isBase64` says whether a string contains bytes. */
export function body(value, type, label, isBase64) {
  const name = (type ?? "").split(";")[0].trim().toLowerCase();
  if (typeof value === "string" && (isBase64 || (name !== "" && !isText(name) && !name.startsWith("multipart/")))) {
    const bytes = bytesOf(value);
    if (bytes && /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon)$/.test(name)) {
      return make("img", { class: "body", src: `data:${name};base64,${value}`, alt: `${label}: an image of ${grouped(bytes.length)} bytes` });
    }
    return hex(bytes ?? new TextEncoder().encode(value), label);
  }
  if (typeof value === "string" && name !== "" && !name.includes("json")) {
    return make("pre", { tabindex: 0, role: "region", "aria-label": label }, value);
  }
  if (/urlencoded|multipart\/form-data/.test(name) && typeof value === "object" && value !== null) {
    return table(Object.entries(value).map(([key, field]) => [key, fieldText(field)]), label);
  }
  return tree(value, label);
}

function fieldText(field) {
  if (typeof field === "string") return field;
  if (field?.filename !== undefined) return `file ${field.filename} (${field.type})`;
  return JSON.stringify(field);
}
