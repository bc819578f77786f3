internal import MockConfiguration
internal import MockData

/// Parses a JSON or YAML document.
package enum SourceDocument {
  /// A function that returns whether reading may continue.
  ///
  /// It receives the number of values since the previous call, and their approximate size in bytes.
  package typealias Permission = (_ values: Int, _ bytes: Int) -> Bool

  /// Returns the outermost value of a document.
  ///
  /// A document that starts with a bracket, or with a comment as in Java, is JSON, unless its file name has a YAML
  /// extension. All others are YAML. If `isLenient` is true, a value of a JSON document may have a
  /// ``DocumentValue/problem``.
  package static func read(
    _ text: String, file: String, isLenient: Bool = false,
    whileAllowed mayContinue: @escaping Permission = { _, _ in true }
  ) throws(MockConfigurationError) -> DocumentNode {
    let value =
      isJSON(text, file: file)
      ? try JSONDocument.read(text, file: file, isLenient: isLenient, whileAllowed: mayContinue)
      : try yaml(text, file, mayContinue)
    return DocumentNode(value: value, path: JSONPath(), file: file)
  }

  private static func isJSON(_ text: String, file: String) -> Bool {
    let name = file.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return false }
    let start = text.drop(while: \.isWhitespace).prefix(2)
    // WireMock's files can begin with a comment.
    return start.isEmpty || start.hasPrefix("{") || start.hasPrefix("[")
      || ["//", "/*"].contains(start)
  }

  private static func yaml(
    _ text: String, _ file: String, _ mayContinue: @escaping Permission
  ) throws(MockConfigurationError) -> DocumentValue {
    #if os(Linux) || os(macOS)
      return try YAMLDocument.read(text, file: file, whileAllowed: mayContinue)
    #else
      throw withoutYAML(file)
    #endif
  }

  /// Returns the error for YAML in a build without libyaml.
  static func withoutYAML(_ file: String) -> MockConfigurationError {
    MockConfigurationError(
      problem: .other(
        "this build has no libyaml, so it can't read YAML; install libyaml (`brew install "
          + "libyaml`, or Debian's libyaml-dev) and build again, or convert the file to JSON"),
      at: ScriptLocation(file: file))
  }

  static func tooLarge(at place: ScriptLocation) -> MockConfigurationError {
    MockConfigurationError(
      problem: .other(
        "the document has more than \(DocumentValue.limit) values; use a part of it"),
      at: place)
  }
}

/// Reads a JSON document from the index of its values.
struct JSONDocument {
  private let index: JSONIndex
  private var places: TextLocator
  private let isLenient: Bool

  static func read(
    _ text: String, file: String, isLenient: Bool,
    whileAllowed mayContinue: @escaping SourceDocument.Permission
  ) throws(MockConfigurationError) -> DocumentValue {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(MockConfigurationError) in
        var (values, isAllowed) = (0, true)
        do throws(JSONReader.Failure) {
          let index = try JSONIndex(bytes: bytes, isLenient: isLenient) { count, more in
            values += count
            isAllowed = mayContinue(count, count * DocumentValue.size + more)
            return isAllowed && values <= DocumentValue.limit
          }
          var document = JSONDocument(
            index: index, places: TextLocator(bytes: bytes), isLenient: isLenient)
          return document.value(at: JSONIndex.root)
        } catch {
          var places = TextLocator(bytes: bytes)
          let place = places.place(of: error.offset, in: file)
          if !isAllowed || values > DocumentValue.limit { throw SourceDocument.tooLarge(at: place) }
          throw MockConfigurationError(problem: .invalidJSON(error.problem), at: place)
        }
      }
    }
    return try result.get()
  }

  /// The recursion is safe, because the nesting depth of JSON is limited.
  private mutating func value(at entry: Int) -> DocumentValue {
    let line = places.place(of: index.offset(at: entry)).line ?? 1
    return DocumentValue(
      content: content(at: entry), line: line,
      problem: isLenient ? index.problem(at: entry) : nil)
  }

  private mutating func content(at entry: Int) -> DocumentValue.Content {
    switch index.kind(at: entry) {
    case .object:
      var members: [(key: String, value: DocumentValue)] = []
      for case (let key?, let value) in index.children(of: entry) {
        members.append((index.string(at: key), self.value(at: value)))
      }
      return .object(members)
    case .array:
      var elements: [DocumentValue] = []
      for (_, value) in index.children(of: entry) { elements.append(self.value(at: value)) }
      return .list(elements)
    default: return .scalar(index.value(at: entry))
    }
  }
}
