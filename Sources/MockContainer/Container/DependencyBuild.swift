internal import MockPlatform

/// One run of a factory.
///
/// `@unchecked Sendable`: `dependencies` is only touched under the lock of the container; the rest is
/// constant.
final class DependencyBuild: @unchecked Sendable {
  let key: DependencyKey
  let scope: DependencyScope
  /// The container that makes it.
  let container: DependencyContainer
  /// The factories that wait for this one, outermost first.
  let outer: [DependencyBuild]
  /// What is made once in the course of the outermost `resolve`.
  let graph: DependencyGraph
  let isAsynchronous: Bool
  /// Opens when the factory has ended.
  let end = DependencyLatch()

  /// Everything that the factory asked for, directly or not.
  var dependencies: Set<DependencyKey> = []

  /// The factory that runs in this task.
  @TaskLocal static var current: DependencyBuild?

  /// By build, those of other tasks whose end it waits for; waits may go across containers.
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

  /// The factories that run in this task; those that have ended may have left it behind.
  static var running: [DependencyBuild] {
    guard let current else { return [] }
    return (current.outer + [current]).filter { !$0.end.isOpen }
  }

  /// Lets builds wait for this one, unless it waits for one of them.
  ///
  /// - Returns: The names of the circle that there would be; nil where there is none.
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

  /// The way over builds that wait for each other, from this one to one of `targets`; nil for none.
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

/// What is made once in the course of one `resolve`.
final class DependencyGraph: Sendable {
  private let boxes = Locked<[DependencyKey: DependencyRegistration.Made]>([:])

  subscript(key: DependencyKey) -> DependencyRegistration.Made? { boxes.withLock { $0[key] } }

  /// Keeps what was made, unless another task was faster, and gives what is kept.
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
