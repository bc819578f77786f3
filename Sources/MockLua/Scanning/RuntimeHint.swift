/// Hints for runtime errors that Lua reports.
enum RuntimeHint {
  /// Returns Lua's message with the names of the language's objects in place of Lua's types.
  ///
  /// If there is a hint, it is added.
  static func hinted(_ message: String) -> String {
    if let text = ofObject(message) { return text }
    // This is the message for `"a" + 1`, after Lua has tried to convert the operands to numbers.
    if message.hasPrefix("attempt to add a '"), message.contains("'string'") {
      return "\(message); write `..` to join strings, or `tonumber(text)` for a number"
    }
    return message
  }

  /// The language's objects, by the type names in Lua's messages, each with a hint.
  private static let objects = [
    ("the shared state", "read and set a key of it, as in `state.key`"),
    ("the services", "call a method, as in `services.Name.method { name = value }`"),
    ("the table of matchers", "write one of its matchers, such as `is.gt(3)`"),
    ("the table of JSON functions", "write `json.encode(value)` or `json.decode(text)`"),
    ("the clock", "write `clock()` for milliseconds, or `clock.date()` for a string"),
    ("a service error", "read its `code`, `message` and `details`"),
    ("a service", "give it methods with `service \"Name\" { method = reply(...) }`"),
    (
      "a response", "a response can't be used in expressions; compute the value inside `reply(...)`"
    ),
    ("a rule", "put it into the list of a method, after a comma"),
    ("a matcher", "write it into `when`, as in `when({ amount = is.gt(3) }, ...)`"),
    ("a collection", "write one of its methods, such as `rows:all()`"),
    ("userdata", "`null` can't be used in expressions; compare with `null` first"),
  ]

  /// Rewords messages such as `attempt to call a the shared state value (global 'state')`.
  ///
  /// Returns nil if the message doesn't concern an object.
  private static func ofObject(_ message: String) -> String? {
    guard message.hasPrefix("attempt to ") else { return nil }
    for (name, suggestion) in objects {
      let shown = name == "userdata" ? "null" : name
      for (text, article) in [
        ("a \(name) value", shown), ("two \(name) values", "\(shown) and another one"),
      ]
      where message.contains(text) {
        return "\(message.replacing(text, with: article)); \(suggestion)"
      }
      // The message names two types, as in `attempt to compare number with a response`.
      if message.hasPrefix("attempt to compare "), message.contains(" with "),
        message.hasSuffix(" with \(name)") || message.hasPrefix("attempt to compare \(name) with ")
      {
        return "\(message.replacing("userdata", with: "null")); \(suggestion)"
      }
    }
    return nil
  }
}
