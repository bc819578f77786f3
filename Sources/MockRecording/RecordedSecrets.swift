package import MockConfiguration
internal import MockData

/// Replaces the secrets of recorded calls with placeholders of the same length and kind, before anything is written.
struct RecordedSecrets {
  private let redaction = Redaction(style: .sameLength, findsShapes: true)

  /// The minimum length of a secret in a path, in characters.
  ///
  /// A shorter path component is a word or an ID.
  private static let shortestInPath = 8

  /// Returns a message about the calls without secrets.
  func redacted(_ text: String) -> String { redaction.redacted(text) }

  /// Returns the calls without secrets.
  ///
  /// Equal secrets get equal placeholders, so that rules still match.
  ///
  /// - Parameters:
  ///   - entries: The calls.
  ///   - redactsUnknown: Whether random strings are also replaced.
  /// - Returns: The calls, in the same order.
  func redacted(
    _ entries: [Recording.Entry], redactsUnknown: Bool = false
  ) -> [Recording.Entry] {
    guard MockSecrets.isOn else { return entries }
    for entry in entries {
      redaction.remember(.string(entry.method))
      // `fetchToken` returns the token itself.
      if case .string? = entry.response.value, MockSecrets.isSecret(endOf: entry.method) {
        entry.response.value.map { redaction.remember(secret: $0) }
      }
      _ = changed(entry) { value, _ in
        redaction.remember(value)
        return value
      }
    }
    if redactsUnknown {
      for word in entries.flatMap({ unknown(in: $0, number: 0) }).map(\.text) {
        redaction.remember(secret: .string(word))
      }
    }
    return entries.map { entry in
      var entry = changed(entry) { value, _ in redaction.redacted(value) }
      if HTTPHost.isName(entry.service) {
        entry.method = redacted(path: entry.method)
      } else {
        entry.method = redaction.redacted(inPlace: entry.method)
      }
      return entry
    }
  }

  /// Returns a note about each random string, which may be a secret.
  func notes(on entries: [Recording.Entry]) -> [String] {
    guard MockSecrets.isOn else { return [] }
    var known: Set<String> = []
    let notes = entries.enumerated().flatMap { number, entry in
      unknown(in: entry, number: number + 1).filter { known.insert($0.text).inserted }.map {
        "possible secret in \($0.place)"
      }
    }
    guard !notes.isEmpty else { return [] }
    let suggestion =
      "the recording keeps possible secrets; `--redact-unknown` replaces them"
    return notes + [suggestion]
  }

  private func unknown(in entry: Recording.Entry, number: Int) -> [(place: String, text: String)] {
    var found: [(place: String, text: String)] = []
    if HTTPHost.isName(entry.service) {
      let path = entry.method.drop { $0 != " " }
      let parts = path.split(separator: "/").map {
        String(urlEscaped: $0.utf8, isQuery: false) ?? String($0)
      }
      found += parts.flatMap { UnknownSecrets.places(in: .string($0)) }
        .map { ("the path of request \(number)", $0.text) }
    }
    _ = changed(entry) { value, part in
      for place in UnknownSecrets.places(in: value) where isWritten(place.path, of: part) {
        let path = [part.prefix, redaction.redacted(path: place.path)].filter { !$0.isEmpty }
          .joined(separator: ".")
        found.append(("\(part.name) \(number)" + (path.isEmpty ? "" : ", `\(path)`"), place.text))
      }
      return value
    }
    return found
  }

  /// Whether a recording contains the value at a path.
  ///
  /// Rules contain only a few of a request's headers.
  private func isWritten(_ path: String, of part: Part) -> Bool {
    let header = path.split(separator: ".", maxSplits: 1).last.map(String.init) ?? ""
    return part.name != "request" || !path.hasPrefix("headers.")
      || HeaderNames.discriminating.contains(header)
  }

  // MARK: - The parts of a call

  /// A part of a call, with its name for a person and the prefix of its paths.
  private struct Part {
    var name: String
    var prefix = ""

    static let request = Part(name: "request")
    static let response = Part(name: "response")
    static let headers = Part(name: "response", prefix: "headers")
    static let error = Part(name: "response", prefix: "error")
  }

  private func changed(
    _ entry: Recording.Entry, _ change: (AnyCodableValue, Part) -> AnyCodableValue
  ) -> Recording.Entry {
    var entry = entry
    let isRoute = HTTPHost.isName(entry.service)
    entry.arguments = arguments(entry.arguments, isRoute: isRoute, change)
    func answer(_ value: AnyCodableValue) -> AnyCodableValue {
      isRoute ? routed(value, change) : change(value, .response)
    }
    entry.response.value = entry.response.value.map(answer)
    entry.response.values = entry.response.values.map { $0.map(answer) }
    if var error = entry.response.error {
      if case .string(let message) = change(.string(error.message), .error) {
        error.message = message
      }
      error.details = error.details.map { change($0, .error) }
      entry.response.error = error
    }
    return entry
  }

