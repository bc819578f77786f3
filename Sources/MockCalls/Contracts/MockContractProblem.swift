package import MockData

/// Something in a service's configuration that its protocol, or a type that it names, knows nothing of.
package struct MockContractProblem: Sendable {
  /// What it is about.
  package enum Kind: Sendable, Equatable {
    /// A name that is unknown, or a pattern that no arguments match.
    case contract
    /// A wait that a method which is not async skips.
    case wait
    /// A value that is none of its type.
    case value
    /// A key that its type passes over; whether it is probably a misspelling.
    case ignoredKey(isMisspelt: Bool)
    /// A value for a method that returns nothing, so that nobody sees it.
    case droppedValue
    /// A code that the app's own error does not know.
    case code
  }

  /// Where the script says it.
  package enum Spot: Sendable, Equatable {
    /// At a method, by its name.
    case method
    /// At the value of a response.
    case response
    /// At the pattern of a response.
    case pattern
    /// At the shared state that a response sets.
    case update
    /// At a property, behind the word that binds it or gives it a value.
    case property(String, word: String)
    /// At a key of shared state.
    case shared(String)
  }

  /// What it is about.
  package var kind = Kind.contract
  /// The method that it stands at; nil where it concerns the whole service.
  package var method: String?
  /// The response that it stands at, from 0.
  package var response: Int?
  /// Where the script says it.
  package var spot = Spot.response
  /// The argument that a function asks for.
  package var argument: String?
  /// The way to it within the response's value or pattern; empty for the whole.
  package var path: [JSONPath.Step] = []
  /// The problem as `problem; what to write`.
  package var text: String
}
