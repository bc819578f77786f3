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
      "Gives a service handle. The same name gives the same handle."),
    LanguageWord(
      ["handle"], .declarations, ["handle { method = behaviour, ... }"],
      "Gives methods their behaviour. Several tables add up."),
    LanguageWord(
      ["handle"], .declarations, ["handle.method = behaviour"],
      "The same for one method, whatever its name."),
    LanguageWord(
      ["http"], .declarations, [#"http "https://api.example.com""#, "http { ... }"],
      "Gives the handle of a host, or of all hosts, whose methods are routes: "
        + "<doc:HTTP>."),
    LanguageWord(
      ["passes"], .declarations, ["handle :passes()"], as: .key("passes"),
      "Methods without behaviour are `pass()`; of a host, requests without a route go "
        + "their usual way."),
    LanguageWord(
      ["raw"], .declarations, ["handle :raw()"], as: .key("raw"),
      "Of a host: requests also have `raw`, what was sent as it was: <doc:HTTP>."),
    LanguageWord(
      ["openapi"], .declarations, [#"openapi "api.json" { operation = behaviour, ... }"#],
      "Gives routes their behaviour by the names of a description, with which answers "
        + #"are compared. `openapi("api.json", "https://api.example.com/v1")` names another "#
        + "server."),
    LanguageWord(
      ["graphql"], .declarations,
      [#"graphql "https://api.example.com/graphql" { ["query Name"] = behaviour, ... }"#],
      "Gives operations of GraphQL their behaviour."),
    LanguageWord(
      ["binds"], .declarations, [#"handle :binds "key""#], as: .key("bindings"),
      "Binds the property `key` to the shared key of the same name."),
    LanguageWord(
      ["binds"], .declarations, [#"handle :binds("a", "b")"#], as: .key("bindings"),
      "The same for several keys."),
    LanguageWord(
      ["binds"], .declarations, [#"handle :binds { property = "key" }"#], as: .key("bindings"),
      "Binds a property to a shared key of another name."),
    LanguageWord(
      ["initial"], .declarations, ["handle :initial { property = value }"],
      as: .key("initialState"),
      "Initial values of properties that are not shared."),
    LanguageWord(
      ["override"], .declarations, [#"override("Name", "method", behaviour)"#],
      "Replaces one method of a declared service."),
    LanguageWord(
      ["override"], .declarations, [#"override "Name" { method = behaviour, ... }"#],
      "Replaces several."),
    LanguageWord(
      ["override"], .declarations, ["override { key = value }"],
      "Replaces initial values of declared shared keys."),
    LanguageWord(
      ["delay_all"], .declarations, ["delay_all(delay)"],
      "Gives a delay to each response without one of its own, wherever it is declared."),
    LanguageWord(
      ["scenario"], .declarations, [#"scenario("name", function() ... end)"#],
      #"A named variant; `scenario "name" (function() ... end)` is the same."#),
    LanguageWord(
      ["require"], .declarations, [#"require "a.b""#],
      "Runs `a/b.lua` once and gives its value."),
    LanguageWord(
      ["fixture"], .declarations, [#"fixture "name""#],
      "Gives the data of a file."),
  ]

  private static let options: [LanguageWord] = [
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "repeatLast""#], as: .key("exhaustBehavior"),
      "After the last response: gives it again. The default."),
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "cycle""#], as: .key("exhaustBehavior"),
      "Starts again with the first."),
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "error""#], as: .key("exhaustBehavior"),
      "Throws an error with the code `exhausted`."),
    LanguageWord(
      ["exhausted"], .options, [#"exhausted = "fatalError""#], as: .key("exhaustBehavior"),
      "Hands a failure to the failure handler, which by default stops the process."),
    LanguageWord(
      ["by"], .options, [#"by = "argument""#], as: .key("sequenceKey"),
      "Each distinct value of this argument counts its calls for itself. Dots reach into "
        + "objects. The values of a method may take 32 MiB; a call with one more fails with "
        + "the code `exhausted`."),
  ]

  private static let responses: [LanguageWord] = [
    LanguageWord(
      ["reply"], .responses, ["reply()"], as: .form("success"),
      "Success without a value."),
    LanguageWord(
      ["reply"], .responses, ["reply(value)"], as: .form("success"),
      "Success with a value. `reply(null)` has the value null; `reply(nil)` is a "
        + "mistake."),
    LanguageWord(
      ["reply"], .responses, ["reply(function(args, call) ... end)"], as: .form("callback"),
      "A computed answer that takes builders. A bare function is its short form."),
    LanguageWord(
      ["status"], .responses, ["status(n)", "status(n, value)"],
      "Of a route: an answer with another status than 200."),
    LanguageWord(
      ["bytes"], .responses, [#"reply(bytes "file")"#],
      "The bytes of a file beside the script, as base64; the body of a route as they "
        + "are."),
    LanguageWord(
      ["pass"], .responses, ["pass()"], as: .form("passthrough"),
      "The live service behind the mock answers (<doc:Recording>)."),
    LanguageWord(
      ["pass"], .responses, ["pass(function(answer, args, call) ... end)"],
      as: .form("passthrough"),
      "The same; the function may change the answer, and leaves it as it is where it "
        + "returns nothing."),
    LanguageWord(
      ["fail"], .responses, ["fail(code)"], as: .form("error"),
      "An error whose message is its code."),
    LanguageWord(
      ["fail"], .responses, ["fail(code, message, details)"], as: .form("error"),
      "An error. The code is a non-empty string, the details are data and may be left "
        + "out."),
    LanguageWord(
      ["stream"], .responses, ["stream { v1, v2, ... }"], as: .form("stream"),
      "A stream of values. `stream {}` has none."),
    LanguageWord(
      ["stream"], .responses, ["stream(function(args, call) ... end)"], as: .form("callback"),
      "A computed stream: the function calls `emit(value)`."),
  ]

  private static let builders: [LanguageWord] = [
    LanguageWord(
      ["set"], .builders, [":set { key = value }"], as: .key("updateSharedState"),
      "New values of shared state, applied together with the answer. Several add up; the "
        + "last value of a key wins."),
    LanguageWord(
      ["after"], .builders, [":after(ms)"], as: .form("fixed"),
      "Waits so many whole milliseconds, from 0."),
    LanguageWord(
      ["after"], .builders, [":after { min = a, max = b }"], as: .form("uniform"),
      "A uniformly distributed delay in milliseconds, both ends included."),
    LanguageWord(
      ["after"], .builders, [":after { median = m, sigma = s, max = b }"], as: .form("lognormal"),
      "A lognormally distributed delay in milliseconds: `exp(N(0, 1) * s) * m`. Above "
        + "`b` it is drawn again, up to ten times, then it is `b`."),
    LanguageWord(
      ["gate"], .builders, [#":gate "name""#], as: .key("gate"),
      "Waits until the gate is opened; a delay begins then."),
    LanguageWord(
      ["times"], .builders, [":times(n)"],
      "Stands n times in the list, 1 to 10,000."),
    LanguageWord(
      ["optional"], .builders, [":optional()"], as: .key("optional"),
      "Need not be used: `verifyAllResponsesUsed()` does not ask for it."),
    LanguageWord(
      ["allows_extra"], .builders, [":allows_extra()"], as: .key("allowsExtra"),
      "Of a value: the app's type may ignore keys of it, which is else a finding in "
        + "strict tests."),
    LanguageWord(
      ["status"], .builders, [":status(n)"],
      "Of a route: the status of the answer, 200 to 599 (<doc:HTTP>)."),
    LanguageWord(
      ["headers"], .builders, [":headers { name = value }"],
      "Of a route: headers of the answer (<doc:HTTP>)."),
    LanguageWord(
      ["every"], .builders, [":every(ms)"], as: .key("intervalMs"),
      "For a stream, also one that is passed: whole milliseconds between two values."),
    LanguageWord(
      ["fails"], .builders, [":fails(code, message, details)"],
      "For a stream of values: ends it with an error."),
  ]

  private static let rules: [LanguageWord] = [
    LanguageWord(
      ["when"], .rules, ["when(pattern, behaviour)"], as: .key("match"),
      "Answers the calls whose arguments the pattern accepts. The behaviour is a "
        + "response, a function, or a list of those."),
    LanguageWord(
      ["is"], .rules, ["is.gt(1000)"],
      "A matcher, one of those below."),
  ]

  private static let values: [LanguageWord] = [
    LanguageWord(
      ["null"], .values, ["null"],
      "JSON's null, which keeps its place in tables."),
    LanguageWord(
      ["array"], .values, ["array { ... }"],
      "A list that stays one when it is empty."),
    LanguageWord(
      ["copy"], .values, ["copy(t)"],
      "A deep copy of data, free to change."),
    LanguageWord(
      ["variant"], .values, [#"variant("failed", 3)"#],
      #"A Swift enum's case as `Codable` writes it: `{"failed":{"_0":3}}`. A nil value "#
        + "becomes null."),
    LanguageWord(
      ["uuid"], .values, ["uuid()"],
      "A random UUID of version 4, in lower case."),
    LanguageWord(
      ["random"], .values, ["random()", "random(m)", "random(m, n)"],
      "A number from 0 up to 1 without 1; a whole number from 1 to m; from m to n. "
        + "`math.random` is the same."),
    LanguageWord(
      ["clock"], .values, ["clock()"],
      "The scenario's time in milliseconds since 1970, UTC."),
    LanguageWord(
      ["clock"], .values, ["clock.date()"],
      "The scenario's time as `2026-01-01T00:00:00Z`."),
    LanguageWord(
      ["clock"], .values, ["clock.date { days = 1, hour = 9, minute = 30, second = 0 }"],
      "A date relative to the start of the clock. With a time of day the hours count "
        + "from midnight; without one the start's time is kept."),
    LanguageWord(
      ["json"], .values, ["json.encode(value)", "json.decode(text)"],
      "Data to compact JSON and back."),
    LanguageWord(
      ["base64"], .values, ["base64(bytes)"],
      "Base64 of a string."),
    LanguageWord(
      ["log", "print"], .values, ["log(...)", "print(...)"],
      "Write a line to standard error; tables and responses as they would be written in "
        + "a script."),
    LanguageWord(
      ["mode"], .values, ["mode"],
      #"`"uitest"`, `"debug"`, `"developer"`, or nil: what `--mode` says."#),
    LanguageWord(
      ["collection"], .values, [#"collection "name""#],
      "A store of rows: <doc:Functions>. The same name gives the same store."),
  ]

  private static let live: [LanguageWord] = [
    LanguageWord(
      ["state"], .live, ["state.key"],
      "Reads shared state. A null reads as nil, a table as one that can be changed."),
    LanguageWord(
      ["state"], .live, ["state.key = value"],
      "Stores a copy in shared state at once. nil stores null."),
    LanguageWord(
      ["state"], .live, ["state.user.name = value", "table.insert(state.cart, value)"],
      "Changes a part of shared state, as in any table."),
    LanguageWord(
      ["services"], .live, ["services.Name.method { args }"],
      "Waits for that service's next answer and gives its value."),
    LanguageWord(
      ["calls"], .live, [#"calls("Name.method")"#],
      "The recorded calls of a method, in the order of choosing."),
    LanguageWord(
      ["sleep"], .live, ["sleep(ms)"],
      "Waits on the scenario's clock; whole milliseconds from 0. It blocks no thread: a "
        + "call of a requirement that is not `async` goes on at once, and the wait that it "
        + "skipped is reported."),
    LanguageWord(
      ["release"], .live, [#"release "gate""#],
      "Opens a gate."),
    LanguageWord(
      ["emit"], .live, ["emit(value)"],
      "Sends a value, in `stream(function() ... end)` only. `emit(null)` sends null."),
  ]

  private static let parameters: [LanguageWord] = [
    LanguageWord(
      ["args"], .parameters, ["args"],
      "The arguments by label. Absent and null members are nil."),
    LanguageWord(
      ["call"], .parameters, ["call.service", "call.method"],
      "The names."),
    LanguageWord(
      ["call"], .parameters, ["call.count"],
      "The number of the call of the method, from 1."),
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
      "Stores a copy and returns it. A row without `id`, or with a null one, gets a "
        + "`uuid()`. An `id` that is taken is a mistake."),
    LanguageWord(
      ["get"], .collections, [":get(id)"],
      "The row, or nil."),
    LanguageWord(
      ["update"], .collections, [":update(id, fields)"],
      "Replaces fields and returns the row, or nil where there is none."),
    LanguageWord(
      ["remove"], .collections, [":remove(id)"],
      "Removes and returns the row, or nil."),
    LanguageWord(
      ["all"], .collections, [":all()"],
      "All rows, in the order of insertion."),
    LanguageWord(
      ["where"], .collections, [":where(pattern)"],
      "The rows that a pattern accepts. It is a table, as in `when`, without functions."),
    LanguageWord(
      ["count"], .collections, [":count()"],
      "The number of rows."),
    LanguageWord(
      ["clear"], .collections, [":clear()"],
      "Removes all rows."),
  ]

}
