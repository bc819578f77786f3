internal import MockSessions

/// Who is let in.
enum AccessRules {
  /// Refuses what comes by another name than this machine's own, or from another site's page.
  static func checkSender(of request: HTTPRequest, port: Int) throws(Refusal) {
    let names = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.host?.lowercased(), names.contains(host) else {
      throw Refusal(
        403, "badHost", "ask by the name `127.0.0.1:\(port)`, once, in the header `Host`")
    }
    guard let origin = request.origin else { return }
    guard names.contains(where: { origin == "http://\($0)" }) else {
      throw Refusal(403, "badOrigin", "pages of other origins are not let in")
    }
  }

  /// Refuses who does not know the token.
  static func checkToken(of request: HTTPRequest, _ token: SessionToken) throws(Refusal) {
    let given = request.authorization.flatMap { text -> SessionToken? in
      let parts = text.split(separator: " ", omittingEmptySubsequences: true)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
      return SessionToken(String(parts[1]))
    }
    guard given == token else {
      throw Refusal(
        401, "badToken",
        "send the token that stands behind # in the printed address: `Authorization: Bearer TOKEN`")
    }
  }
}
