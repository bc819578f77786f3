internal import MockHTTPServer

// The headers of the inspector's answers; made once, since each answer has some.
extension HTTPHeaders {
  /// What every answer says: nobody keeps it, guesses its type, or shows it in a frame.
  private static let common = [
    (name: "Cache-Control", value: "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static let api = common + [("Content-Security-Policy", "default-src 'none'")]

  static let json = HTTPHeaders(api + [("Content-Type", "application/json")])
  static let empty = HTTPHeaders(api)
  static let events = HTTPHeaders(api + [("Content-Type", "text/event-stream")])
  static let unauthorized = HTTPHeaders(
    api + [("Content-Type", "application/json"), ("WWW-Authenticate", "Bearer")])

  /// The headers of a path that takes other methods.
  static func allowing(_ methods: [String]) -> HTTPHeaders {
    let list = methods.joined(separator: ", ")
    return HTTPHeaders(api + [("Content-Type", "application/json"), ("Allow", list)])
  }

  /// The headers of a part of the page, which runs nothing and asks nobody but this server.
  static func page(_ type: String) -> HTTPHeaders {
    HTTPHeaders(
      common + [
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
        ), ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Content-Type", type),
      ])
  }
}
