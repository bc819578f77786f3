internal import LuaRuntime
internal import MockServices

extension ScenarioRuntime {
  /// The names that may stand where a completion is asked for; no function of the script runs.
  func names(for request: CompletionRequest, isLimited: Bool) -> [String] {
    switch request.subject {
    case .nothing: []
    case .services, .members(of: ["services"], isMethod: false): sequencers.names
    case .methods: sequencers.methodNames
    case .sharedKeys, .members(of: ["state"], isMethod: false): sharedState.keys
    case .builders, .members:
      (try? openConsole(isLimited: isLimited)).map { members(of: request.subject, $0) } ?? []
    }
  }

  private func members(of subject: CompletionRequest.Subject, _ console: LiveConsole) -> [String] {
    guard case .members(let path, let isMethod) = subject else {
      return (try? console.builderNames.call(as: [String].self)) ?? []
    }
    if path.count == 2, path[0] == "services" {
      return configuration.services[path[1]].map { Array($0.methods.keys) } ?? []
    }
    return (try? console.namesAfter.call(path, isMethod, as: [String].self)) ?? []
  }
}
