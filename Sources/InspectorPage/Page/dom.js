// Creates elements. All text is inserted as text. Nothing on the page parses markup.

/** Creates an element. Properties that start with `on` are listeners, the others are attributes. */
export function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true && !name.startsWith("data-") ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const find = (id) => document.getElementById(id);

const held = [];
let isPressed = false;
let releasing;

/** Runs an action that redraws a part of the page. While a button of the mouse is down, the action waits for up to a
    second, because the click is lost if its element is replaced. */
export function whenReleased(action) {
  if (isPressed) held.push(action);
  else action();
}

function release() {
  isPressed = false;
  for (const action of held.splice(0)) action();
}

function releaseAfter(ms) {
  clearTimeout(releasing);
  releasing = setTimeout(release, ms);
}

addEventListener("pointerdown", () => {
  isPressed = true;
  releaseAfter(1000);
}, true);
// The click comes after the release.
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => releaseAfter(0), true);

/** Formats JSON for people. Lists and objects that fit are on one line. */
export function pretty(value, width = 60) {
  return lines(value, "", width);
}

function lines(value, indent, width) {
  const short = JSON.stringify(value);
  if (short === undefined) return "nothing";
  if (isPlain(value) || short.length + indent.length <= width) return spaced(value);
  const inner = indent + "  ";
  const parts = Array.isArray(value)
    ? value.map((element) => inner + lines(element, inner, width))
    : Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${lines(member, inner, width)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** Whether a value is neither a list nor an object. A number can be kept as its text. */
function isPlain(value) {
  return typeof value !== "object" || value === null || (JSON.isRawJSON?.(value) ?? false);
}

function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (!isPlain(value)) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}

/** Returns a block of JSON that can be scrolled with the keyboard. */
export function block(value, label) {
  return make("pre", { tabindex: 0, role: "region", "aria-label": label }, pretty(value));
}

/** Formats a number like `1,234`. */
export const grouped = (number) => number.toLocaleString("en");

/** Formats a time like `250 ms` or `2.5 s`. */
export function time(ms) {
  return ms < 10000 ? `${grouped(ms)} ms` : `${grouped(Math.round(ms / 100) / 10)} s`;
}

/** Formats a size like `512 B` or `2.5 kB`. */
export function bytes(count) {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

let hiding;

/** Shows a message at the top of the page about an error or a completed action. */
export function notify(text, isGood = false) {
  const notice = find("notice");
  notice.textContent = text;
  notice.dataset.good = isGood;
  notice.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { notice.hidden = true; }, isGood ? 4000 : 12000);
}

/** Runs the action of a control, and shows its errors. */
export function doing(action) {
  return async (event) => {
    try {
      await action(event);
    } catch (error) {
      notify(error.message);
    }
  };
}
