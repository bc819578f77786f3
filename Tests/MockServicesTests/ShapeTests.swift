import MockLua
import MockServices
import Testing

/// A protocol with one requirement, its script, and whether the mock returns the scripted response.
struct Shape: CustomTestStringConvertible, Sendable {
  var title: String
  var service: String
  var answer: String
  var check: @Sendable (ScenarioRuntime) async throws -> Bool

  init(
    _ title: String, _ service: String, _ answer: String,
    check: @escaping @Sendable (ScenarioRuntime) async throws -> Bool
  ) {
    (self.title, self.service, self.answer, self.check) = (title, service, answer, check)
  }

  var testDescription: String { title }
}

/// Every kind of requirement, compiled with `@Mocked` and called.
@Suite("Shapes of requirements")
struct ShapeTests {
  @Test("A script responds to a requirement", arguments: Shape.all)
  func shape(_ shape: Shape) async throws {
    let stage = try Stage("service \"\(shape.service)\" { \(shape.answer) }")
    #expect(try await shape.check(stage.runtime))
  }

  @Test("There are at least sixty shapes, and each is different")
  func count() {
    #expect(Shape.all.count >= 60)
    #expect(Set(Shape.all.map(\.service)).count == Shape.all.count)
  }
}

/// Returns the code of the thrown error, or nil if nothing is thrown.
func codeOfError(_ body: () throws -> some Any) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return code(of: error)
  }
}

/// Returns the code of the thrown error, or nil if nothing is thrown.
func codeOfErrorLater(_ body: () async throws -> some Any) async -> String? {
  do {
    _ = try await body()
    return nil
  } catch {
    return code(of: error)
  }
}

private func code(of error: any Error) -> String {
  (error as? MockServiceError)?.code ?? (error as? VaultError)?.rawValue ?? "\(error)"
}

/// Runs a body with a current scenario, which responds to static requirements.
func current<Value>(_ runtime: ScenarioRuntime, _ body: () throws -> Value) rethrows -> Value {
  try MockCurrentSource.$override.withValue(runtime, operation: body)
}

/// Runs a body with a current scenario, which responds to static requirements.
func currentAsync<Value: Sendable>(
  _ runtime: ScenarioRuntime, _ body: () async throws -> Value
) async rethrows -> Value {
  try await MockCurrentSource.$override.withValue(runtime, operation: body)
}

/// Returns the value passed to a completion handler.
func value<Value: Sendable>(
  _ body: (@escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
  await withCheckedContinuation { continuation in body { continuation.resume(returning: $0) } }
}

/// Returns the first value of an existential sequence.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
func firstValue<Value>(of values: any AsyncSequence<Value, any Error>) async throws -> Value? {
  for try await value in values { return value }
  return nil
}
