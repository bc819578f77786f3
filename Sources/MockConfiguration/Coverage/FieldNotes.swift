package import MockData
internal import MockPlatform

/// The fields of one response's values, and whether the app reads them.
///
/// Observing how a value is decoded takes time. A value is therefore only observed if it may show something new.
package final class FieldNotes: Sendable {
  fileprivate struct State {
    var fields: [FieldPath: Bool] = [:]
    /// The keys of values that can't show anything new.
    var settled: Set<Int> = []
  }

  private let state = Locked(State(), isLeaf: true)
  private let notify: @Sendable ([FieldPath: Bool]) -> Void

  /// All other fields are counted as ``FieldPath/tooMany``.
  static let fieldLimit = 200
  private static let settledLimit = 1000

  /// `notify` is called once for each field, and again when the field is first read.
  package init(notifying notify: @escaping @Sendable ([FieldPath: Bool]) -> Void) {
    self.notify = notify
  }

  /// Returns nil if the value can't show anything new.
  ///
  /// Unless every call gets the same value (`isFixed`), only the names of the value's fields determine the key.
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

  /// `isFixed` must be the same as in the call that returned the key.
  package func note(_ fields: [FieldPath: Bool], of key: Int, isFixed: Bool) {
    let news = state.withLock { state in
      // With another value, the type may read more of the same fields, unless it has read all of them.
      if isFixed || fields.values.allSatisfy(\.self) {
        if state.settled.count == Self.settledLimit { state.settled = [] }
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
  /// Adds fields, and returns the fields that are new or were read for the first time.
  fileprivate mutating func add(_ more: [FieldPath: Bool]) -> [FieldPath: Bool] {
    var news: [FieldPath: Bool] = [:]
    for (path, isRead) in more {
      guard let known = fields[path] else {
        // Which fields exceed the limit depends on chance, so these fields aren't reported as unread.
        let path = fields.count < FieldNotes.fieldLimit ? path : FieldPath.tooMany
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
