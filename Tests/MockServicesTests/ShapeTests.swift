import MockLua
import MockServices
import Testing

/// A protocol of one requirement, how a script answers it, and whether the mock gives that.
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

/// Every kind of requirement, annotated as it stands, compiled and called.
@Suite("Shapes of requirements")
struct ShapeTests {
  @Test("A requirement is answered from a script", arguments: Shape.all)
  func shape(_ shape: Shape) async throws {
    let stage = try Stage("service \"\(shape.service)\" { \(shape.answer) }")
    #expect(try await shape.check(stage.runtime))
  }

  @Test("There are sixty shapes at least, and each stands for itself")
  func count() {
    #expect(Shape.all.count >= 60)
    #expect(Set(Shape.all.map(\.service)).count == Shape.all.count)
  }
}

/// The code of the error that something throws; nil where it throws none.
func codeOfError(_ body: () throws -> some Any) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return code(of: error)
  }
}

/// The code of the error that something throws; nil where it throws none.
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

/// Runs something while a scenario answers what belongs to no instance.
func current<Value>(_ runtime: ScenarioRuntime, _ body: () throws -> Value) rethrows -> Value {
  try MockCurrentSource.$override.withValue(runtime, operation: body)
}

/// Runs something while a scenario answers what belongs to no instance.
func currentAsync<Value: Sendable>(
  _ runtime: ScenarioRuntime, _ body: () async throws -> Value
) async rethrows -> Value {
  try await MockCurrentSource.$override.withValue(runtime, operation: body)
}

/// What a completion handler is given.
func value<Value: Sendable>(
  _ body: (@escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
  await withCheckedContinuation { continuation in body { continuation.resume(returning: $0) } }
}

/// The first value of a sequence of which only the protocol is known.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
func firstValue<Value>(of values: any AsyncSequence<Value, any Error>) async throws -> Value? {
  for try await value in values { return value }
  return nil
}
