internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData

extension LuaScenario {
  /// What the script says of services that their protocols, or the types that these name, know nothing of.
  ///
  /// - Parameter document: What the protocols of mocks require.
  /// - Returns: The problems by service and method, each with its place in the script. A service that the script
  ///   lacks has none.
  package func problems(
    against document: ContractDocument
  ) -> [(problem: MockContractProblem, place: SourcePlace?)] {
    var scans: [String: FunctionScan] = [:]
    let lines = ValueLines(of: self)
    let services = document.services.sorted { $0.key.precedesInBytes($1.key) }
    let found = services.flatMap { service, contract in
      guard let entry = configuration.services[service] else {
        return [(problem: MockContractProblem, place: SourcePlace?)]()
      }
      let functions = dynamicAnswers.flatMap { answer in
        problems(of: answer, in: service, against: contract, &scans)
      }
      return functions
        + document.problems(in: entry, service: service).map { problem in
          (problem, place(of: problem, in: service, lines))
        }
    }
    return found
      + document.sharedProblems(in: configuration).map { service, problem in
        (problem, place(of: problem, in: service, lines))
      }
  }

  /// Where the script says what a problem is about.
  private func place(
    of problem: MockContractProblem, in service: String?, _ lines: ValueLines
  ) -> SourcePlace? {
    switch problem.spot {
    case .property(let property, let word):
      if let place = valuePlaces[service]?[property], word == "initial" { return place }
      let file = dynamicFile ?? script.name
      let modules = modulesAsShown.values.sorted { $0.file < $1.file }
      let words = TokenIndex([(file, script.source)] + modules.map { ($0.file, $0.source) })
      return words.place(of: property, behind: word, ofService: service ?? "")
    case .shared(let key): return valuePlaces[nil]?[key]
    case .method, .response, .pattern, .update:
      let places = places[service ?? ""]?[problem.method ?? ""] ?? []
      let index = problem.response ?? 0
      guard places.indices.contains(index) else { return places.first }
      switch problem.spot {
      case .method: return lines.method(problem.method ?? "", places)
      case .pattern: return lines.pattern(at: problem.path, of: index, places)
      case .update: return lines.update(at: problem.path, of: index, places)
      default: return lines.value(at: problem.path, of: index, places)
      }
    }
  }

  /// The script as places name it.
  var dynamicFile: String? {
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
