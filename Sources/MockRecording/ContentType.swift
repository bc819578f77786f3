internal import MockConfiguration

/// The type of a body, as given in the `Content-Type` header.
package struct ContentType: Equatable {
  /// The type and subtype in lowercase, such as `application/json`.
  package let name: String
  /// The character encoding in lowercase; nil if it isn't specified.
  package let charset: String?

  /// Parses the value of a header, or returns nil if it doesn't contain a type.
  package init?(_ header: String?) {
    guard let header else { return nil }
    let parts = header.split(separator: ";").map { Self.trimmed($0) }
    guard let first = parts.first, first.contains("/") else { return nil }
    name = first.lowercased()
    let prefix = "charset="
    charset = parts.dropFirst().map { $0.lowercased() }.first { $0.hasPrefix(prefix) }
      .map { $0.dropFirst(prefix.count).filter { $0 != "\"" } }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    text.drop { $0 == " " || $0 == "\t" }
  }

  /// Whether a header describes a body of this type that is encoded as UTF-8.
  ///
  /// JSON is always UTF-8, with or without a `charset` parameter (RFC 8259, 8.1).
  package func isMeant(by header: String) -> Bool {
    let parts = header.lowercased().filter { $0 != " " && $0 != "\"" }.split(separator: ";")
    guard parts.first.map({ $0 == name }) == true else { return false }
    let own = isJSON || charset == nil ? [] : ["charset=\(charset ?? "")"]
    return parts.dropFirst().filter { !isJSON || $0 != "charset=utf-8" }.map(String.init) == own
  }

  package var isJSON: Bool { MediaType.isJSON(name) }

  /// Whether the type is plain JSON, which is the default for a response without the header.
  package var isPlainJSON: Bool { name == "application/json" }

  package var isText: Bool {
    name.hasPrefix("text/") || isJSON || name.hasSuffix("+xml")
      || [
        "application/xml", "application/javascript", "application/x-javascript",
        "application/ecmascript", "application/x-www-form-urlencoded", "application/graphql",
        "application/yaml", "application/x-ndjson", "application/manifest+json",
        "application/x-mpegurl", "application/vnd.apple.mpegurl",
      ].contains(name)
  }

  /// The extension of a file of this type.
  package var fileEnding: String { Self.endings.first { $0.type == name }?.ending ?? "bin" }

  /// Whether a file with a given extension is sent with this type.
  package func isUsual(ofEnding ending: String) -> Bool {
    ContentType(MediaType.ofFile("a.\(ending)")).map(\.name) == name
  }

  private static let endings: [(type: String, ending: String)] = [
    ("application/json", "json"), ("text/html", "html"), ("text/css", "css"),
    ("text/javascript", "js"), ("application/javascript", "js"), ("text/plain", "txt"),
    ("text/csv", "csv"), ("application/xml", "xml"), ("text/xml", "xml"), ("image/png", "png"),
    ("image/jpeg", "jpg"), ("image/gif", "gif"), ("image/webp", "webp"), ("image/svg+xml", "svg"),
    ("image/x-icon", "ico"), ("image/vnd.microsoft.icon", "ico"), ("image/avif", "avif"),
    ("font/woff", "woff"), ("font/woff2", "woff2"), ("font/ttf", "ttf"),
    ("application/pdf", "pdf"), ("application/zip", "zip"), ("application/gzip", "gz"),
    ("application/wasm", "wasm"), ("audio/mpeg", "mp3"), ("video/mp4", "mp4"),
    ("application/x-protobuf", "pb"), ("application/octet-stream", "bin"),
  ]
}
