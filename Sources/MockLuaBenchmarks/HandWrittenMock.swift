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

/// A mock like the mocks of packages that keep one log of all invocations.
///
/// Arguments, their matchers, and the closures that respond are all stored as `Any`. Each call casts them back, scans
/// the log to count the call, and responds with the last closure whose matchers accept the call.
///
/// `@unchecked Sendable`: The lock protects all mutable state.
final class ScannedLogMock: SynchronousCallService, @unchecked Sendable {
  enum Matcher {
    case any
    /// A closure from the argument's type to `Bool`.
    case matching(Any)

    func accepts<Value>(_ argument: Any, as type: Value.Type) -> Bool {
      switch self {
      case .any: return true
      case .matching(let test):
        guard let value = argument as? Value, let test = test as? (Value) -> Bool else {
          return false
        }
        return test(value)
      }
    }
  }

  private struct Invocation {
    let method: String
    let arguments: [Any]
  }

  private struct Stub {
    let method: String
    let matchers: [Matcher]
    /// A closure with the requirement's own type.
    let answer: Any
  }

  private struct NotStubbed: Error {}

  private let lock = NSLock()
  private var log: [Invocation] = []
  private var stubs: [Stub] = []

  func onLoad(_ id: Matcher, answer: @escaping (String) throws -> SynchronousCall.Answer) {
    lock.lock()
    defer { lock.unlock() }
    stubs.append(Stub(method: "load", matchers: [id], answer: answer))
  }

  func load(_ id: String) throws -> SynchronousCall.Answer {
    let answers = { (matchers: [Matcher], arguments: [Any]) in
      matchers[0].accepts(arguments[0], as: String.self)
    }
    let found = record(Invocation(method: "load", arguments: [id]), accepts: answers)
    guard let answer = found as? (String) throws -> SynchronousCall.Answer else {
      throw NotStubbed()
    }
    return try answer(id)
  }

  /// Records an invocation, and returns the closure that responds to it, unless the closure has already responded to
  /// all its calls.
  private func record(
    _ invocation: Invocation, accepts: ([Matcher], [Any]) -> Bool
  ) -> Any? {
    lock.lock()
    defer { lock.unlock() }
    log.append(invocation)
    let stub = stubs.last {
      $0.method == invocation.method && accepts($0.matchers, invocation.arguments)
    }
    guard let stub else { return nil }
    let count = log.count { $0.method == stub.method && accepts(stub.matchers, $0.arguments) }
    return count > 0 ? stub.answer : nil
  }
}
