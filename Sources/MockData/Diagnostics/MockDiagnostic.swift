/// Something that is wrong or odd: what, where, and what to write instead.
///
/// Mistakes of scripts and configurations, warnings, and what a check finds are all told by this type. Each
/// domain keeps its facts in an enum of its own and words them when it makes a diagnostic of them.
public struct MockDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// How much a diagnostic matters.
  public enum Severity: String, Sendable, CaseIterable {
    /// It is refused.
    case error
    /// It is allowed, and probably not what was wanted.
    case warning
  }

  /// Something that belongs to a diagnostic and stands elsewhere.
  public struct Note: Sendable, Hashable {
    /// Where it stands; nil where no place is known.
    public var place: SourcePlace?
    /// What there is to see.
    public var text: String

    /// Creates a note; it has no place by default.
    package init(_ text: String, at place: SourcePlace? = nil) {
      self.text = text
      self.place = place
    }
  }

  /// How much it matters.
  public var severity: Severity
  /// A short name that stays the same, such as `unreachable-rule`; `mistake` for all that is refused.
  public var code: String
  /// Where it is; nil where no file is concerned.
  public var place: SourcePlace?
  /// The way to the value within a configuration, such as `services.OTP.methods.verify`; empty for none.
  public var path: String
  /// What is wrong.
  public var problem: String
  /// What to write or to do instead; nil where nothing is known.
  public var remedy: String?
  /// What else belongs to it, such as an earlier rule, or the frames of the script that was running.
  public var notes: [Note]

  /// The code of all that is refused.
  package static let mistake = "mistake"

  /// Creates a diagnostic from its facts; a mistake without place, path, remedy and notes by default.
  package init(
    _ severity: Severity = .error, code: String = Self.mistake, at place: SourcePlace? = nil,
    path: String = "", problem: String, remedy: String? = nil, notes: [Note] = []
  ) {
    self.severity = severity
    self.code = code
    self.place = place
    self.path = path
    self.problem = problem
    self.remedy = remedy
    self.notes = notes
  }

  /// The whole of it without the place: `path: problem; what to write`.
  ///
  /// Other codes than `mistake` name what they are about in the problem, and go without the path.
  package var message: String {
    let text = remedy.map { "\(problem); \($0)" } ?? problem
    return path.isEmpty || code != Self.mistake ? text : "\(path.escapedPath): \(text)"
  }

  /// The diagnostic on one line: `login.lua:12: problem; what to write`.
  public var description: String {
    [place?.description ?? "", message].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension MockDiagnostic {
  /// Takes apart what was worded elsewhere as `problem; what to write`, as the scripts' own mistakes are.
  ///
  /// The first semicolon outside of quotes and backticks divides the two.
  package init(
    _ severity: Severity = .error, code: String = Self.mistake, at place: SourcePlace? = nil,
    sentence: String, notes: [Note] = []
  ) {
    let end = Self.endOfProblem(in: sentence)
    self.init(
      severity, code: code, at: place, problem: String(sentence[..<(end ?? sentence.endIndex)]),
      remedy: end.map { String(sentence[$0...].dropFirst(2)) }, notes: notes)
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
