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
    exchange.request.headers = redacted(exchange.request.headers)
    exchange.response.headers = redacted(exchange.response.headers)
    exchange.request.url.query = redacted(url.query)
    exchange.request.body = redacted(exchange.request.body)
    exchange.response.body = redacted(exchange.response.body)
    return exchange
  }

  private func redacted(_ body: ExchangeBody) -> ExchangeBody {
    switch body {
    case .json(let value): return .json(redaction.redacted(value))
    case .form(let fields): return .form(redacted(fields))
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

  private func redacted(_ fields: [HTTPField]) -> [HTTPField] {
    fields.map { HTTPField($0.name, redaction.redacted($0.value, named: $0.name)) }
  }
}
