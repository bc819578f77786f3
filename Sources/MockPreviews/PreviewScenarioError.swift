public import MockServices

/// The reason why a preview has no scenario.
public enum PreviewScenarioError: Error, Sendable, Equatable {
  /// The bundle doesn't contain the file.
  ///
  /// `known` lists the files that it contains.
  case missing(name: String, bundle: String, known: [String])
  /// The file doesn't contain a valid configuration.
  case invalid(MockConfigurationError)
}

extension PreviewScenarioError: CustomStringConvertible {
  /// The problem with its location, and how to fix it.
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
