internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockPlatform

extension HostFunctions {
  func registerPush(with lua: LuaRuntime) throws(LuaError) {
    try lua.register(asyncNative: "live.push") { [unowned lua] arguments in
      let values = Array(arguments.elements)
      let push = Push(values, at: values.dropFirst().first?.integer.flatMap { lua.place($0) })
      return guarded {
        try send(push, $0)
      } now: {
        try send(push, $0)
      }
    }
  }

  /// Pushes a value or an error to the open calls, and writes the script error, if any.
  private func send(_ push: Push, _ writer: WireWriter) throws -> Int {
    let targets = sequencers.context.pushTargets
    var problem: String?
    if targets.isOpen(push.name) {
      do {
        try deliver(push, to: targets)
      } catch let error as MockServiceError {
        problem = "`push`: \(error.message)"
      }
    } else {
      problem = self.problem(of: push.name)
      if problem == nil { reportLost(push) }
    }
    guard let problem else { return 0 }
    writer.write(problem)
    return 1
  }

  /// Delivers a value or an error in the form that the method's route requires, if it is a route.
  private func deliver(_ push: Push, to targets: PushTargets) throws {
    let route = route(of: push.name)
    switch push.content {
    case .success(let value): try targets.push(route?.value(value) ?? value, to: push.name)
    case .failure(let error):
      let end = route?.end(
        MockErrorPayload(code: error.code, message: error.message, details: error.details))
      for value in end ?? [] { try targets.push(value, to: push.name) }
      // The last events contain the error.
      targets.finish(push.name, end?.isEmpty == false ? nil : error)
    }
  }

  private func route(of name: String) -> RoutedStream? {
    let scenario = scenario.withLock { $0 }
    let services = scenario.serviceNames.filter {
      HTTPHost.isName($0) && name.hasPrefix("\($0).")
    }
    guard let service = services.max(by: { $0.count < $1.count }) else { return nil }
    let method = String(name.dropFirst(service.count + 1))
    return RoutedStream(
      scenario.routeRules[service]?[method]?.form ?? RoutedForm(of: method))
  }

  /// Returns the reason why values can't be pushed to a method that has no open calls, or nil if the method can have a
  /// stream or a handler.
  private func problem(of name: String) -> String? {
    let contracts = sequencers.context.contracts.all
    let methods = contracts.flatMap { service, contract in
      contract.methods.map { (name: "\(service).\($0.key)", receives: $0.receivesPushes) }
    }
    if let method = methods.first(where: { $0.name == name }) {
      return method.receives ? nil : Self.notAStream(name)
    }
    let configured = scenario.withLock { $0 }.pushedMethods
    let isMocked = contracts.contains { name.hasPrefix("\($0.key).") && !$0.value.isPartial }
    if !isMocked, let receives = configured[name] { return receives ? nil : Self.notAStream(name) }
    let known =
      methods.filter(\.receives).map(\.name) + configured.filter(\.value).map(\.key).sorted()
    return "`push` names the unknown method `\(name.escaped)`; "
      + (NearestName.hint(for: name, candidates: known)
        ?? "no method of the scenario returns a stream")
  }

  private static func notAStream(_ name: String) -> String {
    "`\(name.escaped)` has no stream or handler that can receive values; return the value from its"
      + " function"
  }

  /// Reports a value that nothing receives, if the service has a mock.
  private func reportLost(_ push: Push) {
    let context = sequencers.context
    guard context.contracts.all.keys.contains(where: { push.name.hasPrefix("\($0).") }) else {
      return
    }
    context.report(
      MockFailure(
        .dropped, "the pushed value is lost, because \(reason(push.name))", at: push.place))
  }

  /// Returns the reason why no call to a method is open, with a suggestion.
  private func reason(_ name: String) -> String {
    let context = sequencers.context
    guard context.log.count(of: name) > 0 else {
      return "`\(name)` hasn't been called yet; push after the call"
    }
    let takesHandler = context.contracts.all.contains { service, contract in
      contract.methods.contains { $0.takesHandler && "\(service).\($0.key)" == name }
    }
    guard takesHandler else {
      return "no stream of `\(name)` is open; write `stream { ... } :stays_open()`"
    }
    return context.log.wasCalledElsewhere(name)
      ? PushTargets.outOfReach(name) : "`\(name)` has no handler; pass a handler to the call"
  }
}

/// A value, or an error, for the open calls to a method.
private struct Push: Sendable {
  let name: String
  let place: ScriptLocation?
  let content: Result<AnyCodableValue, MockServiceError>

  init(_ values: [WireValue], at place: ScriptLocation?) {
    name = values.first?.string ?? ""
    self.place = place
    // Lua drops a nil at the end.
    let value = values.count > 4 ? AnyCodableValue(packed: values[4]) : nil
    let (code, message) = (
      values.dropFirst(2).first?.string ?? "", values.dropFirst(3).first?.string
    )
    content =
      code.isEmpty
      ? .success(value ?? .null)
      : .failure(
        MockServiceError(
          code: code, message: message ?? code, details: value))
  }
}

extension _MockContract.Method {
  /// Whether a call can receive pushed values: it returns a stream, or takes a handler.
  fileprivate var receivesPushes: Bool { isStream || takesHandler || waits && !isAsync }
}

extension LuaScenario {
  /// The configured methods, and whether each one may return a stream.
  fileprivate var pushedMethods: [String: Bool] {
    var methods: [String: Bool] = [:]
    for (service, entry) in configuration.services {
      for (name, method) in entry.methods {
        methods["\(service).\(name)"] = method.responses.contains {
          [.stream, .callback, .passthrough].contains($0.result)
        }
      }
    }
    return methods
  }
}
