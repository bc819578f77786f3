import Foundation
import MockLua
import MockServices
import Testing

// The Swift code of the articles on `@Mocked`. `scripts/check-examples` compares it.

struct Member: Codable, Sendable, Equatable {
  var id: Int
  var name = ""
}

@Mocked
protocol MemberService: Sendable {
  func profile(id: Int) async throws -> Member
  func load(_ id: Int, completion: @escaping @Sendable (Result<Member, any Error>) -> Void)
  func cached(id: Int) -> Member?
  func rename(_ profile: inout Member, to name: String) throws
  static func version() -> String
}

enum Signal: Sendable, Equatable {
  case lost
  case found(strength: Double)
}

extension Signal: MockValue {
  init(mockValue value: AnyCodableValue) throws {
    self = value == "lost" ? .lost : .found(strength: try value.decoded())
  }
}

protocol Shape: Sendable {}

struct Circle: Shape, Codable, Equatable {
  var radius: Double
}

@Mocked(results: Circle.self)
protocol DrawingService: Sendable {
  func shape() throws -> any Shape
  func signal() -> Signal
}

enum Delivery: Codable, Sendable, Equatable {
  case waiting
  case sent(Int, carrier: String)
}

@Mocked
protocol ParcelService: Sendable {
  func find(in city: String, by end: Int) throws -> Delivery
  func find(_ id: Int) throws -> Delivery
  func find(_ code: String) throws -> Delivery
}

#if DEBUG
  @Mocked
#endif
protocol AuditService: Sendable {
  func record(_ event: String)
}

@Mocked
protocol LocationService: Sendable {
  func updates() -> AsyncThrowingStream<Int, any Error>
  func observe(_ onChange: @escaping @Sendable (Int) -> Void)
}

extension DocumentationTests {
  @Test("Macros: pushed values")
  func pushes() async throws {
    let runtime = try ScenarioRuntime(source: "", name: "location.lua")
    let location = MockLocationService(runtime)
    location.on.updates().staysOpen()
    let updates = location.updates()
    location.push.updates(1)
    location.push.updates.finish()
    for try await position in updates { #expect(position == 1) }
    location.observe { position in #expect(position == 2) }
    location.push.observe(2)
  }

  @Test("Macros: names and values in the script")
  func namesInScripts() throws {
    let article = try String(
      contentsOf: Examples.folder.appending(path: "../Sources/MockLua/MockLua.docc/Macros.md"),
      encoding: .utf8)
    let block = article.components(separatedBy: "```lua\nservice \"ParcelService\"").last?
      .components(separatedBy: "```").first
    let runtime = try ScenarioRuntime(
      source: "service \"ParcelService\"" + (try #require(block)), name: "parcel.lua")
    let parcels = MockParcelService(runtime)

    #expect(try parcels.find(in: "Rome", by: 5) == .waiting)
    #expect(try parcels.find(7) == .sent(3, carrier: "sea"))
    #expect(try parcels.find("abcd") == .sent(4, carrier: "air"))

    let calls = runtime.log.calls("ParcelService.find(in:by:)")
    #expect(calls.map(\.arguments) == [["city": "Rome", "by": 5]])
    #expect(
      runtime.log.calls().map(\.method) == ["find(in:by:)", "find(_: Int)", "find(_: String)"])
    #expect(try parcels.find(in: "Oslo", by: 5) == .sent(1, carrier: "road"))
  }

  @Test("Macros: typed stubs")
  func typedStubs() async throws {
    let profileScript = """
      service "MemberService" {
        profile = reply { id = 1, name = "Ada" },
        cached = reply { id = 2, name = "Bo" },
        load = { reply { id = 3, name = "Cy" } :after(250), fail("offline") },
        rename = reply { profile = { id = 4, name = "Di" } },
        version = reply "1.0",
      }
      """
    let runtime = try ScenarioRuntime(
      source: profileScript, name: "profile.lua", clock: .virtual())
    let mock = MockMemberService(runtime)

    mock.on.profile(id: 7) { id in Member(id: id, name: "Seven") }
    let cached = mock.on.cached { id in id > 100 ? nil : Member(id: id) }
    #expect(try await mock.profile(id: 7).name == "Seven")
    #expect(try await mock.profile(id: 8).name == "Ada")
    #expect(mock.cached(id: 101) == nil)

    cached.remove()
    #expect(mock.cached(id: 101)?.name == "Bo")

    mock.on.profile { id in
      guard id > 100 else { throw MockFallThrough() }
      return Member(id: id)
    }
    #expect(try await mock.profile(id: 1).name == "Ada")
    try runtime.log.verify("MemberService.profile", called: 3)

    var profile = Member(id: 4)
    try mock.rename(&profile, to: "Di")
    #expect(profile.name == "Di")

    let result = await withCheckedContinuation { continuation in
      mock.load(3) { continuation.resume(returning: $0) }
    }
    #expect(try result.get().name == "Cy")
    #expect(runtime.clock.elapsed == .milliseconds(250))

    MockCurrentSource.$override.withValue(runtime) {
      #expect(MockMemberService.version() == "1.0")
      MockMemberService.on.version { "2.0" }
      #expect(MockMemberService.version() == "2.0")
    }
  }

  @Test("Macros: sequences of stubs, and verification with the requirement's own types")
  func typedVerification() throws {
    let mock = MockMemberService(try ScenarioRuntime(source: "", name: "member.lua"))
    mock.on.cached(id: 1).returns(nil, Member(id: 1, name: "later"))
    #expect([1, 1, 1].map { mock.cached(id: $0)?.name } == [nil, "later", "later"])
    mock.on.rename { member, name in member.name = name }
    mock.on.rename().throws(CancellationError(), times: 1)
    var member = Member(id: 1, name: "Ada")
    #expect(throws: CancellationError.self) { try mock.rename(&member, to: "Eve") }
    try mock.rename(&member, to: "Eve")
    #expect(member.name == "Eve")

    mock.verify.cached(id: 1).called(3)
    mock.verify.rename(to: "Eve").called(1...2)
    #expect(mock.verify.cached().captured == [1, 1, 1])
  }

  @Test("Macros: stubs and verification of one mock, and of all mocks")
  func instances() throws {
    let runtime = try ScenarioRuntime(source: "", name: "member.lua")
    MockCurrentSource.$override.withValue(runtime) {
      MockMemberService.all.on.cached { id in Member(id: id, name: "every mock") }
      let (first, second) = (MockMemberService(), MockMemberService())
      first.on.cached { _ in nil }
      #expect([first, second].map { $0.cached(id: 1)?.name } == [nil, "every mock"])
      first.verify.cached(id: 1).called(1)
      MockMemberService.all.verify.cached(id: 1).called(2)
    }
  }

  @Test("Macros: results without a named type")
  func abstractResults() throws {
    let drawingScript = """
      service "DrawingService" { shape = reply { radius = 2 }, signal = { reply(0.5), reply "lost" } }
      """
    let mock = MockDrawingService(try ScenarioRuntime(source: drawingScript, name: "drawing.lua"))
    #expect(try mock.shape() as? Circle == Circle(radius: 2))
    #expect(mock.signal() == .found(strength: 0.5) && mock.signal() == .lost)
  }
}
