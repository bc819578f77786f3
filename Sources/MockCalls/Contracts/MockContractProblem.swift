package import MockConfiguration
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
    /// At a service, by its name.
    case service
    /// At a method, by its name.
    case method
    /// At the value of a response.
    case response
    /// At the pattern of a response.
    case pattern
    /// At the shared state that a response sets.
    case update
    /// At the argument that tells the sequences of a method apart.
    case sequenceKey
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

extension MockContractProblem {
  /// A service that a contract lacks.
  package init(ofService text: String) { (spot, self.text) = (.service, text) }

  /// The way to it in a configuration.
  ///
  /// - Parameters:
  ///   - service: The service that it stands in; nil where it is about the shared state.
  ///   - configuration: The configuration.
  /// - Returns: The path, such as `services.OTP.methods.verify.responses[0].value.code`.
  package func path(
    of service: String?, in configuration: MockServiceConfiguration
  ) -> JSONPath {
    if case .shared(let key) = spot {
      return JSONPath([.key("sharedState"), .key(key), .key("initial")] + path)
    }
    let start: [JSONPath.Step] = [.key("services"), .key(service ?? "")]
    if spot == .service { return JSONPath(start) }
    if case .property(let name, let word) = spot {
      return JSONPath(
        start + [.key(word == "binds" ? "bindings" : "initialState"), .key(name)] + path)
    }
    let method = start + [.key("methods"), .key(self.method ?? "")]
    guard spot != .sequenceKey else { return JSONPath(method + [.key("sequenceKey")]) }
    guard let index = response, spot != .method else { return JSONPath(method) }
    let place = method + [.key("responses"), .index(index)]
    switch (spot, kind) {
    case (.pattern, _): return JSONPath(place + [.key("match")] + path)
    case (.update, _): return JSONPath(place + [.key("updateSharedState")] + path)
    case (_, .code): return JSONPath(place + [.key("error"), .key("code")])
    case (_, .wait), (_, .contract): return JSONPath(place)
    default:
      let known = configuration.services[service ?? ""]?.methods[self.method ?? ""]?.responses ?? []
      let isStream = known.indices.contains(index) && known[index].result == .stream
      return JSONPath(place + [.key(isStream ? "values" : "value")] + path)
    }
  }
}
