/// A value of a configuration with its place, from which the model's types read themselves.
///
/// The model reads through nodes and not through keyed containers, because every check needs the same
/// place, and because a container would be allocated for each of thousands of responses.
struct ConfigurationNode {
  let value: AnyCodableValue
  let context: ReadingContext
  private let place: Place?

  /// A step of the way from the root; the way is only written out for errors.
  private final class Place {
    let parent: Place?
    let key: DataKey

    init(parent: Place?, key: DataKey) {
      self.parent = parent
      self.key = key
    }
  }

  private init(value: AnyCodableValue, context: ReadingContext, place: Place?) {
    self.value = value
    self.context = context
    self.place = place
  }

  /// Takes the whole value of a decoder; any decoder will do, ours hands it over without copying.
  init(_ decoder: any Decoder) throws {
    let own = (decoder as? ValueDecoder)?.readingContext
    self.init(
      value: try AnyCodableValue(from: decoder),
      context: own ?? ReadingContext(prefix: decoder.codingPath), place: nil)
  }

  func child(_ value: AnyCodableValue, _ key: DataKey) -> ConfigurationNode {
    ConfigurationNode(value: value, context: context, place: Place(parent: place, key: key))
  }

  var codingPath: [any CodingKey] {
    let steps = sequence(first: place) { $0?.parent }.prefix { $0 != nil }
    return context.prefix + steps.compactMap { $0?.key }.reversed()
  }

  /// An error at this value, or at the key under which it stands.
  func error(_ problem: MockConfigurationProblem, atKey: Bool = false) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath, debugDescription: problem.description,
        underlyingError: PlacedProblem(problem: problem, isAtKey: atKey)))
  }

  func wrongKind(expected: String) -> DecodingError {
    error(.wrongKind(expected: expected, found: value.kind))
  }
}

/// Carries a problem's facts through `DecodingError`, whose own description is for other decoders.
struct PlacedProblem: Error {
  var problem: MockConfigurationProblem
  /// Whether the mistake is the last key of the path rather than the value behind it.
  var isAtKey: Bool
}
