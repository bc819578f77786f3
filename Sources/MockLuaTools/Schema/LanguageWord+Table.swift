extension LanguageWord {
  /// All words, in the order of the articles.
  package static let all: [LanguageWord] =
    declarations + options + responses + builders + rules + values + live + parameters + collections

  private static let declarations: [LanguageWord] = [
    LanguageWord(
      ["shared"], .declarations, ["shared { key = initial, ... }"], as: .key("sharedState"),
      "Declares shared state. Values are data; `null` is allowed."),
    LanguageWord(
      ["service"], .declarations, [#"service "Name""#],
      "Returns the handle of a service. Calls with the same name return the same handle."),
    LanguageWord(
      ["handle"], .declarations, ["handle { method = behavior, ... }"],
      "Sets the behavior of methods. If you call the handle several times, the tables are combined."
    ),
    LanguageWord(
      ["handle"], .declarations, ["handle.method = behavior"],
      "Sets the behavior of one method. Even names such as `bind` are allowed."),
    LanguageWord(
      ["http"], .declarations, [#"http "https://api.example.com""#, "http { ... }"],
      "Returns the handle of a host, or of all hosts. Its methods are routes: <doc:HTTP>."),
    LanguageWord(
      ["passthrough"], .declarations, ["handle :passthrough()"], as: .key("passthrough"),
      "Methods without a behavior use `passthrough()`. For a host, requests without a route go to the network."
    ),
    LanguageWord(
      ["raw"], .declarations, ["handle :raw()"], as: .key("raw"),
      "For a host: adds the member `raw` to requests, with the request as it was sent (<doc:HTTP>)."
    ),
    LanguageWord(
      ["openapi"], .declarations, [#"openapi "api.json" { operation = behavior, ... }"#],
      "Sets the behavior of routes by the operation names in an OpenAPI document, in JSON or YAML. Responses "
        + #"are checked against it. `openapi("api.json", "https://api.example.com/v1")` names "#
        + "another server."),
    LanguageWord(
      ["examples"], .declarations, [#"openapi "api.yaml" :examples()"#],
      "Operations without a behavior return the document's examples, or values that its schemas accept. Requests are checked against the document, too (<doc:HTTP>)."
    ),
    LanguageWord(
      ["rejects"], .declarations, [#"openapi "api.yaml" :rejects()"#],
      "A request that violates the document gets the status 400 with the reasons, instead of causing an issue."
    ),
    LanguageWord(
      ["graphql"], .declarations,
      [#"graphql "https://api.example.com/graphql" { ["query Name"] = behavior, ... }"#],
      "Sets the behavior of GraphQL operations."),
    LanguageWord(
      ["bind"], .declarations, [#"handle :bind "key""#], as: .key("bindings"),
      "Binds the property `key` to the shared key of the same name."),
    LanguageWord(
      ["bind"], .declarations, [#"handle :bind("a", "b")"#], as: .key("bindings"),
      "Binds several properties to the shared keys of the same names."),
    LanguageWord(
      ["bind"], .declarations, [#"handle :bind { property = "key" }"#], as: .key("bindings"),
      "Binds a property to a shared key that has a different name."),
    LanguageWord(
      ["initial"], .declarations, ["handle :initial { property = value }"],
      as: .key("initialState"),
      "Sets the initial values of properties that aren't bound to shared state."),
    LanguageWord(
      ["override"], .declarations, [#"override("Name", "method", behavior)"#],
      "Replaces one method of a declared service."),
    LanguageWord(
      ["override"], .declarations, [#"override "Name" { method = behavior, ... }"#],
      "Replaces several methods."),
    LanguageWord(
      ["override"], .declarations, ["override { key = value }"],
      "Replaces initial values of declared shared keys."),
    LanguageWord(
      ["default_delay"], .declarations, ["default_delay(delay)"],
      "Sets the delay of all responses that don't have one, even those declared earlier."),
    LanguageWord(
      ["variant"], .declarations, [#"variant("name", function() ... end)"#],
      #"Declares a variant; `variant "name" (function() ... end)` is the same."#),
    LanguageWord(
      ["require"], .declarations, [#"require "a.b""#],
      "Runs `a/b.lua` once and returns its value."),
    LanguageWord(
      ["fixture"], .declarations, [#"fixture "name""#],
      "Returns the data of a file."),
  ]

  private static let options: [LanguageWord] = [
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "repeatLast""#], as: .key("exhaustBehavior"),
      "After the last response, returns it again. The default."),
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "cycle""#], as: .key("exhaustBehavior"),
      "After the last response, starts again with the first."),
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "error""#], as: .key("exhaustBehavior"),
      "Throws an error with the code `exhausted`."),
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "fatalError""#], as: .key("exhaustBehavior"),
      "Reports a failure to the failure handler, which stops the process by default."),
    LanguageWord(
      ["by"], .options, [#"by = "argument""#], as: .key("sequenceKey"),
      "Counts calls separately for each value of this argument. Dots select members of objects. These values can use up to 32 MiB per method. After that, a call with a new value fails with the code `exhausted`."
    ),
  ]

  private static let responses: [LanguageWord] = [
    LanguageWord(
      ["reply"], .responses, ["reply()"], as: .form("success"),
      "Success without a value."),
    LanguageWord(
      ["reply"], .responses, ["reply(value)"], as: .form("success"),
      "Success with a value. `reply(null)` has the value null; `reply(nil)` is an error."),
    LanguageWord(
      ["reply"], .responses, ["reply(function(args, call) ... end)"], as: .form("callback"),
      "A computed response, to which you can add builders. Without builders, the function is enough."
    ),
    LanguageWord(
      ["status"], .responses, ["status(n)", "status(n, value)"],
      "For a route: a response with a status other than 200."),
    LanguageWord(
      ["fault"], .responses, [#"fault "reset""#, #"fault("truncated", value)"#],
      #"For a route: breaks the connection. The kinds are `"reset"`, `"empty"`, `"malformed"`, and "#
        + #"`"truncated"` (<doc:HTTP>)."#),
    LanguageWord(
      ["bytes"], .responses, [#"reply(bytes "file")"#],
      "The bytes of a file next to the script. A route sends them unchanged as the body, and a method returns them as base64."
    ),
    LanguageWord(
      ["bytes"], .responses, ["reply(bytes { base64 = text })"],
      "Bytes from a base64 string, such as for a binary message (<doc:HTTP>)."),
    LanguageWord(
      ["socket"], .responses,
      ["socket { open = behavior, when(pattern, behavior), ..., close = behavior }"],
      "For a route such as `WS /chat`: a WebSocket. The list responds to messages (<doc:HTTP>)."),
    LanguageWord(
      ["close"], .responses, ["close(code)", "close(code, reason)"],
      "For a socket: closes it."),
    LanguageWord(
      ["passthrough"], .responses, ["passthrough()"], as: .form("passthrough"),
      "Passes the call through to the live service (<doc:Recording>)."),
    LanguageWord(
      ["passthrough"], .responses, ["passthrough(function(answer, args, call) ... end)"],
      as: .form("passthrough"),
      "Passes the call through. The function can change the response. If the function returns nothing, the response is unchanged."
    ),
    LanguageWord(
      ["fail"], .responses, ["fail(code)"], as: .form("error"),
      "An error whose message is its code."),
    LanguageWord(
      ["fail"], .responses, ["fail(code, message, details)"], as: .form("error"),
      "An error. The code is a non-empty string. The details are data, and optional."),
    LanguageWord(
      ["stream"], .responses, ["stream { v1, v2, ... }"], as: .form("stream"),
      "A stream of values. `stream {}` is empty."),
    LanguageWord(
      ["stream"], .responses, ["stream(function(args, call) ... end)"], as: .form("callback"),
      "A computed stream. The function calls `emit(value)` for each value."),
  ]

  private static let builders: [LanguageWord] = [
    LanguageWord(
      ["set"], .builders, [":set { key = value }"], as: .key("updateSharedState"),
      "Sets shared state when the response arrives. If you use `:set` several times, the last value for each key applies."
    ),
    LanguageWord(
      ["after"], .builders, [":after(ms)"], as: .form("fixed"),
      "Delays the response by a whole number of milliseconds, 0 or more."),
    LanguageWord(
      ["after"], .builders, [":after { min = a, max = b }"], as: .form("uniform"),
      "Delays the response by a random number of milliseconds from a to b, uniformly distributed."),
    LanguageWord(
      ["after"], .builders, [":after { median = m, sigma = s, max = b }"], as: .form("lognormal"),
      "Delays the response by a random number of milliseconds with a lognormal distribution, `exp(N(0, 1) * s) * m`. A delay above `b` is drawn again. If it is still above `b` after ten more tries, the delay is `b`."
    ),
    LanguageWord(
      ["gate"], .builders, [#":gate "name""#], as: .key("gate"),
      "Delays the response until the gate is open. The delay of `:after` starts then."),
    LanguageWord(
      ["times"], .builders, [":times(n)"],
      "Repeats the response in the list n times, with n from 1 to 10,000."),
    LanguageWord(
      ["chance"], .builders, [":chance(n)"], as: .key("chance"),
      "Uses the response for a share of the calls, from 0 to 1. The seed determines which ones. Other calls get the next response in the list that doesn't have `:chance`."
    ),
    LanguageWord(
      ["optional"], .builders, [":optional()"], as: .key("optional"),
      "Allows the response to stay unused. `verifyAllResponsesUsed()` ignores it."),
    LanguageWord(
      ["ignore_unknown_keys"], .builders, [":ignore_unknown_keys()"],
      as: .key("ignoresUnknownKeys"),
      "For a value: allows keys that the app's type ignores. Without it, strict tests report these keys."
    ),
    LanguageWord(
      ["status"], .builders, [":status(n)"],
      "For a route: sets the status of the response, from 200 to 599 (<doc:HTTP>)."),
    LanguageWord(
      ["headers"], .builders, [":headers { name = value }"],
      "For a route: sets headers of the response (<doc:HTTP>)."),
    LanguageWord(
      ["dribble"], .builders, [":dribble(pieces, ms)"], as: .key("dribble"),
      "For a route: sends the body in pieces, the last one `ms` milliseconds after the first."),
    LanguageWord(
      ["close"], .builders, [":close(code)", ":close(code, reason)"],
      "For a socket: closes it after the response (<doc:HTTP>)."),
    LanguageWord(
      ["every"], .builders, [":every(ms)"], as: .key("intervalMs"),
      "For a stream, even one that is passed through: sets the time between two values, a whole number of milliseconds."
    ),
    LanguageWord(
      ["stays_open"], .builders, [":stays_open()"], as: .key("staysOpen"),
      "For a stream: keeps it open after its values, so that a test or a function can push more."),
    LanguageWord(
      ["fails"], .builders, [":fails(code, message, details)"],
      "For a stream of values: ends it with an error."),
  ]

  private static let rules: [LanguageWord] = [
    LanguageWord(
      ["when"], .rules, ["when(pattern, behavior)"], as: .key("match"),
      "Responds to the calls whose arguments match the pattern. The behavior is a response, a "
        + "function, or a list of those."),
    LanguageWord(
      ["is"], .rules, ["is.gt(1000)"],
      "A matcher from the list below."),
  ]

  private static let values: [LanguageWord] = [
    LanguageWord(
      ["null"], .values, ["null"],
      "JSON's null. Unlike nil, it can be a value in a table."),
    LanguageWord(
      ["array"], .values, ["array { ... }"],
      "A list that stays a list when it is empty."),
    LanguageWord(
      ["copy"], .values, ["copy(t)"],
      "A deep copy of data, which you can change."),
    LanguageWord(
      ["enum_case"], .values, [#"enum_case("failed", 3)"#],
      #"A Swift enum's case as `Codable` writes it: `{"failed":{"_0":3}}`. A nil value "#
        + "becomes null."),
    LanguageWord(
      ["uuid"], .values, ["uuid()"],
      "A random UUID of version 4, in lower case."),
    LanguageWord(
      ["random"], .values, ["random()", "random(m)", "random(m, n)"],
      "A number from 0 up to, but not including, 1; a whole number from 1 to m; or a whole number from m to n. `math.random` does the same."
    ),
    LanguageWord(
      ["clock"], .values, ["clock()"],
      "The scenario's time in milliseconds since 1970, UTC."),
    LanguageWord(
      ["clock"], .values, ["clock.date()"],
      "The scenario's time as `2026-01-01T00:00:00Z`."),
    LanguageWord(
      ["clock"], .values, ["clock.date { days = 1, hour = 9, minute = 30, second = 0 }"],
      "A date relative to the start of the clock. If you set an hour, minute, or second, the time counts from midnight. Otherwise, the time of the start is kept."
    ),
    LanguageWord(
      ["json"], .values, ["json.encode(value)", "json.decode(text)"],
      "Convert data to compact JSON, and back."),
    LanguageWord(
      ["base64"], .values, ["base64(bytes)"],
      "The base64 encoding of a string."),
    LanguageWord(
      ["log", "print"], .values, ["log(...)", "print(...)"],
      "Write a line to standard error. Tables and responses are written as in a script."),
    LanguageWord(
      ["mode"], .values, ["mode"],
      #"`"uitest"`, `"debug"`, `"developer"`, or nil: the value of `--mode`."#),
    LanguageWord(
      ["collection"], .values, [#"collection "name""#],
      "A store of rows: <doc:Functions>. The same name returns the same store."),
  ]

  private static let live: [LanguageWord] = [
    LanguageWord(
      ["state"], .live, ["state.key"],
      "Reads shared state. null reads as nil, and a table can be changed."),
    LanguageWord(
      ["state"], .live, ["state.key = value"],
      "Stores a copy in shared state immediately. nil stores null."),
    LanguageWord(
      ["state"], .live, ["state.user.name = value", "table.insert(state.cart, value)"],
      "Changes a part of shared state, as in any table."),
    LanguageWord(
      ["services"], .live, ["services.Name.method { args }"],
      "Waits for the method's next response and returns its value."),
    LanguageWord(
      ["calls"], .live, [#"calls("Name.method")"#],
      "The recorded calls to a method, in the order in which their responses were chosen."),
    LanguageWord(
      ["sleep"], .live, ["sleep(ms)"],
      "Waits for whole milliseconds (0 or more) on the scenario's clock, without blocking a thread. "
        + "If the requirement isn't `async`, the call doesn't wait, and the skipped wait is "
        + "reported."),
    LanguageWord(
      ["open_gate"], .live, [#"open_gate "gate""#],
      "Opens a gate."),
    LanguageWord(
      ["push"], .live, [#"push("Name.method", value)"#],
      "Sends a value to the open streams of a method, or calls the handlers that the method has received. "
        + "`fail(...)` instead of a value ends the streams with an error."),
    LanguageWord(
      ["emit"], .live, ["emit(value)"],
      "Sends a value; only in `stream(function() ... end)`. `emit(null)` sends null."),
  ]

  private static let parameters: [LanguageWord] = [
    LanguageWord(
      ["args"], .parameters, ["args"],
      "The arguments by label. Absent and null members are nil."),
    LanguageWord(
      ["call"], .parameters, ["call.service", "call.method"],
      "The names of the service and the method."),
    LanguageWord(
      ["call"], .parameters, ["call.count"],
      "The number of the call among the method's calls, from 1."),
    LanguageWord(
      ["call"], .parameters, ["call.step"],
      "The number of the call within its rule and key, from 1."),
    LanguageWord(
      ["call"], .parameters, ["call.key"],
      "The value of the argument that `by` names, or nil."),
  ]

  private static let collections: [LanguageWord] = [
    LanguageWord(
      ["insert"], .collections, [":insert(row)"],
      "Stores a copy and returns it. A row without `id`, or with a null one, gets a `uuid()`. "
        + "An `id` that is already taken is an error."),
    LanguageWord(
      ["get"], .collections, [":get(id)"],
      "The row, or nil."),
    LanguageWord(
      ["update"], .collections, [":update(id, fields)"],
      "Replaces fields and returns the row, or nil if it doesn't exist."),
    LanguageWord(
      ["remove"], .collections, [":remove(id)"],
      "Removes and returns the row, or nil."),
    LanguageWord(
      ["all"], .collections, [":all()"],
      "All rows, in the order of insertion."),
    LanguageWord(
      ["where"], .collections, [":where(pattern)"],
      "The rows that match a pattern: a table as in `when`, without functions."),
    LanguageWord(
      ["count"], .collections, [":count()"],
      "The number of rows."),
    LanguageWord(
      ["clear"], .collections, [":clear()"],
      "Removes all rows."),
  ]

}
