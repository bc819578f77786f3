internal import MockData

/// One step of a path from the root, or from a value in the text.
///
/// It is only converted to a string for errors.
final class ConfigurationPlace: Sendable {
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
/// Messages don't use the description of the `DecodingError`.
struct PlacedProblem: Error {
  var problem: MockConfigurationProblem
  /// Whether the problem concerns the last key of the path rather than its value.
  var isAtKey: Bool
  var anchor: ConfigurationPlace.Anchor
}

extension MockConfigurationError {
  /// Creates an error from a decoding error, which doesn't have a line.
  package init(_ error: any Error) {
    let placed = (error as? DecodingError)?.context
    let own = placed?.underlyingError as? PlacedProblem
    self.init(
      problem: own?.problem ?? .other(placed?.debugDescription ?? String(describing: error)),
      path: JSONPath(placed?.codingPath ?? []).description)
  }
}
