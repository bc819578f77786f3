// Completion for JSON fields: a list of suggestions at the cursor. The field keeps the focus, and the arrow keys move
// through the list, as in the pattern for a combobox with a listbox.

import { ask } from "./server.js";
import { make } from "./dom.js";

const MOST = 10;
let fields = 0;

/** Adds completion to a field. `use()` returns the purpose of the text, as the endpoint expects it. */
export function completing(field, use) {
  const id = `completions-${(fields += 1)}`;
  const list = make("ul", { id, role: "listbox", class: "completions", "aria-label": "Completions", hidden: true });
  const said = make("p", { class: "hidden", role: "status" });
  const isLine = field.tagName === "INPUT";
  for (const [name, value] of Object.entries({
    "aria-autocomplete": "list", "aria-controls": id, "aria-haspopup": "listbox", ...(isLine && { role: "combobox", "aria-expanded": "false" }),
  })) field.setAttribute(name, value);
  let replaced = "";
  let names = [];
  let active = -1;
  let asked = 0;

  const close = () => {
    asked += 1;
    list.hidden = true;
    list.removeAttribute("aria-busy");
    said.textContent = "";
    activate(-1);
    if (isLine) field.setAttribute("aria-expanded", "false");
  };

  const activate = (index) => {
    active = index;
    for (const [number, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", number === index ? "true" : "false");
    }
    if (index < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `${id}-${index}`);
    list.children[index]?.scrollIntoView({ block: "nearest" });
  };

  /** Inserts a name at the cursor as if it were typed, so that it can be undone. */
  const take = (name) => {
    const start = field.selectionStart - replaced.length;
    let end = field.selectionEnd;
    let rest = field.value.slice(end);
    // A name that is edited in the middle ends at its quote, and already has its colon.
    const left = replaced.startsWith('"') ? /^[^"\n,:{}[\]]*"/.exec(rest)?.[0] ?? "" : "";
    end += left.length;
    rest = rest.slice(left.length);
    const text = name.endsWith(": ") && /^\s*:/.test(rest) ? name.slice(0, -2) : name;
    close();
    field.setSelectionRange(start, end);
    document.execCommand("insertText", false, text);
  };

  const look = async (isAsked) => {
    const number = (asked += 1);
    // The visible suggestions belong to an older text, so none of them can be selected.
    activate(-1);
    list.setAttribute("aria-busy", "true");
    const text = field.value.slice(0, field.selectionStart);
    const answer = await ask("POST", "completions", { text, ...use() }).catch(() => null);
    if (number !== asked) return;
    list.removeAttribute("aria-busy");
    replaced = answer?.replaces ?? "";
    const all = (answer?.names ?? []).filter((name) => name !== replaced);
    names = all.slice(0, MOST);
    if (names.length === 0) {
      close();
      if (isAsked) said.textContent = "No completions here";
      return;
    }
    list.replaceChildren(...names.map((name, index) => make("li", {
      id: `${id}-${index}`, role: "option", "aria-selected": "false",
      // The field keeps the focus.
      onmousedown: (event) => event.preventDefault(), onclick: () => take(name),
    }, name.replace(/: $/, ""))));
    list.hidden = false;
    if (isLine) field.setAttribute("aria-expanded", "true");
    const count = all.length > MOST ? `${MOST} of ${all.length} completions` : names.length === 1 ? "1 completion" : `${names.length} completions`;
    said.textContent = `${count}; arrow keys to choose, Enter to accept`;
    activate(isAsked ? 0 : -1);
  };

  field.addEventListener("keydown", (event) => {
    const count = list.children.length;
    const isOpen = !list.hidden && !list.hasAttribute("aria-busy");
    if (event.key === " " && event.ctrlKey || event.key === "ArrowDown" && event.altKey) look(true);
    else if (isOpen && event.key === "ArrowDown") activate((active + 1) % count);
    else if (isOpen && event.key === "ArrowUp") activate((active < 1 ? count : active) - 1);
    else if (isOpen && active >= 0 && (event.key === "Enter" || event.key === "Tab")) take(names[active]);
    else if (!list.hidden && event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  field.addEventListener("input", () => look(false));
  field.addEventListener("blur", close);
  return make("div", { class: "completing" }, field, list, said);
}
