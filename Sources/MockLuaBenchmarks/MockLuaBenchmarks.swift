/// Prints the time that each of the given benchmarks takes per run, in nanoseconds.
///
/// `scripts/bench` compares it with other code.
@main
struct MockLuaBenchmarks {
  static func main() async throws {
    switch CommandLine.arguments.dropFirst().first {
    // The other processes of a benchmark.
    case "session-serve": return try await SessionCalls.serve(CommandLine.arguments[2])
    case "session-join": return SessionJoining.join()
    default: break
    }
    for name in CommandLine.arguments.dropFirst() {
      print(try await measure(name))
    }
  }

  private static func measure(_ name: String) async throws -> Double {
    switch name {
    case "dynamic-struct": try DynamicAnswer.intoStruct()
    case "dynamic-unlimited": try DynamicAnswer.unlimited()
    case "dynamic-value": try DynamicAnswer.intoAnyCodableValue()
    case "static-sequencer": try await StaticAnswer.sequencer()
    case "static-by-hand": try await StaticAnswer.handWritten()
    case "static-json": try StaticAnswer.throughJSON()
    case "sync-sequencer": try StaticAnswer.synchronousSequencer()
    case "main-mocked": try await MainActorCall.mockedConcrete()
    case "main-mocked-any": try await MainActorCall.mockedAny()
    case "main-by-hand": try await MainActorCall.handConcrete()
    case "main-by-hand-any": try await MainActorCall.handAny()
    case "busy-function": try await BusyFunction.run()
    case "mock-by-hand": try await MacroCall.byHand()
    case "mock-service": try await MacroCall.byMockService()
    case "mocked": try await MacroCall.byMocked()
    case "sync-mock-by-hand": try SynchronousCall.byHand()
    case "sync-mocked": try SynchronousCall.byScript()
    case "sync-scanned-log": try SynchronousCall.byScannedLog()
    case "stub-mocked": try SynchronousCall.byStub()
    case "new-runtime": try NewRuntime.load()
    case "state-read": try await StateElement.measure("read")
    case "state-write": try await StateElement.measure("write")
    case "state-append": try await StateElement.measure("append")
    case "test-plain": try await CoveredTest.plain()
    case "test-covered": try await CoveredTest.covered()
    case "session-sync": try await SessionCalls.synchronous()
    case "session-task": try await SessionCalls.task()
    case "session-main": try await SessionCalls.mainActor()
    case "session-function": try await SessionCalls.function()
    case "session-peer": try await SessionCalls.peer()
    case "session-thousand": try await SessionCalls.thousandServices()
    case "session-million": try await SessionCalls.million()
    case "session-throughput": try await SessionCalls.throughput()
    case "session-join-p99": try await SessionJoining.percentile()
    case "url-get": try await SessionRequest.mocked("GET")
    case "url-get-by-hand": try await SessionRequest.byHand("GET")
    case "url-get-uncached-by-hand": try await SessionRequest.byHand("GET", isCached: false)
    case "url-post": try await SessionRequest.mocked("POST")
    case "url-post-by-hand": try await SessionRequest.byHand("POST")
    case "url-memory": try await SessionMemory.requests()
    case "url-memory-configurations": try await SessionMemory.configurations()
    case "url-memory-sessions": try await SessionMemory.sessions()
    case "million-calls": try await MillionCalls.run()
    default: throw Failure(description: "no benchmark `\(name)`")
    }
  }
}
