import MockData
import MockLua

/// The output formats for the findings of `mocklua check`.
enum FindingsFormat: String, CaseIterable, ArgumentValue {
  /// `login.lua:12: warning: problem; what to write`, as in compilers and editors. On a terminal, the source line is
  /// included.
  case text
  /// An object with the list `findings`.
  case json
  /// Workflow commands with which GitHub annotates files.
  case github

  /// Returns all findings, with a final newline unless there are no findings.
  func text(
    of findings: [MockDiagnostic], _ style: MessageStyle = .plain
  ) throws(CommandFailure) -> String {
    switch self {
    case .text: return Self.lines(of: findings, style).map { "\($0)\n" }.joined()
    case .github: return findings.map { Self.annotation($0) + "\n" }.joined()
    case .json: return try JSONResult.text(["findings": .array(findings.map(\.value))])
    }
  }

  /// The maximum number of errors per file in the text format.
  private static let limit = 20

  /// The maximum number of findings with source lines.
  private static let excerptLimit = 100

  private static func lines(of findings: [MockDiagnostic], _ style: MessageStyle) -> [String] {
    var mistakes: [String: Int] = [:]
    for finding in findings where finding.severity == .error {
      mistakes[finding.file, default: 0] += 1
    }
    var renderer = DiagnosticRenderer(style: style, showsSeverity: true)
    var shown: [String: Int] = [:]
    return findings.enumerated().compactMap { index, finding in
      if index == excerptLimit { renderer.style.showsSource = false }
      guard finding.severity == .error else { return renderer.text(of: finding) }
      let number = shown[finding.file, default: 0] + 1
      shown[finding.file] = number
      let others = (mistakes[finding.file] ?? 0) - limit
      // If only one error is left, show it instead of a line that counts it.
      if number <= limit || others == 1 { return renderer.text(of: finding) }
      guard number == limit + 1 else { return nil }
      return renderer.text(
        of: MockDiagnostic(
          at: SourcePlace(file: finding.file), problem: "... and \(others) more mistakes"))
    }
  }

  private static func annotation(_ finding: MockDiagnostic) -> String {
    // The complete path, so that GitHub finds the file, but without terminal control characters.
    let file = finding.file.escaped(limit: .max)
    var properties = ["file=" + escaped(file, isProperty: true)]
    if let line = finding.place?.line { properties.append("line=\(line)") }
    if let column = finding.place?.column { properties.append("col=\(column)") }
    properties.append("title=" + escaped(finding.code, isProperty: true))
    return "::\(finding.severity.rawValue) \(properties.joined(separator: ","))::"
      + escaped(finding.message, isProperty: false)
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
  /// The file of the finding.
  fileprivate var file: String { place?.file ?? "" }

  /// The diagnostic as data, without unknown members.
  var value: AnyCodableValue {
    var members = place?.members ?? [:]
    members["severity"] = .string(severity.rawValue)
    members["code"] = .string(code)
    members["message"] = .string(message)
    members["problem"] = .string(problem)
    members["remedy"] = remedy.map { .string($0) }
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

extension SourcePlace {
  /// The location as members of an object.
  var members: [String: AnyCodableValue] {
    var members: [String: AnyCodableValue] = ["file": .string(file)]
    members["line"] = line.map { .int($0) }
    members["column"] = column.map { .int($0) }
    return members
  }
}
