import CLibrary
import MockData
import MockPlatform
import MockRoutes

/// Sends requests over the network, by the program `curl`: the command itself links no client.
struct LiveSide {
  /// Why there is no answer.
  struct Problem: Error {
    var text: String
    /// Whether the host cannot be reached at all, so that no further request need try.
    var isOfHost = false
  }

  /// The seconds after which a request is given up.
  var limit = 30
  /// The most bytes of an answer.
  private static let mostBytes = 64 << 20
  private static let program = "curl"

  func send(_ request: RoutedRequest) throws(Problem) -> LiveResponse {
    let child: ChildOutput
    do throws(SystemError) {
      // What it is to do comes by its input: arguments, which everybody sees, say nothing of the request.
      child = try ChildOutput(
        Self.program, ["-q", "--config", "-"], input: Array(configuration(request).utf8),
        body: request.body, limit: Self.mostBytes)
    } catch {
      guard error.code == ENOENT else { throw Problem(text: "\(error)") }
      throw Problem(text: "the program `curl` is not there; install it", isOfHost: true)
    }
    guard child.status == 0 else { throw Self.problem(child) }
    guard let response = Self.response(child.bytes) else {
      throw Problem(text: "what came back is no answer of HTTP")
    }
    return response
  }

  private func configuration(_ request: RoutedRequest) -> String {
    var lines = [
      "url = \(Self.quoted(request.url))", "silent", "show-error", "include",
      "suppress-connect-headers", "globoff", "path-as-is", "stderr = \"-\"",
      "proto = \"=http,https\"", "max-time = \(limit)", "max-filesize = \(Self.mostBytes)",
    ]
    lines.append(request.method == "HEAD" ? "head" : "request = \(Self.quoted(request.method))")
    lines += request.headers.map { "header = \(Self.quoted("\($0.name): \($0.value)"))" }
    if !request.body.isEmpty {
      lines.append("data-binary = \"@/dev/fd/\(ChildOutput.bodyNumber)\"")
      // What `curl` would say of a body by itself.
      let names = Set(request.headers.map { $0.name.lowercased() })
      for name in ["Content-Type", "Expect"] where !names.contains(name.lowercased()) {
        lines.append("header = \"\(name):\"")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A text as the configuration of `curl` has it.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": quoted += "\\" + String(character)
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }

  private static func problem(_ child: ChildOutput) -> Problem {
    let text = String(decoding: child.bytes, as: UTF8.self)
    // Behind what had come of the answer stands `curl: (7) Failed to connect ...`.
    let line = text.split { $0.isNewline }.last { $0.hasPrefix("curl: ") }
    let reason = line?.split(separator: ")", maxSplits: 1).last.map { $0.drop { $0 == " " } }
    let isOfHost = [5, 6, 7, 35, 60].contains(child.status)
    return Problem(
      text: reason.map(String.init) ?? "curl ended with \(child.status)", isOfHost: isOfHost)
  }

  /// Reads heads up to the one of the answer itself, and the body behind it.
  private static func response(_ bytes: [UInt8]) -> LiveResponse? {
    var rest = bytes[...]
    while let end = endOfHead(rest) {
      let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      rest = rest[end.upperBound...]
      let lines = head.split { $0.isNewline }
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
        return nil
      }
      // `100 Continue` and its like come before the answer.
      if (100..<200).contains(status) { continue }
      let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return (String(line[..<colon]), String(value))
      }
      return LiveResponse(status: status, headers: headers, body: Array(rest))
    }
    return nil
  }

  private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var index = bytes.startIndex
    while let line = bytes[index...].firstIndex(of: 0x0A) {
      let next = line + 1
      let isEmpty = line == index || line == index + 1 && bytes[index] == 0x0D
      if isEmpty { return index..<next }
      index = next
    }
    return nil
  }
}
