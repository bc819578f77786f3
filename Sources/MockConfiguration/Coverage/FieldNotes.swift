package import MockData
internal import MockPlatform

/// What is known of the fields of one response's values, and who hears what is new of them.
///
/// Looking costs time, so that a value is only looked at where that may say something new.
package final class FieldNotes: Sendable {
  fileprivate struct State {
    var fields: [FieldPath: Bool] = [:]
    /// What would say nothing new.
    var settled: Set<Int> = []
  }

  private let state = Locked(State(), isLeaf: true)
  private let notify: @Sendable ([FieldPath: Bool]) -> Void

  /// The most fields of a response; ``FieldPath/tooMany`` stands for the others.
  static let most = 200
  private static let mostSettled = 1000

  /// - Parameter notify: Is told each field once, and once more when it is read.
  package init(notifying notify: @escaping @Sendable ([FieldPath: Bool]) -> Void) {
    self.notify = notify
  }

  /// What a value is known by when a type decodes it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type.
  ///   - isFixed: Whether the same value comes again and again; else it is known by its fields alone.
  /// - Returns: The key; nil where looking would say nothing new.
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

  /// Takes what the type has read of the value.
  ///
  /// - Parameters:
  ///   - fields: The fields, and whether each was read.
  ///   - key: What the value is known by.
  ///   - isFixed: As the key was asked for.
  package func note(_ fields: [FieldPath: Bool], of key: Int, isFixed: Bool) {
    let news = state.withLock { state in
      // Another value with these fields may lead the type another way, unless there is nothing left to read.
      if isFixed || fields.values.allSatisfy(\.self) {
        if state.settled.count == Self.mostSettled { state.settled = [] }
        state.settled.insert(key)
      }
      return state.add(fields)
    }
    if !news.isEmpty { notify(news) }
  }

  /// Takes what another process has found out of its values.
  package func note(_ fields: [FieldPath: Bool]) {
    let news = state.withLock { $0.add(fields) }
    if !news.isEmpty { notify(news) }
  }
}

extension FieldNotes.State {
  /// Adds fields, and gives those of them that are new or were read for the first time.
  fileprivate mutating func add(_ more: [FieldPath: Bool]) -> [FieldPath: Bool] {
    var news: [FieldPath: Bool] = [:]
    for (path, isRead) in more {
      guard let known = fields[path] else {
        // Which fields are left out is chance: of none of them anything can be said then.
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
