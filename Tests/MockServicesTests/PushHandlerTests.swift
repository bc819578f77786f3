import MockLuaTesting
import MockServices
import Testing

@testable import MockCalls

typealias PositionHandler = @Sendable (Position) -> Void
typealias PairHandler = @Sendable (Int, String?) -> Void
typealias ScreenHandler = @MainActor (String) -> Void
/// A closure that isn't a handler.
typealias Conversion = @Sendable (Int) -> Int

@Mocked
protocol SensorService: Sendable {
  func onFix(_ handler: @escaping PositionHandler)
  func onPair(_ handler: @escaping PairHandler)
  func subscribe(_ handler: @escaping PositionHandler) -> Int
  func show(_ screen: String, handler: @escaping ScreenHandler) -> Int
  func register(_ conversion: @escaping Conversion) -> Int
  func watch(_ name: String, onChange: @escaping @Sendable (Int, _ name: String) -> Void) throws
    -> Int
  func upload(_ text: String, progress: (@Sendable (Double) -> Void)?) async throws -> Int
  func load(_ done: @escaping @Sendable (Result<Int, any Error>) -> Void) throws(SensorError) -> Int
  @available(macOS 15, iOS 18, *)
  func fixes() -> any AsyncSequence<Position, Never>
}

enum SensorError: Error { case broken }

/// Values that a test or a script sends to handlers whose types the macro can't see, and to those of requirements that
/// return a value.
@Suite("Pushes to handlers", .timeLimit(.minutes(30)))
struct PushHandlerTests {
  @Test("A handler's type can be an alias", .mocked)
  func aliases() {
    let (mock, notes) = (MockSensorService(), Notes())
    mock.onFix { notes.add("\($0.x)") }
    mock.onPair { notes.add("\($0) \($1 ?? "-")") }
    mock.push.onFix(Position(x: 1))
    mock.push.onPair(2, nil)
    mock.push.onPair(3, "three")
    #expect(notes.lines == ["1", "2 -", "3 three"])
  }

  @Test("The requirement can return a value, or be async", .mocked)
  func results() async throws {
    let (mock, notes) = (MockSensorService(), Notes())
    mock.on.subscribe().returns(7)
    mock.on.watch().returns(8)
    mock.on.upload { _, progress in
      progress?(0.5)
      return 9
    }
    #expect(mock.subscribe { notes.add("\($0.x)") } == 7)
    #expect(try mock.watch("a", onChange: { notes.add("\($0) \($1)") }) == 8)
    let uploaded = try await mock.upload("a") { notes.add("\($0)") }
    #expect(uploaded == 9)
    mock.push.subscribe(Position(x: 1))
    mock.push.watch(2, "b")
    mock.push.upload(1)
    #expect(notes.lines == ["0.5", "1", "2 b", "1.0"])
    // The record has the returned value.
    let log = try ScenarioRuntime.current.log
    #expect(log.calls("SensorService.subscribe").map(\.outcome) == [.returned(7)])
  }

  @Test("A handler of the main actor is called there", .mocked)
  func mainActor() async {
    let (mock, notes) = (MockSensorService(), Notes())
    mock.on.show("home").returns(1)
    _ = mock.show("home") { notes.add($0) }
    await Task.detached { mock.push.show("a") }.value
    while notes.lines.isEmpty { await Task.yield() }
    #expect(notes.lines == ["a"])
  }

  @Test("The handler of a call that throws gets no values", .mocked)
  func failed() throws {
    let (mock, notes) = (MockSensorService(), Notes())
    mock.on.watch().throws(SensorError.broken).returns(1)
    mock.on.load().throws(.broken)
    #expect(throws: SensorError.broken) { try mock.watch("a") { _, _ in notes.add("first") } }
    #expect(throws: SensorError.broken) { try mock.load { _ in notes.add("load") } }
    #expect(try mock.watch("a", onChange: { _, _ in notes.add("second") }) == 1)
    mock.push.watch(1, "a")
    withKnownIssue {
      mock.push.load(.success(1))
    } matching: {
      $0.description.contains("`SensorService.load` has no handler; pass a handler to the call")
    }
    #expect(notes.lines == ["second"])
  }

  @Test("A closure that isn't a handler gets no values", .mocked)
  func conversion() {
    let mock = MockSensorService()
    mock.on.register { conversion in conversion(2) }
    #expect(mock.register { $0 * 3 } == 6)
  }

  @Test("A function of the script pushes to them, too")
  func script() throws {
    let stage = try Stage(
      """
      service "SensorService" {
        subscribe = reply(1),
        register = function()
          push("SensorService.subscribe", { x = 5 })
          push("SensorService.watch", { 6, "b" })
          push("SensorService.onPair", { 7, "c" })
          push("SensorService.load", 8)
          return 2
        end,
        watch = reply(3),
        load = reply(4),
      }
      """)
    let (mock, notes) = (MockSensorService(stage.runtime), Notes())
    _ = mock.subscribe { notes.add("\($0.x)") }
    _ = try mock.watch("a") { notes.add("\($0) \($1)") }
    mock.onPair { notes.add("\($0) \($1 ?? "-")") }
    _ = try mock.load { notes.add("\((try? $0.get()) ?? 0)") }
    _ = mock.register { $0 }
    #expect(notes.lines == ["5", "6 b", "7 c", "8"])
  }

  @available(macOS 15, iOS 18, *)
  @Test("A sequence of any type stays open", .mocked)
  func sequence() async throws {
    let mock = MockSensorService()
    mock.on.fixes().staysOpen()
    let fixes = mock.fixes()
    mock.push.fixes(Position(x: 1))
    mock.push.fixes.finish()
    var found: [Position] = []
    for await fix in fixes { found.append(fix) }
    #expect(found == [Position(x: 1)])
  }
}
