import MockLua
import MockLuaTesting
import MockServices
import Testing

@Mocked
protocol StationFinder: Sendable {
  func find(_ id: Int) -> String
  func close()
}

@Mocked
protocol RouteFinder: StationFinder {
  func find(_ name: String) -> String
  /// Repeats an inherited requirement.
  func close()
}

@Mocked
protocol StopFinder: StationFinder {
  /// Repeats an inherited requirement with another parameter name.
  func find(_ stop: Int) -> String
}

@Mocked
protocol LabeledService: CustomStringConvertible, Sendable {
  func description(for language: String) -> String
  static var debugDescription: String { get }
}

@Mocked
protocol TrainFinder: RouteFinder {
  func find(_ isFast: Bool) -> String
}

@Mocked
protocol LoadingService: Sendable {
  func load() -> Int
  func load() async -> Int
  func value(_ id: Int) -> Int
  func value(_ id: Int) -> String
}

enum North {
  @Mocked
  protocol Depot: Sendable {
    func open() -> Int
  }
}

enum South {
  @Mocked
  protocol Depot: Sendable {
    func open() -> Int
  }
}

@Mocked
protocol NamedService: CustomStringConvertible, Sendable {
  var description: String { get }
}

@Mocked
protocol TableService: Sendable {
  subscript(key: String) -> Int { get set }
}

@Suite("Requirements with the same name")
struct OverloadTests {
  @Test(
    "A repeated requirement keeps its key, whatever its parameters are called", .issues(),
    .scenario(source: #"service "StopFinder" { find = reply "stop" }"#, name: "script.lua"))
  func repeated() {
    #expect(MockStopFinder().find(1) == "stop")
  }

  @Test("A method and a static property don't replace the description of a mock", .mocked)
  func describes() {
    #expect("\(MockLabeledService())" == "MockLabeledService")
  }

  @Test(
    "An overload of an inherited method has its own key", .issues(),
    .scenario(
      source: """
        service "TrainFinder" {
          find = reply "id",
          ["find(_: String)"] = reply "name",
          ["find(_: Bool)"] = reply "fast",
          close = reply(),
        }
        """, name: "script.lua"))
  func inherited() {
    let finder = MockTrainFinder()
    #expect([finder.find(1), finder.find("a"), finder.find(true)] == ["id", "name", "fast"])
    finder.close()
    finder.verify.find("a").called(1)
    finder.verify.find(1).called(1)
    #expect(finder.verify.find(true as Bool).captured == [true])
    finder.verify.close().called(1)
    verify("TrainFinder.find", called: 1)
    verify("TrainFinder.find(_: String)", called: 1)
  }

  @Test("Stubs of inherited overloads are separate", .mocked)
  func inheritedStubs() {
    let finder = MockRouteFinder()
    finder.on.find { (id: Int) in "id" }
    finder.on.find { (name: String) in "name" }
    #expect(finder.find(1) == "id")
    #expect(finder.find("a") == "name")
    MockRouteFinder.all.verify.find("b").called(.never)
  }

  @Test(
    "Methods that differ only in `async` or in the result can be stubbed and verified",
    .scenario(
      source: """
        service "LoadingService" {
          ["load() -> Int"] = reply(1),
          ["load() async -> Int"] = reply(2),
        }
        """))
  func effects() async {
    let service = MockLoadingService()
    func now() -> Int { service.load() }
    #expect(now() == 1)
    #expect(await service.load() == 2)
    service.on.load { 3 }
    service.on.asyncLoad().returns(4)
    #expect(now() == 3)
    #expect(await service.load() == 4)
    verify("LoadingService.load() -> Int", called: 2)
    verify("LoadingService.load() async -> Int", called: 2)
    service.on.value { _ in 5 }
    service.on.value { _ in "five" }
    #expect(service.value(1) as Int == 5)
    #expect(service.value(1) as String == "five")
  }

  @Test("Calls to protocols with the same name aren't counted together", .mocked)
  func sameName() async throws {
    let (north, south) = (North.MockDepot(), South.MockDepot())
    north.on.open { 1 }
    south.on.open { 2 }
    #expect(north.open() + south.open() == 3)
    north.verify.open().called(1)
    let found = try await recordedIssues { North.MockDepot.all.verify.open().called(2) }
    #expect(
      found.map(\.text) == [
        "`all` cannot distinguish the calls to Depot.open, because mocks of several protocols named `Depot` are in use;"
          + " verify each mock with `mock.verify`, or rename a protocol"
          + "\n  #1 Depot.open {} -> 1\n  #2 Depot.open {} -> 2"
      ])
  }

  @Test("`description` can be stubbed if the protocol declares it", .mocked)
  func description() {
    let service = MockNamedService()
    service.on.description { "mine" }
    #expect("\(service)" == "mine")
  }

  @Test(
    "A script can respond to the setter of a subscript", .issues(),
    .scenario(
      source: """
        shared { last = 0 }
        service "TableService" { subscript = reply(4), ["subscript="] = reply() :set { last = 3 } }
        """, name: "script.lua", strict: true))
  func setter() throws {
    let table = MockTableService()
    table["a"] = 1
    #expect(table["a"] == 4)
    #expect(try ScenarioRuntime.current.sharedState["last"] == 3)
  }
}
