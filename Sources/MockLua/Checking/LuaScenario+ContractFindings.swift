internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData

extension LuaScenario {
  /// What the script says that the app's contract knows nothing of, as a check tells it.
  ///
  /// What no call could do right is a mistake. What the app passes over is a warning, unless it is probably a misspelling.
  ///
  /// - Parameter document: The contract, as it was read of a file.
  /// - Returns: The findings, those of services first that the contract lacks.
  package func findings(against document: ContractDocument) -> [MockDiagnostic] {
    unknownServices(document)
      + problems(against: document).map { problem, place in
        MockDiagnostic(
          [.ignoredKey(isMisspelt: false), .droppedValue].contains(problem.kind)
            ? .warning : .error, code: Self.code,
          at: place ?? SourcePlace(file: dynamicFile ?? script.name), sentence: problem.text)
      }
  }

  private static var code: String { "contracts" }

  private func unknownServices(_ document: ContractDocument) -> [MockDiagnostic] {
    let declared = configuration.services.keys
    let unclaimed = document.services.keys.filter { configuration.services[$0] == nil }
    let unknown = declared.filter { document.services[$0] == nil && !HTTPHost.isName($0) }
    return unknown.sorted { $0.precedesInBytes($1) }.map { service in
      let meant = NearestName.likelyTypo(of: service, candidates: unclaimed)
      let hint =
        meant.map { "did you mean `\($0.escaped)`?" }
        ?? NearestName.hint(for: service, candidates: unclaimed).map {
          "\($0) Or write the contract anew"
        } ?? "write the contract anew, or remove it"
      // A mock that is written by hand has no contract.
      return MockDiagnostic(
        meant == nil ? .warning : .error, code: Self.code, at: place(ofService: service),
        sentence: "the contract has no service `\(service.escaped)`; \(hint)")
    }
  }

  private func place(ofService service: String) -> SourcePlace {
    let file = dynamicFile ?? script.name
    let modules = modulesAsShown.values.sorted { $0.file < $1.file }
    let words = TokenIndex([(file, script.source)] + modules.map { ($0.file, $0.source) })
    return words.place(of: service, behind: "service") ?? SourcePlace(file: file)
  }
}
