package import MockConfiguration
package import MockData
internal import MockPlatform

/// A method under which calls are recorded, and where its responses come from.
///
/// `@unchecked Sendable`: `total`, `isReplaced` and `redaction` are only written under the lock of the
/// call log that the method belongs to, `redaction` before any call;
/// everything else is constant.
package final class MethodIdentity: @unchecked Sendable {
  /// No other method of the process has it, also once this one is gone.
  let number = numbers.add(1)
  let service: String?
  let name: String
  let prepared: [PreparedResponse]
  /// The places of the responses in a script, by index.
  let places: [Int: SourcePlace]
  var total = 0
  /// Whether other responses took the place of these, which are then no longer expected to be used.
  var isReplaced = false
  /// How messages hide secrets; set once, when the method is added to a log.
  var redaction: Redaction?
  /// The argument that tells sequences apart; set with the method's chooser, before any call.
  var keyName: String?
  /// Whoever finds keys that the app's types ignore; nil where nobody can ask.
  let ignoredKeys: IgnoredKeys?
  /// Who hears which fields of an answer from another process are read; nil where that process does not ask.
  private let fields: FieldNotes?

  private static let numbers = AtomicNumber()

  package init(
    service: String?, name: String, responses: [MockResponse] = [],
    places: [Int: SourcePlace] = [:],
    ignoredKeys: IgnoredKeys? = nil, fields: FieldNotes? = nil
  ) {
    self.service = service
    self.name = name
    prepared = responses.enumerated().map { PreparedResponse($1, index: $0) }
    self.places = places
    self.ignoredKeys = ignoredKeys
    self.fields = fields
  }

  func place(of index: Int?) -> SourcePlace? {
    index.flatMap { places[$0] }
  }

  /// Whether a strict test wants to know which keys of a response the app's types ignore.
  func watchesKeys(of index: Int) -> Bool {
    guard let ignoredKeys, ignoredKeys.isWatching, prepared.indices.contains(index) else {
      return false
    }
    return prepared[index].response.allowsExtra != true
  }

  /// Who hears which fields of a response are read, and whether its values are always the same; nil for nobody.
  func fields(of index: Int) -> (notes: FieldNotes, isFixed: Bool)? {
    if let fields { return (fields, false) }
    guard prepared.indices.contains(index), prepared[index].response.allowsExtra != true,
      let notes = prepared[index].coverage?.fields
    else { return nil }
    return (notes, !prepared[index].isComputed)
  }

  var firstPlace: SourcePlace? {
    places.min { $0.key < $1.key }?.value
  }
}

extension MethodIdentity: CustomStringConvertible {
  /// The name with its service, as verification and messages use it.
  package var description: String { service.map { "\($0).\(name)" } ?? name }
}
