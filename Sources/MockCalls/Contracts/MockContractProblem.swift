package import MockConfiguration
package import MockData

/// Something in a service's configuration that doesn't match its protocol or a type that the protocol names.
package struct MockContractProblem: Sendable {
  /// The kind of a problem.
  package enum Kind: Sendable, Equatable {
    /// An unknown name, or a pattern that no arguments match.
    case contract
    /// A wait on a method that isn't `async`, so the method skips it.
    case wait
    /// A value that doesn't fit its type.
    case value
    /// A key that its type ignores, and that may be a misspelling.
    case ignoredKey(isMisspelled: Bool)
    /// A value that is never used, because the method returns nothing.
    case droppedValue
    /// A code that the app's own error type doesn't define.
    case code
  }

  /// The location of a problem in a script.
  package enum Spot: Sendable, Equatable {
    /// The name of a service.
    case service
    /// The name of a method.
    case method
    /// The value of a response.
    case response
    /// The pattern of a response.
    case pattern
    /// The shared state that a response sets.
    case update
    /// The argument that separates the sequences of a method.
    case sequenceKey
    /// A property that a script binds or gives a value, with the word that does so.
    case property(String, word: String)
    /// A key of shared state.
    case shared(String)
  }

  /// The kind of the problem.
  package var kind = Kind.contract
  /// The method with the problem, or `nil` if it concerns the whole service.
  package var method: String?
  /// The response with the problem, from 0.
  package var response: Int?
  /// The location of the problem in the script.
  package var spot = Spot.response
  /// The argument that a function reads.
  package var argument: String?
  /// The path within the response's value or pattern, or empty for all of it.
  package var path: [JSONPath.Step] = []
  /// The message, as `problem; what to write`.
  package var text: String
}

extension MockContractProblem {
  /// Creates the problem of a service that a contract doesn't have.
  package init(ofService text: String) { (spot, self.text) = (.service, text) }

  /// Returns the path of the problem in a configuration.
  ///
  /// - Parameters:
  ///   - service: The service with the problem, or `nil` if it concerns the shared state.
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
        start + [.key(word == "bind" ? "bindings" : "initialState"), .key(name)] + path)
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
