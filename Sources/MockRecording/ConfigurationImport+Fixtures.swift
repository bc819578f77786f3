package import MockConfiguration
internal import MockData
package import MockLua

extension ConfigurationImport {
  /// Returns the response of a route with its status and its headers, or nil for an error or a function.
  package mutating func routed(_ response: MockResponse, _ route: String) -> [LuaPiece]? {
    LuaText.routed(response, route) { body(of: &$0, route) }
  }

  /// Returns the body as an argument.
  ///
  /// Bytes are written to a file. If possible, the file's extension indicates their type.
  private mutating func body(of answer: inout RoutedValue, _ route: String) -> LuaPiece? {
    switch answer.content {
    case .nothing, .event, .chunk, .piece: return nil
    case .body(let data): return fixture(of: data, route) ?? LuaText.piece(data)
    case .bytes(let base64):
      let type = answer.header("Content-Type").first
      let ending = ContentType(type)?.fileEnding ?? "bin"
      let path = fixtures.path(
        of: [UInt8](base64: Array(base64.utf8)) ?? [], route: route, ending: ending)
      if answer.headers["Content-Type"] == [MediaType.ofFile(path)] {
        answer.headers["Content-Type"] = nil
      }
      return LuaPiece("bytes \(LuaText.string(path))")
    }
  }
}

extension ConfigurationImport {
  /// The size of JSON in bytes above which data is moved to a file.
  private static let lengthLimit = 64 << 10

  /// Returns a reference to a file for long data, or nil if the data is short enough for the script.
  mutating func fixture(of data: AnyCodableValue, _ method: String) -> LuaPiece? {
    guard storesLongData, !data.hasLongNumbers,
      let text = try? JSONWriter(style: .pretty).string(from: data),
      text.utf8.count > Self.lengthLimit
    else { return nil }
    let route = method.contains(" ") ? method : " \(method)"
    let path = fixtures.path(of: Array((text + "\n").utf8), route: route, ending: "json")
    return LuaPiece("fixture \(LuaText.string(path))")
  }
}

extension AnyCodableValue {
  /// Whether a script can represent the value.
  var isRepresentable: Bool {
    !hasLongNumbers && isNested(atMost: ConfigurationImport.depthLimit)
  }
}

package struct FixtureFiles {
  /// The prefix of the file names.
  package let scriptName: String
  package private(set) var files: [ImportedFile] = []
  private var paths: [[UInt8]: String] = [:]
  private var names: Set<String> = []

  package init(scriptName: String) { self.scriptName = scriptName }

  /// Equal bytes with the same file extension share a file.
  ///
  /// The file is named after the route, such as `GET /users/42`. The path is relative to the script's folder.
  package mutating func path(of bytes: [UInt8], route: String, ending: String) -> String {
    let key = Array(ending.utf8) + [0] + bytes
    if let known = paths[key] { return known }
    let words = route.drop { $0 != " " }.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let last = String(words.suffix(3).joined(separator: "-").lowercased().prefix(40))
    let stem = "\(scriptName)-" + (last.isEmpty ? "root" : last)
    let trimmed =
      stem.lowercased().hasSuffix("-\(ending)") ? String(stem.dropLast(ending.count + 1)) : stem
    var name = "\(trimmed).\(ending)"
    var number = 2
    while !names.insert(name).inserted {
      name = "\(trimmed)-\(number).\(ending)"
      number += 1
    }
    let path = "fixtures/\(name)"
    paths[key] = path
    files.append(ImportedFile(path: path, bytes: bytes))
    return path
  }
}
