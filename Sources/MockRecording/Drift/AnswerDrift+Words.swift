package import MockData

extension AnswerDrift {
  /// A name that stays the same, for programs.
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

  /// Where in the answer it is; nil for the answer as a whole.
  package var path: String? {
    guard case .shape(let difference) = self, !difference.path.steps.isEmpty else { return nil }
    return difference.path.description
  }

  /// What is different, for a sentence that begins with who is asked.
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

  private var remedy: String {
    switch self {
    case .shape(let difference):
      if case .newCase = difference.change { return "return it in the script as well" }
    case .threw: return "check that the live service works, or record the response again"
    case .status, .content: break
    }
    return "record the response again, or fix it"
  }

  /// The difference at the line of the script's answer.
  ///
  /// - Parameters:
  ///   - asked: Who was asked: a request, or a method.
  ///   - place: Where the script's answer stands.
  ///   - age: When that was recorded, and when today is; nil where nobody knows.
  ///   - redaction: Keeps secrets out of the words.
  /// - Returns: A warning.
  package func diagnostic(
    asked: String, at place: SourcePlace?, age: RecordedAge? = nil, _ redaction: Redaction
  ) -> MockDiagnostic {
    let since = age.map { " (recorded \($0))" } ?? ""
    return MockDiagnostic(
      .warning, code: code, at: place,
      problem: redaction.redacted("`\(asked.escaped)` \(words)") + since, remedy: remedy)
  }
}
