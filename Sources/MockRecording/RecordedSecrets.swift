internal import MockConfiguration
internal import MockData

/// Replaces the secrets of recorded calls with placeholders of the same length and kind, before anything is written.
package struct RecordedSecrets {
  private let redaction = Redaction(style: .sameLength, findsShapes: true)

  package init() {}

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
  package func redacted(
    _ entries: [Recording.Entry], redactsUnknown: Bool = false
  ) -> [Recording.Entry] {
    guard MockSecrets.isOn else { return entries }
    // The first pass finds the secrets, which may also occur in earlier calls.
    _ = entries.map(redacted)
    if redactsUnknown {
      for (_, text) in entries.flatMap({ unknown(in: $0, number: 0) }) {
        redaction.remember(secret: .string(text))
      }
    }
    return entries.map(redacted)
  }

  private func redacted(_ entry: Recording.Entry) -> Recording.Entry {
    redaction.remember(.string(entry.method))
    // `fetchToken` returns the token itself.
    if let value = entry.response.value, case .string = value,
      MockSecrets.isSecret(endOf: entry.method)
    {
      redaction.remember(secret: value)
    }
    var entry = changed(entry) { value, _, _ in redaction.redacted(value) }
    entry.method =
      HTTPHost.isName(entry.service)
      ? redaction.redacted(path: entry.method) : redaction.redacted(inPlace: entry.method)
    return entry
  }

  // MARK: - Random strings

  /// Returns a note about each random string, which may be a secret.
  package func notes(on entries: [Recording.Entry]) -> [String] {
    guard MockSecrets.isOn else { return [] }
    var known: Set<String> = []
    let notes = entries.enumerated().flatMap { number, entry in
      unknown(in: entry, number: number + 1).filter { known.insert($0.text).inserted }
        .map { "possible secret in \($0.place)" }
    }
    return notes.isEmpty
      ? [] : notes + ["the recording keeps possible secrets; `--redact-unknown` replaces them"]
  }

  private func unknown(in entry: Recording.Entry, number: Int) -> [(place: String, text: String)] {
    var found: [(place: String, text: String)] = []
    if HTTPHost.isName(entry.service) {
      for part in entry.method.drop(while: { $0 != " " }).split(separator: "/") {
        let part = String(urlEscaped: part.utf8, isQuery: false) ?? String(part)
        found += UnknownSecrets.places(in: .string(part))
          .map { ("the path of request \(number)", $0.text) }
      }
    }
    _ = changed(entry) { value, part, prefix in
      for place in UnknownSecrets.places(in: value) {
        // Rules contain only a few of a request's headers.
        let isHeader = part == "request" && place.path.hasPrefix("headers.")
        if isHeader, !HeaderNames.discriminating.contains(String(place.path.dropFirst(8))) {
          continue
        }
        let path = [prefix, redaction.redacted(inPlace: place.path).escaped]
          .filter { !$0.isEmpty }.joined(separator: ".")
        found.append(("\(part) \(number)" + (path.isEmpty ? "" : ", `\(path)`"), place.text))
      }
      return value
    }
    return found
  }

  // MARK: - The parts of a call

  /// Changes a value in the `request` or the `response` of a call, given the prefix of its path.
  private typealias Change = (
    _ value: AnyCodableValue, _ part: String, _ prefix: String
  ) -> AnyCodableValue

  private func changed(_ entry: Recording.Entry, _ change: Change) -> Recording.Entry {
    var entry = entry
    func answer(_ value: AnyCodableValue) -> AnyCodableValue {
      HTTPHost.isName(entry.service)
        ? changed(response: value, change) : change(value, "response", "")
    }
    let (value, values) = (entry.response.value.map(answer), entry.response.values?.map(answer))
    (entry.response.value, entry.response.values) = (value, values)
    entry.arguments =
      HTTPHost.isName(entry.service)
      ? changed(request: entry.arguments, change) : change(entry.arguments, "request", "")
    if var error = entry.response.error {
      error.message = change(.string(error.message), "response", "error").text ?? error.message
      error.details = error.details.map { change($0, "response", "error") }
      entry.response.error = error
    }
    return entry
  }

  /// Returns the arguments of a request with the changes.
  ///
  /// The URL and the path parameters change in the same way as the route.
  private func changed(request: AnyCodableValue, _ change: Change) -> AnyCodableValue {
    let places: Set = ["url", "path", "method"]
    guard let members = request.members,
      var result = change(
        .dictionary(members.filter { !places.contains($0.key) }), "request", ""
      ).members
    else { return change(request, "request", "") }
    if let parts = members["url"]?.text?.split(separator: "?", maxSplits: 1).map(String.init) {
      let query = parts.dropFirst().map { redaction.redacted("?" + $0) }
      result["url"] = .string(redaction.redacted(path: parts.first ?? "") + query.joined())
    }
    if let parts = members["path"]?.members {
      result["path"] = .dictionary(
        parts.mapValues { part in part.text.map { .string(redaction.redacted(path: $0)) } ?? part })
    }
    result["method"] = members["method"]
    return .dictionary(result)
  }

  /// Returns the response of a route with the changes.
  ///
  /// Bytes are only changed if they are text.
  private func changed(response: AnyCodableValue, _ change: Change) -> AnyCodableValue {
    guard var members = response.members else { return change(response, "response", "") }
    members["headers"] = members["headers"].map { change($0, "response", "headers") }
    let texts = members["encoding"] == nil ? ["event", "chunk", "body"] : ["event", "chunk"]
    for name in texts { members[name] = members[name].map { change($0, "response", "") } }
    if !texts.contains("body"), let base64 = members["body"]?.text,
      let text = [UInt8](base64: Array(base64.utf8)).flatMap({ String(validUTF8: $0) }),
      let changed = change(.string(text), "response", "").text, changed != text
    {
      members["body"] = .string(Array(changed.utf8).base64)
    }
    return .dictionary(members)
  }
}

extension AnyCodableValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
