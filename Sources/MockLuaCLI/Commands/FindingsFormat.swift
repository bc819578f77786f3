import MockLua
import MockServices
import ValueForms

/// How `mocklua check` prints its findings.
enum FindingsFormat: String, CaseIterable, ArgumentValue {
  /// `login.lua:12: warning: problem; what to write`, as compilers and editors have it.
  case text
  /// One object with the list `findings`.
  case json
  /// The commands by which a workflow of GitHub annotates files.
  case github

  /// All findings, ending in a newline unless there is nothing to say.
  func text(of findings: [StaticFinding]) throws(CommandFailure) -> String {
    switch self {
    case .text: return Self.lines(of: findings).map { "\($0)\n" }.joined()
    case .github: return findings.map { Self.annotation($0) + "\n" }.joined()
    case .json:
      do {
        let list: AnyCodableValue = ["findings": .array(findings.map(\.value))]
        return try JSONWriter(style: .pretty).string(from: list) + "\n"
      } catch {
        throw .unencodable(cause: error)
      }
    }
  }

  /// The most mistakes of one file that the text shows.
  private static let limit = 20

  private static func lines(of findings: [StaticFinding]) -> [String] {
    var mistakes: [String: Int] = [:]
    for finding in findings where finding.severity == .error {
      mistakes[finding.file, default: 0] += 1
    }
    var shown: [String: Int] = [:]
    return findings.compactMap { finding in
      guard finding.severity == .error else { return "\(finding)" }
      let number = shown[finding.file, default: 0] + 1
      shown[finding.file] = number
      let others = (mistakes[finding.file] ?? 0) - limit
      // One more line is no longer than the line that would count it.
      if number <= limit || others == 1 { return "\(finding)" }
      return number == limit + 1
        ? "\(finding.file.shownPath): error: ... and \(others) more mistakes" : nil
    }
  }

  private static func annotation(_ finding: StaticFinding) -> String {
    // The whole path, so that the file is found, but nothing that steers a terminal.
    let file = finding.file.shown(limit: .max)
    var properties = ["file=" + escaped(file, isProperty: true)]
    if let line = finding.line { properties.append("line=\(line)") }
    if let column = finding.column { properties.append("col=\(column)") }
    properties.append("title=" + escaped(finding.code, isProperty: true))
    return "::\(finding.severity.rawValue) \(properties.joined(separator: ","))::"
      + escaped(finding.text, isProperty: false)
  }

  /// Writes what ends a command, or a property of one, as percent and its code.
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
