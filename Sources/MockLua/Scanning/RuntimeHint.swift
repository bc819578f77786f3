/// What to write where Lua itself stopped the script.
enum RuntimeHint {
  /// Lua's message with a hint, where one is known.
  static func hinted(_ message: String) -> String {
    find(for: message).map { "\(message); \($0)" } ?? message
  }

  private static func find(for message: String) -> String? {
    // What Lua says of `"a" + 1`, whose operands it has tried to read as numbers.
    if message.hasPrefix("attempt to add a '"), message.contains("'string'") {
      return "write `..` to join texts, or `tonumber(text)` for a number"
    }
    return nil
  }
}
