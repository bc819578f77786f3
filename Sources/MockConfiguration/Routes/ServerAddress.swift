internal import MockData

/// The URL of a server in an OpenAPI description, with each variable replaced by its default.
package enum ServerAddress {
  /// The maximum length of an address in bytes.
  ///
  /// Clients don't accept longer addresses.
  private static let lengthLimit = 2000

  /// Replaces each `{name}` once, as in `https://{region}.example.com/v1`.
  ///
  /// Names in the defaults aren't replaced, and a name without a default is left unchanged.
  ///
  /// - Throws: `RouteProblem` for a default that contains braces, and for an address of more than 2,000 bytes.
  package static func expanded(
    _ url: String, _ defaults: [String: String]
  ) throws(RouteProblem) -> String {
    var result = ""
    var rest = url[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      result += rest[..<start]
      let name = rest[rest.index(after: start)..<end]
      let value = defaults[String(name)]
      if let value, value.contains(where: { $0 == "{" || $0 == "}" }) {
        throw RouteProblem(
          "the default of the server variable `\(name.escaped)` has braces: \(value.escaped(limit: 60))",
          "write a value without other variables")
      }
      result += value ?? String(rest[start...end])
      rest = rest[rest.index(after: end)...]
      guard result.utf8.count + rest.utf8.count <= lengthLimit else { break }
    }
    result += rest
    guard result.utf8.count <= lengthLimit else {
      throw RouteProblem(
        "the address of the server is longer than \(lengthLimit) bytes", "shorten it")
    }
    return result
  }
}
