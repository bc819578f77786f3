package import MockConfiguration
package import MockData

/// How the answer of the live side has come to differ from that of a script, values aside.
package enum AnswerDrift: Sendable, Hashable {
  /// What a body is, as far as a client can tell.
  package enum Content: String, Sendable {
    case nothing = "no body"
    case json = "JSON"
    case text = "text"
    case bytes = "bytes"
  }

  /// Another status.
  case status(was: Int, is: Int)
  /// A body of another form.
  case content(was: Content, is: Content)
  /// A part of another shape.
  case shape(ShapeDifference)
  /// The live service throws where the script answers.
  case threw(code: String)

  // MARK: - Comparing

  /// What an answer of the script and one of the live side do not have in common.
  ///
  /// - Parameters:
  ///   - answer: What the script answers; nil for nothing.
  ///   - known: The shapes of all that the script answers there, by which enumerations are told; that of the answer by
  ///     default.
  ///   - live: What the live side answers; nil for nothing.
  /// - Returns: The differences; none where the answers have the same shape.
  package static func all(
    from answer: AnyCodableValue?, knowing known: ValueShape? = nil, to live: AnyCodableValue?
  ) -> [AnswerDrift] {
    guard let answer, let live else { return [] }
    return ValueShape(answer).differences(to: ValueShape(live), knowing: known).map(
      AnswerDrift.shape)
  }

  /// What an answer of a route and one of the live side do not have in common.
  package static func all(
    from answer: RoutedValue, knowing known: ValueShape? = nil, to live: RoutedValue
  ) -> [AnswerDrift] {
    let (was, now) = (answer.status ?? 200, live.status ?? 200)
    guard was == now else { return [.status(was: was, is: now)] }
    let (form, body) = content(of: answer)
    var (liveForm, liveBody) = content(of: live)
    if form == .json, liveForm != .nothing, live.header("Content-Type").isEmpty {
      // Who sends JSON need not say so.
      (liveForm, liveBody) = parsed(live) ?? (liveForm, liveBody)
    }
    guard form == liveForm else { return [.content(was: form, is: liveForm)] }
    return form == .json ? all(from: body, knowing: known, to: liveBody) : []
  }

  /// The shapes of all that a method answers, of a route those of the bodies.
  package static func known(of responses: [MockResponse], isOfRoute: Bool) -> ValueShape {
    var known = ValueShape()
    for response in responses where response.result == .success {
      if !isOfRoute {
        if let value = response.value { known.merge(ValueShape(value)) }
      } else if let value = try? RoutedValue(response.value), let data = data(of: value) {
        known.merge(ValueShape(data))
      }
    }
    return known
  }

  /// Whether an answer tells of the condition that a server is in, which no request brings about.
  package static func isCondition(_ answer: RoutedValue) -> Bool {
    let status = answer.status ?? 200
    return status >= 500 || status == 429 || status == 408
  }

  /// The data of an answer's body; nil for any other than JSON.
  private static func data(of answer: RoutedValue) -> AnyCodableValue? {
    let (form, body) = content(of: answer)
    return form == .json ? body : nil
  }

  private static func content(of answer: RoutedValue) -> (Content, AnyCodableValue?) {
    let type = answer.header("Content-Type").first
    switch answer.content {
    case .nothing: return (.nothing, nil)
    case .body(let data):
      if let type, !MediaType.isJSON(type), case .string(let text) = data {
        return (text.isEmpty ? .nothing : .text, nil)
      }
      return (.json, data)
    case .bytes(let text):
      if text.isEmpty { return (.nothing, nil) }
      if let type, MediaType.isJSON(type), let parsed = parsed(answer) { return parsed }
      return (.bytes, nil)
    case .event(let data), .chunk(let data): return (.json, data)
    }
  }

  private static func parsed(_ answer: RoutedValue) -> (Content, AnyCodableValue?)? {
    guard let bytes = answer.bytes, let text = String(validUTF8: bytes),
      let data = try? JSONParser().parse(text)
    else { return nil }
    return (.json, data)
  }
}
