import MockCalls
import MockData
import MockLua

/// The events of a trace, as steps between participants.
struct TraceDiagram {
  /// An arrow or a note.
  struct Step {
    enum Kind: Equatable {
      case call
      case answer
      /// A response that is an error, or that never arrived.
      case failure
      case note
    }

    var kind: Kind
    /// The start and the end, as indices in the list of participants.
    var from = 0
    var to = 0
    var text: String
    var at: Duration?
    /// Whether the call or its response failed, according to the trace.
    var isWrong = false
    /// Additional lines, such as the reasons why rules didn't match the call.
    var details: [String] = []
  }

  /// The participants, in order of appearance: callers and services.
  private(set) var participants: [String] = []
  private(set) var steps: [Step] = []

  /// The indices of participants by name.
  private var places: [String: Int] = [:]
  /// The calls by number, with the indices of their participants.
  private var calls: [Int: (call: MockTrace.Call, caller: Int, service: Int)] = [:]
  /// The calls that have started, the latest last.
  ///
  /// Ended calls are only included if a later call hasn't ended.
  private var open: [Int] = []
  private var ended: Set<Int> = []

  init(_ trace: MockTrace) {
    let wrong = Set(trace.issues.filter(\.isFailure).compactMap(\.call))
    var isFirst = true
    for event in trace.events {
      switch event {
      case .call(let call): add(call, isWrong: wrong.contains(call.order))
      case .answer(let answer): add(answer, isWrong: wrong.contains(answer.order))
      case .state(let values, _):
        if !isFirst || !values.isEmpty {
          let kind = isFirst ? "state" : "state becomes"
          steps.append(Step(kind: .note, text: "\(kind) \(Self.text(of: values))"))
        }
        isFirst = false
      case .gate(let name, let isOpen):
        steps.append(
          Step(kind: .note, text: "the gate `\(name.escaped)` \(isOpen ? "opens" : "closes")"))
      }
    }
    for order in open where !ended.contains(order) {
      guard let (_, caller, service) = calls[order] else { continue }
      steps.append(
        Step(
          kind: .failure, from: service, to: caller, text: "#\(order) no answer", isWrong: true))
    }
  }

  private static func text(of values: [String: AnyCodableValue]) -> String {
    AnyCodableValue.dictionary(values).shortText
  }

  private mutating func add(_ call: MockTrace.Call, isWrong: Bool) {
    let caller: Int =
      switch call.caller {
      case .test, .stubbed: participant("test")
      case .app(let name): participant(name)
      case .script: open.last.flatMap { calls[$0]?.service } ?? participant("script")
      }
    let service = participant(call.service ?? call.method)
    calls[call.order] = (call, caller, service)
    open.append(call.order)
    let arguments = call.arguments == [:] ? "" : " \(call.arguments.shortText)"
    steps.append(
      Step(
        kind: .call, from: caller, to: service,
        text: "#\(call.order) \(call.method.escaped)\(arguments)", at: call.at, isWrong: isWrong))
  }

  private mutating func add(_ answer: MockTrace.Response, isWrong: Bool) {
    guard let (call, caller, service) = calls[answer.order] else { return }
    if answer.outcome == .running { return }
    ended.insert(answer.order)
    while let last = open.last, ended.contains(last) { open.removeLast() }
    var (text, kind, problem) = ("", Step.Kind.answer, false)
    switch answer.outcome {
    case .returned(let value): text = value?.shortText ?? "done"
    case .threw(let error):
      (text, kind, problem) = ("threw \(error.shortDescription)", .failure, error.problem != nil)
    case .cancelled: (text, kind) = ("was cancelled", .failure)
    case .running: break
    }
    if call.caller == .stubbed { text += "  (the test's own)" }
    if let place = call.place { text += "  \(place.description.escaped)" }
    if !answer.changes.isEmpty { text += "  sets \(Self.text(of: answer.changes))" }
    var details: [String] = []
    if isWrong || problem {
      details = call.candidates.compactMap { candidate in
        guard let mismatch = candidate.mismatch, !candidate.accepts else { return nil }
        return (candidate.place.map { "\($0.description.escaped): " } ?? "")
          + mismatch.text(inScript: candidate.place != nil)
      }
    }
    steps.append(
      Step(
        kind: kind, from: service, to: caller, text: "#\(answer.order) \(text)",
        at: Self.end(call, answer), isWrong: isWrong || problem, details: details))
  }

  private static func end(_ call: MockTrace.Call, _ answer: MockTrace.Response) -> Duration? {
    guard let at = call.at, let duration = answer.duration else { return nil }
    return at + duration
  }

  private mutating func participant(_ name: String) -> Int {
    if let index = places[name] { return index }
    places[name] = participants.count
    participants.append(name)
    return participants.count - 1
  }
}

extension MockServiceError {
  /// The error on one line.
  ///
  /// For a script error, only the problem, because the full error is below the diagram.
  fileprivate var shortDescription: String {
    guard problem != nil else { return description.escaped(limit: 160) }
    return "\(code): \(diagnostic.problem)".escaped(limit: 160)
  }
}

/// A trace as the text of a Mermaid diagram.
struct TraceMermaid {
  let trace: MockTrace

  var text: String {
    let diagram = TraceDiagram(trace)
    var lines = ["sequenceDiagram"]
    for (index, name) in diagram.participants.enumerated() {
      lines.append("  participant p\(index) as \(name.mermaidLabel)")
    }
    // A note needs at least one participant.
    guard let last = diagram.participants.indices.last else {
      return lines.joined(separator: "\n") + "\n"
    }
    let allParticipants = last == 0 ? "p0" : "p0,p\(last)"
    for step in diagram.steps {
      let label = step.text.mermaidLabel
      switch step.kind {
      case .call: lines.append("  p\(step.from)->>p\(step.to): \(label)")
      case .answer: lines.append("  p\(step.from)-->>p\(step.to): \(label)")
      case .failure: lines.append("  p\(step.from)--xp\(step.to): \(label)")
      case .note: lines.append("  Note over \(allParticipants): \(label)")
      }
      for detail in step.details {
        lines.append("  Note over p\(step.from): \(detail.mermaidLabel)")
      }
    }
    for issue in trace.issues where issue.isFailure {
      let text = [issue.place?.description, issue.text].compactMap(\.self).joined(separator: ": ")
      let line = text.split(separator: "\n").first.map(String.init) ?? text
      lines.append("  Note over \(allParticipants): #33; \(line.mermaidLabel)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