  /// Returns the arguments of a call with the changes.
  ///
  /// The URL and the path parameters of a request change in the same way as its route.
  private func arguments(
    _ arguments: AnyCodableValue, isRoute: Bool,
    _ change: (AnyCodableValue, Part) -> AnyCodableValue
  ) -> AnyCodableValue {
    guard isRoute, case .dictionary(var members) = arguments else {
      return change(arguments, .request)
    }
    let (url, path, verb) = (members["url"], members["path"], members["method"])
    for name in ["url", "path", "method"] { members[name] = nil }
    guard case .dictionary(var result) = change(.dictionary(members), .request) else {
      return arguments
    }
    if case .string(let text)? = url {
      let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
      result["url"] = .string(
        ([redacted(path: parts.first ?? "")]
          + parts.dropFirst().map { redaction.redacted("?" + $0) })
          .joined())
    }
    if case .dictionary(let parts)? = path {
      result["path"] = .dictionary(
        parts.mapValues { part in
          if case .string(let text) = part { .string(redacted(path: text)) } else { part }
        })
    }
    result["method"] = verb
    return .dictionary(result)
  }

  /// Returns a path with its components redacted one by one, so that the path never becomes a single placeholder.
  private func redacted(path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.count < Self.shortestInPath ? String(part) : redacted(part: String(part))
    }.joined(separator: "/")
  }

  /// Returns a path component with its secrets replaced.
  ///
  /// The placeholders are inserted into the decoded text, so the percent-encoding stays valid.
  private func redacted(part: String) -> String {
    guard part.utf8.contains(UInt8(ascii: "%")),
      let plain = String(urlEscaped: part.utf8, isQuery: false)
    else { return redaction.redacted(inPlace: part) }
    let changed = redaction.redacted(inPlace: plain)
    if changed != plain { return changed.urlEscaped }
    let replaced = redaction.redacted(inPlace: part)
    return String(urlEscaped: replaced.utf8, isQuery: false) == nil ? part : replaced
  }

  /// Returns the response of a route with the changes.
  ///
  /// Bytes are only changed if they are text.
  private func routed(
    _ value: AnyCodableValue, _ change: (AnyCodableValue, Part) -> AnyCodableValue
  ) -> AnyCodableValue {
    guard case .dictionary(var members) = value else { return change(value, .response) }
    members["headers"] = members["headers"].map { change($0, .headers) }
    for name in ["event", "chunk"] { members[name] = members[name].map { change($0, .response) } }
    if members["encoding"] == nil {
      members["body"] = members["body"].map { change($0, .response) }
    } else if case .string(let base64)? = members["body"],
      let bytes = [UInt8](base64: Array(base64.utf8)), let text = String(validUTF8: bytes),
      case .string(let changed) = change(.string(text), .response), changed != text
    {
      members["body"] = .string(Array(changed.utf8).base64)
    }
    return .dictionary(members)
  }
}

extension Redaction {
  /// Returns the path of a member with the secrets in its names replaced.
  fileprivate func redacted(path: String) -> String { redacted(inPlace: path).escaped }
}

/// Finds the parts of a string that match a regular expression.
///
/// `LinearRegex` only determines, in linear time, whether there is a match. To find where the match is, this type
/// searches prefixes and substrings.
package struct SecretPattern: Sendable {
  private let anywhere: LinearRegex
  private let whole: LinearRegex

  /// The maximum length of a match, in characters.
  ///
  /// A longer secret is only matched partly.
  private static let lengthLimit = 512

  package init(_ pattern: String) throws(MockRegexProblem) {
    anywhere = try LinearRegex(pattern)
    whole = try LinearRegex("^(?:\(pattern))$")
  }

  /// Returns the matches from left to right, the longest one at each position.
  package func matches(in text: String) -> [String] {
    var found: [String] = []
    var rest = Array(text)
    while !rest.isEmpty, anywhere.isFound(in: String(rest)) {
      // The shortest prefix with a match ends at the earliest possible end of the first match.
      var (low, high) = (0, rest.count)
      while low < high {
        let middle = (low + high) / 2
        if anywhere.isFound(in: String(rest[..<middle])) { high = middle } else { low = middle + 1 }
      }
      guard let range = longest(in: rest, endingFrom: low) else {
        rest = Array(rest.dropFirst(max(low, 1)))
        continue
      }
      found.append(String(rest[range]))
      rest = Array(rest[range.upperBound...])
    }
    return found
  }

  private func longest(in text: [Character], endingFrom end: Int) -> Range<Int>? {
    let first = max(0, end - Self.lengthLimit)
    guard let start = (first..<max(end, first)).first(where: { isWhole(text[$0..<end]) }) else {
      return nil
    }
    let last = min(text.count, start + Self.lengthLimit)
    let furthest = (end...max(end, last)).last { isWhole(text[start..<$0]) } ?? end
    return start..<furthest
  }

  private func isWhole(_ part: ArraySlice<Character>) -> Bool {
    !part.isEmpty && whole.isFound(in: String(part))
  }
}
