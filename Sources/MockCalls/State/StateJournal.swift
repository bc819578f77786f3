package import MockData

/// A change of a shared state that is sent to a copy in another process.
package struct StateChange: Sendable {
  /// The copy that a change came from, and its number there.
  package struct Author: Sendable, Equatable {
    package var copy: Int
    package var number: Int

    package init(copy: Int, number: Int) {
      self.copy = copy
      self.number = number
    }
  }

  package var values: [String: AnyCodableValue]
  /// The author, or `nil` if the process that owns the state made the change.
  package var author: Author?
}

/// The latest changes of a shared state, for readers that copy it to other processes.
struct StateJournal {
  private struct Reader {
    /// The number of the first change that the reader hasn't read yet.
    var next: Int
    var notify: @Sendable () -> Void
  }

  private var changes: [StateChange] = []
  /// The number of the first change that is kept.
  private var first = 0
  private var readers: [Int: Reader] = [:]
  private var lastReader = 0

  /// The maximum number of changes to keep.
  ///
  /// A reader that has missed older ones gets all values instead.
  private static let limit = 4096

  var hasReaders: Bool { !readers.isEmpty }

  var notifications: [@Sendable () -> Void] { readers.values.map(\.notify) }

  mutating func add(_ values: [String: AnyCodableValue], by author: StateChange.Author?) {
    guard hasReaders else { return }
    changes.append(StateChange(values: values, author: author))
    guard changes.count > Self.limit else { return }
    first += changes.count / 2
    changes.removeFirst(changes.count / 2)
  }

  mutating func subscribe(_ notify: @escaping @Sendable () -> Void) -> Int {
    lastReader += 1
    readers[lastReader] = Reader(next: first + changes.count, notify: notify)
    return lastReader
  }

  mutating func unsubscribe(_ reader: Int) {
    readers[reader] = nil
    trim()
  }

  /// Returns the changes that a reader hasn't read yet, or `nil` if some of them were dropped.
  mutating func take(for reader: Int) -> [StateChange]? {
    guard let next = readers[reader]?.next, next < first + changes.count else { return [] }
    readers[reader]?.next = first + changes.count
    let taken = next < first ? nil : Array(changes[(next - first)...])
    trim()
    return taken
  }

  /// Drops the changes that every reader has read.
  private mutating func trim() {
    let needed = readers.values.map(\.next).min() ?? first + changes.count
    guard needed > first else { return }
    changes.removeFirst(needed - first)
    first = needed
  }
}
