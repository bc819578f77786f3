internal import CLibrary
package import MockData
package import MockLua

/// The date of a recording, written in the script as a comment such as `-- recorded 2026-11-25`.
///
/// It applies to everything after the comment, until the next comment with a date.
package struct RecordedDate: Sendable, Hashable, CustomStringConvertible {
  private let year, month, day: Int

  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Converts a time in seconds since 1970 to a date in UTC.
  package init(secondsSince1970 seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  /// Today's date in UTC.
  package static var today: RecordedDate { RecordedDate(secondsSince1970: Int(time(nil))) }

  package var description: String {
    let digits = { (number: Int, count: Int) in
      String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  /// The number of days since a fixed date.
  private var number: Int {
    // If years start in March, the leap day is the last day of the year.
    let shifted = month < 3 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
  }

  package func days(to other: RecordedDate) -> Int { other.number - number }

  // MARK: - Dates in a script

  /// The text of the comment, without its dashes.
  package var comment: String { "recorded \(self)" }

  /// Returns the dates in a script's comments with their line numbers, from 1.
  package static func all(in source: String) -> [(line: Int, date: RecordedDate)] {
    var found: [(line: Int, date: RecordedDate)] = []
    let lines = source.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let words = line.split { " \t,.;:()".contains($0) }
      guard line.drop(while: { $0 == " " || $0 == "\t" }).hasPrefix("--"),
        let word = words.firstIndex(where: { $0.lowercased() == "recorded" }),
        word + 1 < words.endIndex, let date = RecordedDate(words[word + 1])
      else { continue }
      found.append((index + 1, date))
    }
    return found
  }

  package static func date(of line: Int, in source: String) -> RecordedDate? {
    all(in: source).last { $0.line <= line }?.date
  }
}

package struct RecordedAge: Sendable, CustomStringConvertible {
  package let date: RecordedDate
  /// The number of days since the recording; 0 for a date in the future.
  package let days: Int

  package init(_ date: RecordedDate, today: RecordedDate) {
    (self.date, days) = (date, max(0, date.days(to: today)))
  }

  package var description: String {
    switch days {
    case 0: "today"
    case 1: "yesterday"
    default: "\(days) days ago"
    }
  }
}

/// The ages of a script's responses, which are computed from the dates in its comments.
package struct RecordedAges: Sendable {
  private let today: RecordedDate
  /// The source text of each file, by the file's name in locations.
  private var texts: [String: String] = [:]

  /// Ages are counted from `today`.
  package init(_ runtime: ScenarioRuntime, today: RecordedDate = .today) {
    self.today = today
    let scenario = runtime.scenario
    for module in scenario.modulesAsShown.values { texts[module.file] = module.source }
    texts[runtime.name] = scenario.script.source
  }

  package func age(_ place: ScriptLocation?) -> RecordedAge? {
    guard let place, let line = place.line, let text = texts[place.file],
      let date = RecordedDate.date(of: line, in: text)
    else { return nil }
    return RecordedAge(date, today: today)
  }
}
