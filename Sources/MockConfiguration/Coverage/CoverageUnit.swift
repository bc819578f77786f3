package import MockData
internal import MockPlatform

/// A part of a script that tests can use, with the number of its uses in this process.
package final class CoverageUnit: Sendable {
  package let identity: Identity
  package let recorder: CoverageRecorder
  private let uses = AtomicNumber()
  /// The counters of the source's lines; nil unless the unit is a line.
  private let lines: CoverageLines?
  /// Observes which fields of the response's values the app decodes; nil for any other kind of unit.
  package let fields: FieldNotes?

  package init(_ identity: Identity, recorder: CoverageRecorder, lines: CoverageLines? = nil) {
    (self.identity, self.recorder, self.lines) = (identity, recorder, lines)
    fields =
      identity.kind == .response
      ? FieldNotes { news in
        for (path, isRead) in news {
          let unit = recorder.unit(identity.field(path))
          if isRead { unit.count() }
        }
      } : nil
  }

  /// Counts a use, without taking a lock.
  package func count() { uses.add(1) }

  package var total: Int { lines.map { $0.uses(at: identity.line - 1) ?? 0 } ?? uses.value }

  package enum Kind: String, CaseIterable, Sendable {
    case response
    /// A variant, which is used when a test loads it.
    case variant
    /// A line of a function, which is used when it runs.
    ///
    /// It has no name.
    case line
    /// A field of a response's values, which is used when a type reads it.
    ///
    /// Its other properties are the same as the response's.
    case field
  }

  package struct Identity: Sendable, Hashable {
    package var kind: Kind
    package var source: CoverageSource
    /// The line, from 1.
    package var line: Int
    /// The hash of the line's text; see ``CoverageSource/hash(ofLine:)``.
    package var text: String
    /// The service of a response; empty for a variant.
    package var service: String
    /// The method of a response, or the name of the variant; empty for a line.
    package var name: String
    /// The number of this unit among the units on the line that have the same kind and name, from 1.
    package var step: Int
    /// The line and step of the first response of the same rule; nil for a response without a rule.
    package var rule: Place?
    /// Whether a function of the script computes the response.
    package var isComputed: Bool
    /// Whether the response may remain unused, as marked by `:optional()`.
    package var isOptional: Bool
    /// The variant that was loaded when the response was used; empty for the top level.
    package var variant: String
    /// The path of a field in the values of its response; empty for any other kind of unit.
    package var field = FieldPath()

    package init(
      _ kind: Kind, of source: CoverageSource, line: Int, text: String, service: String = "",
      name: String, step: Int = 1, rule: Place? = nil, isComputed: Bool = false,
      isOptional: Bool = false, variant: String = ""
    ) {
      (self.kind, self.source, self.line, self.text) = (kind, source, line, text)
      (self.service, self.name, self.step, self.rule) = (service, name, step, rule)
      (self.isComputed, self.isOptional, self.variant) = (isComputed, isOptional, variant)
    }
  }

  /// A line of the same source, and the number of a unit among the units with the same name on that line.
  package struct Place: Sendable, Hashable {
    package var line: Int
    package var step: Int

    package init(line: Int, step: Int) { (self.line, self.step) = (line, step) }
  }
}

extension CoverageUnit.Identity {
  package var isRoute: Bool { kind == .response && HTTPHost.isName(service) }

  func field(_ path: FieldPath) -> Self {
    var field = self
    (field.kind, field.field) = (.field, path)
    return field
  }

  enum Key: String, ConfigurationKey {
    case unit, kind, source, line, text, service, name, step, rule, computed, optional, variant
    case field
  }

  private enum RuleKey: String, ConfigurationKey {
    case line, step
  }

  /// The number is 0 if it is missing.
  ///
  /// `source` returns nil if the file hasn't defined the source.
  package static func read(
    _ node: ConfigurationNode, source: (Int) -> CoverageSource?
  ) throws -> (number: Int, unit: Self) {
    let object = try ObjectReader<Key>(node)
    let number = try object.required(.source).wholeNumber(atLeast: 0, "the number of a source")
    guard let source = source(number) else {
      throw try object.required(.source).error(
        .other("no earlier line names the source \(number)"))
    }
    let rule = try object.optional(.rule).map { node in
      let rule = try ObjectReader<RuleKey>(node)
      return CoverageUnit.Place(
        line: try rule.required(.line).wholeNumber(atLeast: 1, "a line"),
        step: try rule.required(.step).wholeNumber(atLeast: 1, "a step"))
    }
    var unit = Self(
      try object.required(.kind).name(of: "kind", as: CoverageUnit.Kind.self), of: source,
      line: try object.required(.line).wholeNumber(atLeast: 1, "a line"),
      text: try object.required(.text).string(),
      service: try object.optional(.service)?.string() ?? "",
      name: try object.required(.name).string(),
      step: try object.optional(.step)?.wholeNumber(atLeast: 1, "a step") ?? 1, rule: rule,
      isComputed: try object.flag(.computed),
      isOptional: try object.flag(.optional),
      variant: try object.optional(.variant)?.string() ?? "")
    if unit.kind == .field {
      unit.field.steps = try object.required(.field).list { try $0.string() }
    }
    return (try object.optional(.unit)?.wholeNumber(atLeast: 0, "a number") ?? 0, unit)
  }

  /// Default values are omitted.
  package func value(number: Int?, source: Int) -> AnyCodableValue {
    AnyCodableValue([
      Key.kind: .string(kind.rawValue), .source: .int(source), .line: .int(line),
      .text: .string(text), .name: .string(name), .unit: number.map { .int($0) },
      .service: service.isEmpty ? .none : .string(service),
      .step: step == 1 ? .none : .int(step),
      .rule: rule.map { ["line": .int($0.line), "step": .int($0.step)] },
      .computed: isComputed ? .bool(true) : .none, .optional: isOptional ? .bool(true) : .none,
      .variant: variant.isEmpty ? .none : .string(variant),
      .field: kind == .field ? .array(field.steps.map { .string($0) }) : .none,
    ])
  }
}
