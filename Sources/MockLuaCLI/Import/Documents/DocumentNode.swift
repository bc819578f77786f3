import MockConfiguration
import MockData
import MockRecording

/// A value of a document with its path, so that errors have a line and a path.
struct DocumentNode {
  let value: DocumentValue
  let path: JSONPath
  let file: String

  /// The location of the value.
  var place: ScriptLocation { ScriptLocation(file: file, line: value.line) }

  /// The value as plain data.
  var data: AnyCodableValue { value.data }

  /// Whether an object has a member, even if it's null.
  func has(_ name: String) -> Bool {
    if case .object(let members) = value.content {
      members.contains { $0.key == name }
    } else {
      false
    }
  }

  /// A member of an object; nil if it's missing or null.
  subscript(_ name: String) -> DocumentNode? {
    guard case .object(let members) = value.content,
      let member = members.first(where: { $0.key == name })?.value
    else { return nil }
    if case .scalar(.null) = member.content { return nil }
    return child(member, .key(name))
  }

  /// Returns a member of an object, even if its value is null, or nil if the member is missing.
  func member(_ name: String) -> DocumentNode? {
    guard case .object(let members) = value.content,
      let member = members.first(where: { $0.key == name })?.value
    else { return nil }
    return child(member, .key(name))
  }

  /// Returns a required member.
  func required(_ name: String) throws(CommandFailure) -> DocumentNode {
    _ = try members()
    guard let member = self[name] else { throw failure(.missingKey(name)) }
    return member
  }

  /// Returns the members of an object, in the order of the document.
  func members() throws(CommandFailure) -> [(key: String, value: DocumentNode)] {
    guard case .object(let members) = value.content else { throw wrongKind("an object") }
    return members.map { ($0.key, child($0.value, .key($0.key))) }
  }

  /// Returns the elements of a list.
  func elements() throws(CommandFailure) -> [DocumentNode] {
    guard case .list(let elements) = value.content else { throw wrongKind("an array") }
    return elements.enumerated().map { child($0.element, .index($0.offset)) }
  }

  /// Returns a string.
  func string() throws(CommandFailure) -> String {
    guard case .scalar(.string(let text)) = value.content else { throw wrongKind("a string") }
    return text
  }

  /// Returns a string, or the text of another scalar, because people write versions and parameter values as numbers.
  func text() throws(CommandFailure) -> String {
    switch value.content {
    case .scalar(.string(let text)): return text
    case .scalar(.null): return ""
    case .scalar(let value): return value.shortText
    case .list, .object: throw wrongKind("a string")
    }
  }

  /// Returns an integer.
  func integer() throws(CommandFailure) -> Int {
    switch value.content {
    case .scalar(.int(let number)): return number
    case .scalar(.double(let number)):
      if let whole = Int(exactly: number) { return whole }
    default: break
    }
    throw wrongKind("a whole number")
  }

  private func child(_ value: DocumentValue, _ step: JSONPath.Step) -> DocumentNode {
    DocumentNode(value: value, path: JSONPath(path.steps + [step]), file: file)
  }

  // MARK: - Errors

  func wrongKind(_ expected: String) -> CommandFailure {
    failure(.wrongKind(expected: expected, found: value.kind))
  }

  /// Creates an error with a message about the value.
  func problem(_ text: String) -> CommandFailure { failure(.other(text)) }

  private func failure(_ problem: MockConfigurationProblem) -> CommandFailure {
    .configuration(
      MockConfigurationError(problem: problem, path: path.description, at: place))
  }

  /// Creates a note about the value.
  func note(_ text: String) -> ImportNote {
    ImportNote(place: place, path: path.description, text: text)
  }
}

/// A value of an imported document, with the line on which it starts.
///
/// Unlike ``AnyCodableValue``, it preserves the order of members.
struct DocumentValue {
  enum Content {
    case scalar(AnyCodableValue)
    case list([DocumentValue])
    case object([(key: String, value: DocumentValue)])
  }

  var content: Content
  /// The line number, from 1.
  var line: Int
  /// The original text of an unquoted YAML scalar, such as `1.10`; nil for all others.
  var plainText: String?

  /// The maximum number of values in a document.
  ///
  /// More would need too much memory.
  static let limit = 2_000_000

  /// The value as plain data.
  var data: AnyCodableValue {
    switch content {
    case .scalar(let value): value
    case .list(let elements): .array(elements.map(\.data))
    case .object(let members):
      .dictionary(Dictionary(members.map { ($0.key, $0.value.data) }) { first, _ in first })
    }
  }

  var kind: AnyCodableValue.Kind {
    switch content {
    case .scalar(let value): value.kind
    case .list: .array
    case .object: .object
    }
  }
}
