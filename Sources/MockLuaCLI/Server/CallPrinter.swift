import MockCalls
import MockData
import MockPlatform

/// Prints each completed call of a scenario as one line.
struct CallPrinter {
  /// The format of a line.
  enum Form {
    /// Calls aren't printed.
    case none
    case plain
    case colored
    case json
  }

  let form: Form
  let showsSecrets: Bool
  private var ended = EndedCalls()

  init(_ form: Form, showsSecrets: Bool = false) {
    (self.form, self.showsSecrets) = (form, showsSecrets)
  }

  /// Returns the lines of the calls that have ended since the previous call to this method.
  mutating func lines(of log: MockCallLog) -> [String] {
    if form == .none { return [] }
    return ended.take(from: log).map { line(of: showsSecrets ? $0 : $0.redacted) }
  }

  private func line(of call: MockCallRecord) -> String {
    if form == .json { return json(of: call) }
    let time = "\((call.duration ?? .zero).wholeMilliseconds) ms"
    let (result, code) = Self.result(of: call.outcome)
    let name = painted(call.qualifiedMethod.escaped, 1)
    return
      "\(call.app.map { "\($0.escaped) " } ?? "")\(name) \(call.arguments.shortText) \(painted(result, code))  \(time)"
  }

  private static func result(of outcome: MockCallOutcome) -> (text: String, code: Int) {
    switch outcome {
    case .running: ("runs", 33)
    case .returned(let value): ("-> \(value?.shortText ?? "nothing")", 32)
    case .threw(let error): ("threw \("\(error)".escapedLines)", 31)
    case .cancelled: ("was cancelled", 33)
    }
  }

  private func painted(_ text: String, _ code: Int) -> String {
    form == .colored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  private func json(of call: MockCallRecord) -> String {
    var members: [String: AnyCodableValue] = [
      "call": .string(call.qualifiedMethod), "args": call.arguments, "count": .int(call.count),
    ]
    if let app = call.app { members["app"] = .string(app) }
    if let place = call.place { members["place"] = .string(place.description) }
    switch call.outcome {
    case .running, .cancelled: members["result"] = "cancelled"
    case .returned(let value):
      members["result"] = "success"
      members["value"] = value
    case .threw(let error):
      members["result"] = "error"
      members["error"] = ["code": .string(error.code), "message": .string(error.message)]
    }
    // A number that JSON can't represent is shown in a readable form.
    let writer = JSONWriter(style: .compact, escapesForTerminals: true)
    return (try? writer.string(from: .dictionary(members)))
      ?? #"{"call":"\#(call.qualifiedMethod.escaped)"}"#
  }
}

/// Prints the calls of logs on a separate thread.
///
/// If nothing reads the output, only this thread is blocked.
final class PrintedCalls: Sendable {
  private struct State {
    /// The logs with new calls, in order.
    var logs: [MockCallLog] = []
    var isEnding = false
  }

  private let state = Locked(State())
  private let news = Latch()
  private let end = Latch()

  init(_ form: CallPrinter.Form, showsSecrets: Bool) {
    IOThread.start { [state, news, end] in
      var (printer, last): (CallPrinter, MockCallLog?) = (CallPrinter(form), nil)
      while true {
        let (logs, isEnding) = state.withLock { state in
          defer { state.logs = [] }
          return (state.logs, state.isEnding)
        }
        for log in logs {
          if log !== last { printer = CallPrinter(form, showsSecrets: showsSecrets) }
          last = log
          for line in printer.lines(of: log) { Descriptor.standardOutput.report(line) }
        }
        if isEnding { return end.open() }
        news.wait()
      }
    }
  }

  /// Prints the calls of a log that have ended since they were last printed.
  func print(_ log: MockCallLog) {
    state.withLock { if $0.logs.last !== log { $0.logs.append(log) } }
    news.open()
  }

  /// Waits until all calls are printed, but not longer than a limit, because the output may not be read.
  func finish(within limit: Duration) {
    state.withLock { $0.isEnding = true }
    news.open()
    _ = end.wait(for: limit)
  }
}
