import Foundation
import LuaRuntime
import MockLua
import MockServices
import TestSupport
import Testing

@Suite struct ExampleTests {
  @Test("An example produces its committed output, twice", arguments: try Examples.outputs())
  func output(example: Examples.Output) throws {
    let committed = try example.committed()
    let scenario = try example.load()
    for _ in 0..<2 {
      #expect(try example.load().configuration.json() + "\n" == committed)
    }
    #expect(try MockServiceConfiguration(json: committed) == scenario.configuration)
    let decoded = try JSONDecoder().decode(
      MockServiceConfiguration.self, from: Data(committed.utf8))
    #expect(decoded == scenario.configuration)
  }

  @Test("Every committed output belongs to an example")
  func files() throws {
    let outputs = Set(try Examples.outputs().map(\.file))
    #expect(try Set(Examples.names(ending: ".json").map { $0 + ".json" }) == outputs)
    #expect(outputs.count >= 20)
  }

  @Test(
    "The configurations in the format's first description come from two scripts",
    arguments: [
      ("standard-flow", SeedDocuments.standardFlow), ("cross-service", SeedDocuments.schemaDesign),
    ])
  func firstDescription(name: String, json: String) throws {
    let configuration = try Examples.Output(script: name).load().configuration
    #expect(try MockServiceConfiguration(json: json) == configuration)
  }

  @Test("Computed responses are listed with their lines")
  func dynamicAnswers() throws {
    let answers = try Examples.Output(script: "reservations").load().dynamicAnswers
    #expect(
      answers.map(\.name) == [
        "ReservationService.createReservation#1", "ReservationService.fetchReservations#1",
        "ReservationService.cancelReservation#1",
      ])
    #expect(answers.map { $0.place.line ?? 0 } == answers.map { $0.place.line ?? 0 }.sorted())
  }

  @Test(
    "Only the calendar depends on the seed",
    arguments: try Examples.outputs().filter { $0.script != "calendar" })
  func seeds(example: Examples.Output) throws {
    #expect(try example.load(seed: 7).configuration == example.load().configuration)
  }
}
