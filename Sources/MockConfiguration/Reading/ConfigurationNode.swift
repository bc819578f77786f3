package import MockData

/// A value of a configuration with its place, from which the model's types read themselves.
///
/// The model reads through nodes and not through keyed containers, because every check needs the same
/// place, and because a container would be allocated for each of thousands of responses. A node stands for
/// a value that a decoder gave, or for one that still lies in a JSON text.
package struct ConfigurationNode {
  /// What a node stands for.
  enum Source {
    case tree(AnyCodableValue)
    /// The entry of the text's index.
    case entry(Int)
  }

  let source: Source
  let context: ReadingContext
  private let place: ConfigurationPlace?

  private init(source: Source, context: ReadingContext, place: ConfigurationPlace?) {
    self.source = source
    self.context = context
    self.place = place
  }

  /// Takes the whole value of a decoder; any decoder will do, ours hands it over without copying.
  ///
  /// - Parameters:
  ///   - decoder: The decoder.
  ///   - ignoresUnknownKeys: Whether objects may have keys that this reader does not know, as what a program of
  ///     another version sends; false by default.
  /// - Throws: What the decoder throws.
  package init(_ decoder: any Decoder, ignoresUnknownKeys: Bool = false) throws {
    self.init(
      source: .tree(try AnyCodableValue(from: decoder)),
      context: ReadingContext(prefix: decoder.codingPath), place: nil)
    context.ignoresUnknownKeys = ignoresUnknownKeys
  }

  /// Takes the value of the text that the context looks through.
  init(_ context: ReadingContext) {
    self.init(source: .entry(JSONIndex.root), context: context, place: nil)
  }

  /// A member or an element, or what is known of one.
  func child(_ source: Source, _ key: DataKey) -> ConfigurationNode {
    if case .entry = source {
      return ConfigurationNode(source: source, context: context, place: nil)
    }
    let place =
      switch self.source {
      case .entry(let entry): ConfigurationPlace(in: .entry(entry), key: key)
      case .tree: ConfigurationPlace(in: place.map { .place($0) } ?? .root, key: key)
      }
    return ConfigurationNode(source: source, context: context, place: place)
  }

  func child(_ value: AnyCodableValue, _ key: DataKey) -> ConfigurationNode {
    child(.tree(value), key)
  }

  /// The same value as a tree, for what looks at it more than once.
  var planted: ConfigurationNode {
    guard case .entry(let entry) = source else { return self }
    return ConfigurationNode(
      source: .tree(value), context: context,
      place: ConfigurationPlace(in: .entry(entry), key: nil))
  }

  /// The value as a tree, which is made each time where it lies in a text.
  package var value: AnyCodableValue { context.value(of: source) }

  package var kind: AnyCodableValue.Kind { context.kind(of: source) }

  var anchor: ConfigurationPlace.Anchor {
    switch source {
    case .entry(let entry): .entry(entry)
    case .tree: place.map { .place($0) } ?? .root
    }
  }

  /// An error at this value, or at the key under which it stands.
  package func error(_ problem: MockConfigurationProblem, atKey: Bool = false) -> DecodingError {
    context.error(PlacedProblem(problem: problem, isAtKey: atKey, anchor: anchor))
  }

  func wrongKind(expected: String) -> DecodingError {
    error(.wrongKind(expected: expected, found: kind))
  }
}

/// A step of the way from the root to a value, or from a value of the text; only errors write it out.
final class ConfigurationPlace: Sendable {
  /// Where the way begins, or goes on.
  enum Anchor: Sendable {
    case root
    case entry(Int)
    case place(ConfigurationPlace)
  }

  let parent: Anchor
  /// Nil for the value itself that the way begins with.
  let key: DataKey?

  init(in parent: Anchor, key: DataKey?) {
    self.parent = parent
    self.key = key
  }
}

/// Carries a problem's facts through `DecodingError`, whose own description is for other decoders.
struct PlacedProblem: Error {
  var problem: MockConfigurationProblem
  /// Whether the mistake is the last key of the path rather than the value behind it.
  var isAtKey: Bool
  var anchor: ConfigurationPlace.Anchor
}
