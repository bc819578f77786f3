import CLibrary
import MockConfiguration
import MockData
import MockPlatform
import MockRecording
import MockRoutes

/// Sends requests over the network with the program `curl`, because the command isn't linked with a client.
struct LiveSide {
  /// The reason why there is no response.
  struct Problem: Error {
    var text: String
    /// Whether the host can't be reached, so that further requests would fail too.
    var isOfHost = false
  }

  /// The time in which some data must arrive, in seconds.
  var limit = 30
  /// Whether only the request's own headers are sent, without the `User-Agent` of `curl`.
  var sendsOnlyGivenHeaders = false
  /// The maximum size of a response, in bytes.
  private static let byteLimit = 64 << 20
  private static let program = "curl"

  func send(_ request: RoutedRequest) throws(Problem) -> LiveResponse {
    let child: ChildOutput
    do throws(SystemError) {
      // The request is passed on standard input, because arguments are visible to all users.
      child = try ChildOutput(
        Self.program, ["-q", "--config", "-"], input: Array(configuration(request).utf8),
        body: request.body, limit: Self.byteLimit)
    } catch {
      guard error.code == ENOENT else { throw Problem(text: "\(error)") }
      throw Problem(text: "the program `curl` was not found; install it", isOfHost: true)
    }
    guard child.status == 0 else { throw Self.problem(child) }
    guard let response = Self.response(child.bytes) else {
      throw Problem(text: "the service didn't respond with HTTP")
    }
    return response
  }

  private func configuration(_ request: RoutedRequest) -> String {
    var lines = [
      "url = \(Self.quoted(request.url))", "silent", "show-error", "include",
      "suppress-connect-headers", "globoff", "path-as-is", "stderr = \"-\"",
      "proto = \"=http,https\"", "connect-timeout = \(limit)",
      "speed-limit = 1", "speed-time = \(limit)", "max-time = \(4 * limit)",
      // The size of the body follows it, because `curl` also prints the trailers of a chunked body.
      "write-out = \"\\n%{size_download}\"",
    ]
    // The length in a response to `HEAD` isn't the size of its body.
    lines +=
      request.method == "HEAD"
      ? ["head"]
      : ["request = \(Self.quoted(request.method))", "max-filesize = \(Self.byteLimit)"]
    // After a colon, `curl` expects a value. It sends an empty one only after a semicolon.
    lines += request.headers.map { name, value in
      "header = \(Self.quoted(value.isEmpty ? "\(name);" : "\(name): \(value)"))"
    }
    // Remove the headers that `curl` adds.
    let names = Set(request.headers.map { $0.name.lowercased() })
    let added =
      ["Content-Type", "Expect"] + (sendsOnlyGivenHeaders ? ["Accept", "User-Agent"] : [])
    for name in added where !names.contains(name.lowercased()) {
      lines.append("header = \"\(name):\"")
    }
    if !request.body.isEmpty {
      lines.append("data-binary = \"@/dev/fd/\(ChildOutput.bodyNumber)\"")
    } else if ["POST", "PUT", "PATCH"].contains(request.method) {
      lines.append("header = \"Content-Length: 0\"")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a quoted string for the configuration of `curl`.
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
    // The received part of the response is followed by `curl: (7) Failed to connect ...`.
    let line = text.ranges(of: "curl: (").last.map {
      text[$0.lowerBound...].prefix { !$0.isNewline }
    }
    let reason = line?.split(separator: ")", maxSplits: 1).last.map { $0.drop { $0 == " " } }
    let isOfHost = [5, 6, 7, 35, 60].contains(child.status)
    return Problem(
      text: reason.map(String.init) ?? "curl ended with exit code \(child.status)",
      isOfHost: isOfHost)
  }

  /// Parses the response's head, which other heads can precede, and its body.
  private static func response(_ bytes: [UInt8]) -> LiveResponse? {
    guard let last = bytes.lastIndex(of: 0x0A),
      let size = Int(String(decoding: bytes[(last + 1)...], as: UTF8.self))
    else { return nil }
    var rest = bytes[..<last]
    while let end = endOfHead(rest) {
      let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      rest = rest[end.upperBound...]
      let lines = head.split { $0.isNewline }
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
        return nil
      }
      // Informational responses such as `100 Continue` come before the response.
      if (100..<200).contains(status) { continue }
      var headers: [(name: String, value: String)] = []
      for line in lines.dropFirst() {
        if line.first?.isWhitespace ?? false, !headers.isEmpty {
          // A line that continues the previous one (RFC 9112, 5.2).
          headers[headers.count - 1].value += " \(String(line).trimmed)"
        } else if let colon = line.firstIndex(of: ":") {
          headers.append(
            (String(line[..<colon]), String(line[line.index(after: colon)...]).trimmed))
        }
      }
      return LiveResponse(status: status, headers: headers, body: Array(rest.prefix(size)))
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

/// A destination for requests: `https://staging.example.com/v2`, or for a single host
/// `https://api.example.com=http://localhost:8080`.
struct LiveBase: ArgumentValue {
  static let expectation =
    "a URL such as https://staging.example.com, or HOST=URL for one host of the script"

  /// The service whose requests are sent there; nil for all.
  private let service: String?
  private let origin: HTTPOrigin
  /// The prefix for each path; empty for no prefix.
  private let path: String

  init?(argument: String) {
    var address = argument[...]
    var service: String?
    if let equals = argument.firstRange(of: "=") {
      guard let host = try? HTTPHost(String(argument[..<equals.lowerBound])) else { return nil }
      service = host.service
      address = argument[equals.upperBound...]
    }
    guard address.hasPrefix("http://") || address.hasPrefix("https://"),
      let (host, path) = try? HTTPHost.split(String(address)), case .exact(let name) = host.name,
      !path.contains("?"), !path.contains("#")
    else { return nil }
    self.service = service
    origin = HTTPOrigin(scheme: host.scheme, host: name, port: host.port)
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the request to send; nil if neither the script nor a base specifies the destination.
  static func request(
    of question: DriftPlan.Question, _ bases: [LiveBase]
  ) -> RoutedRequest? {
    let own = bases.first { $0.service == question.service } ?? bases.first { $0.service == nil }
    let request = question.request
    guard let own else {
      guard let host = try? HTTPHost(question.service), case .exact = host.name else { return nil }
      return request
    }
    return RoutedRequest(
      request.method, own.path + request.path, at: own.origin, headers: request.headers,
      body: request.body)
  }
}

/// A header for every request: `Accept-Language: de`.
struct HeaderLine: ArgumentValue {
  static let expectation = "a header such as 'Accept-Language: de'"

  let name: String
  let value: String

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    name = String(argument[..<colon])
    value = String(argument[argument.index(after: colon)...].drop { $0 == " " })
    guard HeaderNames.isName(name), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return nil
    }
  }
}

/// A path parameter by name: `id=7`.
struct PathParameter: ArgumentValue {
  static let expectation = "NAME=VALUE, such as id=7"

  let name: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}

/// HTTP methods separated by commas: `POST,DELETE`.
struct HTTPMethods: ArgumentValue {
  static let expectation = "methods of HTTP, such as POST,DELETE"

  let names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",").map { $0.uppercased() }
    guard !names.isEmpty, names.allSatisfy({ $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } })
    else { return nil }
  }
}
