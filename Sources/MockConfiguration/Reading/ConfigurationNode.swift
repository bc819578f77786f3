package import MockData

/// A value of a configuration with its place, from which the types of the model are read.
///
/// The types read nodes instead of keyed containers, because every check needs the place, and a container would be
/// allocated for each of thousands of responses. A node represents a value from a decoder, or a value in a JSON text
/// that hasn't been parsed yet.
package struct ConfigurationNode {
  /// The source of a node's value.
  enum Source {
    case tree(AnyCodableValue)
    /// The number of an entry in the text's index.
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

  /// Creates a node for the whole value of a decoder.
  ///
  /// This package's own decoder provides the value without copying it.
  ///
  /// - Parameters:
  ///   - decoder: The decoder.
  ///   - ignoresUnknownKeys: Whether to ignore unknown keys, for example in data from another version of a program;
  ///     false by default.
  /// - Throws: The error that the decoder throws.
  package init(_ decoder: any Decoder, ignoresUnknownKeys: Bool = false) throws {
    self.init(
      source: .tree(try AnyCodableValue(from: decoder)),
      context: ReadingContext(prefix: decoder.codingPath), place: nil)
    context.ignoresUnknownKeys = ignoresUnknownKeys
  }

  /// Creates a node with the root of the context's text.
  init(_ context: ReadingContext) {
    self.init(source: .entry(JSONIndex.root), context: context, place: nil)
  }

  /// Returns a node for a member or an element.
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

  /// The node with its value as a tree, for code that reads the value several times.
  var planted: ConfigurationNode {
    guard case .entry(let entry) = source else { return self }
    return ConfigurationNode(
      source: .tree(value), context: context,
      place: ConfigurationPlace(in: .entry(entry), key: nil))
  }

  /// The value as a tree.
  ///
  /// If the value is in JSON text, each access creates the tree.
  package var value: AnyCodableValue { context.value(of: source) }

  package var kind: AnyCodableValue.Kind { context.kind(of: source) }

  var anchor: ConfigurationPlace.Anchor {
    switch source {
    case .entry(let entry): .entry(entry)
    case .tree: place.map { .place($0) } ?? .root
    }
  }

  /// Returns an error at this value, or at its key.
  package func error(_ problem: MockConfigurationProblem, atKey: Bool = false) -> DecodingError {
    context.error(PlacedProblem(problem: problem, isAtKey: atKey, anchor: anchor))
  }

  func wrongKind(expected: String) -> DecodingError {
    error(.wrongKind(expected: expected, found: kind))
  }
}

/// One step of a path from the root, or from a value in the text.
///
/// It is only converted to a string for errors.
final class ConfigurationPlace: Sendable {
  /// The start of the path, or the previous step.
  enum Anchor: Sendable {
    case root
    case entry(Int)
    case place(ConfigurationPlace)
  }

  let parent: Anchor
  /// The key; nil at the start of the path.
  let key: DataKey?

  init(in parent: Anchor, key: DataKey?) {
    self.parent = parent
    self.key = key
  }
}

/// An error that carries a problem through a `DecodingError`.
///
/// The description of that error isn't shown.
struct PlacedProblem: Error {
  var problem: MockConfigurationProblem
  /// Whether the problem concerns the last key of the path instead of its value.
  var isAtKey: Bool
  var anchor: ConfigurationPlace.Anchor
}
