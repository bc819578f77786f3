import CLibrary
import MockConfiguration
import MockData
import MockPlatform

/// Parses a JSON or YAML document.
enum ImportDocument {
  /// Returns the outermost value of a text.
  ///
  /// A text that starts with a bracket is JSON, unless its name has a YAML extension. All others are YAML.
  static func read(_ source: ScriptSource) throws(CommandFailure) -> DocumentNode {
    let name = source.name.lowercased()
    let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    let first = source.text.first { !$0.isWhitespace }
    let isJSON = !isYAML && (first == "{" || first == "[" || first == nil)
    do throws(MockConfigurationError) {
      let value =
        isJSON
        ? try JSONDocument.read(source.text, file: source.name)
        : try YAMLDocument.read(source.text, file: source.name)
      return DocumentNode(value: value, path: JSONPath(), file: source.name)
    } catch {
      throw .configuration(error)
    }
  }

  /// Returns the error for a text with too many values.
  static func tooLarge(at place: ScriptLocation) -> MockConfigurationError {
    MockConfigurationError(
      problem: .other(
        "the document has more than \(DocumentValue.limit) values; import a part of it"),
      at: place)
  }
}

/// Reads a JSON document from the index of its values.
struct JSONDocument {
  private let index: JSONIndex
  private var places: TextLocator

  /// Returns the outermost value of a text.
  static func read(_ text: String, file: String) throws(MockConfigurationError) -> DocumentValue {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(MockConfigurationError) in
        var values = 0
        do throws(JSONReader.Failure) {
          let index = try JSONIndex(bytes: bytes) { count, _ in
            values += count
            return values <= DocumentValue.limit
          }
          var document = JSONDocument(index: index, places: TextLocator(bytes: bytes))
          return document.value(at: JSONIndex.root)
        } catch {
          var places = TextLocator(bytes: bytes)
          let place = places.place(of: error.offset, in: file)
          if values > DocumentValue.limit { throw ImportDocument.tooLarge(at: place) }
          throw MockConfigurationError(problem: .invalidJSON(error.problem), at: place)
        }
      }
    }
    return try result.get()
  }

  /// Recursion is safe, because the nesting depth of JSON is limited.
  private mutating func value(at entry: Int) -> DocumentValue {
    let line = places.place(of: index.offset(at: entry)).line ?? 1
    switch index.kind(at: entry) {
    case .object:
      var members: [(key: String, value: DocumentValue)] = []
      for case (let key?, let value) in index.children(of: entry) {
        members.append((index.string(at: key), self.value(at: value)))
      }
      return DocumentValue(content: .object(members), line: line)
    case .array:
      var elements: [DocumentValue] = []
      for (_, value) in index.children(of: entry) { elements.append(self.value(at: value)) }
      return DocumentValue(content: .list(elements), line: line)
    default: return DocumentValue(content: .scalar(index.value(at: entry)), line: line)
    }
  }
}

/// Reads a file that a document refers to by a relative path.
enum BesideFile {
  /// The maximum number of bytes to read.
  private static let limit = 32 << 20

  /// Returns the content of a regular file.
  ///
  /// The result is nil if the file doesn't exist, if it's longer than 32 MiB, or if its path or a link leads out of the
  /// folder.
  ///
  /// - Parameters:
  ///   - path: The path in the document.
  ///   - folder: The folder of the document; nil for standard input.
  /// - Returns: The content.
  static func contents(of path: String, in folder: String?) -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let folder, !path.utf8.contains(0),
      !parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }),
      let root = resolved(folder), let real = resolved("\(folder)/\(path)"),
      real.hasPrefix(root == "/" ? "/" : root + "/"),
      case .file(let number) = RegularFile.open(real)
    else { return nil }
    let descriptor = Descriptor(number: number)
    defer { try? descriptor.close() }
    // Another process may have placed a link there between the check and the opening.
    guard resolved(real) == real,
      let bytes = try? descriptor.readAll(limit: limit + 1), bytes.count <= limit
    else { return nil }
    return bytes
  }

  /// Returns a path with its symbolic links resolved, or nil if nothing exists there.
  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
