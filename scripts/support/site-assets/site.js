// The search of every page, the copy buttons of the front page, and the color scheme that the reader chose in DocC's footer.
(() => {
  "use strict";
  const base = new URL("../", document.currentScript.src);

  // DocC keeps the choice under this name. Its own pages apply it themselves.
  const chosen = () => { try { return localStorage.getItem("developer.setting.preferredColorScheme"); } catch { return null; } };
  const scheme = () => document.body?.dataset.colorScheme ?? chosen() ?? "auto";
  if (document.querySelector("main#content")) document.documentElement.dataset.colorScheme = scheme();

  for (const figure of document.querySelectorAll("figure.code:not(.output)")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(figure.querySelector("pre").textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    figure.querySelector("figcaption").append(button);
  }

  // Matching

  /** How well a name matches, from 0 for not at all to 100 for exactly. */
  function scoreOfName(name, query) {
    const lower = name.toLowerCase();
    if (lower === query || lower.replace(/\(.*/, "") === query) return 100;
    if (lower.startsWith(query)) return 80;
    const at = lower.indexOf(query);
    if (at < 0) return 0;
    const labels = lower.indexOf("(");
    if (labels >= 0 && at > labels) return 16;
    // Inside a name, a match counts for more at the start of a word.
    const startsWord = /[^a-z0-9]/i.test(name[at - 1]) || /[A-Z]/.test(name[at]);
    return startsWord ? 60 : 35;
  }

  const hasAll = (text, words) => words.every((word) => text.includes(word));

  /** Patterns for the words of a query at the start of a word. */
  const patternsOf = (words) => words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, "iu"));
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

  /** The best results first: pages by name, then sections of articles by what they contain. */
  function search(pages, text) {
    const query = text.trim().toLowerCase();
    const words = query.split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const found = [], patterns = patternsOf(words);
    for (const page of pages) {
      const bonus = page.symbol ? -7 * page.depth : 12;
      let score = scoreOfName(page.title, query);
      if (!score && hasAll(`${page.title} ${page.within} ${page.abstract}`.toLowerCase(), words)) score = 22;
      if (score) found.push({ score: score + bonus, title: page.title, page, text: page.abstract, path: page.path });
      if (page.symbol) continue;
      const sections = [];
      for (const [anchor, heading, body] of page.sections) {
        const named = heading ? scoreOfName(heading, query) : 0;
        const inHeading = heading && hasAll(`${page.title} ${heading}`.toLowerCase(), words) && hasAll(heading.toLowerCase(), words.slice(-1));
        const inBody = hasAll(`${page.title} ${heading} ${body}`.toLowerCase(), words) && patterns[0].test(body)
          && patterns.every((pattern) => pattern.test(`${page.title} ${heading} ${body}`));
        const value = named ? named * 0.92 : inHeading ? 34 : inBody ? 12 + (body.toLowerCase().includes(query) ? 8 : 0) : 0;
        if (value) {
          sections.push({ score: value, title: !heading ? page.title : page.kind === "Message" ? heading : `${page.title}: ${heading}`, page,
            text: excerpt(body, words, patterns[0]), path: anchor ? `${page.path}#${anchor}` : page.path });
        }
      }
      sections.sort((a, b) => b.score - a.score);
      const known = new Set(score ? [page.path] : []);
      found.push(...sections.filter((section) => !known.has(section.path) && known.add(section.path)).slice(0, page.kind === "Message" ? 8 : 3));
    }
    found.sort((a, b) => b.score - a.score || a.title.length - b.title.length);
    // A common word is in many names, so their number is limited, to leave room for articles.
    let symbols = 0;
    return found.filter((result) => !result.page.symbol || ++symbols <= 25).slice(0, 40);
  }

  /** The part of a text with the query, or with its first word. */
  function excerpt(text, words, first) {
    const whole = text.toLowerCase().indexOf(words.join(" "));
    const at = whole >= 0 ? whole : Math.max(0, text.search(first));
    const start = at < 60 ? 0 : text.lastIndexOf(" ", at - 40) + 1;
    return (start ? "… " : "") + text.slice(start, start + 220);
  }

  // The dialog

  let dialog, input, list, status, index, chosenOption = -1;

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** The text as nodes, with the words of the query marked. */
  function marked(text, words) {
    if (!words.length) return [text];
    const parts = text.split(new RegExp(`(${words.map(escaped).join("|")})`, "ig"));
    return parts.map((part, place) => place % 2 ? element("mark", {}, part) : part);
  }

  function choose(number) {
    const options = list.children;
    options[chosenOption]?.setAttribute("aria-selected", "false");
    chosenOption = options.length ? (number + options.length) % options.length : -1;
    const option = options[chosenOption];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option.id);
  }

  function show() {
    const words = input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const results = index ? search(index, input.value) : [];
    list.replaceChildren(...results.map((result, number) => {
      const { page } = result;
      const name = element("span", { class: page.symbol ? "name symbol" : "name" },
        element("b", {}, ...marked(result.title, words)), element("small", {}, [page.kind, page.within].filter(Boolean).join(" · ")));
      const option = element("a", { role: "option", id: `site-search-${number}`, href: new URL(result.path, base),
        "aria-selected": "false", tabindex: "-1" }, name);
      if (result.text) option.append(element("span", { class: "text" }, ...marked(result.text, words)));
      option.addEventListener("click", () => dialog.close());
      option.addEventListener("pointermove", () => { if (chosenOption !== number) choose(number); });
      return option;
    }));
    input.setAttribute("aria-expanded", String(results.length > 0));
    status.textContent = !words.length ? "Search the articles, and the symbols of every library."
      : !index ? "Loading the index…" : results.length ? "" : `No results for “${input.value.trim()}”.`;
    chosenOption = -1;
    choose(0);
  }

  function build() {
    input = element("input", { type: "text", enterkeyhint: "go", role: "combobox", "aria-label": "Search", "aria-expanded": "false", autocomplete: "off",
      "aria-controls": "site-search-results", "aria-autocomplete": "list", placeholder: "Search articles and symbols", spellcheck: "false" });
    list = element("div", { role: "listbox", id: "site-search-results", "aria-label": "Results" });
    status = element("p", { class: "status", role: "status" });
    const close = element("button", { type: "button" }, "Close");
    close.addEventListener("click", () => dialog.close());
    dialog = element("dialog", { class: "site-search", "aria-label": "Search" }, element("div", { class: "field" }, input, close), status, list);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    input.addEventListener("input", show);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(chosenOption + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Enter") {
        event.preventDefault();
        list.children[chosenOption]?.click();
      }
    });
    document.body.append(dialog);
  }

  async function open() {
    if (!dialog) build();
    dialog.style.colorScheme = scheme() === "auto" ? "light dark" : scheme();
    if (!dialog.open) dialog.showModal();
    input.select();
    show();
    if (index) return;
    try {
      index = (await (await fetch(new URL("site/search.json", base))).json());
      show();
    } catch (error) {
      status.textContent = `The index of the search could not be loaded: ${error.message}`;
    }
  }

  // The bar of DocC's pages is in a shadow tree, so use the path of the event.
  document.addEventListener("click", (event) => {
    if (event.composedPath().some((node) => node.dataset?.openSearch !== undefined)) open();
  });
  // Capture the event before DocC's own handlers get it.
  window.addEventListener("keydown", (event) => {
    const target = event.composedPath()[0];
    const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName ?? "");
    const isSlash = event.key === "/" && !isTyping && !event.metaKey && !event.ctrlKey && !event.altKey;
    const isCommandK = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
    if (!isSlash && !isCommandK) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  }, true);
})();
