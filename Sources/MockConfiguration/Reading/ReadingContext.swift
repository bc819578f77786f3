internal import MockData

/// What the parts of one configuration share while it is being read; it never leaves that call.
final class ReadingContext {
  /// The highest `formatVersion` that this reader knows in full.
  static let knownFormatVersion = 1

  /// How many mistakes are collected before reading stops.
  static let mistakeLimit = 1000

  /// The place of the value being read inside a larger one, where there is one.
  private let prefix: [any CodingKey]
  /// The text that is read; nil where a decoder gives the values.
  private let index: JSONIndex?
  let allowsUndeclaredSharedKeys: Bool
  /// Whether reading goes on behind a mistake, to find the others.
  private let collectsMistakes: Bool
  /// Set where the configuration is of a newer format; its unknown keys become warnings.
  var ignoresUnknownKeys = false
  private(set) var warnings: [DecodingError] = []
  private(set) var mistakes: [DecodingError] = []
  /// The codes of errors that stand on their responses themselves.
  private(set) var flatErrors: [ConfigurationPlace.Anchor] = []

  /// Thrown instead of a mistake that has been collected.
  private struct Collected: Error {}

  /// Thrown where enough mistakes have been collected.
  private struct Enough: Error {}

  init(
    prefix: [any CodingKey] = [], index: JSONIndex? = nil, allowsUndeclaredSharedKeys: Bool = false,
    collectsMistakes: Bool = false
  ) {
    self.prefix = prefix
    self.index = index
    self.allowsUndeclaredSharedKeys = allowsUndeclaredSharedKeys
    self.collectsMistakes = collectsMistakes
  }

  func warn(_ error: DecodingError) {
    warnings.append(error)
  }

  func noteFlatError(at code: ConfigurationNode) {
    flatErrors.append(code.anchor)
  }

  /// Reads the whole, and collects its mistakes; nil where it has some.
  func attemptAll<T>(_ body: (ConfigurationNode) throws -> T) -> T? {
    // What ends reading early has been collected.
    (try? attempt { try body(ConfigurationNode(self)) }) ?? nil
  }

  /// Reads a part that others do not depend on; nil where it has a mistake that is collected.
  func attempt<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as DecodingError where collectsMistakes {
      try note(error)
      return nil
    } catch is Collected {
      return nil
    }
  }

  /// Throws a mistake, or collects it and goes on.
  func note(_ error: DecodingError) throws {
    guard collectsMistakes else { throw error }
    mistakes.append(error)
    if mistakes.count >= Self.mistakeLimit { throw Enough() }
  }

  /// The error for a whole, parts of which have mistakes that are collected.
  var collected: any Error { Collected() }
}

extension ReadingContext {
  func value(of source: ConfigurationNode.Source) -> AnyCodableValue {
    switch source {
    case .tree(let value): value
    case .entry(let entry): index?.value(at: entry) ?? .null
    }
  }

  func kind(of source: ConfigurationNode.Source) -> AnyCodableValue.Kind {
    switch source {
    case .tree(let value): value.kind
    case .entry(let entry): index?.kind(at: entry) ?? .null
    }
  }

  func string(of source: ConfigurationNode.Source) -> String? {
    switch source {
    case .tree(.string(let string)): return string
    case .tree: return nil
    case .entry(let entry):
      guard let index, index.kind(at: entry) == .string else { return nil }
      return index.string(at: entry)
    }
  }

  /// The number of members or elements.
  func count(of source: ConfigurationNode.Source) -> Int {
    switch source {
    case .tree(.array(let elements)): elements.count
    case .tree(.dictionary(let members)): members.count
    case .tree: 0
    case .entry(let entry): index?.children(of: entry).reduce(0) { count, _ in count + 1 } ?? 0
    }
  }

  /// Hands each member of an object over: those of a text in its order, others by their keys, so that the
  /// first mistake is always the same.
  func forEachMember(
    of source: ConfigurationNode.Source, _ body: (String, ConfigurationNode.Source) throws -> Void
  ) rethrows {
    switch source {
    case .tree(.dictionary(let members)):
      for (key, value) in members.sortedByKeyBytes() { try body(key, .tree(value)) }
    case .tree: break
    case .entry(let entry):
      guard let index else { return }
      for case (let key?, let value) in index.children(of: entry) {
        try body(index.string(at: key), .entry(value))
      }
    }
  }

  /// Hands each element of an array over.
  func forEachElement(
    of source: ConfigurationNode.Source, _ body: (Int, ConfigurationNode.Source) throws -> Void
  ) rethrows {
    switch source {
    case .tree(.array(let elements)):
      for (number, element) in elements.enumerated() { try body(number, .tree(element)) }
    case .tree: break
    case .entry(let entry):
      guard let index else { return }
      for (number, child) in index.children(of: entry).enumerated() {
        try body(number, .entry(child.value))
      }
    }
  }
}

extension ReadingContext {
  /// An error that says the place in words, unless it will never leave the reading of a text.
  func error(_ problem: PlacedProblem) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: index == nil ? path(to: problem.anchor) : [],
        debugDescription: index == nil ? problem.problem.description : "",
        underlyingError: problem))
  }

  func path(to anchor: ConfigurationPlace.Anchor) -> [any CodingKey] {
    let (entry, steps) = way(to: anchor)
    guard let entry, let index else { return prefix + steps }
    var locator = JSONLocator(index)
    return locator.path(to: entry).codingPath + steps
  }

  /// The value of the text where the way to a place begins, and the steps from there.
  func way(to anchor: ConfigurationPlace.Anchor) -> (entry: Int?, steps: [DataKey]) {
    var steps: [DataKey] = []
    var anchor = anchor
    while case .place(let place) = anchor {
      if let key = place.key { steps.append(key) }
      anchor = place.parent
    }
    guard case .entry(let entry) = anchor else { return (nil, steps.reversed()) }
    return (entry, steps.reversed())
  }
}
