internal import MockConfiguration
internal import MockData

/// Replaces the secrets of recorded calls by placeholders of the same length, before anything is written.
struct RecordedSecrets {
  private let redaction = Redaction(style: .sameLength, findsShapes: true)

  /// A sentence about the calls without secrets.
  func redacted(_ text: String) -> String { redaction.redacted(text) }

  /// The calls without secrets: equal ones have equal placeholders, so that what matches goes on to match.
  func redacted(_ entries: [Recording.Entry]) -> [Recording.Entry] {
    guard MockSecrets.isOn else { return entries }
    for entry in entries {
      redaction.remember(.string(entry.method))
      redaction.remember(entry.arguments)
      // `fetchToken` answers with the token itself.
      let isSecret = MockSecrets.isSecret(endOf: entry.method)
      if let value = entry.response.value {
        if isSecret, case .string = value { redaction.remember(secret: value) }
        redaction.remember(value)
      }
      for value in entry.response.values ?? [] { redaction.remember(value) }
      if let details = entry.response.error?.details { redaction.remember(details) }
      if let message = entry.response.error?.message { redaction.remember(.string(message)) }
    }
    return entries.map { entry in
      var entry = entry
      entry.method = redaction.redacted(inPlace: entry.method)
      entry.arguments = redaction.redacted(entry.arguments)
      entry.response.value = entry.response.value.map { redaction.redacted($0) }
      entry.response.values = entry.response.values.map { $0.map { redaction.redacted($0) } }
      if var error = entry.response.error {
        error.message = redaction.redacted(error.message)
        error.details = error.details.map { redaction.redacted($0) }
        entry.response.error = error
      }
      return entry
    }
  }
}
