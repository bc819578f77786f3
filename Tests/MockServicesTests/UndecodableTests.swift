import MockCalls
import MockPlatform
import MockServices
import Testing

struct Plain: Equatable {}

@Mocked
protocol UndecodableService: Sendable {
  func a() async throws -> Plain
  func b() async -> Plain
  func c() async throws(LoginError) -> Plain?
  func d() -> AsyncThrowingStream<Plain, any Error>
  func e() async -> AsyncStream<Plain>
  var f: Opaque? { get }
  var g: [Opaque] { get set }
  func h() async throws -> Opaque
}

/// Results without a data representation, which come from a stub or a `MockValue`, or cause an issue.
@Suite("Results that aren't Decodable")
struct UndecodableTests {
  private static func mock(_ notes: Notes = Notes()) -> MockUndecodableService {
    let answer = MockMethodConfig(responses: [MockResponse(result: .success, value: 1)])
    return MockUndecodableService(
      sequencer: MockCallSequencer(
        methods: ["a": answer, "b": answer, "e": answer, "h": answer], service: "S",
        context: MockCallContext(failureHandler: notes.handler)))
  }

  private static func problem(_ method: String, _ type: String) -> String {
    "`S.\(method)`: data cannot represent \(type); make the type `Decodable` or a `MockValue`,"
      + " or add a stub: `mock.on.\(method) { ... }`"
  }

  @Test("Throwing methods throw, streams fail, and nonthrowing methods report the error")
  func throwing() async throws {
    let notes = Notes()
    let mock = Self.mock(notes)
    await #expect(
      throws: MockServiceError(code: "decodingFailed", message: Self.problem("a", "Plain"))
    ) { try await mock.a() }
    await #expect(
      throws: MockServiceError(code: "decodingFailed", message: Self.problem("h", "Opaque"))
    ) { try await mock.h() }
    await #expect(throws: MockServiceError.self) { try await mock.d().collected() }
    for await _ in await mock.e() { Issue.record("a value came") }
    #expect(
      notes.lines == [
        "report: `S.e` with {} is a stream that cannot throw the error: decodingFailed: "
          + Self.problem("e", "Plain")
      ])
  }

  @Test("A stub can respond for all of them")
  func stubbed() async throws {
    let mock = Self.mock()
    mock.on.a { Plain() }
    mock.on.b { Plain() }
    mock.on.c { Plain() }
    mock.on.e { AsyncStream { $0.finish() } }
    #expect(try await mock.a() == Plain())
    #expect(await mock.b() == Plain())
    #expect(try await mock.c() == Plain())
    for await _ in await mock.e() { Issue.record("a value came") }
  }

  @Test("Void and empty collections are placeholders of any type, and properties keep their value")
  func placeholders() async throws {
    let notes = Notes()
    let mock = Self.mock(notes)
    #expect(mock.f == nil)
    #expect(notes.lines.isEmpty)
    #expect(mock.g.isEmpty)
    #expect(notes.lines.count == 1)
    mock.g = [Opaque()]
    #expect(mock.g.count == 1)
  }

  @Test("Without a possible placeholder, the process stops after reporting the reason")
  func stops() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      StuckCall.quietTime.withLock { $0 = .zero }
      let handler = MockFailureHandler { _ in }
      let mock = MockOddService(
        sequencer: MockCallSequencer(
          methods: [:], service: "S", context: MockCallContext(failureHandler: handler)))
      _ = mock.opaque()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("`S.opaque` with {} returns a value and cannot throw"))
    #expect(output.contains("no placeholder of the type Opaque can be made"))
  }
}
