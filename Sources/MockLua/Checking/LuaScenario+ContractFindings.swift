internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData

extension LuaScenario {
  /// What the script says that the app's contract knows nothing of, as a check tells it.
  ///
  /// What no call could do right is a mistake. What the app passes over is a warning, unless it is probably a misspelling.
  ///
  /// - Parameters:
  ///   - document: The contract, as it was read of a file.
  ///   - json: The text of the configuration, where there is no script; nil, the default, for a script.
  /// - Returns: The findings, those of services first that the contract lacks. What stands in a configuration has its
  ///   path, and its line and column.
  package func findings(
    against document: ContractDocument, json: String? = nil
  ) -> [MockDiagnostic] {
    let unknown = unknownServices(document)
    let problems = problems(against: document)
    var found = (unknown + problems).map(diagnostic)
    guard let json else { return found }
    let unplaced = zip(found.indices, unknown + problems).filter { $1.place == nil }
    let places = MockServiceConfiguration.places(
      of: unplaced.map(\.1.path), in: json, file: script.name)
    for ((index, finding), place) in zip(unplaced, places) {
      (found[index].place, found[index].path) = (place, finding.path.description)
    }
    return found
  }

  /// What the functions of the script ask of their arguments that the app's contract knows nothing of.
  func findingsOfFunctions(against document: ContractDocument) -> [MockDiagnostic] {
    functionProblems(against: document).map(diagnostic)
  }

  private func diagnostic(of finding: ContractFinding) -> MockDiagnostic {
    MockDiagnostic(
      finding.isWarning ? .warning : .error, code: "contracts",
      at: finding.place ?? SourcePlace(file: dynamicFile ?? script.name),
      sentence: finding.problem.text)
  }

  private func unknownServices(_ document: ContractDocument) -> [ContractFinding] {
    let declared = configuration.services.keys
    let unclaimed = document.services.keys.filter { configuration.services[$0] == nil }
    let unknown = declared.filter { document.services[$0] == nil && !HTTPHost.isName($0) }
    return unknown.sorted { $0.precedesInBytes($1) }.map { service in
      let meant = NearestName.likelyTypo(of: service, candidates: unclaimed)
      let hint =
        meant.map { "did you mean `\($0.escaped)`?" }
        ?? NearestName.hint(for: service, candidates: unclaimed).map {
          $0.hasSuffix("?")
            ? "\($0) Or write the contract anew" : "\($0); or write the contract anew"
        } ?? "write the contract anew, or remove it"
      return ContractFinding(
        problem: MockContractProblem(
          ofService: "the contract has no service `\(service.escaped)`; \(hint)"),
        place: place(ofService: service), path: JSONPath([.key("services"), .key(service)]),
        // A mock that is written by hand has no contract.
        isWarning: meant == nil)
    }
  }

  private func place(ofService service: String) -> SourcePlace? {
    let file = dynamicFile ?? script.name
    let modules = modulesAsShown.values.sorted { $0.file < $1.file }
    let words = TokenIndex([(file, script.source)] + modules.map { ($0.file, $0.source) })
    return words.place(of: service, behind: "service")
  }
}
