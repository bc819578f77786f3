import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

// The effects of failures: spinners, empty lists, and retries.

@MainActor
final class Screen {
  let service = MockShopService()
  let isMended: Bool
  private(set) var items: [String] = []
  private(set) var message: String?
  private(set) var loads = 0
  private(set) var attempts = 0

  init(_ isMended: Bool, showing items: [String] = []) {
    (self.isMended, self.items) = (isMended, items)
  }

  var isLoading: Bool { loads > 0 }

  /// Leaves the spinner running if the call fails.
  func load() async {
    loads += 1
    if isMended {
      defer { loads -= 1 }
      items = (try? await service.find("a")) ?? []
      return
    }
    do {
      items = try await service.find("a")
      loads -= 1
    } catch {
      message = "\(error)"
    }
  }

  /// Doesn't count down if one of two loads fails.
  func loadAll() async {
    async let first: Void = loadOne("a")
    async let second: Void = loadOne("b")
    _ = await (first, second)
  }

  private func loadOne(_ text: String) async {
    loads += 1
    guard let found = try? await service.find(text) else {
      if isMended { loads -= 1 }
      return
    }
    items += found
    loads -= 1
  }

  /// Doesn't show a message or finish if the task is cancelled.
  func loadQuietly() async {
    loads += 1
    do {
      items = try await service.find("a")
      loads -= 1
    } catch is CancellationError {
      if isMended { loads -= 1 }
    } catch {
      message = "\(error)"
      loads -= 1
    }
  }

  /// Shows an error as an empty result.
  func find() async {
    do {
      items = try await service.find("a")
    } catch {
      items = []
      if isMended { message = "\(error)" }
    }
  }

  /// Discards the existing values if reloading fails.
  func pull() async {
    if isMended {
      if let found = try? await service.find("a") { items = found }
    } else {
      items = (try? await service.find("a")) ?? []
    }
  }

  func retry(pausing pause: Duration?, on clock: MockClock) async {
    while !Task.isCancelled, !isMended || attempts < 3 {
      attempts += 1
      if let found = try? await service.find("a") {
        items = found
        return
      }
      if let pause { try? await clock.sleep(for: pause) }
    }
    message = "failed"
  }

  /// Doesn't call its callback if the call fails.
  func loadByCallback() async -> String {
    let (service, isMended) = (service, isMended)
    return await withCheckedContinuation { continuation in
      Task {
        if let item = try? await service.item(1) {
          continuation.resume(returning: item)
        } else if isMended {
          continuation.resume(returning: "none")
        } else {
          // The continuation is kept, as by a view that waits for its closure.
          Forgotten.keep(continuation)
        }
      }
    }
  }
}

/// Continuations that are never resumed, kept so that the runtime doesn't warn about them.
enum Forgotten {
  private static let kept = Locked<[CheckedContinuation<String, Never>]>([])

  static func keep(_ continuation: CheckedContinuation<String, Never>) {
    kept.withLock { $0.append(continuation) }
  }
}

private let failing = """
  service "ShopService" { find = fail "offline" }
  """

extension Planted {
  static let failures: [Planted] = [
    Planted(kind: "stuck spinner", name: "after a failure", kinds: [.failures], limit: 4) {
      isMended in
      let screen = Screen(isMended)
      await screen.load()
      #expect(!screen.isLoading)
    },
    Planted(
      kind: "stuck spinner", name: "one of two loads fails", kinds: [.orders, .failures], limit: 6
    ) { isMended in
      let screen = Screen(isMended)
      await screen.loadAll()
      #expect(screen.loads == 0)
    },
    Planted(
      kind: "stuck spinner", name: "after a cancellation", kinds: [.failures([.cancelled])],
      limit: 3
    ) { isMended in
      let screen = Screen(isMended)
      await screen.loadQuietly()
      #expect(!screen.isLoading)
    },
    Planted(
      kind: "error shown as an empty list", name: "a search", kinds: [.failures], limit: 4
    ) { isMended in
      let screen = Screen(isMended)
      await screen.find()
      let isAnswered = screen.items == ["a", "a!"] || screen.message != nil
      #expect(isAnswered || ExploringAnswers.isEmpty)
    },
    Planted(
      kind: "error shown as an empty list", name: "a refresh empties the screen",
      kinds: [.failures([.code("offline")])], limit: 3
    ) { isMended in
      let screen = Screen(isMended, showing: ["old"])
      await screen.pull()
      #expect(!screen.items.isEmpty)
    },
    Planted(kind: "retry without end", name: "at once", limit: 2, script: failing) { isMended in
      let screen = Screen(isMended)
      await screen.retry(pausing: nil, on: try ScenarioRuntime.current.clock)
      #expect(screen.attempts == 3)
    },
    Planted(kind: "retry without end", name: "after a pause", limit: 2, script: failing) {
      isMended in
      let screen = Screen(isMended)
      await screen.retry(pausing: .seconds(1), on: try ScenarioRuntime.current.clock)
      #expect(screen.attempts == 3)
    },
    Planted(
      kind: "deadlock", name: "a callback that is not called", kinds: [.failures], limit: 3
    ) { isMended in
      let screen = Screen(isMended)
      #expect(await screen.loadByCallback() == (Explored.isBaseline ? "item 1" : "none"))
    },
  ]
}

/// Whether the run responds to a call with an empty list, which isn't an error.
enum ExploringAnswers {
  static var isEmpty: Bool { CurrentRun.value?.plan.faults.values.contains(.empty) ?? false }
}
