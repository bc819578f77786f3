import MockLua
import MockServices
import MockServicesTesting
import Testing

/// Services that are structs of closures.
@Suite("The documentation of closure services")
struct ClosureDocumentationTests {
  @Test("Closure services: an unimplemented closure reports its call")
  func unimplementedClosures() async throws {
    let message = #"""
      `PlaceService.forget` was called with {"id":7}, but nothing implements it; give the service a closure for `forget`, or remove the call
      """#
    let (reports, continuation) = AsyncStream.makeStream(of: String.self)
    let handler = MockFailureHandler { failure in continuation.yield(failure.description) }
    await MockFailureHandler.$override.withValue(handler) {
      await #expect(throws: MockServiceError.self) {
        try await PlaceService.unimplemented.forget(7)
      }
      #expect(await PlaceService.unimplemented.visits() == 0)
    }
    continuation.finish()
    var found: [String] = []
    for await report in reports { found.append(report) }
    #expect(found.count == 2)
    #expect(found.first == message)
    var service = PlaceService.unimplemented
    service.visits = { 3 }
    await MockFailureHandler.$override.withValue(.testing) {
      #expect(await service.visits() == 3)
    }
  }

  @Test("Closure services: responses from a script")
  func scriptedClosures() async throws {
    let placeScript = """
      local places = collection "places"
      places:insert { id = 7, name = "Lake Tahoe" }

      service "PlaceService" {
        find = function(args)
          local names = array {}
          for _, place in ipairs(places:where { name = is.regex(args.name) }) do
            if #names < args.limit then names[#names + 1] = place.name end
          end
          return names
        end,
        forget = function(args) places:remove(args.id) end,
      }
      """
    let runtime = try ScenarioRuntime(source: placeScript, name: "places.lua")
    let service = PlaceService.mocked(by: runtime)

    #expect(try await service.find("Lake", 5) == ["Lake Tahoe"])
    try await service.forget(7)
    #expect(try await service.find("Lake", 5) == [])
    try runtime.log.verify(
      "PlaceService.find", arguments: MatchPattern(["name": "Lake"]), called: 2)
  }

  @Test("Closure services: closures by hand")
  func closuresByHand() async throws {
    let runtime = try ScenarioRuntime(
      source: #"service "PlaceService" { find = reply { "Oslo" }, forget = reply() }"#,
      name: "places.lua")
    let answers = runtime.sequencer(for: "PlaceService")
    var service = PlaceService.unimplemented
    service.find = answers.closure("find(name:limit:)")
    service.forget = answers.closure("forget(id:)")
    #expect(try await service.find("Lake", 5) == ["Oslo"])
    try await service.forget(7)
    try runtime.log.verify("PlaceService.forget", arguments: MatchPattern(["id": 7]), called: 1)
  }

  @Test("Closure services: a log of calls")
  func recordedClosures() async throws {
    let log = MockCallLog()
    var service = PlaceService.unimplemented
    service.find = log.recording("PlaceService.find(name:limit:)") { name, _ in [name] }
    service.visits = log.recording("PlaceService.visits()") { 3 }

    _ = try await service.find("Oslo", 1)
    _ = await service.visits()
    try log.verifyInOrder(["PlaceService.find", "PlaceService.visits"], exactly: true)
    try log.verify("PlaceService.find", arguments: MatchPattern(["name": "Oslo"]), called: 1)
  }
}
