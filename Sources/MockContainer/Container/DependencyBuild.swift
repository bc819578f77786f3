internal import MockPlatform

/// A single run of a factory.
///
/// `@unchecked Sendable`: `dependencies` is only accessed under the container's lock. The rest is constant.
final class DependencyBuild: @unchecked Sendable {
  let key: DependencyKey
  let scope: DependencyScope
  /// The container that creates the service.
  let container: DependencyContainer
  /// The factories that are waiting for this one, outermost first.
  let outer: [DependencyBuild]
  /// The services that are created only once within the outermost `resolve`.
  let graph: DependencyGraph
  let isAsynchronous: Bool
  /// Opens when the factory has ended.
  let end = DependencyLatch()

  /// The keys of all services that the factory has resolved, directly or indirectly.
  var dependencies: Set<DependencyKey> = []

  /// The innermost factory that runs in this task.
  @TaskLocal static var current: DependencyBuild?

  /// For each build, the builds in other tasks for which it waits.
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

  /// The factories that are running in this task.
  ///
  /// Those that have ended but are still bound to the task aren't included.
  static var running: [DependencyBuild] {
    guard let current else { return [] }
    return (current.outer + [current]).filter { !$0.end.isOpen }
  }

  /// Makes builds wait for this build, unless this build waits for one of them.
  ///
  /// - Returns: The names of the services in the resulting cycle, if there is one.
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

  /// Returns the path of waiting builds from this one to one of `targets`, if there is one.
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

/// The services that are created only once within a single `resolve`.
final class DependencyGraph: Sendable {
  private let boxes = Locked<[DependencyKey: DependencyRegistration.Made]>([:])

  subscript(key: DependencyKey) -> DependencyRegistration.Made? { boxes.withLock { $0[key] } }

  /// Stores a service, unless another task was faster.
  ///
  /// Returns the service that is stored.
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
