import Dispatch
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

@globalActor
private actor Storage {
  static let shared = Storage()
  private(set) var items: [String] = []
  func add(_ item: String) { items.append(item) }
}

/// Other work in apps and tests, which must not be mistaken for a stuck body.
@Suite("Other work around the calls of an explored test")
struct SurroundingsTests {
  /// Explores a body with two calls in flight, and expects no issue.
  private func passes(
    _ body: @escaping @Sendable (any ShopService) async throws -> Void
  ) async throws {
    let (outcome, advice) = try await outcome {
      let service = MockShopService()
      async let first = service.item(1)
      async let second = service.item(2)
      try await body(service)
      _ = try await (first, second)
    }
    #expect(outcome.issue == nil, "\(outcome.issue?.verdict?.text ?? "")")
    #expect(advice.isEmpty)
  }

  @Test("Sleeping on the system clock")
  func sleeps() async throws {
    try await passes { _ in try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("Dispatch queue callbacks")
  func queues() async throws {
    try await passes { _ in
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
    // The callback runs before any call is in flight, so its order relative to a response doesn't matter.
    let (outcome, _) = try await outcome {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      _ = try await MockShopService().item(1)
    }
    #expect(outcome.issue == nil)
  }

  @Test("Global actors shared by tests")
  func globalActors() async throws {
    try await passes { service in
      await Task { @Storage in
        if let item = try? await service.item(3) { await Storage.shared.add(item) }
      }.value
    }
  }

  @Test("The app's own streams")
  func streams() async throws {
    try await passes { service in
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      let reader = Task { await stream.reduce(into: [String]()) { $0.append($1) } }
      for id in 3...4 { continuation.yield(try await service.item(id)) }
      continuation.finish()
      let items = await reader.value
      #expect(items == ["item 3", "item 4"])
    }
  }

  @Test("Confirmations, known issues, and requirements")
  func expectations() async throws {
    try await passes { service in
      try await confirmation { confirm in
        _ = try await service.item(3)
        confirm()
      }
      withKnownIssue { Issue.record("known") }
      let item: String? = try await service.item(4)
      try #require(item != nil)
    }
  }

  @Test("A failed requirement is reported once, as an issue")
  func unmet() async throws {
    let (outcome, advice) = try await outcome {
      let item: String? = nil
      _ = try #require(item)
    }
    #expect(outcome.issue?.issues.count == 1)
    #expect(outcome.issue?.error == nil)
    #expect(advice.isEmpty)
  }

  @Test("Main actor code runs on the main actor, and other code elsewhere")
  func isolation() async throws {
    try await passes { service in
      try await Task { @MainActor in
        MainActor.assertIsolated()
        _ = try await service.item(3)
        MainActor.assertIsolated()
        dispatchPrecondition(condition: .onQueue(.main))
      }.value
      await Task.detached { dispatchPrecondition(condition: .notOnQueue(.main)) }.value
    }
  }

  @Test("A body that waits for something impossible is cancelled, and doesn't have to end")
  func stuck() async throws {
    let (outcome, advice) = try await outcome {
      _ = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
        Forgotten.keep(continuation)
      }
    }
    #expect(outcome.issue?.verdict == .neverEnds(waiting: []))
    #expect(outcome.issue?.hasEnded == false)
    #expect(advice.isEmpty)
  }

  @Test("A call without a response isn't an issue if the body ends when it is cancelled")
  func never() async throws {
    let never = [Exploration.failures([.never])]
    let (ends, _) = try await outcome(never) { _ = try? await MockShopService().item(1) }
    #expect(ends.issue == nil)
    let (remains, _) = try await outcome(never) {
      guard (try? await MockShopService().item(1)) == nil else { return }
      _ = await withCheckedContinuation { Forgotten.keep($0) }
    }
    #expect(remains.issue?.plan.description == "1~never")
  }
}
