import LuaRuntime
import Testing

/// A Lua expression with its expected result as a string.
struct Outcome: CustomTestStringConvertible, Sendable {
  let expression: String
  let text: String
  var testDescription: String { expression }

  /// Reads rows of the form `expression --> outcome`.
  ///
  /// The outcome of a long expression is on the next line.
  static func table(_ rows: String) -> [Outcome] {
    var outcomes: [Outcome] = []
    var expression = ""
    for line in rows.split(separator: "\n") {
      let parts = line.split(separator: "-->", omittingEmptySubsequences: false)
      expression += parts[0].trimmed
      guard parts.count == 2 else { continue }
      outcomes.append(Outcome(expression: expression, text: parts[1].trimmed))
      expression = ""
    }
    return outcomes
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension LuaRuntime {
  /// Returns the values of an expression, separated by spaces and with quoted strings, or its error.
  func outcome(of expression: String) throws -> String {
    try run(
      #"""
      local function show(...)
        local parts = {}
        for i = 1, select("#", ...) do
          local value = select(i, ...)
          local kind = type(value)
          if kind == "string" then
            parts[i] = string.format("%q", value):gsub("\\\n", "\\n")
          else
            parts[i] = (kind == "table" or kind == "function") and kind or tostring(value)
          end
        end
        return table.concat(parts, " ")
      end
      local function take(ok, ...) return ok and show(...) or "error: " .. tostring((...)) end
      return (take(pcall(function() return \#n
      """# + expression + "\nend)):gsub('^error: e:%d+: ', 'error: '))", name: "e", as: String.self)
  }
}
