import MockLua
import MockPlatform
import MockServices
import Testing

@testable import MockCalls

@Mocked
protocol TickService: Sendable {
  func ticks(upTo last: Int) -> AsyncThrowingStream<Int, any Error>
  func beats() -> AsyncStream<Int>
}

/// Streams returned by stubs, which a stuck test can end.
@Suite("Streams of stubs", .timeLimit(.minutes(30)))
struct StubbedStreamTests {
  private struct Offline: Error {}

  private let stage: Stage
  private let mock: MockTickService

  init() throws {
    stage = try Stage("service \"TickService\" { ticks = stream { 9 }, beats = stream { 9 } }")
    mock = MockTickService(stage.runtime)
  }

  private var stubs: PendingStubs { stage.runtime.context.pendingStubs }

  private func numbers(_ last: Int) async throws -> [Int] {
    var numbers: [Int] = []
    for try await number in mock.ticks(upTo: last) { numbers.append(number) }
    return numbers
  }

  private static func stream(_ last: Int) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { stream in
      for number in 0..<last { stream.yield(number) }
      stream.finish()
    }
  }

  @Test("A stubbed stream has the elements of the stub's stream, and ends with it")
  func values() async throws {
    mock.on.ticks { Self.stream($0) }
    #expect(try await numbers(3) == [0, 1, 2])
    #expect(try await numbers(0) == [])
    #expect(stubs.awaitedStreams == 0)
  }

  @Test("Each call gets its own stream of the values of a stub, and the last ones repeat")
  func plainValues() async throws {
    mock.on.ticks().yields(1, 2).yields(throwing: Offline()).yields(3)
    #expect(try await numbers(0) == [1, 2])
    await #expect(throws: Offline.self) { try await numbers(0) }
    #expect(try await numbers(0) == [3])
    #expect(try await numbers(0) == [3])
    mock.on.beats().yields(7, 8)
    for _ in 1...2 {
      var beats: [Int] = []
      for await beat in mock.beats() { beats.append(beat) }
      #expect(beats == [7, 8])
    }
    #expect(stubs.awaitedStreams == 0)
  }

  @Test("A stream of values can throw an error after them")
  func valuesThenError() async throws {
    mock.on.ticks(upTo: 2).yields(1, throwing: Offline())
    var iterator = mock.ticks(upTo: 2).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: Offline.self) { try await iterator.next() }
  }

  @Test("A stubbed stream throws its error after its elements")
  func error() async throws {
    mock.on.ticks { _ in
      AsyncThrowingStream { stream in
        stream.yield(1)
        stream.finish(throwing: Offline())
      }
    }
    var iterator = mock.ticks(upTo: 1).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: Offline.self) { try await iterator.next() }
  }

  @Test("Cancelling the reader cancels the stub's stream")
  func cancellation() async throws {
    let (ends, end) = AsyncStream<Bool>.makeStream()
    mock.on.beats {
      AsyncStream { stream in
        stream.onTermination = {
          if case .cancelled = $0 { end.yield(true) } else { end.yield(false) }
          end.finish()
        }
      }
    }
    let reader = Task { [mock] in for await _ in mock.beats() {} }
    while stubs.awaitedStreams == 0 { await Task.yield() }
    reader.cancel()
    await reader.value
    #expect(await ends.first { _ in true } == true)
    #expect(stubs.awaitedStreams == 0)
  }

  @Test("A slow producer is awaited")
  func slow() async throws {
    mock.on.ticks { last in
      AsyncThrowingStream { stream in
        Task {
          for number in 0..<last {
            try await Task.sleep(for: .milliseconds(20))
            stream.yield(number)
          }
          stream.finish()
        }
      }
    }
    #expect(try await numbers(5) == [0, 1, 2, 3, 4])
  }

  @Test("Many streams are read at once")
  func many() async throws {
    mock.on.ticks { Self.stream($0) }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<1_000 { group.addTask { try await numbers(5).count } }
      return try await group.reduce(0, +)
    }
    #expect(sum == 5_000)
  }

  @Test("The main actor reads a stream whose elements it also produces")
  @MainActor func mainActor() async throws {
    mock.on.ticks { last in
      AsyncThrowingStream { stream in
        Task { @MainActor in
          for number in 0..<last {
            await Task.yield()
            stream.yield(number)
          }
          stream.finish()
        }
      }
    }
    var numbers: [Int] = []
    for try await number in mock.ticks(upTo: 3) { numbers.append(number) }
    #expect(numbers == [0, 1, 2])
  }

  @Test("A stuck test ends the stream for all readers, and cancels the stub's stream")
  func stuck() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    mock.on.beats {
      AsyncStream { stream in stream.onTermination = { _ in end.finish() } }
    }
    let stream = mock.beats()
    let readers = (1...2).map { _ in Task { for await _ in stream {} } }
    while stubs.texts.isEmpty { await Task.yield() }
    #expect(stubs.texts.first?.contains("TickService.beats") == true)
    stubs.endAll()
    for reader in readers { await reader.value }
    for await _ in ends {}
    #expect(stubs.awaitedStreams == 0)
  }
}
