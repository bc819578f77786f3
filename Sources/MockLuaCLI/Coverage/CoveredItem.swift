import MockConfiguration
import MockData
import MockLua

/// The coverage of a script or a module.
struct CoveredFile {
  enum State: String {
    /// The file has the same content as in at least one test run.
    case current
    /// The file has changed since the test runs.
    ///
    /// Lines that still exist are found by their content.
    case changed
    /// The lines are as they were when the tests ran.
    case missing
    /// The script isn't in a file, such as a string in a test.
    case inline
  }

  /// The path relative to the project's folder, or the name in messages.
  var file: String
  /// The path where the file was found; nil if it's missing.
  var path: String?
  var state: State
  /// The current lines; empty if they are unknown.
  var lines: [Substring] = []
  /// The items in the file, by line.
  var things: [CoveredItem] = []
  /// The code lines of its functions, if a test has loaded the script.
  var code: [CoveredItem] = []
  /// The items that existed in some test runs, but no longer do, sorted by their line in those runs.
  var removed: [CoveredItem] = []

  var required: [CoveredItem] { things.filter { !$0.isOptional } }
  var missed: [CoveredItem] { things.filter(\.isMissed) }

  /// The number of required items, and the number of them that were used.
  var count: CoverageCount { CoverageCount(required.map { $0.uses > 0 }) }

  /// The number of required items of one kind, and the number of them that were used.
  subscript(part: CoveragePart) -> CoverageCount { part.count(in: required + code) }

  /// Ranges of function lines that never ran.
  ///
  /// Lines between a missed computed response and the next item are omitted, because the response is already listed.
  var idleLines: [ClosedRange<Int>] {
    let starts = things.map(\.line)
    let missed = missed.filter(\.isComputed).map { thing in
      thing.line..<(starts.first { $0 > thing.line } ?? .max)
    }
    var ranges: [ClosedRange<Int>] = []
    var last: Int?
    for line in code {
      defer { last = line.line }
      guard line.uses == 0, !missed.contains(where: { $0.contains(line.line) }) else { continue }
      if let range = ranges.last, range.upperBound == last {
        ranges[ranges.count - 1] = range.lowerBound...line.line
      } else {
        ranges.append(line.line...line.line)
      }
    }
    return ranges
  }

  /// Returns the problem with function lines that never ran, and its solution.
  static func problem(ofIdle lines: ClosedRange<Int>) -> String {
    lines.count == 1
      ? "this line never ran; make a call that reaches it, or remove it"
      : "lines \(lines.lowerBound) to \(lines.upperBound) never ran; make a call that reaches them, or remove them"
  }
}

/// The number of items, and the number of them that were used.
struct CoverageCount {
  var used: Int
  var all: Int

  init(_ uses: [Bool]) { (used, all) = (uses.count { $0 }, uses.count) }

  static func += (sum: inout CoverageCount, count: CoverageCount) {
    sum.used += count.used
    sum.all += count.all
  }

  /// The ratio in tenths of a percent, rounded down, so that 100% means all; 1000 without items.
  var permille: Int { all == 0 ? 1000 : used * 1000 / all }

  /// The ratio, such as `87.5%`.
  var percent: String { "\(permille / 10).\(permille % 10)%" }
}

/// The kinds of items that are counted separately.
///
/// Rules, routes, and functions are groups of responses, and are used if one of their responses is. Lines belong to
/// functions, and fields to responses that a type has decoded.
enum CoveragePart: String, CaseIterable {
  case responses, rules, routes, functions, variants, lines, fields

  fileprivate func count(in things: [CoveredItem]) -> CoverageCount {
    switch self {
    case .responses: CoverageCount(things.filter { $0.kind == .response }.map { $0.uses > 0 })
    case .variants: CoverageCount(things.filter { $0.kind == .variant }.map { $0.uses > 0 })
    case .lines: CoverageCount(things.filter { $0.kind == .line }.map { $0.uses > 0 })
    case .fields: CoverageCount(things.flatMap(\.knownFields).map(\.isRead))
    case .rules:
      Self.groups(things.filter { $0.rule != nil }) {
        [$0.fullName, "\($0.rule?.line ?? 0)", "\($0.rule?.step ?? 0)"]
      }
    case .routes: Self.groups(things.filter(\.isRoute)) { [$0.fullName] }
    case .functions: Self.groups(things.filter(\.isComputed)) { [$0.fullName, "\($0.line)"] }
    }
  }

