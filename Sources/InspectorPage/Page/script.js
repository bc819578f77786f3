// The script, with the lines that have returned responses and with its errors.

import { ask } from "./server.js";
import { doing, find, grouped, make } from "./dom.js";

const view = find("view-script");
let name = "";
let answered = {};
let counters = [];
let others = null;

/** Reloads the script. */
export const load = doing(async () => {
  const script = await ask("GET", "script");
  name = script.name;
  answered = script.answered;
  find("script-name").textContent = name.split("/").pop();
  const lines = script.text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const here = script.problems.filter((problem) => problem.file === name && problem.line >= 1 && problem.line <= lines.length);
  const elsewhere = script.problems.filter((problem) => !here.includes(problem));
  counters = [];
  const top = view.scrollTop;
  others = make("p", { class: "hint" });
  view.replaceChildren(
    ...(script.problems.length > 0 ? [make("p", { class: "failure" }, "The file has errors; the previous version stays in use.")] : []),
    ...elsewhere.map((problem) => make("p", { class: "problem" }, `${problem.file}${problem.line ? `:${problem.line}` : ""}: ${problem.text}`)),
    make("ol", { class: "source", "aria-label": name }, lines.map((line, index) => {
      const counter = make("span", { class: "uses" });
      counters.push(counter);
      const problems = here.filter((problem) => problem.line === index + 1);
      return make("li", { id: `line-${index + 1}`, "data-problem": problems.length > 0 },
        make("span", { class: "line-number" }, `${index + 1}`), counter, make("code", null, line),
        problems.map((problem) => make("p", { class: "problem" }, problem.text)));
    })),
    others);
  view.scrollTop = top;
  const badge = find("problem-count");
  badge.hidden = script.problems.length === 0;
  badge.textContent = script.problems.length === 1 ? "1 error" : `${script.problems.length} errors`;
  showAnswered(answered);
});

/** Marks the lines that have returned responses. */
export function showAnswered(next) {
  answered = next;
  const elsewhere = [];
  const uses = new Map();
  for (const [place, count] of Object.entries(answered)) {
    const colon = place.lastIndexOf(":");
    if (place.slice(0, colon) === name) uses.set(Number(place.slice(colon + 1)), count);
    else if (!place.startsWith("override:")) elsewhere.push(`${place} ×${grouped(count)}`);
  }
  for (const [index, counter] of counters.entries()) {
    const count = uses.get(index + 1) ?? 0;
    const text = count === 0 ? "" : `×${count < 10000 ? count : `${Math.floor(count / 1000)}k`}`;
    if (counter.textContent === text) continue;
    counter.textContent = text;
    counter.title = count === 0 ? "" : `has responded to ${grouped(count)} ${count === 1 ? "call" : "calls"}`;
    counter.parentElement.dataset.answered = count > 0;
  }
  if (others) others.textContent = elsewhere.length === 0 ? "" : `In other files: ${elsewhere.sort().join(", ")}`;
}

/** Shows a place such as `login.lua:12`; returns false if it's in another file. */
export function showPlace(place) {
  const colon = place.lastIndexOf(":");
  const line = find(`line-${place.slice(colon + 1)}`);
  if (place.slice(0, colon) !== name || !line) return false;
  line.scrollIntoView({ block: "center" });
  line.classList.remove("flash");
  void line.offsetWidth;
  line.classList.add("flash");
  return true;
}
