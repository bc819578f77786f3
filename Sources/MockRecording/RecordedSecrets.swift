internal import MockCalls
internal import MockConfiguration
internal import MockData

/// Replaces the secrets of recorded calls with placeholders of the same length and kind, before anything is written.
package struct RecordedSecrets {
  private let redaction = Redaction(style: .sameLength, findsShapes: true)

  package init() {}

  func redacted(_ text: String) -> String { redaction.redacted(text) }

  /// Equal secrets get equal placeholders, so that rules still match.
  ///
  /// With `redactsUnknown`, random strings are also replaced.
  package func redacted(
    _ entries: [Recording.Entry], redactsUnknown: Bool = false
  ) -> [Recording.Entry] {
    guard MockSecrets.isOn else { return entries }
    if redactsUnknown {
      _ = entries.map(redacted)
      for place in entries.flatMap(unknown) { redaction.remember(secret: .string(place.text)) }
    }
    return redaction.redacted { entries.map(redacted) }
  }

  private func redacted(_ entry: Recording.Entry) -> Recording.Entry {
    var (entry, response) = (entry, entry.response)
    // A method such as `fetchToken` returns the token itself.
    if case .string? = response.value, MockSecrets.isSecret(endOf: entry.method) {
      response.value.map(redaction.remember(secret:))
    }
    entry.method = redaction.redacted(
      path: entry.method, at: HTTPHost.address(ofService: entry.service))
    entry.arguments =
      HTTPHost.isName(entry.service)
      ? redacted(request: entry.arguments) : redaction.redacted(entry.arguments)
    response.value = response.value.map { redaction.redacted($0) }
    response.values = response.values?.map { redaction.redacted($0) }
    if let error = response.error {
      response.error?.message = redaction.redacted(error.message)
      response.error?.details = error.details.map { redaction.redacted($0) }
    }
    entry.response = response
    return entry
  }

  /// Returns the arguments of a request, in which the URL and the path parameters change in the same way as the route.
  private func redacted(request: AnyCodableValue) -> AnyCodableValue {
    guard var members = request.members else { return redaction.redacted(request) }
    let (url, path) = (members.removeValue(forKey: "url"), members.removeValue(forKey: "path"))
    members = redaction.redacted(members)
    if case .string(let url)? = url {
      let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
      let query = parts.dropFirst().map { redaction.redacted("?" + $0) }
      members["url"] = .string(redaction.redacted(path: parts.first ?? "") + query.joined())
    }
    members["path"] = path?.members.map { parts in
      .dictionary(
        parts.mapValues { part in
          if case .string(let text) = part { .string(redaction.redacted(path: text)) } else { part }
        })
    }
    return .dictionary(members)
  }

  // MARK: - Random strings

  /// Returns a note about each random string, which may be a secret.
  package func notes(on entries: [Recording.Entry]) -> [String] {
    guard MockSecrets.isOn else { return [] }
    var (known, said): (Set<String>, Set<String>) = ([], [])
    let notes = entries.enumerated().flatMap { number, entry in
      unknown(in: entry).filter { known.insert($0.text).inserted }.map { part, path, _ in
        let path = redaction.redacted(inPlace: path).escaped
        return "possible secret in \(part) \(number + 1)" + (path.isEmpty ? "" : ", `\(path)`")
      }
    }
    .filter { said.insert($0).inserted }
    return notes.isEmpty
      ? [] : notes + ["the recording keeps possible secrets; `--redact-unknown` replaces them"]
  }

  /// A shorter body may be a token, even if its declared type isn't text.
  private static let uploadSizeMinimum = 150

  /// Returns whether a member of a request's body is an uploaded file, whose bytes are in base64.
  private static func isUpload(at path: String, in arguments: AnyCodableValue) -> Bool {
    let steps = path.split(separator: ".").map(String.init)
    let type = ContentType(arguments.member(at: ["headers", "content-type"])?.string)
    let isForm = type?.name == "multipart/form-data"
    guard steps.first == "body",
      isForm ? steps.count > 1 && steps.last == "body" : steps.count == 1,
      let text = arguments.member(at: steps)?.string,
      let bytes = [UInt8](base64: Array(text.utf8)), bytes.count >= uploadSizeMinimum,
      String(validUTF8: bytes) == nil
    else { return false }
    // A file in a form has its own type.
    let own =
      isForm ? ContentType(arguments.member(at: steps.dropLast() + ["type"])?.string) : type
    return own.map { !$0.isText } ?? false
  }

  private func unknown(in entry: Recording.Entry) -> [(part: String, path: String, text: String)] {
    let (response, isHTTP) = (entry.response, HTTPHost.isName(entry.service))
    let route = isHTTP ? String(urlEscaped: entry.method.utf8, isQuery: false) : nil
    let parts: [(name: String, value: AnyCodableValue?)] = [
      ("the path of request", route.map { .string($0) }), ("request", entry.arguments),
      ("response", response.value), ("response", response.values.map { .array($0) }),
      ("response", response.error.map { ["error": .string($0.message)] }),
      ("response", response.error?.details.map { ["error": $0] }),
    ]
    return parts.flatMap { part, value in
      UnknownSecrets.places(in: value ?? .null).filter { place in
        guard isHTTP, part == "request" else { return true }
        if Self.isUpload(at: place.path, in: entry.arguments) { return false }
        // Rules contain only a few of a request's headers.
        return place.path.hasPrefix("headers.")
          ? HeaderNames.discriminating.contains(String(place.path.dropFirst(8)))
          : place.path != "url" && !place.path.hasPrefix("path.")
      }.map { place in
        let isBody = isHTTP && part == "response" && place.path.hasPrefix("body")
        let path = isBody ? place.path.dropFirst(4) : place.path[...]
        return (part, String(path.first == "." ? path.dropFirst() : path), place.text)
      }
    }
  }
}
