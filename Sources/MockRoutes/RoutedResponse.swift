package import MockCalls
package import MockConfiguration
internal import MockData

/// A part of a response.
///
/// The head comes first, followed by the bytes of the body.
package enum RoutedPart: Sendable {
  /// The status, the headers in a stable order, and the length of the whole body.
  ///
  /// The length is nil if pieces follow as they arrive. The headers of a stream or of a response without a body can
  /// contain a different length.
  case head(status: Int, headers: [(name: String, value: String)], length: Int?)
  case bytes([UInt8])
}

/// The reason why a request has no response.
package enum RoutedFailure: Error {
  /// The scenario fails the request with a `URLError`.
  ///
  /// `fault` is the connection fault that causes the error, if any.
  case url(code: Int, name: String, message: String, fault: RouteFault? = nil)
  case mock(MockServiceError)

  init(_ fault: RouteFault) {
    let name = fault.errorName
    self = .url(code: URLErrorName.code(of: name) ?? -1, name: name, message: name, fault: fault)
  }

  package init(_ error: any Error) {
    switch error {
    case let error as RoutedFailure: self = error
    case is CancellationError:
      self = .url(code: -999, name: "cancelled", message: "cancelled")
    case let error as MockServiceError:
      if let code = URLErrorName.code(of: error.code) {
        self = .url(code: code, name: error.code, message: error.message)
      } else {
        self = .mock(error)
      }
    default: self = .mock(MockServiceError(untyped: error))
    }
  }
}

/// Converts the values of a call to parts, until the call ends or a value isn't a valid response.
///
/// `@unchecked Sendable`: The values of a call arrive one after the other, followed by the end.
final class RoutedResponse: @unchecked Sendable {
  private let receive: @Sendable (RoutedPart) -> Void
  private let finish: @Sendable (RoutedFailure?) -> Void
  private var rendering = ResponseRendering()
  private var hasEnded = false
  /// The reason why the body of the request doesn't match its headers; nil if it does.
  private let bodyProblem: String?

  init(
    _ receive: @escaping @Sendable (RoutedPart) -> Void,
    _ finish: @escaping @Sendable (RoutedFailure?) -> Void, bodyProblem: String?
  ) {
    (self.receive, self.finish, self.bodyProblem) = (receive, finish, bodyProblem)
  }

  /// Forwards a value, and returns whether it accepts more values.
  ///
  /// A response from the network keeps its original form.
  func take(_ value: AnyCodableValue, _ live: LiveResponse?) -> Bool {
    guard !hasEnded else { return false }
    if let live {
      for part in live.parts { receive(part) }
      rendering.isDone()
      return true
    }
    do {
      for part in try rendering.parts(of: value) { receive(part) }
      if let fault = rendering.fault {
        hasEnded = true
        finish(RoutedFailure(fault))
      }
      return true
    } catch {
      hasEnded = true
      finish(RoutedFailure(error))
      return false
    }
  }

  func end(_ live: LiveResponse) {
    for part in live.parts { receive(part) }
    finish(nil)
  }

  /// Ends the response because the network didn't respond.
  func end(_ error: any Error) { finish(RoutedFailure(error)) }

  func end(_ end: CallResponse?) {
    guard !hasEnded else { return }
    hasEnded = true
    switch end?.content {
    case .error(var error) where error.problem == .noMatch:
      // If the body couldn't be parsed, rules for data don't match it. The message therefore includes the problem.
      if let bodyProblem { error.message += "; \(bodyProblem)" }
      finish(RoutedFailure(error))
    case .error(let error): finish(RoutedFailure(error))
    case .cancelled: finish(RoutedFailure(CancellationError()))
    case .value, .values, .live, nil:
      for part in rendering.end() { receive(part) }
      finish(nil)
    }
  }
}

/// Converts a route's values to bytes.
private struct ResponseRendering {
  private enum Form { case nothing, whole, events, chunks }

  private var form = Form.nothing
  /// The first value, which has the headers.
  private var first: RoutedValue?
  /// Whether a chunk with bytes has been sent.
  private var hasChunks = false
  /// The fault that ends the response.
  private(set) var fault: RouteFault?

