internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration

extension ScenarioRuntime {
  /// Returns the names that complete a request, without running functions of the script.
  nonisolated(nonsending) func names(
    for request: CompletionRequest, _ contract: ContractDocument?, isLimited: Bool
  ) async -> [String] {
    let services = contract?.services ?? [:]
    return switch request.subject {
    case .nothing: []
    case .services, .members(of: ["services"], isMethod: false):
      scenario.serviceNames + services.keys
    case .methods:
      scenario.methodNames
        + services.flatMap { name, contract in contract.methods.map { "\(name).\($0.key)" } }
    case .sharedKeys, .members(of: ["state"], isMethod: false): sharedState.keys
    case .builders, .members:
      await namesOfMembers(request.subject, isLimited: isLimited)
        + (request.subject.service.flatMap { services[$0] }?.methods.map(\.key) ?? [])
    }
  }

  private nonisolated(nonsending) func namesOfMembers(
    _ subject: CompletionRequest.Subject, isLimited: Bool
  ) async -> [String] {
    let script = script
    return await script.withLua(script.lock) {
      let console = try? openConsole(of: script, isLimited: isLimited)
      return console.map { members(of: subject, $0) } ?? []
    }
  }

  private nonisolated func members(of subject: CompletionRequest.Subject, _ console: LiveConsole)
    -> [String]
  {
    guard case .members(let path, let isMethod) = subject else {
      return (try? console.builderNames.call(as: [String].self)) ?? []
    }
    if path.count == 2, path[0] == "services" {
      return configuration.services[path[1]].map { Array($0.methods.keys) } ?? []
    }
    if path.isEmpty, !isMethod {
      let names = (try? console.namesAfter.call(path, isMethod, as: [String].self)) ?? []
      return Array(Set(names).union(scenario.serviceNames))
    }
    if path.count == 1, !isMethod, let service = configuration.services[path[0]] {
      return Array(service.methods.keys)
    }
    return (try? console.namesAfter.call(path, isMethod, as: [String].self)) ?? []
  }
}

extension CompletionRequest.Subject {
  /// The service whose methods complete the request, as in `services.Login.` and `Login.`, or nil for any other
  /// request.
  fileprivate var service: String? {
    guard case .members(let path, isMethod: false) = self else { return nil }
    return path.count == 2 && path[0] == "services" || path.count == 1 ? path.last : nil
  }
}
