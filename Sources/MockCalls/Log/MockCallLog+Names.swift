internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Detects names in verifications that no call can have.
///
/// Verifying that a call with such a name wasn't made would prove nothing.
extension MockCallLog {
  /// Throws an error if a method has no responses, isn't declared by a mock, and was never called.
  ///
  /// If a service's mock has no contract or only a partial one, the service may have methods of any name. If the
  /// service has no contract and wasn't called, a name that resembles one of its methods is an error, because the name
  /// is probably misspelled. If nothing is known about the service, every name is accepted. A host only has the routes
  /// of the script, unless it passes other requests through. The log doesn't record the properties that an app in
  /// another process sets, so the name of a setter, such as `S.limit=`, is an error.
  package func checkName(of method: String) throws(MockVerificationError) {
    let (methods, services, passing) = registered
    let contracts = self.contracts.all
    guard !methods.contains(method), !(services.isEmpty && contracts.isEmpty) else { return }
    let required = contracts.flatMap { service, contract in
      (contract.methods.map(\.key) + contract.properties.map(\.name)).map { "\(service).\($0)" }
    }
    let isOpen = services.union(contracts.keys.map(Optional.some)).contains { service in
      guard let service else { return !method.contains(".") }
      let isComplete = HTTPHost.isName(service) && !passing.contains(service)
      return contracts[service]?.isPartial ?? !isComplete && method.hasPrefix("\(service).")
    }
    guard !required.contains(method) else { return }
    // A setter is named after its property.
    let isSetter =
      method.hasSuffix("=") && (isOpen || required.contains(String(method.dropLast())))
    if isSetter, let dot = method.firstIndex(of: "."),
      self.contracts.isOfApp(String(method[..<dot]))
    {
      throw refusal(
        "`\(method.escaped)` cannot be verified in a live session: the log does not include properties"
          + " that an app sets; verify the shared state that the property is bound to")
    }
    guard !isSetter else { return }
    let hint =
      isOpen
      ? misspelled(method).map { "did you mean `\($0.escaped)`?" }
      : NearestName.hint(for: method, candidates: methods.union(required))
        ?? "write `Service.method`"
    guard let hint else { return }
    throw refusal("neither the scenario nor a mock has a method `\(method.escaped)`; \(hint)")
  }

  /// Throws an error if a service has no responses and no mocks, and was never called.
  func checkName(ofService service: String) throws(MockVerificationError) {
    let known = Set(registered.services.compactMap { $0 }).union(contracts.all.keys)
    guard !known.isEmpty, !known.contains(service) else { return }
    let hint = NearestName.hint(for: service, candidates: known).map { "; \($0)" }
    throw refusal(
      "neither the scenario nor a mock has a service `\(service.escaped)`\(hint ?? "")")
  }

  /// Throws an error if no call to the method can match the arguments of an expectation.
  ///
  /// A method without a contract isn't checked.
  func checkArguments(of expectation: MockCallExpectation) throws(MockVerificationError) {
    if let pattern = expectation.arguments,
      let problem = routeProblem(expectation.method, pattern)
    {
      throw refusal("no call to `\(expectation.method.escaped)` can match: \(problem.description)")
    }
    guard let pattern = expectation.arguments, case .dictionary(let members) = pattern.value,
      let dot = expectation.method.firstIndex(of: "."),
      let method = contracts.all[String(expectation.method[..<dot])]?.methods.first(
        where: { $0.key == expectation.method[expectation.method.index(after: dot)...] })
    else { return }
    let labels = method.parameters.map(\.label)
    for name in members.keys.sorted() where !name.hasPrefix("$") && !labels.contains(name) {
      let hint = NearestName.hint(for: name, candidates: labels) ?? "it takes no arguments"
      throw refusal(
        "`\(expectation.method.escaped)` has no argument `\(name.escaped)`; \(hint)")
    }
    if let problem = method.mismatch(with: pattern) {
      throw refusal("no call to `\(expectation.method.escaped)` can match \(problem)")
    }
  }

  /// Returns the part of a pattern that no request to a route can match.
  ///
  /// Returns `nil` if the method isn't a route.
  private func routeProblem(_ method: String, _ pattern: MatchPattern) -> RouteProblem? {
    let host = registered.services.compactMap { $0 }.first {
      HTTPHost.isName($0) && method.hasPrefix("\($0).")
    }
    return host.flatMap { host in
      RoutePattern(host, String(method.dropFirst(host.count + 1)), isRaw: true)?
        .problem(in: pattern.value)
    }
  }

  /// Returns the method that was probably meant, for a service without a mock and without calls.
  private func misspelled(_ method: String) -> String? {
    guard let dot = method.firstIndex(of: ".") else { return nil }
    let service = String(method[..<dot])
    guard contracts.all[service] == nil else { return nil }
    let known = storage.withLock { storage in
      storage.passing.contains(service) ? [] : storage.methods.filter { $0.service == service }
    }
    guard known.allSatisfy({ $0.total == 0 }) else { return nil }
    let name = String(method[method.index(after: dot)...])
    return NearestName.nearest(to: name, candidates: Set(known.map(\.name))).map {
      "\(service).\($0)"
    }
  }

  /// The methods that have responses or were called, and the services that have sequencers.
  ///
  /// An unnamed service is `nil`.
  private var registered: (methods: Set<String>, services: Set<String?>, passing: Set<String?>) {
    storage.withLock { (Set($0.methods.map(\.description)), $0.services, $0.passing) }
  }

  private func refusal(_ problem: @autoclosure () -> String) -> MockVerificationError {
    refusal(problem(), calls: calls(), droppedCount: droppedCount)
  }
}

extension MockCallLog {
  /// Returns whether an app in another process has called a method, such as `Location.observe`.
  package func wasCalledElsewhere(_ name: String) -> Bool {
    history(of: name).entries.contains { $0.entry.origin != nil }
  }
}
