import Foundation

/// A mock as in a typical guide, with a lock, the invocations of each method, and stubbed results.
///
/// `@unchecked Sendable`: The lock protects all mutable state.
final class HandWrittenMock: MacroCallService, SynchronousCallService, @unchecked Sendable {
  private let lock = NSLock()
  private var invocations: [String: [Any]] = [:]
  private var stubbedResults: [String: Any]

  init(_ results: [String: Any]) { stubbedResults = results }

  func load(_ id: Int, in folder: String) async throws -> MacroCall.Answer {
    recordInvocation("load", arguments: id, folder)
    return stubbedResult(for: "load", default: MacroCall.Answer(status: 0))
  }

  func load(_ id: String) throws -> SynchronousCall.Answer {
    recordInvocation("load", arguments: id)
    return stubbedResult(for: "load", default: SynchronousCall.Answer(status: 0, message: ""))
  }

  func fetch(id: String) async throws -> SynchronousCall.Answer {
    recordInvocation("fetch", arguments: id)
    return stubbedResult(for: "fetch", default: SynchronousCall.Answer(status: 0, message: ""))
  }

  private func recordInvocation(_ method: String, arguments: Any...) {
    lock.lock()
    defer { lock.unlock() }
    invocations[method, default: []].append(arguments)
  }

  private func stubbedResult<T>(for method: String, default defaultValue: T) -> T {
    lock.lock()
    defer { lock.unlock() }
    return stubbedResults[method] as? T ?? defaultValue
  }
}
