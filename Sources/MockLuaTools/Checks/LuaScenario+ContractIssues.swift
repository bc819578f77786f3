internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData
package import MockLua

extension LuaScenario {
  /// A part that can't match any call is an error.
  ///
  /// A part that the app ignores is a warning, or an error if its name is probably misspelled.
  ///
  /// `json` is the text of a configuration without a script. The diagnostics of a configuration have a path, a line,
  /// and a column.
  package func issues(
    against document: ContractDocument, json: String? = nil
  ) -> [MockDiagnostic] {
    let unknown = unknownServices(document)
    let problems = problems(against: document)
    var found = (unknown + problems).map(diagnostic)
    guard let json else { return found }
    let unplaced = zip(found.indices, unknown + problems).filter { $1.place == nil }
    let places = MockServiceConfiguration.places(
      of: unplaced.map(\.1.path), in: json, file: script.name)
    for ((index, issue), place) in zip(unplaced, places) {
      (found[index].place, found[index].path) = (place, issue.path.description)
    }
    return found
  }

  /// Returns diagnostics for arguments that the script's functions read, but that the app's contract doesn't have.
  func issuesOfFunctions(against document: ContractDocument) -> [MockDiagnostic] {
    functionProblems(against: document).map(diagnostic)
  }

  /// Returns diagnostics for computed responses and state changes, each at the line of the function.
  ///
  /// The calls must have ended.
  package func issues(
    of calls: [MockCallRecord], against document: ContractDocument
  ) -> [MockDiagnostic] {
    calls.flatMap { call -> [MockDiagnostic] in
      guard let service = call.service, let index = call.responseIndex,
        let known = configuration.services[service]?.methods[call.method]?.responses,
        known.indices.contains(index), known[index].result == .callback
      else { return [] }
      var entry = MockServiceEntry()
      // The response keeps its index within the method, because messages contain the index.
      entry.methods[call.method] = call.response.map {
        MockMethodConfig(responses: known[..<index].map { _ in known[index] } + [$0])
      }
      let problems =
        document.problems(in: entry, service: service, isOfScript: true).filter {
          $0.response == index && $0.kind != .contract
        }
        + document.sharedProblems(in: stating(call.changes)).map(\.problem)
      return problems.map { diagnostic(of: ContractIssue(problem: $0, place: call.place)) }
    }
  }

  /// Returns a configuration with the bindings of the services and the given values of the shared state.
  private func stating(_ values: [String: AnyCodableValue]) -> MockServiceConfiguration {
    var stated = MockServiceConfiguration(
      services: configuration.services.mapValues { service in
        var entry = service
        entry.methods = [:]
        return entry
      })
    stated.sharedState = values.mapValues { SharedStateProperty(initial: $0) }
    return stated
  }

  private func diagnostic(of issue: ContractIssue) -> MockDiagnostic {
    MockDiagnostic(
      issue.isWarning ? .warning : .error, code: "contracts",
      at: issue.place ?? ScriptLocation(file: file), sentence: issue.problem.text)
  }

  private func unknownServices(_ document: ContractDocument) -> [ContractIssue] {
    let declared = configuration.services.keys
    let unclaimed = document.services.keys.filter { configuration.services[$0] == nil }
    lazy var words = TokenIndex(sources(named: file))
    let unknown = declared.filter { document.services[$0] == nil && !HTTPHost.isName($0) }
    return unknown.sorted { $0.precedesInBytes($1) }.map { service in
      let meant = NearestName.likelyTypo(of: service, candidates: unclaimed)
      let hint =
        meant.map { "did you mean `\($0.escaped)`?" }
        ?? NearestName.hint(for: service, candidates: unclaimed).map {
          $0.hasSuffix("?")
            ? "\($0) Or regenerate the contract" : "\($0); or regenerate the contract"
        } ?? "regenerate the contract, or remove it"
      return ContractIssue(
        problem: MockContractProblem(
          ofService: "the contract doesn't have a service `\(service.escaped)`; \(hint)"),
        place: words.place(of: service, behind: "service"),
        path: JSONPath([.key("services"), .key(service)]),
        // A handwritten mock has no contract.
        isWarning: meant == nil)
    }
  }
}

extension MockCallRecord {
  fileprivate var response: MockResponse? {
    switch outcome {
    case .running, .cancelled: return nil
    case .threw(let error):
      return MockResponse(
        result: .error, error: MockErrorPayload(code: error.code, message: error.message))
    case .returned(let value):
      guard isStream, case .array(let values)? = value else {
        return MockResponse(result: .success, value: value)
      }
      return MockResponse(result: .stream, values: values)
    }
  }

  /// The shared values that changed during the call; empty if another call was running at the same time.
  fileprivate var changes: [String: AnyCodableValue] {
    guard let stateBefore, lastAtEnd == order else { return [:] }
    return state.filter { stateBefore[$0.key] != $0.value }
  }
}
