import MockConfiguration
import MockData

/// An item of a script, with its total number of uses in all processes.
struct CoveredThing {
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
  /// The uses by the variant that was loaded.
  ///
  /// The top level has an empty name.
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

  /// Records a field.
  ///
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

  /// The fields that no type reads.
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

  /// The name in messages: `OTP.verify`, or that of the variant.
  var fullName: String { service.isEmpty ? name : "\(service).\(name)" }

  /// The item in words, such as ``step 2 of `OTP.verify` ``, for the second response of a method on its line.
  var words: String {
    switch kind {
    case .response: "\(step == 1 ? "" : "step \(step) of ")`\(fullName.escaped)`"
    case .variant: "variant `\(name.escaped)`"
    case .line, .field: "a line"
    }
  }

  /// The problem with a missed item, and its solution.
  var problem: String {
    switch kind {
    case .response: "\(words) was never used; call it, or mark it `:optional()`"
    case .variant: "\(words) was never loaded; load it, or remove it"
    case .line, .field: "this line never ran; make a call that reaches it, or remove it"
    }
  }

  /// The message about fields that no type reads; nil if there aren't any.
  var fieldsProblem: String? {
    let names = unreadFields.map { "`\($0.description.escaped)`" }
    guard let last = names.last else { return nil }
    let list = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
    return "no type reads \(list) of \(words); remove \(names.count == 1 ? "it" : "them"), or read"
      + " \(names.count == 1 ? "it" : "them") in the app"
  }

  static func isBefore(_ first: CoveredThing, _ second: CoveredThing) -> Bool {
    (first.line, first.kind.rawValue, first.fullName, first.step)
      < (second.line, second.kind.rawValue, second.fullName, second.step)
  }
}
