import Foundation
import MockServices

/// Calls from the main actor, as a view model makes them: of mocks that a macro wrote, and of the same by hand.
///
/// An `async` requirement whose witness does not run on the caller's executor costs two hops.
@MainActor enum MainActorCall {
  private static let count = 20_000

  static func mockedConcrete() async throws -> Double {
    let mock = MockMacroCallService(configuration: MacroCall.entry)
    let (id, folder) = (unforeseen(7), unforeseen("inbox"))
    return try await nanosecondsOnMain(count) {
      let answer = try await mock.load(id, in: folder)
      precondition(answer.status == 3)
    }
  }

  static func mockedAny() async throws -> Double {
    let mock: any MacroCallService = MockMacroCallService(configuration: MacroCall.entry)
    let (id, folder) = (unforeseen(7), unforeseen("inbox"))
    return try await nanosecondsOnMain(count) {
      let answer = try await mock.load(id, in: folder)
      precondition(answer.status == 3)
    }
  }

  static func handConcrete() async throws -> Double {
    let mock = HandWrittenMock()
    let (id, folder) = (unforeseen(7), unforeseen("inbox"))
    return try await nanosecondsOnMain(count) {
      let answer = try await mock.load(id, in: folder)
      precondition(answer.status == 3)
    }
  }

  static func handAny() async throws -> Double {
    let mock: any MacroCallService = HandWrittenMock()
    let (id, folder) = (unforeseen(7), unforeseen("inbox"))
    return try await nanosecondsOnMain(count) {
      let answer = try await mock.load(id, in: folder)
      precondition(answer.status == 3)
    }
  }

  /// The class of the usual guide.
  ///
  /// `@unchecked Sendable`: the lock guards all that changes.
  private final class HandWrittenMock: MacroCallService, @unchecked Sendable {
    private let lock = NSLock()
    private var invocations: [String: [Any]] = [:]

    func load(_ id: Int, in folder: String) async throws -> MacroCall.Answer {
      record("load", id, folder)
      return MacroCall.Answer(status: 3)
    }

    private func record(_ method: String, _ arguments: Any...) {
      lock.lock()
      defer { lock.unlock() }
      invocations[method, default: []].append(arguments)
    }
  }

  /// `nanoseconds` for what runs on the main actor and stays there.
  private static func nanosecondsOnMain(
    _ count: Int, _ body: @MainActor () async throws -> Void
  ) async rethrows -> Double {
    let count = max(1, Int(Double(count) * share))
    for _ in 0..<count / 10 { try await body() }
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<count { try await body() }
    return (clock.now - start) / .nanoseconds(1) / Double(count)
  }
}
