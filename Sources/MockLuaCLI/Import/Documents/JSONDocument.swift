import MockConfiguration
import MockData

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
