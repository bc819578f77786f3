public import MockServices

/// Why a preview has no scenario.
public enum PreviewScenarioError: Error, Sendable, Equatable {
  /// The bundle has no such file; `known` are the names of those that it has.
  case missing(name: String, bundle: String, known: [String])
  /// The file holds no configuration.
  case invalid(MockConfigurationError)
}

extension PreviewScenarioError: CustomStringConvertible {
  /// The problem with its place, and what to do about it.
  public var description: String {
    switch self {
    case .missing(let name, let bundle, let known):
      "\(name).json: is not among the resources of \(bundle); "
        + (NearestName.nearest(to: name, candidates: known).map { "did you mean `\($0)`?" }
          ?? "write it with `mocklua \(name).lua --output \(name).json`, and add it to the target")
    case .invalid(let error): error.description
    }
  }
}
