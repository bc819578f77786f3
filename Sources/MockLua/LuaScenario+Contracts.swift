package import MockServices
internal import ValueForms

extension LuaScenario {
  /// What the script says of services that their protocols know nothing of.
  ///
  /// - Parameter contracts: What the protocols of mocks require, by service.
  /// - Returns: The problems by service and method, each with its place in the script. A service that the script
  ///   lacks has none.
  package func problems(
    against contracts: [String: _MockContract]
  ) -> [(problem: MockContractProblem, place: SourcePlace?)] {
    contracts.sorted { $0.key.precedesInBytes($1.key) }.flatMap { service, contract in
      guard let entry = configuration.services[service] else {
        return [(problem: MockContractProblem, place: SourcePlace?)]()
      }
      return contract.problems(in: entry, service: service).map { problem in
        let places = places[service]?[problem.method ?? ""] ?? []
        let index = problem.response ?? 0
        return (problem, places.indices.contains(index) ? places[index] : places.first)
      }
    }
  }
}
