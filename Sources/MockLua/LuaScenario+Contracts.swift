internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData

extension LuaScenario {
  /// What the script says of services that their protocols know nothing of.
  ///
  /// - Parameter contracts: What the protocols of mocks require, by service.
  /// - Returns: The problems by service and method, each with its place in the script. A service that the script
  ///   lacks has none.
  package func problems(
    against contracts: [String: _MockContract]
  ) -> [(problem: MockContractProblem, place: SourcePlace?)] {
    var scans: [String: FunctionScan] = [:]
    let modules = modulesAsShown.values.sorted { $0.file < $1.file }
    return contracts.sorted { $0.key.precedesInBytes($1.key) }.flatMap { service, contract in
      guard let entry = configuration.services[service] else {
        return [(problem: MockContractProblem, place: SourcePlace?)]()
      }
      let functions = dynamicAnswers.flatMap { answer in
        problems(of: answer, in: service, against: contract, &scans)
      }
      return functions
        + contract.problems(in: entry, service: service).map { problem in
          if let (property, word) = problem.property {
            let file = dynamicFile ?? script.name
            let words = TokenIndex([(file, script.source)] + modules.map { ($0.file, $0.source) })
            return (problem, words.place(of: property, behind: word, ofService: service))
          }
          let places = places[service]?[problem.method ?? ""] ?? []
          let index = problem.response ?? 0
          return (problem, places.indices.contains(index) ? places[index] : places.first)
        }
    }
  }

  /// The script as places name it.
  private var dynamicFile: String? {
    let files = Set(modulesAsShown.values.map(\.file))
    return places.values.lazy.flatMap(\.values).flatMap(\.self).map(\.file)
      .first { !files.contains($0) }
  }

  /// What a function asks of its arguments that the protocol's method does not take.
  private func problems(
    of answer: DynamicAnswer, in service: String, against contract: _MockContract,
    _ scans: inout [String: FunctionScan]
  ) -> [(problem: MockContractProblem, place: SourcePlace?)] {
    guard answer.name.hasPrefix("\(service)."), let end = answer.name.lastIndex(of: "#") else {
      return []
    }
    let method = String(answer.name[..<end].dropFirst(service.count + 1))
    let file = answer.place.file
    if scans[file] == nil {
      let module = modulesAsShown.values.first { $0.file == file }
      scans[file] = FunctionScan(module?.source ?? script.source)
    }
    var functions = scans[file]?.functions.filter { $0.line == answer.place.line } ?? []
    if functions.count > 1 { functions = functions.filter { $0.name == method } }
    guard functions.count == 1, let function = functions.first, !function.isAssigned else {
      return []
    }
    return contract.problems(
      ofMembers: function.members.map(\.name), of: function.parameter, method: method,
      service: service
    ).map { problem in
      let line = function.members.first { $0.name == problem.argument }?.line ?? function.line
      return (problem, SourcePlace(file: file, line: line))
    }
  }
}
