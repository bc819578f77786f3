internal import MockPlatform

extension DependencyContainer {
  /// The next step in resolving a service.
  enum Step {
    case have(AnyDependencyBox)
    case fail(DependencyError)
    /// The service is already being created.
    ///
    /// The `waiting` factories wait until that has ended.
    case wait(DependencyBuild, waiting: [DependencyBuild])
    case make(DependencyBuild, @Sendable (any DependencyResolver) throws -> AnyDependencyBox)
    case makeAsynchronously(
      DependencyBuild, @Sendable (any DependencyResolver) async throws -> AnyDependencyBox)
  }

  /// Checks a registration in a single step, and begins a build if necessary.
  func nextStep(for key: DependencyKey, isAsynchronous: Bool) -> Step {
    let running = DependencyBuild.running
    if let start = running.firstIndex(where: { $0.container === self && $0.key == key }) {
      return .fail(.circle(running[start...].map(\.key.name) + [key.name]))
    }
    let needed = running.map(\.key.name)
    return state.withLock { state in
      guard let registration = state.registrations[key] else {
        let names = Self.names(of: key, candidates: state.registrations.keys)
        return .fail(.unregistered(names.key, needed: needed, known: names.known))
      }
      state.registrations[key]?.wasResolved = true
      let own = running.filter { $0.container === self }
      for build in own { build.dependencies.insert(key) }
      let graph = registration.scope == .graph ? own.last?.graph : nil
      if let made = registration.made ?? graph?[key] {
        for build in own { build.dependencies.formUnion(made.dependencies) }
        return .have(made.box)
      }
      if let other = state.builds[key] {
        if other.isAsynchronous && !isAsynchronous {
          return .fail(.asynchronous(key.name, needed: needed))
        }
        if let circle = other.addWaiting(running) { return .fail(.circle(circle)) }
        return .wait(other, waiting: running)
      }
      return begin(key, registration, running, isAsynchronous, &state)
    }
  }

  private func begin(
    _ key: DependencyKey, _ registration: DependencyRegistration, _ running: [DependencyBuild],
    _ isAsynchronous: Bool, _ state: inout State
  ) -> Step {
    func build(isAsynchronous: Bool) -> DependencyBuild {
      let build = DependencyBuild(
        key, registration.scope, in: self, outer: running, isAsynchronous: isAsynchronous)
      if registration.scope == .singleton { state.builds[key] = build }
      return build
    }
    switch registration.source {
    case .instance(let box): return .have(box)
    case .factory(let make): return .make(build(isAsynchronous: false), make)
    case .asynchronous(let make):
      guard isAsynchronous else {
        return .fail(.asynchronous(key.name, needed: running.map(\.key.name)))
      }
      return .makeAsynchronously(build(isAsynchronous: true), make)
    }
  }

  /// Ends a build, stores a shared service, and resumes the waiting callers.
  ///
  /// If the registration was replaced in the meantime, or a registration on which the service depends, the service
  /// isn't stored.
  ///
  /// - Returns: The service for the caller.
  func finish(_ build: DependencyBuild, with box: AnyDependencyBox) -> AnyDependencyBox {
    defer { build.end.open() }
    return state.withLock { state in
      let made = DependencyRegistration.Made(box: box, dependencies: build.dependencies)
      if build.scope == .graph { return build.graph.keep(made, for: build.key).box }
      if state.builds[build.key] === build {
        state.builds[build.key] = nil
        state.registrations[build.key]?.made = made
      }
      return box
    }
  }

  /// Ends a build that failed.
  func abandon(_ build: DependencyBuild) {
    state.withLock { state in
      if state.builds[build.key] === build { state.builds[build.key] = nil }
    }
    build.end.open()
  }

  /// Returns the name of a key and all known names.
  ///
  /// If the plain name would be misleading, they include modules.
  private static func names(
    of key: DependencyKey, candidates known: some Collection<DependencyKey>
  ) -> (key: String, known: [String]) {
    known.contains { $0.name == key.name }
      ? (key.fullName, known.map(\.fullName)) : (key.name, known.map(\.name))
  }
}
