package import MockData
internal import MockPlatform

/// The fields of one response's values, and whether the app reads them.
///
/// Observing a decoded value takes time, so a value is only observed if it may provide new information.
package final class FieldNotes: Sendable {
  fileprivate struct State {
    var fields: [FieldPath: Bool] = [:]
    /// The keys of values that can't provide new information.
    var settled: Set<Int> = []
  }

  private let state = Locked(State(), isLeaf: true)
  private let notify: @Sendable ([FieldPath: Bool]) -> Void

  /// The maximum number of fields of a response; ``FieldPath/tooMany`` represents the others.
  static let most = 200
  private static let mostSettled = 1000

  /// - Parameter notify: Called once with each field, and again when the field is first read.
  package init(notifying notify: @escaping @Sendable ([FieldPath: Bool]) -> Void) {
    self.notify = notify
  }

  /// Returns the key of a value and the type that decodes it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type.
  ///   - isFixed: Whether the same value is returned every time; otherwise, only the value's fields determine the key.
  /// - Returns: The key; nil if observing the value can't provide new information.
  package func key(
    of value: AnyCodableValue, as type: any Any.Type, isFixed: Bool
  ) -> Int? {
    switch value {
    case .array, .dictionary: break
    default: return nil
    }
    let hash = isFixed ? value.hashValue : value.fieldsHash
    let key = Int(bitPattern: ObjectIdentifier(type)) ^ hash
    return state.withLock { $0.settled.contains(key) } ? nil : key
  }

  /// Adds the fields that the type has read.
  ///
  /// - Parameters:
  ///   - fields: The fields, and whether each was read.
  ///   - key: The key of the value.
  ///   - isFixed: The same as when the key was requested.
  package func note(_ fields: [FieldPath: Bool], of key: Int, isFixed: Bool) {
    let news = state.withLock { state in
      // For another value with the same fields, the type may read other fields, unless all of them have been read.
      if isFixed || fields.values.allSatisfy(\.self) {
        if state.settled.count == Self.mostSettled { state.settled = [] }
        state.settled.insert(key)
      }
      return state.add(fields)
    }
    if !news.isEmpty { notify(news) }
  }

  /// Adds fields that another process has observed.
  package func note(_ fields: [FieldPath: Bool]) {
    let news = state.withLock { $0.add(fields) }
    if !news.isEmpty { notify(news) }
  }
}

extension FieldNotes.State {
  /// Adds fields, and returns those that are new or were read for the first time.
  fileprivate mutating func add(_ more: [FieldPath: Bool]) -> [FieldPath: Bool] {
    var news: [FieldPath: Bool] = [:]
    for (path, isRead) in more {
      guard let known = fields[path] else {
        // It's arbitrary which fields exceed the limit, so none of these is reported as unread.
        let path = fields.count < FieldNotes.most ? path : FieldPath.tooMany
        if fields.updateValue(isRead || path == .tooMany, forKey: path) == nil {
          news[path] = isRead || path == .tooMany
        }
        continue
      }
      guard isRead, !known else { continue }
      fields[path] = true
      news[path] = true
    }
    return news
  }
}
