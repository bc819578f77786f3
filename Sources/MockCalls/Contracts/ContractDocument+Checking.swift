package import MockConfiguration
internal import MockData

extension ContractDocument {
  /// Returns the differences between a service's configuration and its contract.
  ///
  /// - Parameters:
  ///   - entry: The service's configuration.
  ///   - service: The name of the service.
  ///   - isOfScript: Whether the configuration comes from a script, so that problems are described in Lua terms.
  /// - Returns: The problems, grouped by method.
  package func problems(
    in entry: MockServiceEntry, service: String, isOfScript: Bool
  ) -> [MockContractProblem] {
    services[service]?.problems(
      in: entry, service: service, types: types, isOfScript: isOfScript) ?? []
  }

  /// Returns the problems of shared values that don't fit the properties bound to them.
  ///
  /// - Parameter configuration: The services with their bindings, and the shared state.
  /// - Returns: The problems, each with the service whose response sets the value, or `nil` for an initial value.
  package func sharedProblems(
    in configuration: MockServiceConfiguration
  ) -> [(service: String?, problem: MockContractProblem)] {
    let bound = boundProperties(in: configuration)
    guard !bound.isEmpty else { return [] }
    var found: [(service: String?, problem: MockContractProblem)] = []
    for (key, property) in (configuration.sharedState ?? [:]).sortedByKeyBytes() {
      for problem in problems(of: property.initial, key, bound) {
        found.append(
          (
            nil,
            MockContractProblem(
              kind: .value, spot: .shared(key), path: Array(problem.path.dropFirst()),
              text: problem.text)
          ))
      }
    }
    for (service, entry) in configuration.services.sortedByKeyBytes() {
      for (method, config) in entry.methods.sortedByKeyBytes() {
        for (index, response) in config.responses.enumerated() {
          for (key, value) in (response.updateSharedState ?? [:]).sortedByKeyBytes() {
            for (text, path) in problems(of: value, key, bound) {
              let problem = MockContractProblem(
                kind: .value, method: method, response: index, spot: .update, path: path,
                text: text)
              found.append((service, problem))
            }
          }
        }
      }
    }
    return found
  }

  /// Returns the shapes of the properties that are bound to each shared key.
  package func boundShapes(in configuration: MockServiceConfiguration) -> [String: [TypeShape]] {
    boundProperties(in: configuration).mapValues { $0.map(\.shape) }
  }

  private typealias Bound = (name: String, shape: TypeShape)

  /// Returns the properties that are bound to each key.
  private func boundProperties(in configuration: MockServiceConfiguration) -> [String: [Bound]] {
    var bound: [String: [Bound]] = [:]
    for (service, entry) in configuration.services.sortedByKeyBytes() {
      for (property, key) in (entry.bindings ?? [:]).sortedByKeyBytes() {
        for shape in services[service]?.shapes(of: property) ?? [] {
          bound[key, default: []].append(("\(service).\(property)", shape))
        }
      }
    }
    return bound
  }

  private func problems(
    of value: AnyCodableValue, _ key: String, _ bound: [String: [Bound]]
  ) -> [(text: String, path: [JSONPath.Step])] {
    (bound[key] ?? []).flatMap { property in
      ShapeCheck.problems(of: value, property.shape, types: types).compactMap { problem in
        guard case .refused = problem.kind else { return nil }
        let text = problem.text(of: "the property `\(property.name)` is bound", key)
        return text.map { ($0, [.key(key)] + problem.path) }
      }
    }
  }
}
