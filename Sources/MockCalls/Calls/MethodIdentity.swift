package import MockConfiguration
package import MockData
internal import MockPlatform

/// The app in another process that made a call.
///
/// If several apps make calls, the log shows the name of each call's app.
package final class CallOrigin: Sendable {
  /// The name of the app, followed by its process, such as `BankingApp (process 812)`.
  package let name: String

  package init(name: String) { self.name = name }
}

/// A method whose calls are recorded, and its responses.
///
/// `@unchecked Sendable`: `total`, `isReplaced`, and `redaction` are only written under the lock of the log that the
/// method was added to. `redaction` is written before any call. Everything else is constant.
package final class MethodIdentity: @unchecked Sendable {
  /// A number that is unique within the process, even after this method was released.
  let number = numbers.add(1)
  let service: String?
  let name: String
  let prepared: [PreparedResponse]
  /// The locations of the responses in a script, by index.
  let places: [Int: ScriptLocation]
  var total = 0
  /// Whether other responses have replaced the method's responses, so that unused responses are no longer reported.
  var isReplaced = false
  /// Hides secrets in messages.
  ///
  /// It is set once, when the method is added to a log.
  var redaction: Redaction?
  /// The name of the argument whose values have separate sequences.
  ///
  /// It is set together with the method's chooser, before any call.
  var keyName: String?
  /// Finds keys that the app's types ignore.
  ///
  /// It is `nil` if no test can request this check.
  let ignoredKeys: IgnoredKeys?
  /// Records which fields of a response from another process are read.
  ///
  /// It is `nil` if that process didn't request this.
  private let fields: FieldNotes?

  private static let numbers = AtomicNumber()

  package init(
    service: String?, name: String, responses: [MockResponse] = [],
    places: [Int: ScriptLocation] = [:],
    ignoredKeys: IgnoredKeys? = nil, fields: FieldNotes? = nil
  ) {
    self.service = service
    self.name = name
    prepared = responses.enumerated().map { PreparedResponse($1, index: $0) }
    self.places = places
    self.ignoredKeys = ignoredKeys
    self.fields = fields
  }

  /// The index for a pushed value, which isn't part of a response.
  static let pushedIndex = -1

  func place(of index: Int?) -> ScriptLocation? {
    index.flatMap { places[$0] }
  }

  /// Returns whether to look for ignored keys while a response is decoded as a type.
  func watchesKeys(of index: Int, element: Int?, as type: any Any.Type) -> Bool {
    guard let ignoredKeys, ignoredKeys.isWatching else { return false }
    return ignoredKeys.isForwarding
      || watchesKeys(of: index)
        && (prepared[index].isComputed
          || ignoredKeys.isNew(index, element: element, of: number, as: type))
  }

  /// Returns whether a strict test requests a check for ignored keys of a response.
  func watchesKeys(of index: Int) -> Bool {
    guard let ignoredKeys, ignoredKeys.isWatching, prepared.indices.contains(index) else {
      return false
    }
    return prepared[index].response.ignoresUnknownKeys != true
  }

  /// Returns the object that records which fields of a response are read, if any.
  ///
  /// `isFixed` is true if the response's values are constant.
  func fields(of index: Int) -> (notes: FieldNotes, isFixed: Bool)? {
    if let fields { return (fields, false) }
    guard prepared.indices.contains(index), prepared[index].response.ignoresUnknownKeys != true,
      let notes = prepared[index].coverage?.fields
    else { return nil }
    return (notes, !prepared[index].isComputed)
  }

  var firstPlace: ScriptLocation? {
    places.min { $0.key < $1.key }?.value
  }
}

extension MethodIdentity: CustomStringConvertible {
  /// The name with its service, as used in verifications and messages.
  package var description: String { service.map { "\($0).\(name)" } ?? name }
}