  mutating func parts(of value: AnyCodableValue) throws -> [RoutedPart] {
    let answer: RoutedValue
    do throws(RouteProblem) {
      answer = try RoutedValue(value)
    } catch {
      throw MockServiceError(code: "decodingFailed", message: error.description)
    }
    let isFirst = form == .nothing
    if isFirst { first = answer }
    fault = answer.fault
    if let fault { return fault == .truncated ? truncated(answer) : [] }
    switch answer.content {
    case .nothing:
      form = .whole
      return isFirst ? [head(answer, nil, length: 0)] : []
    case .body, .bytes:
      form = .whole
      let bytes = answer.bytes ?? []
      let isData = if case .body = answer.content { true } else { false }
      let type = isData ? "application/json" : "application/octet-stream"
      return [head(answer, type, length: bytes.count), .bytes(bytes)]
    // A pushed value is an event, but the stream determines how it is sent.
    case .event(let data) where isFirst || first?.isOfEvents != false:
      form = .events
      let head = isFirst ? [head(answer, "text/event-stream", length: nil)] : []
      return head + [.bytes(Self.event(data))]
    case .chunk(let data), .event(let data):
      form = .chunks
      let head = isFirst ? [head(answer, "application/json", length: nil)] : []
      if data == "" { return head }
      defer { hasChunks = true }
      guard case .string(let text) = data, let first else {
        return head + [.bytes(data.compactJSON + [0x0A])]
      }
      do throws(RouteProblem) {
        return head + [.bytes(try first.encoded(text, continues: hasChunks))]
      } catch {
        throw MockServiceError(code: "decodingFailed", message: error.description)
      }
    case .piece(let text):
      form = .chunks
      let head = isFirst ? [head(answer, "application/octet-stream", length: nil)] : []
      return head + [.bytes([UInt8](base64: Array(text.utf8)) ?? [])]
    }
  }

  /// Returns the head and the first half of a body.
  private func truncated(_ answer: RoutedValue) -> [RoutedPart] {
    var answer = answer
    let bytes = answer.bytes ?? []
    if answer.statedLength == nil {
      let length = bytes.isEmpty ? RouteFault.announcedLength : bytes.count
      answer.headers["Content-Length"] = ["\(length)"]
    }
    let half = Array(bytes.prefix(bytes.count / 2))
    return [head(answer, "application/json", length: nil), .bytes(half)]
  }

  /// Records that the caller has already created the parts of the response.
  mutating func isDone() { form = .whole }

  /// Returns the head of a response that has no values.
  func end() -> [RoutedPart] {
    form == .nothing ? [.head(status: 200, headers: [], length: 0)] : []
  }

  private func head(_ answer: RoutedValue, _ type: String?, length: Int?) -> RoutedPart {
    var headers = answer.headers.sortedByKeyBytes().flatMap { name, values in
      values.map { (name: name, value: $0) }
    }
    if let type, !answer.setsType {
      headers.insert(("Content-Type", type), at: 0)
    }
    return .head(status: answer.status ?? 200, headers: headers, length: length)
  }

  private static let eventFields = ["event", "id", "retry", "data"]

  /// Returns a server-sent event from an object with its fields, or from its data.
  private static func event(_ value: AnyCodableValue) -> [UInt8] {
    var lines: [String] = []
    var data = value
    if case .dictionary(let fields) = value, !fields.isEmpty,
      fields["data"] != nil || fields["event"] != nil,
      fields.keys.allSatisfy({ eventFields.contains($0) })
    {
      for name in eventFields.dropLast() {
        guard let field = fields[name] else { continue }
        lines.append("\(name): \(field.plainText.split { $0.isNewline }.joined(separator: " "))")
      }
      data = fields["data"] ?? .string("")
    }
    lines += data.plainText.split(omittingEmptySubsequences: false) { $0.isNewline }.map {
      "data: \($0)"
    }
    return Array((lines.joined(separator: "\n") + "\n\n").utf8)
  }
}
