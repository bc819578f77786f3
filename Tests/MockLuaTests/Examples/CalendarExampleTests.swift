import Foundation
import MockLua
import MockServices
import Testing

/// The calendar example has thirty days as described in the article on debug modes.
@Suite struct CalendarExampleTests {
  private struct Event: Decodable {
    var title: String
    var startDate: Date
    var endDate: Date
    var isAllDay: Bool
  }

  private let calendar: Calendar
  private let events: [Event]

  init() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    self.calendar = calendar
    events = try Self.events(seed: 0)
  }

  private static func events(seed: UInt64) throws -> [Event] {
    let configuration = try Examples.Output(script: "calendar").load(seed: seed).configuration
    let method = configuration.services["CalendarStoreProtocol"]?.methods["fetchEvents"]
    let value = try #require(method?.responses.first?.value)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = try JSONWriter(style: .compact).utf8(from: value)
    return try decoder.decode([Event].self, from: Data(json))
  }

  /// The days since the scenario's start, 2026-01-01, that are one of the given weekdays (1 is Sunday).
  private func days(_ weekdays: Set<Int>) -> [Int] {
    // 2026-01-01 is a Thursday, 5.
    (0..<30).filter { weekdays.contains(($0 + 4) % 7 + 1) }
  }

  private func day(of event: Event) -> Int {
    Int(event.startDate.timeIntervalSince1970 - 1_767_225_600) / 86400
  }

  private func time(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return "\(parts.hour ?? -1):\(parts.minute ?? -1)"
  }

  @Test(
    "Weekly events are on their days at their times",
    arguments: [
      ("Standup", [2, 4, 6], "9:30", "9:45"), ("Deep Work", [2, 3, 4, 5, 6], "10:0", "12:0"),
    ] as [(String, Set<Int>, String, String)])
  func weekly(title: String, weekdays: Set<Int>, start: String, end: String) {
    let found = events.filter { $0.title == title }
    #expect(found.map(day) == days(weekdays))
    #expect(found.allSatisfy { time($0.startDate) == start && time($0.endDate) == end })
  }

  @Test("Each week has a one-to-one, and each weekend day the gym")
  func others() {
    #expect(events.filter { $0.title.hasPrefix("1:1 with ") }.map(day) == days([5]))
    #expect(events.filter { $0.title.hasPrefix("Gym") }.map(day) == days([1, 7]))
  }

  @Test("Retreats last whole days")
  func retreats() {
    let retreats = events.filter(\.isAllDay)
    #expect(retreats.count == 2)
    for retreat in retreats {
      #expect(retreat.title.hasSuffix("retreat"))
      #expect(time(retreat.startDate) == "0:0" && time(retreat.endDate) == "0:0")
      #expect(retreat.endDate.timeIntervalSince(retreat.startDate) >= 86400)
    }
  }

  @Test("Events are in order within thirty days")
  func order() {
    #expect(events.map(\.startDate) == events.map(\.startDate).sorted())
    #expect(events.map(day).allSatisfy { (0..<30).contains($0) })
  }

  @Test("Another seed gives another month of the same kind")
  func seeds() throws {
    let others = try Self.events(seed: 1)
    #expect(others.map(\.startDate) != events.map(\.startDate))
    #expect(others.filter { $0.title == "Deep Work" }.map(day) == days([2, 3, 4, 5, 6]))
  }
}
