import MockData

/// Replaces the tokens, cookies and passwords of recordings by placeholders of the same length.
///
/// A secret is what ``MockSecrets`` names, in headers, queries and bodies. It has one placeholder wherever it stands, so
/// that a token that one answer gives and later requests send stays one.
struct ExchangeSecrets {
  private let redaction = Redaction(style: .sameLength)

  /// Shorter ones, in characters, are replaced where they stand and not looked for elsewhere.
  private static let shortest = 8

  /// How many there were.
  var count: Int { redaction.count }

  /// The exchanges without secrets.
  func redacted(_ exchanges: [Exchange]) -> [Exchange] {
    guard MockSecrets.isOn else { return exchanges }
    for exchange in exchanges {
      exchange.request.headers.forEach(remember)
      exchange.response.headers.forEach(remember)
      for field in exchange.request.url.query {
        redaction.remember(.string(field.value), named: field.name)
      }
      remember(exchange.request.body)
      remember(exchange.response.body)
    }
    return exchanges.map { exchange in
      var exchange = exchange
      exchange.request.url.path = redaction.redacted(inPlace: exchange.request.url.path)
      exchange.request.url.query = exchange.request.url.query.map { redacted(field: $0) }
      exchange.request.headers = exchange.request.headers.map(redacted(header:))
      exchange.request.body = redacted(exchange.request.body)
      exchange.response.headers = exchange.response.headers.map(redacted(header:))
      exchange.response.body = redacted(exchange.response.body)
      return exchange
    }
  }

  private func remember(_ body: ExchangeBody) {
    switch body {
    case .json(let value): redaction.remember(value)
    case .form(let fields):
      for field in fields { redaction.remember(.string(field.value), named: field.name) }
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
    case .form(let fields): .form(fields.map { redacted(field: $0) })
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

  // MARK: - Headers

  private func remember(_ header: HTTPField) {
    for secret in Self.secrets(of: header) where secret.count >= Self.shortest {
      redaction.remember(secret: .string(String(secret)))
    }
  }

  private func redacted(header: HTTPField) -> HTTPField {
    var value = ""
    var end = header.value.startIndex
    for secret in Self.secrets(of: header) {
      value += header.value[end..<secret.startIndex]
      value +=
        secret.count < Self.shortest
        ? Redaction.sameLength(as: String(secret), number: 0)
        : redaction.redacted(String(secret))
      end = secret.endIndex
    }
    value += header.value[end...]
    return HTTPField(name: header.name, value: redaction.redacted(value))
  }

  /// The parts of a header's value that are secrets: credentials without their scheme, values of cookies without their
  /// names.
  private static func secrets(of header: HTTPField) -> [Substring] {
    guard MockSecrets.isSecret(header.name) else { return [] }
    switch header.name.lowercased() {
    case "authorization", "proxy-authorization":
      let space = header.value.firstIndex(of: " ")
      return [space.map { header.value[header.value.index(after: $0)...] } ?? header.value[...]]
    case "cookie": return header.value.split(separator: ";").compactMap(value)
    case "set-cookie":
      return header.value.split(separator: ";", maxSplits: 1).prefix(1).compactMap(value)
    default: return header.value.isEmpty ? [] : [header.value[...]]
    }
  }

  private static func value(of pair: Substring) -> Substring? {
    guard let equals = pair.firstIndex(of: "=") else { return nil }
    let value = pair[pair.index(after: equals)...]
    return value.isEmpty ? nil : value
  }
}
