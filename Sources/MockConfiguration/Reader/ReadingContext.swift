internal import MockData

/// The shared state of reading one configuration.
///
/// It is only used during the call that reads the configuration.
final class ReadingContext {
  /// The highest `formatVersion` that this reader fully supports.
  static let knownFormatVersion = 1

  /// The number of collected errors after which reading stops.
  static let errorLimit = 1000

  /// The path to the value being read within a larger value.
  private let prefix: [any CodingKey]
  /// The text being read; nil if a decoder provides the values.
  private let index: JSONIndex?
  let allowsUndeclaredSharedKeys: Bool
  /// Whether reading continues after an error, to find more errors.
  private let collectsErrors: Bool
  /// Whether the configuration has a newer format, in which unknown keys are only warnings.
  var ignoresUnknownKeys = false
  private(set) var warnings: [DecodingError] = []
  private(set) var errors: [DecodingError] = []
  /// The `code` keys of errors that are written in the response itself.
  private(set) var flatErrors: [ConfigurationPlace.Anchor] = []

  /// Thrown instead of an error that has been collected.
  private struct Collected: Error {}

  /// Thrown when enough errors have been collected.
  private struct Enough: Error {}

  init(
    prefix: [any CodingKey] = [], index: JSONIndex? = nil, allowsUndeclaredSharedKeys: Bool = false,
    collectsErrors: Bool = false
  ) {
    self.prefix = prefix
    self.index = index
    self.allowsUndeclaredSharedKeys = allowsUndeclaredSharedKeys
    self.collectsErrors = collectsErrors
  }

  func warn(_ error: DecodingError) {
    warnings.append(error)
  }

  func noteFlatError(at code: ConfigurationNode) {
    flatErrors.append(code.anchor)
  }

  /// Reads everything and collects the errors; returns nil if errors were found.
  func attemptAll<T>(_ body: (ConfigurationNode) throws -> T) -> T? {
    // The error that ended reading early has been collected.
    (try? attempt { try body(ConfigurationNode(self)) }) ?? nil
  }

  /// Reads an independent part, or returns nil if an error in it was collected.
  func attempt<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as DecodingError where collectsErrors {
      try note(error)
      return nil
    } catch is Collected {
      return nil
    }
  }

  /// Throws an error, or collects it and continues.
  func note(_ error: DecodingError) throws {
    guard collectsErrors else { throw error }
    errors.append(error)
    if errors.count >= Self.errorLimit { throw Enough() }
  }

  /// The error for a value whose parts have collected errors.
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

  func count(of source: ConfigurationNode.Source) -> Int {
    switch source {
    case .tree(.array(let elements)): elements.count
    case .tree(.dictionary(let members)): members.count
    case .tree: 0
    case .entry(let entry): index?.children(of: entry).reduce(0) { count, _ in count + 1 } ?? 0
    }
  }

  /// The order is always the same, so that the first error is always the same, too.
  ///
  /// Members of JSON text are in the order of the text, and other members are sorted by key.
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
  /// Returns an error whose message contains the location, unless the error is only used while reading JSON text.
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

  /// Returns the steps to a value, and the entry in the text from which they start.
  ///
  /// The entry is nil if the steps start at the root.
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
