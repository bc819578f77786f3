import MockLuaTesting
import MockServices
import Testing

@Mocked
protocol EndPlaces: Sendable {
  func find(_ text: String) async throws -> [String]
  func save(_ text: String) async
}

/// A signal that a task waits for.
private struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send() { continuation.yield() }
  func wait() async { for await _ in stream { break } }
}

private let script = #"service "EndPlaces" { find = { when({ text = "x" }, reply { "X" }) } }"#

@Suite(.serialized)
struct EndingTests {
  private static let (ended, called) = (Signal(), Signal())

  // expects: no `when` of `EndPlaces.find` accepts
  @Test(.scenario(source: script)) func wrongTaskThatIsLeft() {
    let mock = MockEndPlaces()
    Task { _ = try? await mock.find("y") }
  }

  @Test(.scenario(source: script)) func rightTaskThatIsLeft() {
    let mock = MockEndPlaces()
    Task {
      _ = try? await mock.find("x")
      await mock.save("x")
    }
  }

  // expects: `EndPlaces.save` was called after its test had ended; await the code that calls it, or cancel it (in wrongLateCall())
  @Test(.scenario(source: script)) func wrongLateCall() {
    let mock = MockEndPlaces()
    Task.detached {
      await Self.ended.wait()
      await mock.save("x")
      Self.called.send()
    }
  }

  @Test(.scenario(source: script)) func rightTestBesideTheLateCall() async {
    Self.ended.send()
    await Self.called.wait()
  }

  // expects: no scenario responds to `EndPlaces.find`
  @Test func wrongWithoutTrait() async { _ = try? await MockEndPlaces().find("x") }

  @Test func rightStubWithoutTrait() async throws {
    let mock = MockEndPlaces()
    let stub = mock.on.find { [$0] }
    defer { stub.remove() }
    #expect(try await mock.find("x") == ["x"])
  }
}
