package import MockConfiguration
package import MockData

/// A difference between the live service's response and the script's response, other than different values.
package enum ResponseDrift: Sendable, Hashable {
  /// The kind of a body, as a client sees it.
  package enum Content: String, Sendable {
    case nothing = "no body"
    case json = "JSON"
    case text = "text"
    case bytes = "bytes"
  }

  case status(was: Int, is: Int)
  case content(was: Content, is: Content)
  case shape(ShapeDifference)
  /// The live service returned an error, while the script returns a value.
  case threw(code: String)

  // MARK: - Comparing

  /// `known` is the merged shape of all the script's responses for the method, which is used to recognize enumerations.
  ///
  /// If a service returns nothing, its response is nil.
  package static func all(
    from answer: AnyCodableValue?, knowing known: ValueShape? = nil, to live: AnyCodableValue?
  ) -> [ResponseDrift] {
    guard let answer, let live else { return [] }
    return ValueShape(answer).differences(to: ValueShape(live), knowing: known).map(
      ResponseDrift.shape)
  }

  package static func all(
    from answer: RoutedValue, knowing known: ValueShape? = nil, to live: RoutedValue
  ) -> [ResponseDrift] {
    let (was, now) = (answer.status ?? 200, live.status ?? 200)
    guard was == now else { return [.status(was: was, is: now)] }
    let (form, body) = content(of: answer)
    var (liveForm, liveBody) = content(of: live)
    if form == .json, liveForm != .nothing, live.header("Content-Type").isEmpty {
      // A server can send JSON without declaring it as such.
      (liveForm, liveBody) = parsed(live) ?? (liveForm, liveBody)
    }
    guard form == liveForm else { return [.content(was: form, is: liveForm)] }
    return form == .json ? all(from: body, knowing: known, to: liveBody) : []
  }

  /// For a route, it is the shape of the bodies.
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

  /// Whether a response is caused by the state of the server rather than the request.
  package static func isCondition(_ answer: RoutedValue) -> Bool {
    let status = answer.status ?? 200
    return answer.fault != nil || status >= 500 || status == 429 || status == 408
  }

  /// Returns the data of a response's body; nil if it isn't JSON.
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
    case .piece: return (.bytes, nil)
    }
  }

  private static func parsed(_ answer: RoutedValue) -> (Content, AnyCodableValue?)? {
    guard let bytes = answer.bytes, let text = String(validUTF8: bytes),
      let data = try? JSONParser().parse(text)
    else { return nil }
    return (.json, data)
  }
}

extension ResponseDrift {
  /// A stable name for use by programs.
  package var code: String {
    switch self {
    case .status: "other-status"
    case .content: "other-content"
    case .threw: "live-error"
    case .shape(let difference):
      switch difference.change {
      case .missing: "missing-field"
      case .new: "new-field"
      case .kind: "other-type"
      case .newCase: "new-case"
      }
    }
  }

  /// The path to the difference within the response; nil for the response as a whole.
  package var path: String? {
    guard case .shape(let difference) = self, !difference.path.steps.isEmpty else { return nil }
    return difference.path.description
  }

  /// In a sentence, the words follow the name of the request or method.
  private var words: String {
    switch self {
    case .status(let was, let now):
      return "returns the status \(now), but the script returns \(was)"
    case .content(let was, let now):
      return "returns \(now.rawValue), but the script returns \(was.rawValue)"
    case .threw(let code): return "throws `\(code.escaped)`, but the script does not"
    case .shape(let difference):
      let part = path.map { "`\($0)`" } ?? "the response"
      switch difference.change {
      case .missing: return "doesn't have \(part), but the script does"
      case .new(let kind):
        return "has \(part)\(kind.map { ", \($0.phrase)" } ?? ""), but the script doesn't"
      case .kind(let was, let now):
        return "returns \(now.phrase) for \(part), but the script returns \(was.phrase)"
      case .newCase(let text, let known):
        let cases = known.prefix(5).map { "`\($0.escaped)`" }.joined(separator: ", ")
        let more = known.count > 5 ? ", ..." : ""
        return "returns `\(text.escaped)` for \(part), but the script returns only \(cases)\(more)"
      }
    }
  }

  private var suggestion: String {
    switch self {
    case .shape(let difference):
      if case .newCase = difference.change { return "add it to the script" }
    case .threw: return "check that the live service works, or record the response again"
    case .status, .content: break
    }
    return "record the response again, or fix it"
  }

  /// The warning is at the line of the script's response.
  ///
  /// `title` is the request or method that was called. `redaction` removes secrets from the message.
  package func diagnostic(
    title: String, at place: ScriptLocation?, age: RecordedAge? = nil, _ redaction: Redaction
  ) -> MockDiagnostic {
    let since = age.map { " (recorded \($0))" } ?? ""
    return MockDiagnostic(
      .warning, code: code, at: place,
      problem: redaction.redacted("`\(title.escaped)` \(words)") + since, suggestion: suggestion)
  }
}
