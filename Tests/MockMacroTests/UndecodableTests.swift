import MockServices
import Testing

struct Plain: Equatable {}

@Mocked
@available(*, deprecated, message: "so that the compiler's own warnings are expected")
protocol UndecodableService: Sendable {
  func a() async throws -> Plain
  func b() async -> Plain
  func c() async throws(LoginError) -> Plain
  func d() -> AsyncThrowingStream<Plain, any Error>
  func e() async -> AsyncStream<Plain>
  var f: Plain { get }
  var g: Plain { get set }
  func h() async throws -> Opaque
}

@Mocked(errors: LoginError.self)
@available(*, deprecated)
protocol UndecodableErrors: Sendable {
  func a() async throws -> Plain
}

/// Results that a macro cannot see to be no data: the compiler warns, and the call says what to do.
@Suite("Results that are not Decodable")
struct UndecodableTests {
  @available(*, deprecated)
  private static func sequencer(_ notes: Notes = Notes()) -> MockCallSequencer {
    let answer = MockMethodConfig(responses: [MockResponse(result: .success, value: 1)])
    return MockCallSequencer(
      methods: ["a": answer, "h": answer], service: "S",
      context: MockCallContext(failureHandler: notes.handler))
  }

  private static let problem =
    "returns Plain, which is not Decodable; make it so, or write the method yourself"

  @Test("a throwing method throws, a stream fails, one that cannot fail reports")
  @available(*, deprecated)
  func throwing() async throws {
    let notes = Notes()
    let mock = MockUndecodableService(sequencer: Self.sequencer(notes))
    let expected = MockServiceError(
      code: "decodingFailed", message: "`S.a` with {} \(Self.problem)")
    await #expect(throws: expected) { try await mock.a() }
    await #expect(throws: MockServiceError.self) { try await mock.h() }
    await #expect(throws: MockServiceError.self) { try await mock.d().collected() }
    for await _ in await mock.e() { Issue.record("a value came") }
    #expect(
      notes.lines == [
        "report: `S.e` with {} is a stream that cannot throw: decodingFailed: `S.e` with {} \(Self.problem)"
      ])
    let other = MockUndecodableErrors(sequencer: Self.sequencer())
    await #expect(throws: expected) { try await other.a() }
  }

  @Test("what cannot throw stops", arguments: ["b", "c", "f"])
  @available(*, deprecated)
  func stops(method: String) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [method] in
      let sequencer = MockCallSequencer(methods: [:], service: "S")
      let mock = MockUndecodableService(sequencer: sequencer)
      switch method {
      case "b": _ = await mock.b()
      case "c": _ = try await mock.c()
      default: _ = mock.f
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("`S.\(method)`") && output.contains("is not Decodable"))
  }
}
