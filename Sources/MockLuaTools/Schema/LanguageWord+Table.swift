extension LanguageWord {
  /// All words, in the order of the articles.
  package static let all: [LanguageWord] =
    words(.declarations, declarations) + words(.options, options) + words(.responses, responses)
    + words(.builders, builders) + words(.rules, rules) + words(.values, values)
    + words(.live, live) + words(.parameters, parameters) + words(.collections, collections)

  private static func words(_ place: Place, _ rows: [Row]) -> [LanguageWord] {
    rows.map { row in
      LanguageWord(
        names: row.names, place: place, forms: row.forms, meaning: row.meaning,
        counterpart: row.counterpart)
    }
  }

  /// A word without its place.
  private struct Row {
    let names: [String]
    let forms: [String]
    let counterpart: Counterpart?
    let meaning: String

    /// By default, the name is the builder in the first form, or the first word of the form.
    init(
      _ forms: [String], names: [String]? = nil, as counterpart: Counterpart? = nil,
      _ meaning: String
    ) {
      self.names = names ?? forms[0].prefixMatch(of: #/(?:.*:)?(\w+)/#).map { [String($0.1)] } ?? []
      (self.forms, self.counterpart, self.meaning) = (forms, counterpart, meaning)
    }
  }

  private static let declarations: [Row] = [
    Row(
      ["shared { key = initial, ... }"], as: .key("sharedState"),
      "Declares shared state. An initial value can be `null`."),
    Row(
      [#"service "Name""#],
      "Returns the handle of a service. Calls with the same name return the same handle."),
    Row(
      ["handle { method = behavior, ... }", "handle.method = behavior"],
      "Sets the behavior of methods. You can add more methods later."),
    Row(
      [#"http "https://api.example.com""#, "http { ... }"],
      "Returns the handle of a host, or of all hosts. Its methods are routes: <doc:HTTP>."),
    Row(
      ["handle :passthrough()"], as: .key("passthrough"),
      "Passes through calls to methods without a behavior, and requests without a route."),
    Row(
      ["handle :raw()"], as: .key("raw"),
      "For a host: adds the member `raw` to requests, with the request as it was sent (<doc:HTTP>)."
    ),
    Row(
      [#"openapi "api.json" { operation = behavior, ... }"#],
      "Sets the behavior of an OpenAPI document's operations (<doc:HTTP>)."),
    Row(
      [#"openapi "api.yaml" :examples()"#],
      "Operations without a behavior return values from the document. Requests are checked, too."),
    Row(
      [#"openapi "api.yaml" :rejects()"#],
      "A request that violates the document gets the status 400, instead of causing an issue."),
    Row(
      [#"graphql "https://api.example.com/graphql" { ["query Name"] = behavior, ... }"#],
      "Sets the behavior of GraphQL operations."),
    Row(
      [#"handle :bind "key""#, #"handle :bind("a", "b")"#], as: .key("bindings"),
      "Binds properties to the shared keys of the same names."),
    Row(
      [#"handle :bind { property = "key" }"#], as: .key("bindings"),
      "Binds a property to a shared key with a different name."),
    Row(
      ["handle :initial { property = value }"], as: .key("initialState"),
      "Sets the initial values of properties that aren't bound to shared state."),
    Row(
      [#"override("Name", "method", behavior)"#, #"override "Name" { method = behavior, ... }"#],
      "Replaces methods of a declared service."),
    Row(["override { key = value }"], "Replaces initial values of shared keys."),
    Row(["default_delay(delay)"], "Sets the delay of all responses that don't have one."),
    Row([#"variant("name", function() ... end)"#], "Declares a variant."),
    Row([#"require "a.b""#], "Runs `a/b.lua` once and returns its value."),
    Row([#"fixture "name""#], "Returns the data of a file."),
  ]

  private static let options: [Row] = [
    Row(
      [#"exhausted = "repeatLast""#], as: .key("exhaustBehavior"),
      "Repeats the last response (default)."),
    Row(
      [#"exhausted = "cycle""#], as: .key("exhaustBehavior"),
      "Starts again with the first response."),
    Row(
      [#"exhausted = "error""#], as: .key("exhaustBehavior"),
      "Throws an error with the code `exhausted`."),
    Row(
      [#"exhausted = "fatalError""#], as: .key("exhaustBehavior"),
      "Reports a failure: an issue in a test. Elsewhere, the failure stops the process by default."),
    Row(
      [#"by = "argument""#], as: .key("sequenceKey"),
      "Counts calls separately for each value of this argument, such as `order.id`."),
  ]

  private static let responses: [Row] = [
    Row(["reply()"], as: .form("success"), "Success without a value."),
    Row(["reply(value)"], as: .form("success"), "Success with a value, which can be `null`."),
    Row(
      ["reply(function(args, call) ... end)"], as: .form("callback"),
      "A computed response. You need `reply` only to add builders."),
    Row(["status(n)", "status(n, value)"], "For a route: a response with this status."),
    Row(
      [#"fault "reset""#, #"fault("truncated", value)"#],
      "For a route: breaks the connection (<doc:HTTP>)."),
    Row(
      [#"reply(bytes "file")"#], names: ["bytes"],
      "The bytes of a file. A route sends them as the body, and a method returns them as base64."),
    Row(["reply(bytes { base64 = text })"], names: ["bytes"], "Bytes from a base64 string."),
    Row(
      ["socket { open = behavior, when(pattern, behavior), ..., close = behavior }"],
      "For a route such as `WS /chat`: a WebSocket (<doc:HTTP>)."),
    Row(["close(code)", "close(code, reason)"], "For a socket: closes it."),
    Row(
      ["passthrough()"], as: .form("passthrough"),
      "Passes the call through to the live service (<doc:Recording>)."),
    Row(
      ["passthrough(function(answer, args, call) ... end)"], as: .form("passthrough"),
      "Passes the call through. The function can change the response."),
    Row(
      ["fail(code)", "fail(code, message, details)"], as: .form("error"),
      "An error. The default message is the code."),
    Row(["stream { v1, v2, ... }"], as: .form("stream"), "A stream of values."),
    Row(
      ["stream(function(args, call) ... end)"], as: .form("callback"),
      "A computed stream. The function calls `emit(value)` for each value."),
  ]

  private static let builders: [Row] = [
    Row(
      [":set { key = value }"], as: .key("updateSharedState"),
      "Sets shared state when the response arrives."),
    Row(
      [":after(ms)"], as: .form("fixed"), "Delays the response by a whole number of milliseconds."),
    Row(
      [":after { min = a, max = b }"], as: .form("uniform"),
      "Delays the response by a random number of milliseconds from a to b."),
    Row(
      [":after { median = m, sigma = s, max = b }"], as: .form("lognormal"),
      "Delays the response by a random number of milliseconds up to b, with the lognormal distribution `exp(N(0, 1) * s) * m`."
    ),
    Row(
      [#":gate "name""#], as: .key("gate"),
      "Delays the response until the gate is open. The delay of `:after` starts then."),
    Row([":times(n)"], "Uses the response for n calls."),
    Row(
      [":chance(n)"], as: .key("chance"),
      "Uses the response for a share of the calls, from 0 to 1. The chances in a list add up to at most 1. The remaining calls get the next response without `:chance`."
    ),
    Row([":optional()"], as: .key("optional"), "Allows the response to stay unused."),
    Row(
      [":ignore_unknown_keys()"], as: .key("ignoresUnknownKeys"),
      "Allows keys that the app's type ignores."),
    Row([":status(n)"], "For a route: sets the status."),
    Row([":headers { name = value }"], "For a route: adds headers."),
    Row(
      [":dribble(pieces, ms)"], as: .key("dribble"),
      "For a route: sends the body in pieces, over `ms` milliseconds."),
    Row([":close(code)", ":close(code, reason)"], "For a socket: closes it after the response."),
    Row([":every(ms)"], as: .key("intervalMs"), "For a stream: sets the time between two values."),
    Row(
      [":stays_open()"], as: .key("staysOpen"),
      "For a stream: keeps it open after its values, so that you can push more."),
    Row([":fails(code, message, details)"], "For a stream of values: ends it with an error."),
  ]

  private static let rules: [Row] = [
    Row(
      ["when(pattern, behavior)"], as: .key("match"),
      "Responds to calls whose arguments match the pattern."),
    Row(["is.gt(1000)"], "A matcher."),
  ]

  private static let values: [Row] = [
    Row(["null"], "JSON's null. Unlike nil, it can be a value in a table."),
    Row(["array { ... }"], "A list that stays a list when it is empty."),
    Row(["copy(t)"], "A deep copy of data."),
    Row(
      [#"enum_case("failed", 3)"#],
      #"A Swift enum's case as `Codable` writes it: `{"failed":{"_0":3}}`."#),
    Row(["uuid()"], "A random UUID, in lowercase."),
    Row(
      ["random()", "random(m)", "random(m, n)"],
      "A number from 0 to 1, or a whole number from 1 to m, or from m to n. `math.random` does the same."
    ),
    Row(["clock()"], "The scenario's time in milliseconds since 1970, UTC."),
    Row(["clock.date()"], "The scenario's time as `2026-01-01T00:00:00Z`."),
    Row(
      ["clock.date { days = 1, hour = 9, minute = 30, second = 0 }"],
      "A date relative to the start of the clock. If you set an hour, minute, or second, the time counts from midnight."
    ),
    Row(["json.encode(value)", "json.decode(text)"], "Convert data to compact JSON, and back."),
    Row(["base64(bytes)"], "The base64 encoding of a string."),
    Row(["log(...)", "print(...)"], names: ["log", "print"], "Write a line to standard error."),
    Row(
      ["mode"],
      #"The value of `mode:` in the trait, or of `--mode`: `"uitest"`, `"debug"`, `"developer"`, or nil."#
    ),
    Row([#"collection "name""#], "A store of rows: <doc:Functions>."),
  ]

  private static let live: [Row] = [
    Row(
      ["state.key"],
      "Reads shared state. If the value is null, it reads as nil. A null inside a table reads as `null`."
    ),
    Row(
      ["state.key = value"],
      "Sets shared state to a copy of the value, or to null if the value is nil."),
    Row(
      ["state.user.name = value", "table.insert(state.cart, value)"],
      "Changes a part of shared state, as in any table."),
    Row(
      ["services.Name.method { args }"],
      "Waits for the method's next response in the script and returns its value. Stubs in Swift don't apply."
    ),
    Row([#"calls("Name.method")"#], "The recorded calls to a method, including the current one."),
    Row(["sleep(ms)"], "Waits on the scenario's clock, if the requirement is `async`."),
    Row([#"open_gate "gate""#], "Opens a gate."),
    Row(
      [#"push("Name.method", value)"#],
      "Sends a value to a method's open streams and handlers. `fail(...)` ends the streams."),
    Row(["emit(value)"], "Sends a value, in `stream(function() ... end)`."),
  ]

  private static let parameters: [Row] = [
    Row(["args"], "The arguments by name. Absent and null arguments are nil."),
    Row(["call.service", "call.method"], "The names of the service and the method."),
    Row(["call.count"], "The number of the call among the method's calls, from 1."),
    Row(["call.step"], "The number of the call within its rule and key, from 1."),
    Row(["call.key"], "The value of the argument that `by` names, or nil."),
  ]

  private static let collections: [Row] = [
    Row([":insert(row)"], "Stores a copy and returns it. A row without an `id` gets a `uuid()`."),
    Row([":get(id)"], "The row, or nil."),
    Row(
      [":update(id, fields)"], "Replaces fields and returns the row, or nil if it doesn't exist."),
    Row([":remove(id)"], "Removes and returns the row, or nil."),
    Row([":all()"], "All rows, in the order of insertion."),
    Row([":where(pattern)"], "The rows that match a pattern as in `when`, without functions."),
    Row([":count()"], "The number of rows."),
    Row([":clear()"], "Removes all rows."),
  ]
}
