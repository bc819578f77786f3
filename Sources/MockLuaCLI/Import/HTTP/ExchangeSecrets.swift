import MockData

/// Replaces the tokens, cookies, and passwords of recordings with placeholders of the same length.
///
/// Secrets are values in headers, queries, and bodies that have a name in ``MockSecrets`` or a known format. Each
/// secret has one placeholder, so a token in one response is the same in later requests.
struct ExchangeSecrets {
  private let redaction = Redaction(style: .sameLength, findsShapes: true)

  /// The number of secrets that were found.
  var count: Int { redaction.count }

  func redacted(_ exchanges: [Exchange]) -> [Exchange] {
    redaction.redacted { exchanges.map(redacted) }
  }

  private func redacted(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    let url = exchange.request.url
    exchange.request.url.path = redaction.redacted(path: url.path, at: url.host ?? "")
    exchange.request.headers = exchange.request.headers.redacted(by: redaction)
    exchange.response.headers = exchange.response.headers.redacted(by: redaction)
    exchange.request.url.query = url.query.redacted(by: redaction)
    exchange.request.body = redacted(exchange.request.body)
    exchange.response.body = redacted(exchange.response.body)
    exchange.response.template?.redact(redaction)
    return exchange
  }

  private func redacted(_ body: ExchangeBody) -> ExchangeBody {
    switch body {
    case .json(let value): return .json(redaction.redacted(value))
    case .form(let fields): return .form(fields.redacted(by: redaction))
    case .text(let text): return .text(redaction.redacted(text))
    case .bytes(let bytes): return .bytes(redaction.redacted(bytes))
    case .none, .unknown: return body
    case .parts(let parts):
      return .parts(
        parts.map { part in
          guard case .text(let text)? = part.content else { return part }
          var part = part
          part.content = .text(redaction.redacted(text, named: part.name))
          return part
        })
    }
  }
}

extension [HTTPField] {
  func redacted(by redaction: Redaction) -> Self {
    map { HTTPField($0.name, redaction.redacted($0.value, named: $0.name)) }
  }
}
