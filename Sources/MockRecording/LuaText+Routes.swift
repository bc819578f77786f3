internal import MockConfiguration
internal import MockData
package import MockLua

extension LuaText {
  /// A host with its word: `http "https://api.example.com"`, or `http` for any.
  ///
  /// - Parameter service: The name of the service, such as `//*.example.com`.
  /// - Returns: What stands before the table of routes.
  package static func http(_ service: String) -> LuaPiece {
    if service == "//*" { return LuaPiece("http") }
    return LuaPiece(
      "http \(string(service.hasPrefix("//") ? String(service.dropFirst(2)) : service))")
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
