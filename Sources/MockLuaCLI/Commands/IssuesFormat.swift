import MockData
import MockLua

/// The output formats for the issues of `mocklua check`.
enum IssuesFormat: String, CaseIterable, ArgumentValue {
  /// `login.lua:12: warning: problem; what to write`, as in compilers and editors. On a terminal, the source line is
  /// included.
  case text
  /// An object with the list `issues`.
  case json
  /// Workflow commands that make GitHub annotate files.
  case github

  /// Returns all issues, with a final newline unless there are no issues.
  func text(
    of issues: [MockDiagnostic], _ style: MessageStyle = .plain
  ) throws(CommandFailure) -> String {
    switch self {
    case .text: return Self.lines(of: issues, style).map { "\($0)\n" }.joined()
    case .github: return issues.map { Self.annotation($0) + "\n" }.joined()
    case .json: return try JSONResult.text(["issues": .array(issues.map(\.value))])
    }
  }

  /// The maximum number of errors per file in the text format.
  private static let limit = 20

  /// The maximum number of issues with source lines.
  private static let excerptLimit = 100

  private static func lines(of issues: [MockDiagnostic], _ style: MessageStyle) -> [String] {
    var errors: [String: Int] = [:]
    for issue in issues where issue.severity == .error {
      errors[issue.file, default: 0] += 1
    }
    var renderer = DiagnosticRenderer(style: style, showsSeverity: true)
    var shown: [String: Int] = [:]
    return issues.enumerated().compactMap { index, issue in
      if index == excerptLimit { renderer.style.showsSource = false }
      guard issue.severity == .error else { return renderer.text(of: issue) }
      let number = shown[issue.file, default: 0] + 1
      shown[issue.file] = number
      let others = (errors[issue.file] ?? 0) - limit
      // If only one error is left, show the error instead of a line with the count.
      if number <= limit || others == 1 { return renderer.text(of: issue) }
      guard number == limit + 1 else { return nil }
      return renderer.text(
        of: MockDiagnostic(
          at: ScriptLocation(file: issue.file), problem: "... and \(others) more errors"))
    }
  }

  private static func annotation(_ issue: MockDiagnostic) -> String {
    // The complete path, so that GitHub finds the file, but without terminal control characters.
    let file = issue.file.escaped(limit: .max)
    var properties = ["file=" + escaped(file, isProperty: true)]
    if let line = issue.place?.line { properties.append("line=\(line)") }
    if let column = issue.place?.column { properties.append("col=\(column)") }
    properties.append("title=" + escaped(issue.code, isProperty: true))
    return "::\(issue.severity.rawValue) \(properties.joined(separator: ","))::"
      + escaped(issue.message, isProperty: false)
  }

  /// Percent-encodes characters that end a workflow command or one of its properties.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension MockDiagnostic {
  fileprivate var file: String { place?.file ?? "" }

  /// The diagnostic as data, without members whose values are unknown.
  var value: AnyCodableValue {
    var members = place?.members ?? [:]
    members["severity"] = .string(severity.rawValue)
    members["code"] = .string(code)
    members["message"] = .string(message)
    members["problem"] = .string(problem)
    members["suggestion"] = suggestion.map { .string($0) }
    members["edit"] = SuggestedEdit(for: self)?.value
    members["path"] = path.isEmpty ? nil : .string(path)
    members["notes"] = notes.isEmpty ? nil : .array(notes.map(\.value))
    return .dictionary(members)
  }
}

extension MockDiagnostic.Note {
  fileprivate var value: AnyCodableValue {
    var members = place?.members ?? [:]
    members["message"] = .string(text)
    return .dictionary(members)
  }
}

extension ScriptLocation {
  var members: [String: AnyCodableValue] {
    var members: [String: AnyCodableValue] = ["file": .string(file)]
    members["line"] = line.map { .int($0) }
    members["column"] = column.map { .int($0) }
    return members
  }
}
