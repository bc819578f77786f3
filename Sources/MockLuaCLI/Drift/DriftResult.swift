import MockData
import MockRecording

/// The output of `mocklua drift`.
struct DriftResult {
  var report: DriftReport
  var leftOut: [DriftPlan.LeftOut]

  var differences: Int { report.answers.reduce(0) { $0 + $1.differences } }
  var unanswered: Int { report.answers.count { $0.problem != nil } }

  func text(
    _ format: IssuesFormat, _ style: MessageStyle
  ) throws(CommandFailure) -> String {
    switch format {
    case .github: return try format.text(of: report.issues, style)
    case .json:
      return try JSONResult.text([
        "issues": .array(report.issues.map(\.value)),
        "answers": .array(report.answers.map(\.value)),
        "leftOut": .array(leftOut.map(\.value)),
      ])
    case .text:
      let same = report.answers.filter { $0.differences == 0 && $0.problem == nil }
      return try format.text(of: report.issues, style)
        + same.map { $0.line + "\n" }.joined()
    }
  }

  /// Messages that accompany the result: the skipped requests, and the number of requests sent.
  var summary: [String] {
    var lines = leftOut.map { left in
      let place = left.place.map { "\($0): " } ?? ""
      return "\(place)`\(left.title.escaped)` is not compared: \(left.reason)"
    }
    let asked = CommandFailure.count(report.answers.count - unanswered, of: "response")
    let oldest = report.oldest.map { ", the oldest recorded \($0)" } ?? ""
    lines.append(
      "\(asked) compared\(oldest): \(CommandFailure.count(differences, of: "difference"))")
    return lines
  }
}

extension DriftReport.Response {
  /// The line for an unchanged response.
  fileprivate var line: String {
    let since = age.map { " (recorded \($0))" } ?? ""
    return (place.map { "\($0): " } ?? "") + "`\(title.escaped)` is unchanged\(since)"
  }

  fileprivate var value: AnyCodableValue {
    var members = place?.members ?? [:]
    members["request"] = .string(title)
    members["differences"] = problem == nil ? .int(differences) : nil
    members["problem"] = problem.map { .string($0) }
    members["recorded"] = (age?.date.description).map { .string($0) }
    members["ageDays"] = (age?.days).map { .int($0) }
    return .dictionary(members)
  }
}

extension DriftPlan.LeftOut {
  fileprivate var value: AnyCodableValue {
    var members = place?.members ?? [:]
    members["request"] = .string(title)
    members["reason"] = .string(reason)
    return .dictionary(members)
  }
}
