package import MockConfiguration
package import MockData

/// A value of a document with its path, so that errors have a line and a path.
package struct DocumentNode: Sendable {
  package let value: DocumentValue
  package let path: JSONPath
  package let file: String

  package init(value: DocumentValue, path: JSONPath, file: String) {
    (self.value, self.path, self.file) = (value, path, file)
  }

  package var place: ScriptLocation { ScriptLocation(file: file, line: value.line) }

  package var data: AnyCodableValue { value.data }

  /// Whether an object has a member, even if it's null.
  package func has(_ name: String) -> Bool { member(name) != nil }

  /// A member of an object; nil if it's missing or null.
  package subscript(_ name: String) -> DocumentNode? {
    guard let member = member(name) else { return nil }
    // The content of a value with a problem isn't known.
    if case .scalar(.null) = member.value.content, member.value.problem == nil { return nil }
    return member
  }

  /// Returns a member of an object, even if its value is null, or nil if the member is missing.
  package func member(_ name: String) -> DocumentNode? {
    guard case .object(let members) = value.content,
      let member = members.first(where: { $0.key == name })?.value
    else { return nil }
    return child(member, .key(name))
  }

  package func required(_ name: String) throws(MockConfigurationError) -> DocumentNode {
    _ = try members()
    guard let member = self[name] else { throw failure(.missingKey(name)) }
    return member
  }

  /// Returns the members of an object, in the order of the document.
  package func members() throws(MockConfigurationError) -> [(key: String, value: DocumentNode)] {
    guard case .object(let members) = try content() else { throw wrongKind("an object") }
    return members.map { ($0.key, child($0.value, .key($0.key))) }
  }

  package func elements() throws(MockConfigurationError) -> [DocumentNode] {
    guard case .list(let elements) = try content() else { throw wrongKind("an array") }
    return elements.enumerated().map { child($0.element, .index($0.offset)) }
  }

  package func string() throws(MockConfigurationError) -> String {
    guard case .scalar(.string(let text)) = try content() else { throw wrongKind("a string") }
    return text
  }

  /// Returns a string, or the text of another scalar.
  ///
  /// People often write versions and parameter values as numbers.
  package func text() throws(MockConfigurationError) -> String {
    switch try content() {
    case .scalar(.string(let text)): return text
    case .scalar(.null): return ""
    case .scalar(let value): return value.shortText
    case .list, .object: throw wrongKind("a string")
    }
  }

  package func integer() throws(MockConfigurationError) -> Int {
    switch try content() {
    case .scalar(.int(let number)): return number
    case .scalar(.double(let number)):
      if let whole = Int(exactly: number) { return whole }
    default: break
    }
    throw wrongKind("a whole number")
  }

  private func content() throws(MockConfigurationError) -> DocumentValue.Content {
    if let problem = value.problem { throw failure(.invalidJSON(problem)) }
    return value.content
  }

  package func validate() throws(MockConfigurationError) {
    guard value.hasProblem else { return }
    switch try content() {
    case .scalar: break
    case .list: for element in try elements() { try element.validate() }
    case .object: for member in try members() { try member.value.validate() }
    }
  }

  private func child(_ value: DocumentValue, _ step: JSONPath.Step) -> DocumentNode {
    DocumentNode(value: value, path: JSONPath(path.steps + [step]), file: file)
  }

  // MARK: - Errors

  package func wrongKind(_ expected: String) -> MockConfigurationError {
    failure(.wrongKind(expected: expected, found: value.kind))
  }

  package func problem(_ text: String) -> MockConfigurationError { failure(.other(text)) }

  private func failure(_ problem: MockConfigurationProblem) -> MockConfigurationError {
    MockConfigurationError(problem: problem, path: path.description, at: place)
  }
}

/// A value of a document, with the line on which it starts.
///
/// Unlike ``AnyCodableValue``, it preserves the order of members.
package struct DocumentValue: Sendable {
  package enum Content: Sendable {
    case scalar(AnyCodableValue)
    case list([DocumentValue])
    case object([(key: String, value: DocumentValue)])
  }

  package var content: Content
  /// The line number, from 1.
  package var line: Int
  /// The original text of an unquoted YAML scalar, such as `1.10`; nil for all others.
  package var plainText: String?
  /// The problem of a value in a JSON document that was read leniently, apart from the values in it.
  ///
  /// The content isn't known then, so reading it throws an error.
  package var problem: JSONParseError.Problem?

  package init(
    content: Content, line: Int, plainText: String? = nil, problem: JSONParseError.Problem? = nil
  ) {
    (self.content, self.line, self.plainText) = (content, line, plainText)
    self.problem = problem
  }

  /// Whether the value or a value in it has a problem.
  fileprivate var hasProblem: Bool {
    if problem != nil { return true }
    return switch content {
    case .scalar: false
    case .list(let elements): elements.contains(where: \.hasProblem)
    case .object(let members): members.contains { $0.value.hasProblem }
    }
  }

  /// The maximum number of values in a document.
  ///
  /// More values would need too much memory.
  package static let limit = 2_000_000
  /// The approximate size of a value in memory, in bytes, without its text.
  static let size = 120

  package var data: AnyCodableValue {
    switch content {
    case .scalar(let value): value
    case .list(let elements): .array(elements.map(\.data))
    case .object(let members):
      .dictionary(Dictionary(members.map { ($0.key, $0.value.data) }) { first, _ in first })
    }
  }

  package var kind: AnyCodableValue.Kind {
    switch content {
    case .scalar(let value): value.kind
    case .list: .array
    case .object: .object
    }
  }
}
