// Requests to the server of the page. The token is after # in the URL, which browsers don't send to servers.

const token = location.hash.slice(1);

function headers(extra) {
  return { Authorization: `Bearer ${token}`, ...extra };
}

/** Parses JSON. A number that a double can't represent as written, such as 1.0, is kept as its text. */
function parse(text) {
  if (!JSON.rawJSON) return JSON.parse(text);
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== String(value) ? JSON.rawJSON(source) : value);
}

async function reading(response) {
  const text = await response.text();
  if (text === "") return null;
  try {
    return parse(text);
  } catch {
    return { message: text };
  }
}

/** Sends a request and returns the response as data. */
export async function ask(method, path, body) {
  const options = { method, headers: headers() };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(`/__admin/${path}`, options);
  } catch {
    throw new Error("the server does not respond: has `mocklua serve` ended?");
  }
  const data = await reading(response);
  if (!response.ok) throw new Error(data?.message ?? `the server returned ${response.status}`);
  return data;
}

export const encode = encodeURIComponent;

/** Follows the session forever. `receive(event, data)` is called for events, `tell(state)` for changes of the
    connection. */
export async function follow(receive, tell) {
  let pause = 250;
  for (;;) {
    try {
      const response = await fetch("/__admin/events", { headers: headers({ Accept: "text/event-stream" }) });
      if (response.status === 401) return tell("refused");
      if (!response.ok) throw new Error(response.statusText);
      tell("live");
      pause = 250;
      await readEvents(response.body, receive);
    } catch (error) {
      console.debug(error);
    }
    tell("lost");
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, 4000);
  }
}

async function readEvents(body, receive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const text of events) {
      const end = text.indexOf("\n");
      const event = text.slice("event: ".length, end);
      const data = text.slice(end + 1 + "data: ".length);
      // Rows contain values as text already, and there are many.
      receive(event, event === "calls" ? JSON.parse(data) : parse(data));
    }
  }
}
