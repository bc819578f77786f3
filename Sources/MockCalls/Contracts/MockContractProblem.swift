package import MockConfiguration
package import MockData

/// A part of a service's configuration that doesn't match the service's protocol, or a type that the protocol names.
package struct MockContractProblem: Sendable {
  package enum Kind: Sendable, Equatable {
    /// A name is unknown, or no arguments can match a pattern.
    case contract
    /// A response waits although its method isn't `async`, so the wait is skipped.
    case wait
    /// A value doesn't fit its type.
    case value
    /// The type of a value ignores one of the value's keys, which may be a misspelling.
    case ignoredKey(isMisspelled: Bool)
    /// A value is never used, because the method returns nothing.
    case droppedValue
    /// The app's own error type doesn't define a code.
    case code
  }

  /// The place of a problem within a configuration.
  package enum Spot: Sendable, Equatable {
    /// The name of a service.
    case service
    /// The name of a method.
    case method
    case response
    case pattern
    /// The shared state that a response sets.
    case update
    /// The argument whose values have separate sequences.
    case sequenceKey
    /// A property that a script binds or sets, with the word that the script uses for that.
    case property(String, word: String)
    /// A key of shared state.
    case shared(String)
  }

  package var kind = Kind.contract
  /// The method that has the problem, or `nil` if the problem concerns the whole service.
  package var method: String?
  /// The index of the response that has the problem, starting at 0.
  package var response: Int?
  package var spot = Spot.response
  /// The name of the argument that a script's function reads, if the problem concerns that argument.
  package var argument: String?
  /// The path within the response's value or pattern.
  ///
  /// It is empty if the problem concerns the whole value or pattern.
  package var path: [JSONPath.Step] = []
  /// The message, in the form `problem; what to write`.
  package var text: String
}

extension MockContractProblem {
  /// Creates a problem about a service that has no contract.
  package init(ofService text: String) { (spot, self.text) = (.service, text) }

  /// Returns the path of the problem, such as `services.OTP.methods.verify.responses[0].value.code`.
  ///
  /// If `service` is `nil`, the problem concerns the shared state.
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
