import MockLua
import MockServices

/// How `mocklua check` prints its findings.
enum FindingsFormat: String, CaseIterable, ArgumentValue {
  /// `login.lua:12: warning: problem; what to write`, as compilers and editors have it.
  case text
  /// One object with the list `findings`.
  case json
  /// The commands by which a workflow of GitHub annotates files.
  case github

  /// All findings, ending in a newline unless there is nothing to say.
  func text(of findings: [ScenarioFinding]) throws(CommandFailure) -> String {
    switch self {
    case .text: return findings.map { "\($0)\n" }.joined()
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

  private static func annotation(_ finding: ScenarioFinding) -> String {
    var properties = ["file=" + escaped(finding.file, isProperty: true)]
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
