internal import MockPlatform

/// One run of a factory.
///
/// `@unchecked Sendable`: `dependencies` is only accessed under the container's lock. The rest is constant.
final class DependencyBuild: @unchecked Sendable {
  let key: DependencyKey
  let scope: DependencyScope
  let container: DependencyContainer
  /// The factories that are waiting for this one, outermost first.
  let outer: [DependencyBuild]
  /// The services that are created only once within the outermost `resolve`.
  let graph: DependencyGraph
  let isAsynchronous: Bool
  /// Opens when the factory has ended.
  let end = DependencyLatch()

  /// The keys of all services that the factory has resolved, including those that its dependencies have resolved.
  var dependencies: Set<DependencyKey> = []

  /// The innermost factory that is running in this task.
  @TaskLocal static var current: DependencyBuild?

  /// The builds in other tasks that each build waits for.
  ///
  /// They may belong to other containers.
  private static let waits = Locked<[ObjectIdentifier: [DependencyBuild]]>([:])

  init(
    _ key: DependencyKey, _ scope: DependencyScope, in container: DependencyContainer,
    outer: [DependencyBuild], isAsynchronous: Bool
  ) {
    self.key = key
    self.scope = scope
    self.container = container
    self.outer = outer
    graph = outer.last { $0.container === container }?.graph ?? DependencyGraph()
    self.isAsynchronous = isAsynchronous
  }

  /// The factories that are running in this task, outermost first.
  ///
  /// The task can also be bound to factories that have already ended. They aren't included.
  static var running: [DependencyBuild] {
    guard let current else { return [] }
    return (current.outer + [current]).filter { !$0.end.isOpen }
  }

  /// Makes builds wait for this build, unless this build waits for one of them.
  ///
  /// - Returns: The names of the services in the resulting cycle, if any.
  func addWaiting(_ builds: [DependencyBuild]) -> [String]? {
    Self.waits.withLock { waits in
      if let path = path(to: builds, in: waits), let last = path.last,
        let start = builds.firstIndex(where: { $0 === last })
      {
        return (builds[start...] + path).map(\.key.name)
      }
      for build in builds { waits[ObjectIdentifier(build), default: []].append(self) }
      return nil
    }
  }

  func removeWaiting(_ builds: [DependencyBuild]) {
    Self.waits.withLock { waits in
      for build in builds.map(ObjectIdentifier.init) {
        waits[build]?.removeAll { $0 === self }
        if waits[build]?.isEmpty == true { waits[build] = nil }
      }
    }
  }

  /// Returns the path of waiting builds from this one to one of `targets`, if any.
  private func path(
    to targets: [DependencyBuild], in waits: [ObjectIdentifier: [DependencyBuild]]
  ) -> [DependencyBuild]? {
    if targets.contains(where: { $0 === self }) { return [self] }
    for next in waits[ObjectIdentifier(self)] ?? [] {
      if let rest = next.path(to: targets, in: waits) { return [self] + rest }
    }
    return nil
  }
}

/// The services that are shared within a single call to `resolve`.
final class DependencyGraph: Sendable {
  private let boxes = Locked<[DependencyKey: DependencyRegistration.Made]>([:])

  subscript(key: DependencyKey) -> DependencyRegistration.Made? { boxes.withLock { $0[key] } }

  /// Stores a service, unless another task has already stored one, and returns the stored service.
  func keep(
    _ made: DependencyRegistration.Made, for key: DependencyKey
  ) -> DependencyRegistration.Made {
    boxes.withLock { boxes in
      if let known = boxes[key] { return known }
      boxes[key] = made
      return made
    }
  }
}

extension DependencyContainer {
  enum Step {
    case have(AnyDependencyBox)
    case fail(DependencyError)
    /// The service is already being created.
    ///
    /// The `waiting` factories can continue when that build has ended.
    case wait(DependencyBuild, waiting: [DependencyBuild])
    case make(DependencyBuild, @Sendable (any DependencyResolver) throws -> AnyDependencyBox)
    case makeAsynchronously(
      DependencyBuild, @Sendable (any DependencyResolver) async throws -> AnyDependencyBox)
  }

  /// Returns the next step for a key, and begins a build if necessary, under a single lock.
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
  /// The service isn't stored if its registration, or the registration of one of its dependencies, was replaced in the
  /// meantime.
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

  /// Returns the name of a key and the names of all registered keys.
  ///
  /// If another key has the same name, all names include their modules.
  private static func names(
    of key: DependencyKey, candidates known: some Collection<DependencyKey>
  ) -> (key: String, known: [String]) {
    known.contains { $0.name == key.name }
      ? (key.fullName, known.map(\.fullName)) : (key.name, known.map(\.name))
  }
}

/// A latch that threads and tasks can wait for.
final class DependencyLatch: Sendable {
  /// The actions that resume the waiting callers, or `nil` if the latch is open.
  private let waiting = Locked<[@Sendable () -> Void]?>([])

  var isOpen: Bool { waiting.withLock { $0 == nil } }

  /// Resumes all current and future callers.
  func open() {
    for resume in waiting.exchange(nil) ?? [] { resume() }
  }

  /// Blocks the thread until the latch opens.
  ///
  /// Use this method only to wait for a thread that isn't waiting itself.
  func wait() {
    let latch = Latch()
    if keep({ latch.open() }) { latch.wait() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      if !keep({ continuation.resume() }) { continuation.resume() }
    }
  }

  /// Adds a callback unless the latch is open, and returns whether the caller must wait.
  private func keep(_ resume: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { $0?.append(resume) } != nil
  }
}
