import MockData

/// Replaces the tokens, cookies, and passwords of recordings with placeholders of the same length.
///
/// A secret has a name of ``MockSecrets`` or a known format, in headers, queries, and bodies. Each secret has one
/// placeholder, so a token in one response is the same in later requests.
struct ExchangeSecrets {
  private let redaction = Redaction(style: .sameLength, findsShapes: true)

  /// The number of secrets that were found.
  var count: Int { redaction.count }

  /// Returns the exchanges without secrets.
  func redacted(_ exchanges: [Exchange]) -> [Exchange] {
    // The first pass finds the secrets, which may also occur in earlier exchanges.
    _ = exchanges.map(redacted)
    return exchanges.map(redacted)
  }

  private func redacted(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    exchange.request.url.path = redaction.redacted(inPlace: exchange.request.url.path)
    exchange.request.headers = exchange.request.headers.map(redacted)
    exchange.response.headers = exchange.response.headers.map(redacted)
    exchange.request.url.query = exchange.request.url.query.map(redacted)
    exchange.request.body = redacted(exchange.request.body)
    exchange.response.body = redacted(exchange.response.body)
    return exchange
  }

  private func redacted(_ body: ExchangeBody) -> ExchangeBody {
    switch body {
    case .json(let value): return .json(redaction.redacted(value))
    case .form(let fields): return .form(fields.map(redacted))
    case .text(let text): return .text(redaction.redacted(text))
    case .none, .bytes, .unknown: return body
    case .parts(var parts):
      for (index, part) in parts.enumerated() {
        if case .text(let text)? = part.content {
          parts[index].content = .text(redaction.redacted(text, named: part.name))
        }
      }
      return .parts(parts)
    }
  }

  private func redacted(_ field: HTTPField) -> HTTPField {
    HTTPField(name: field.name, value: redaction.redacted(field.value, named: field.name))
  }
}
