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
    guard MockSecrets.isOn else { return exchanges }
    for exchange in exchanges {
      remember(exchange.request.headers + exchange.response.headers + exchange.request.url.query)
      remember(exchange.request.body)
      remember(exchange.response.body)
    }
    return exchanges.map { exchange in
      var exchange = exchange
      exchange.request.url.path = redaction.redacted(inPlace: exchange.request.url.path)
      exchange.request.url.query = exchange.request.url.query.map(redacted(field:))
      exchange.request.headers = exchange.request.headers.map(redacted(field:))
      exchange.request.body = redacted(exchange.request.body)
      exchange.response.headers = exchange.response.headers.map(redacted(field:))
      exchange.response.body = redacted(exchange.response.body)
      return exchange
    }
  }

  private func remember(_ fields: [HTTPField]) {
    for field in fields { redaction.remember(.string(field.value), named: field.name) }
  }

  private func remember(_ body: ExchangeBody) {
    switch body {
    case .json(let value): redaction.remember(value)
    case .form(let fields): remember(fields)
    case .parts(let parts):
      for part in parts {
        if case .text(let text)? = part.content {
          redaction.remember(.string(text), named: part.name)
        }
      }
    case .text(let text): redaction.remember(.string(text))
    case .none, .bytes, .unknown: break
    }
  }

  private func redacted(_ body: ExchangeBody) -> ExchangeBody {
    switch body {
    case .json(let value): .json(redaction.redacted(value))
    case .form(let fields): .form(fields.map(redacted(field:)))
    case .parts(let parts): .parts(parts.map(redacted(part:)))
    case .text(let text): .text(redaction.redacted(text))
    case .none, .bytes, .unknown: body
    }
  }

  private func redacted(part: FormPart) -> FormPart {
    guard case .text(let text)? = part.content else { return part }
    var part = part
    part.content = .text(redacted(field: HTTPField(name: part.name, value: text)).value)
    return part
  }

  private func redacted(field: HTTPField) -> HTTPField {
    guard case .string(let value) = redaction.redacted(.string(field.value), named: field.name)
    else { return field }
    return HTTPField(name: field.name, value: value)
  }
}
