internal import MockConfiguration
internal import MockData
package import MockLua

extension LuaText {
  /// A host with its word: `http "https://api.example.com"`, or `http` for any.
  ///
  /// - Parameters:
  ///   - service: The name of the service, such as `//*.example.com`.
  ///   - words: Words of the handle, such as `:passes()`.
  /// - Returns: What stands before the table of routes.
  package static func http(_ service: String, words: [String] = []) -> LuaPiece {
    // Words can only follow a handle, and plain `http` isn't a handle.
    if service == "//*", words.isEmpty { return LuaPiece("http") }
    let name = service.hasPrefix("//") ? String(service.dropFirst(2)) : service
    return LuaPiece((["http \(string(name))"] + words).joined(separator: " "))
  }

  /// An answer of a route: `reply` of the body, or `status` where one is given, and the headers.
  package static func answer(
    status: Int?, _ body: LuaPiece?, _ headers: [String: LuaPiece]
  ) -> [LuaPiece] {
    var pieces: [LuaPiece]
    switch (status, body) {
    case (nil, nil): pieces = [LuaPiece("reply()")]
    case (nil, let body?): pieces = [call("reply", body)]
    case (let status?, nil): pieces = [LuaPiece("status(\(status))")]
    case (let status?, let body?): pieces = [LuaPiece("status(\(status), "), body, LuaPiece(")")]
    }
    if !headers.isEmpty { pieces.append(call(" :headers", table(headers))) }
    return pieces
  }
}
