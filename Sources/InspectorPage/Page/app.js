// Connects the parts of the page: forwards the server's events to the part that shows them.

import { add, clear, latest, onOpen, reveal, select } from "./calls.js";
import { clearDetail, onPlace, open, update } from "./detail.js";
import { doing, find, make, notify, whenReleased } from "./dom.js";
import { showClock, showGates, showServices, showState } from "./panels.js";
import { load, showAnswered, showPlace } from "./script.js";
import { ask, follow } from "./server.js";

// MARK: Tabs

const tabs = [...document.querySelectorAll("[role=tab]")];

function showTab(tab, isFocused = false) {
  for (const other of tabs) {
    const isChosen = other === tab;
    other.setAttribute("aria-selected", isChosen ? "true" : "false");
    other.tabIndex = isChosen ? 0 : -1;
    find(other.getAttribute("aria-controls")).hidden = !isChosen;
  }
  if (isFocused) tab.focus();
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => showTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) showTab(tabs[(index + step + tabs.length) % tabs.length], true);
  });
}

// MARK: Calls

function choose(order) {
  select(order);
  reveal(order);
}

onOpen((order) => {
  if (order === null) return;
  showTab(find("tab-call"));
  doing(() => open(order))();
}, (order) => doing(() => update(order))());

onPlace((place) => {
  showTab(find("tab-script"));
  if (!showPlace(place)) notify(`${place} is in another file`);
});

// MARK: The session

let variant = null;

function showVariants({ variant: current, variants }) {
  variant = current;
  const choice = find("variant");
  choice.replaceChildren(make("option", { value: "" }, "top level"),
    ...variants.map((name) => make("option", { value: `=${name}` }, name)));
  choice.value = current === null ? "" : `=${current}`;
  choice.disabled = variants.length === 0;
}

find("variant").addEventListener("change", doing(async (event) => {
  const name = event.target.value;
  try {
    await ask("PUT", "variants", { name: name === "" ? null : name.slice(1) });
  } finally {
    event.target.value = variant === null ? "" : `=${variant}`;
  }
}));

find("reset").addEventListener("click", doing(async () => {
  await ask("POST", "reset");
  notify("The scenario has restarted", true);
}));

const receivers = {
  reset() {
    clear();
    clearDetail();
  },
  calls: add,
  state: showState,
  gates: (gates) => showGates(gates, choose),
  clock: (clock) => showClock(clock, choose),
  services: (services) => showServices(services, latest),
  answered: showAnswered,
  apps(apps) {
    find("apps").textContent = apps.length === 0 ? "no app" : apps.join(", ");
  },
  script(script) {
    document.body.classList.toggle("read-only", script.readOnly === true);
    showVariants(script);
    load();
  },
};

const WORDS = {
  live: "Live", lost: "Connection lost; trying again",
  refused: "Access denied: open the address that `mocklua serve` printed",
};

follow((event, data) => whenReleased(() => receivers[event]?.(data)), (state) => {
  const connection = find("connection");
  connection.textContent = WORDS[state];
  connection.dataset.state = state;
});
