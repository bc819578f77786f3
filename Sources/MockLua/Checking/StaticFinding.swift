public import MockServices
internal import ValueForms

/// A mistake in a script or a configuration, or something that is allowed and probably a mistake.
public struct StaticFinding: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: String, Sendable, CaseIterable {
    /// There is no configuration with it.
    case error
    /// It is allowed.
    case warning
  }

  /// How much it matters.
  public var severity: Severity
  /// A short name that stays the same, such as `unreachable-rule`; `mistake` for all that is refused.
  public var code: String
  /// The file that the finding is about.
  public var file: String
  /// The line, from 1; nil where the finding is about the whole file.
  public var line: Int?
  /// The column in characters, from 1; nil where only the line is known.
  public var column: Int?
  /// What is wrong and what to write instead.
  public var text: String

  /// Creates a finding.
  public init(
    severity: Severity, code: String, file: String, line: Int? = nil, column: Int? = nil,
    text: String
  ) {
    self.severity = severity
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.text = text
  }
}

extension StaticFinding: CustomStringConvertible {
  /// The finding as `login.lua:12: warning: problem; what to write`.
  public var description: String {
    let place = [file.shownPath, line.map(String.init), column.map(String.init)].compactMap(\.self)
    return "\(place.joined(separator: ":")): \(severity.rawValue): \(text)"
  }

  /// The finding as data.
  public var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "severity": .string(severity.rawValue), "code": .string(code), "file": .string(file),
      "message": .string(text),
    ]
    members["line"] = line.map { .int($0) }
    members["column"] = column.map { .int($0) }
    return .dictionary(members)
  }
}
