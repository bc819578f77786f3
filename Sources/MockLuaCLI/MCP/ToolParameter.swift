import MockData
import MockPlatform

/// A parameter of a tool.
///
/// The same declaration provides the schema for clients, and checks their arguments.
struct ToolParameter: Sendable {
  enum Kind: Sendable {
    case text
    case choice([String])
    /// The path of a file or folder, within the folder that may be read.
    case path
    case paths
    case flag
    case number(ClosedRange<Int>)
    case object
    case objects
  }

  let name: String
  let kind: Kind
  /// A description; empty if the name is clear.
  var help = ""
  var isRequired = false
  /// Whether the parameter is a plain word on the command line.
  var isPositional = false

  /// The parameter as JSON Schema.
  var schema: AnyCodableValue {
    var members: [String: AnyCodableValue] =
      switch kind {
      case .text, .path: ["type": "string"]
      case .choice(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
      case .paths: ["type": "array", "items": ["type": "string"]]
      case .flag: ["type": "boolean"]
      case .number(let range):
        ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)]
      case .object: ["type": "object"]
      case .objects: ["type": "array", "items": ["type": "object"]]
      }
    if !help.isEmpty { members["description"] = .string(help) }
    return .dictionary(members)
  }

  func check(_ value: AnyCodableValue) throws(ToolProblem) {
    switch (kind, value) {
    case (.text, .string), (.flag, .bool), (.object, .dictionary): return
    case (.choice(let words), .string(let word)):
      guard !words.contains(word) else { return }
      let hint = NearestName.hint(for: word, candidates: words) ?? ""
      throw ToolProblem("`\(name)` is never \"\(word.escaped)\"; \(hint)")
    case (.path, .string(let path)): return try check(path: path)
    case (.paths, .array(let paths)):
      guard !paths.isEmpty else { break }
      for path in paths {
        guard case .string(let path) = path else { throw wrong(value) }
        try check(path: path)
      }
      return
    case (.number(let range), .int(let number)) where range.contains(number): return
    case (.objects, .array(let values)):
      guard values.allSatisfy({ if case .dictionary = $0 { true } else { false } }) else { break }
      return
    default: break
    }
    throw wrong(value)
  }

  private func check(path: String) throws(ToolProblem) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ToolProblem(
        "`\(name)` needs a path; write one relative to the server's folder, such as login.lua")
    }
    do throws(SystemError) {
      try ReadingBorder.check(path)
    } catch {
      throw ToolProblem("`\(name)`: \(path.escapedPath): \(error.problem); name a file within it")
    }
  }

  private func wrong(_ value: AnyCodableValue) -> ToolProblem {
    ToolProblem("`\(name)` must be \(expectation), not \(value.shortText)")
  }

  private var expectation: String {
    switch kind {
    case .text, .path, .choice: "a string"
    case .paths: "a list of strings, at least one"
    case .flag: "true or false"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .object: "an object"
    case .objects: "a list of objects"
    }
  }
}

extension ToolParameter {
  init(_ argument: any Argument) {
    let declaration = argument.declaration
    var name = declaration.name
    if case .positional = declaration.kind {
      name = name.lowercased() + (declaration.isRepeatable ? "s" : "")
      (isPositional, isRequired) = (true, !declaration.isOptional)
    }
    self.name = name
    kind =
      switch (declaration.kind, declaration.completion) {
      case (.flag, _): .flag
      case (_, .files), (_, .folders): declaration.isRepeatable ? .paths : .path
      case (_, .words(let words)) where !words.isEmpty: .choice(words)
      default: argument is Option<UInt64> ? .number(0...Int.max) : .text
      }
    // The protocol uses standard input.
    let text = declaration.help.replacing("; - reads standard input", with: "")
    help = text.prefix(1).lowercased() + text.dropFirst().dropLast(text.hasSuffix(".") ? 1 : 0)
  }
}

/// The arguments of a tool call, checked against its parameters.
struct ToolArguments: Sendable {
  private let values: [String: AnyCodableValue]

  init(_ values: [String: AnyCodableValue], for tool: MCPTool) throws(ToolProblem) {
    let names = tool.parameters.map(\.name)
    if let unknown = values.keys.filter({ !names.contains($0) }).min() {
      let hint = NearestName.hint(for: unknown, candidates: names) ?? ""
      throw ToolProblem("`\(tool.name)` has no parameter `\(unknown.escaped)`; \(hint)")
    }
    for parameter in tool.parameters {
      guard let value = values[parameter.name] else {
        guard !parameter.isRequired else {
          throw ToolProblem(
            "`\(parameter.name)` is missing; add this parameter"
              + (parameter.help.isEmpty ? "" : ": \(parameter.help)")
          )
        }
        continue
      }
      try parameter.check(value)
    }
    self.values = values
  }

  var names: [String] { Array(values.keys) }

  subscript(name: String) -> AnyCodableValue? { values[name] }

  func text(_ name: String) -> String? { values[name]?.string }

  func objects(_ name: String) -> [[String: AnyCodableValue]] {
    values[name]?.elements?.compactMap(\.members) ?? []
  }
}