  private static func groups(
    _ things: [CoveredItem], by key: (CoveredItem) -> [String]
  ) -> CoverageCount {
    let groups = Dictionary(grouping: things, by: key)
    return CoverageCount(groups.values.map { $0.contains { $0.uses > 0 } })
  }
}

/// An item of a script, with its total number of uses in all processes.
struct CoveredItem {
  let kind: CoverageUnit.Kind
  var line: Int
  let service: String
  let name: String
  let step: Int
  /// The first response of its rule; nil if it isn't part of a rule.
  var rule: CoverageUnit.Place?
  let isComputed: Bool
  let isOptional: Bool
  let isRoute: Bool
  var uses: Int
  /// The number of uses, by the name of the variant that was loaded.
  ///
  /// The name is empty if only the top level was loaded.
  var variants: [String: Int]
  /// The fields of a response's values that a type has decoded, and whether each was read.
  private(set) var fields: [FieldPath: Bool] = [:]

  init(_ unit: CoverageUnit.Identity, line: Int, uses: Int) {
    // A field belongs to its response.
    kind = unit.kind == .field ? .response : unit.kind
    self.line = line
    (service, name, step) = (unit.service, unit.name, unit.step)
    rule = unit.rule.map { CoverageUnit.Place(line: $0.line + line - unit.line, step: $0.step) }
    (isComputed, isOptional, isRoute) = (unit.isComputed, unit.isOptional, unit.isRoute)
    self.uses = uses
    variants = uses > 0 ? [unit.variant: uses] : [:]
  }

  /// A field of an older value only counts if it was read and still exists.
  mutating func note(_ field: FieldPath, isRead: Bool, isOld: Bool) {
    guard !isOld || isRead && fields[field] != nil else { return }
    fields[field] = fields[field] == true || isRead
  }

  /// The known fields, and whether any type has read each of them, sorted by path.
  ///
  /// Empty if not all fields are known, or if the item is optional.
  var knownFields: [(path: FieldPath, isRead: Bool)] {
    guard !isOptional, fields[.tooMany] == nil else { return [] }
    let read = fields.filter(\.value).keys
    return fields.map { field, isRead in
      (field, isRead || read.contains { $0.covers(field) || field.covers($0) })
    }.sorted { $0.0.description < $1.0.description }
  }

  var unreadFields: [FieldPath] { knownFields.filter { !$0.isRead }.map(\.path) }

  /// The identity of the item without its uses.
  ///
  /// It's the same in all versions of a file.
  var key: Key { Key(kind: kind, line: line, service: service, name: name, step: step) }

  struct Key: Hashable {
    var kind: CoverageUnit.Kind
    var line: Int
    var service: String
    var name: String
    var step: Int
  }

  /// Whether the item is required but was never used.
  var isMissed: Bool { uses == 0 && !isOptional }

  /// The name in messages: `OTP.verify`, or the name of the variant.
  var fullName: String { service.isEmpty ? name : "\(service).\(name)" }

  /// A description of the item, such as ``step 2 of `OTP.verify` ``, for the second response of a method on its line.
  ///
  /// Lines of functions aren't described one by one.
  var words: String {
    kind == .variant
      ? "variant `\(name.escaped)`"
      : "\(step == 1 ? "" : "step \(step) of ")`\(fullName.escaped)`"
  }

  /// The problem with a missed item, and its solution.
  var problem: String {
    kind == .variant
      ? "\(words) was never loaded; load it, or remove it"
      : "\(words) was never used; make a call that uses it, or add `:optional()`"
  }

  /// The message about fields that no type reads; nil if there aren't any.
  var fieldsProblem: String? {
    let names = unreadFields.map { "`\($0.description.escaped)`" }
    guard !names.isEmpty else { return nil }
    let list = names.list(with: "and")
    return "no type reads \(list) of \(words); remove \(names.count == 1 ? "it" : "them"), or read"
      + " \(names.count == 1 ? "it" : "them") in the app"
  }

  static func isBefore(_ first: CoveredItem, _ second: CoveredItem) -> Bool {
    (first.line, first.kind.rawValue, first.fullName, first.step)
      < (second.line, second.kind.rawValue, second.fullName, second.step)
  }
}
