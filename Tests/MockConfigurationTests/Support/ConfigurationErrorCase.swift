import Testing

/// A configuration with an error, and the error message.
struct ConfigurationErrorCase: CustomTestStringConvertible {
  var json: String
  var message: String

  var testDescription: String { message }

  /// Takes JSON with a `^` before the error's position, which the message must contain.
  init(_ markedJSON: String, _ message: String) {
    let parts = markedJSON.split(separator: "^", omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    json = parts.joined()
    self.message = "\(lines.count):\(lines[lines.count - 1].count + 1): \(message)"
  }

  /// An error in the only response of the method `A.m`.
  static func response(_ json: String, _ message: String) -> Self {
    Self(
      "{\"services\":{\"A\":{\"methods\":{\"m\":{\"responses\":[\n\(json)\n]}}}}}",
      "services.A.methods.m.responses[0]\(message)")
  }

  /// An error in a response's pattern.
  static func pattern(_ json: String, _ message: String) -> Self {
    response("{\"result\":\"success\",\"match\": \(json)}", ".match\(message)")
  }

  /// An error in a response's delay.
  static func delay(_ json: String, _ message: String) -> Self {
    response("{\"result\":\"success\",\"delayMs\": \(json)}", ".delayMs\(message)")
  }

  /// An error in the only response of a route.
  static func route(_ json: String, _ message: String) -> Self {
    Self(
      "{\"services\":{\"//a.com\":{\"methods\":{\"GET /a\":{\"responses\":[\n^\(json)\n]}}}}}",
      "services[\"//a.com\"].methods[\"GET /a\"].responses[0]: \(message)")
  }

  static let table = documents + responses + routes + delays + patterns

  private static let routes = [
    route(
      #"{"result":"success","value":{"event":1}}"#,
      "`event` and `chunk` are for streams; write a `body`, or \"result\": \"stream\" with \"values\""
    ),
    route(
      #"{"result":"stream","values":[{"event":1},{"event":2,"status":404}]}"#,
      "only the first value of a stream can have a status and headers; move them to the first value"
    ),
    route(
      #"{"result":"stream","values":[{"status":200},{"event":1},{"chunk":"a"}]}"#,
      "a stream can't have both `event` and `chunk`; write only one of them"),
    route(
      #"{"result":"stream","values":[{"event":1},{"body":2}]}"#,
      "a `body` is sent as a whole, but the stream has 2 values; write each value as an `event` or a `chunk`"
    ),
  ]

  private static let documents = [
    Self(
      "^",
      "the text is empty; write a value such as `{}`"),
    Self(
      "{\"services\":\n{}^,}",
      "there is a comma before `}`; remove the comma"),
    Self(
      "^[]",
      "expected an object, found an array; write an object"),
    Self(
      " ^{}",
      "the key `services` is missing; add `\"services\": ...`"),
    Self(
      "{\"services\": {},\n ^\"sharedStat\": {}}",
      "sharedStat: unknown key `sharedStat`; did you mean `sharedState`?"),
    Self(
      "{\"services\": ^null}",
      "services: expected an object, found null; write an object"),
    Self(
      "{\"formatVersion\": ^0, \"services\": {}}",
      "formatVersion: expected a format version, 1 or more, found 0; write a format version, 1 or more"
    ),
    Self(
      "{\"formatVersion\": ^\"1\", \"services\": {}}",
      "formatVersion: expected a format version, 1 or more, found a string; write a format version, 1 or more"
    ),
    Self(
      "{\"services\": {}, \"sharedState\": {\"a b\": ^{}}}",
      "sharedState[\"a b\"]: the key `initial` is missing; add `\"initial\": ...`"),
    Self(
      "{\"services\": {}, \"sharedState\": {\"\u{1F600}\u{E9}\": ^1}}",
      "sharedState[\"\u{1F600}\u{E9}\"]: expected an object, found an int; write an object"),
    Self(
      "{\"services\": {\"A\": {^\"method\": {}}}}",
      "services.A.method: unknown key `method`; did you mean `methods`?"),
    Self(
      "{\"services\": {\"A\": {\"bindings\": {\"p\": ^1}}}}",
      "services.A.bindings.p: expected a string, found an int; write a string"),
    Self(
      "{\"services\": {\"A\": {\"initialState\": ^[]}}}",
      "services.A.initialState: expected an object, found an array; write an object"),
    Self(
      "{\"services\": {\"A\": {\"methods\": {\"m\": ^{}}}}}",
      "services.A.methods.m: the key `responses` is missing; add `\"responses\": ...`"),
    Self(
      "{\"services\": {\"A\": {\"methods\": {\"m\": {\"responses\": ^[]}}}}}",
      "services.A.methods.m.responses: `responses` is empty; write at least one response, or remove the method"
    ),
    Self(
      "{\"services\": {\"A\": {\"methods\": {\"m\": {\"responses\":\n^[{\"result\":\"success\",\"chance\":0.25}]}}}}}",
      "services.A.methods.m.responses: every response has a chance, and together they cover only 0.25 of the calls;"
        + " add a response without a chance"),
    Self(
      "{\"services\": {\"A\": {\"methods\": {\"m\": {\"responses\":\n"
        + "^[{\"result\":\"success\",\"chance\":0.5},{\"result\":\"success\",\"chance\":0.7},{\"result\":\"success\"}]}}}}}",
      "services.A.methods.m.responses: the chances of responses for the same calls add up to 1.2;"
        + " lower them to at most 1 in total"),
    Self(
      "{\"services\": {\"A\": {\"methods\": {\"m\": {\"responses\": [{\"result\":\"success\"}],\n\"exhaustBehavior\": ^\"repeat\"}}}}}",
      "services.A.methods.m.exhaustBehavior: unknown exhaust behavior `repeat`; did you mean `repeatLast`?"
    ),
    Self(
      "{\"services\": {}, \"script\": {\"name\": \"a\", \"source\": \"\",\n \"modules\": {\"m\": ^{\"file\": \"\"}}}}",
      "script.modules.m: the key `source` is missing; add `\"source\": ...`"),
    Self(
      "{\"services\": {\"A\": {\"bindings\": {\"p\": ^\"statu\"}}},\n\"sharedState\": {\"status\": {\"initial\": 0}}}",
      "services.A.bindings.p: the shared state `statu` is not declared; did you mean `status`?"),
    Self(
      "{\"services\": {\"A\": {\"bindings\": {\"p\": ^\"x\"}}}}",
      "services.A.bindings.p: the shared state `x` is not declared; declare it: \"sharedState\": {\"x\": {\"initial\": ...}}"
    ),
  ]

  private static let responses = [
    response(
      "^1",
      ": expected an object, found an int; write an object"),
    response(
      "^{}",
      ": the key `result` is missing; add `\"result\": ...`"),
    response(
      "{\"result\":^\"sucess\"}",
      ".result: unknown result `sucess`; did you mean `success`?"),
    response(
      "{\"result\":^1}",
      ".result: expected a string, found an int; write a string"),
    response(
      "{\"result\":\"success\",^\"delay\":1}",
      ".delay: unknown key `delay`; did you mean `delayMs`?"),
    response(
      "^{\"result\":\"error\"}",
      ": the result `error` needs `error`; add \"error\": {\"code\": \"...\", \"message\": \"...\"}"
    ),
    response(
      "^{\"result\":\"error\",\"code\":\"x\"}",
      ": the key `message` is missing; add `\"message\": ...`"),
    response(
      "{\"result\":\"error\",\"error\":{\"code\":^1,\"message\":\"\"}}",
      ".error.code: expected a string, found an int; write a string"),
    response(
      "{\"result\":\"error\",\"error\":{\"code\":\"\",\"message\":\"\"},^\"message\":\"\"}",
      ".message: the error appears twice: as `error` and as `code` and `message`; keep only `error`"
    ),
    response(
      "{\"result\":\"success\",\"chance\":^1.5}",
      ".chance: expected a number from 0 to 1, found 1.5; write a number from 0 to 1"),
    response(
      "{\"result\":\"success\",^\"staysOpen\":true}",
      ".staysOpen: `staysOpen` does not belong to the result `success`; remove it, or write \"result\": \"stream\" or \"callback\""
    ),
    response(
      "^{\"result\":\"stream\"}",
      ": the result `stream` needs `values`; add \"values\": [...]"),
    response(
      "^{\"result\":\"callback\"}",
      ": the result `callback` needs `callback`; add \"callback\": \"<service>.<method>#1\""),
    response(
      "{\"result\":\"success\",^\"values\":[]}",
      ".values: `values` does not belong to the result `success`; remove it, or write \"result\": \"stream\""
    ),
    response(
      "{\"result\":\"success\",^\"error\":{\"code\":\"a\",\"message\":\"\"}}",
      ".error: `error` does not belong to the result `success`; remove it, or write \"result\": \"error\" or \"stream\""
    ),
    response(
      "{\"result\":\"error\",^\"value\":1}",
      ".value: `value` does not belong to the result `error`; remove it, or write \"result\": \"success\""
    ),
    response(
      "{\"result\":\"success\",^\"intervalMs\":1}",
      ".intervalMs: `intervalMs` does not belong to the result `success`; remove it, or write \"result\": \"stream\" or \"callback\" or \"passthrough\""
    ),
    response(
      "{\"result\":\"stream\",\"values\":[],\"intervalMs\":^1.5}",
      ".intervalMs: expected whole milliseconds, 0 or more, found 1.5; write whole milliseconds, 0 or more"
    ),
    response(
      "{\"result\":\"stream\",\"values\":^1}",
      ".values: expected an array, found an int; write an array"),
    response(
      "{\"result\":\"success\",\"optional\":^1}",
      ".optional: expected a bool, found an int; write a bool"),
    response(
      "{\"result\":\"success\",\"updateSharedState\":{^\"k\":1}}",
      ".updateSharedState.k: the shared state `k` is not declared; declare it: \"sharedState\": {\"k\": {\"initial\": ...}}"
    ),
  ]

  private static let delays = [
    delay(
      "^-5",
      ": expected whole milliseconds, 0 or more, found -5; write whole milliseconds, 0 or more"),
    delay(
      "^0.25",
      ": expected whole milliseconds, 0 or more, found 0.25; write whole milliseconds, 0 or more"),
    delay(
      "^\"1\"",
      ": expected whole milliseconds, {\"min\", \"max\"} or {\"median\", \"sigma\", \"max\"}, found a string; write whole milliseconds, {\"min\", \"max\"} or {\"median\", \"sigma\", \"max\"}"
    ),
    delay(
      "^{\"min\":1}",
      ": the key `max` is missing; add `\"max\": ...`"),
    delay(
      "{\"min\":^2,\"max\":1}",
      ".min: `min` is greater than `max`; write a `min` of at most `max`"),
    delay(
      "{\"min\":1,^\"mx\":2}",
      ".mx: unknown key `mx`; did you mean `max`?"),
    delay(
      "^{\"median\":1,\"max\":2}",
      ": the key `sigma` is missing; add `\"sigma\": ...`"),
    delay(
      "{\"median\":^0,\"sigma\":1,\"max\":2}",
      ".median: expected whole milliseconds, 1 or more, found 0; write whole milliseconds, 1 or more"
    ),
    delay(
      "{\"median\":1,\"sigma\":^-0.5,\"max\":2}",
      ".sigma: expected a number, 0 or more, found -0.5; write a number, 0 or more"),
    delay(
      "{\"median\":^3,\"sigma\":1,\"max\":2}",
      ".median: `median` is greater than `max`; write a `median` of at most `max`"),
  ]

  private static let patterns = [
    pattern(
      "{\"id\":{^\"$gt\":1,\"x\":2}}",
      ".id.$gt: the pattern mixes the operator `$gt` with the field `x`; write the operator under its field: {\"x\": {\"$gt\": ...}}"
    ),
    pattern(
      "{\"id\":{^\"$regx\":\"a\"}}",
      ".id.$regx: unknown operator `$regx`; did you mean `$regex`?"),
    pattern(
      "{\"$or\":[{\"a\":1},{\"b\":{^\"$foo\":1}}]}",
      ".$or[1].b.$foo: unknown operator `$foo`; did you mean `$nor`?"),
    pattern(
      "{\"$in\":^1}",
      ".$in: `$in` needs an array, found 1; write an array"),
    pattern(
      "{\"$nin\":^\"a\"}",
      ".$nin: `$nin` needs an array, found a string; write an array"),
    pattern(
      "{\"$all\":^null}",
      ".$all: `$all` needs an array, found null; write an array"),
    pattern(
      "{\"$and\":^[]}",
      ".$and: `$and` needs an array of at least one pattern, found an empty array; write an array of at least one pattern"
    ),
    pattern(
      "{\"$exists\":^1}",
      ".$exists: `$exists` needs a bool, found 1; write a bool"),
    pattern(
      "{\"$type\":^\"integer\"}",
      ".$type: unknown type `integer`; did you mean `int`?"),
    pattern(
      "{\"$type\":^1}",
      ".$type: `$type` needs the name of a type, found 1; write the name of a type"),
    pattern(
      "{\"$size\":^-1}",
      ".$size: `$size` needs a whole number, 0 or more, found -1; write a whole number, 0 or more"),
    pattern(
      "{\"$gte\":^true}",
      ".$gte: `$gte` needs a number or a string, found a bool; write a number or a string"),
    pattern(
      #"{"id":{"$regex":^"a(?!b)"}}"#,
      #".id.$regex: the regular expression `a(?!b)` is invalid at character 2: `(?!` is a lookahead, which is not supported; write two conditions: `{"$regex": "...", "$not": {"$regex": "..."}}`"#
    ),
    pattern(
      #"{"$not":{"$regex":^"(a{1000}){1000}"}}"#,
      #".$not.$regex: the regular expression `(a{1000}){1000}` is invalid: it needs more than 5000 states; use smaller repetition counts, or write several expressions: `{"$or": [{"$regex": "..."}, ...]}`"#
    ),
    pattern(
      "{\"$regex\":^1}",
      ".$regex: `$regex` needs a string, found 1; write a string"),
    pattern(
      "{\"$where\":^\"\"}",
      ".$where: `$where` needs a non-empty string, found an empty string; write a non-empty string"
    ),
    pattern(
      "{\"$not\":{\"$elemMatch\":{\"$size\":^\"2\"}}}",
      ".$not.$elemMatch.$size: `$size` needs a whole number, 0 or more, found a string; write a whole number, 0 or more"
    ),
  ]
}
