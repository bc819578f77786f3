/// A problem with its location and a suggestion.
///
/// Script errors, configuration errors, warnings, and the results of checks all become diagnostics. Each domain
/// describes its problems with its own enum, and converts a problem to text when it creates a diagnostic.
public struct MockDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, CaseIterable {
    /// An error.
    ///
    /// The value or the file that it concerns is rejected.
    case error
    /// Something valid that is probably unintended.
    case warning
  }

  /// Additional information about another location.
  public struct Note: Sendable, Hashable {
    /// The location; nil if it isn't known.
    public var place: ScriptLocation?
    /// The text of the note.
    public var text: String

    package init(_ text: String, at place: ScriptLocation? = nil) {
      self.text = text
      self.place = place
    }
  }

  /// The severity of the diagnostic.
  public var severity: Severity
  /// A short, stable name, such as `unreachable-rule`; `error` for all errors.
  public var code: String
  /// The location; nil if the diagnostic doesn't concern a file.
  public var place: ScriptLocation?
  /// The path of the value in a configuration, such as `services.OTP.methods.verify`; empty if the diagnostic doesn't
  /// concern a value.
  public var path: String
  /// The problem.
  public var problem: String
  /// The suggestion, if any.
  public var suggestion: String?
  /// Additional information, such as an earlier rule, or the stack frames of the running script.
  public var notes: [Note]

  package static let errorCode = "error"

  package init(
    _ severity: Severity = .error, code: String = Self.errorCode, at place: ScriptLocation? = nil,
    path: String = "", problem: String, suggestion: String? = nil, notes: [Note] = []
  ) {
    self.severity = severity
    self.code = code
    self.place = place
    self.path = path
    self.problem = problem
    self.suggestion = suggestion
    self.notes = notes
  }

  /// The diagnostic without its location: `path: problem; suggestion`.
  ///
  /// The path is omitted if the code isn't `error`, because the problem then already names the service, method, or key.
  package var message: String {
    let text = suggestion.map { "\(problem); \($0)" } ?? problem
    return path.isEmpty || code != Self.errorCode ? text : "\(path.escapedPath): \(text)"
  }

  /// The diagnostic on one line: `login.lua:12: problem; suggestion`.
  public var description: String {
    [place?.description ?? "", message].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension MockDiagnostic {
  /// Creates a diagnostic from a message of the form `problem; suggestion`, such as a script's own error.
  ///
  /// The message is split at the first semicolon that isn't in quotes or backticks.
  package init(
    _ severity: Severity = .error, code: String = Self.errorCode, at place: ScriptLocation? = nil,
    sentence: String, notes: [Note] = []
  ) {
    let end = Self.endOfProblem(in: sentence)
    self.init(
      severity, code: code, at: place, problem: String(sentence[..<(end ?? sentence.endIndex)]),
      suggestion: end.map { String(sentence[$0...].dropFirst(2)) }, notes: notes)
  }

  private static func endOfProblem(in sentence: String) -> String.Index? {
    var quote: UInt8?
    let bytes = sentence.utf8
    for index in bytes.indices {
      switch bytes[index] {
      case let byte where byte == quote: quote = nil
      case UInt8(ascii: "`") where quote == nil, UInt8(ascii: "\"") where quote == nil:
        quote = bytes[index]
      case UInt8(ascii: ";") where quote == nil:
        let next = bytes.index(after: index)
        if next < bytes.endIndex, bytes[next] == UInt8(ascii: " ") { return index }
      default: break
      }
    }
    return nil
  }
}
