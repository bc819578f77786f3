package import MockData

extension AnswerDrift {
  /// A stable name for use by programs.
  package var code: String {
    switch self {
    case .status: "other-status"
    case .content: "other-content"
    case .threw: "live-error"
    case .shape(let difference):
      switch difference.change {
      case .missing: "missing-field"
      case .new: "new-field"
      case .kind: "other-type"
      case .newCase: "new-case"
      }
    }
  }

  /// The path to the difference within the response; nil for the response as a whole.
  package var path: String? {
    guard case .shape(let difference) = self, !difference.path.steps.isEmpty else { return nil }
    return difference.path.description
  }

  /// A description of the difference.
  ///
  /// In a sentence, it follows the name of the request or method.
  private var words: String {
    switch self {
    case .status(let was, let now):
      return "returns the status \(now), but the script returns \(was)"
    case .content(let was, let now):
      return "returns \(now.rawValue), but the script returns \(was.rawValue)"
    case .threw(let code): return "throws `\(code.escaped)`, but the script does not"
    case .shape(let difference):
      let part = path.map { "`\($0)`" } ?? "the response"
      switch difference.change {
      case .missing: return "doesn't have \(part), but the script does"
      case .new(let kind):
        return "has \(part)\(kind.map { ", \($0.phrase)" } ?? ""), but the script doesn't"
      case .kind(let was, let now):
        return "has \(now.phrase) as \(part), but the script has \(was.phrase)"
      case .newCase(let text, let known):
        let cases = known.prefix(5).map { "`\($0.escaped)`" }.joined(separator: ", ")
        let more = known.count > 5 ? ", ..." : ""
        return "has `\(text.escaped)` as \(part), but the script has only \(cases)\(more)"
      }
    }
  }

  private var suggestion: String {
    switch self {
    case .shape(let difference):
      if case .newCase = difference.change { return "return it in the script as well" }
    case .threw: return "check that the live service works, or record the response again"
    case .status, .content: break
    }
    return "record the response again, or fix it"
  }

  /// Returns a warning about the difference, at the line of the script's response.
  ///
  /// - Parameters:
  ///   - asked: The request or method that was called.
  ///   - place: The location of the script's response.
  ///   - age: The age of the recorded response; nil if it's unknown.
  ///   - redaction: Removes secrets from the message.
  /// - Returns: A warning.
  package func diagnostic(
    asked: String, at place: ScriptLocation?, age: RecordedAge? = nil, _ redaction: Redaction
  ) -> MockDiagnostic {
    let since = age.map { " (recorded \($0))" } ?? ""
    return MockDiagnostic(
      .warning, code: code, at: place,
      problem: redaction.redacted("`\(asked.escaped)` \(words)") + since, suggestion: suggestion)
  }
}
