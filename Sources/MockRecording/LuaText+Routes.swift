internal import MockConfiguration
internal import MockData
package import MockLua

extension LuaText {
  /// Returns a host declaration: `http "https://api.example.com"`, or `http` for any host.
  ///
  /// - Parameters:
  ///   - service: The name of the service, such as `//*.example.com`.
  ///   - words: Modifiers of the declaration, such as `:passthrough()`.
  /// - Returns: The part before the table of routes.
  package static func http(_ service: String, words: [String] = []) -> LuaPiece {
    // A modifier can only follow a handle. `http` without a host isn't a handle.
    if service == "//*", words.isEmpty { return LuaPiece("http") }
    let name = service.hasPrefix("//") ? String(service.dropFirst(2)) : service
    return LuaPiece((["http \(string(name))"] + words).joined(separator: " "))
  }

  /// Returns a route's response with its headers: `reply` with the body, or `status` if a status is given.
  package static func answer(
    status: Int?, _ body: LuaPiece?, _ headers: [String: LuaPiece], fault: RouteFault? = nil
  ) -> [LuaPiece] {
    var pieces: [LuaPiece]
    switch (status, body) {
    case (_, let body) where fault != nil:
      let name = string(fault?.rawValue ?? "")
      pieces =
        body.map { [LuaPiece("fault(\(name), "), $0, LuaPiece(")")] } ?? [LuaPiece("fault \(name)")]
      if let status { pieces.append(LuaPiece(" :status(\(status))")) }
    case (nil, nil): pieces = [LuaPiece("reply()")]
    case (nil, let body?): pieces = [call("reply", body)]
    case (let status?, nil): pieces = [LuaPiece("status(\(status))")]
    case (let status?, let body?): pieces = [LuaPiece("status(\(status), "), body, LuaPiece(")")]
    }
    if !headers.isEmpty { pieces.append(call(" :headers", table(headers))) }
    return pieces
  }
}
