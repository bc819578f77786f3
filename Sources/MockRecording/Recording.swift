package import MockCalls
package import MockConfiguration
package import MockData
internal import MockPlatform

/// A recording of live services, from which a script with the same responses is created.
///
/// ```
///   calls of the log  ->  without secrets  ->  rules and sequences  ->  a configuration  ->  its script
/// ```
package struct Recording {
  package struct Entry {
    package var service: String
    package var method: String
    package var arguments: AnyCodableValue
    package var response: MockResponse
    /// The number of the call's recording, from 0, if several recordings were merged.
    package var flow = 0
    /// Whether the call's place among the calls of other methods is the recorded one.
    package var isOrdered = true

    package init(
      service: String, method: String, arguments: AnyCodableValue, response: MockResponse
    ) {
      (self.service, self.method) = (service, method)
      (self.arguments, self.response) = (arguments, response)
    }

    package var key: String { "\(service)\u{0}\(method)" }

    /// The response as a string, which is the same for equal responses.
    package var text: String { response.text ?? "\(response)" }
  }

  package var entries: [Entry] = []
  /// Notes about omitted parts, without secrets.
  package var notes: [String] = []

  /// Whether rules compare all arguments instead of only those that tell calls apart, so that state can be learned from
  /// the script (default: false).
  package var keepsArguments = false
  /// Whether calls that the script doesn't replay are kept in a file next to the script (default: true).
  package var keepsUnreplayed = true
  /// The calls that the script doesn't replay.
  package var unreplayed: [Entry] = []

  /// Skips calls with a response from the scenario.
  ///
  /// With `keepsDelays`, each method gets the live service's typical delay. With `redactsUnknown`, random strings,
  /// which may be secrets, are replaced in addition to being noted.
  package init(
    _ calls: [MockCallRecord], keepsErrors: Bool = false, keepsDelays: Bool = false,
    redactsUnknown: Bool = false
  ) {
    var errors: [String: Int] = [:]
    var passed: [Entry] = []
    for call in calls where call.isPassed {
      let service = call.service ?? ""
      let event = SocketEvent(service, call.method)
      // A service may choose a protocol, respond to messages, and send some when a socket opens.
      if event == .close { continue }
      switch Self.response(of: call) {
      case let response? where event == .connect && response.value == RoutedValue(.nothing).value:
        continue
      case let response? where response.error == nil || keepsErrors:
        var entry = Entry(
          service: service, method: call.method, arguments: call.arguments, response: response)
        // Each socket has its own sequences of messages.
        if event == .message, case .int(let socket)? = call.arguments.member(["socket"]) {
          entry.flow = socket
        }
        passed.append(entry)
        for note in Self.notesOnHeaders(of: entry, call.outcome) where !notes.contains(note) {
          notes.append(note)
        }
      case _?: errors[call.qualifiedMethod, default: 0] += 1
      case nil:
        let reason =
          call.outcome == .running || call.outcome == .cancelled
          ? "didn't get a response" : "got a response that a script can't send"
        notes.append("call \(call.order), `\(call.qualifiedMethod)`, \(reason); it is left out")
      }
    }
    for (method, count) in errors.sorted(by: { $0.key < $1.key }) {
      notes.append(
        "\(count == 1 ? "an error" : "\(count) errors") of `\(method)` left out; `--record-errors` keeps them, in a test `errors: true`"
      )
    }
    if keepsDelays { passed = RecordedDelays(calls).delayed(passed) }
    let secrets = RecordedSecrets()
    entries = Self.withOneNameForEachRoute(
      secrets.redacted(passed, redactsUnknown: redactsUnknown))
    // The paths in notes about routes may contain secrets, too.
    notes =
      notes.map(secrets.redacted) + secrets.notes(on: entries) + Self.notesOnEncodings(entries)
  }

  /// Returns a note about each header of a response that the script sends differently.
  private static func notesOnHeaders(of entry: Entry, _ outcome: MockCallOutcome) -> [String] {
    guard HTTPHost.isName(entry.service), SocketEvent(entry.service, entry.method) == nil,
      case .returned(.array(let values)?) = outcome, values.count == 1,
      let answer = try? RoutedValue(values[0])
    else { return [] }
    let unreadable = answer.headers.filter { $0.value.contains { $0.contains("\u{FFFD}") } }
    return unreadable.sortedByKeyBytes().map { name, _ in
      "the header `\(name.escaped)` of `\(entry.method)` isn't UTF-8; correct it in the script"
    }
  }

  /// Returns a note about each body that is still encoded, because secrets in it can't be found.
  private static func notesOnEncodings(_ entries: [Entry]) -> [String] {
    entries.enumerated().flatMap { number, entry -> [String] in
      guard HTTPHost.isName(entry.service) else { return [] }
      var bodies: [(name: String, encoding: String)] = []
      if entry.arguments.member(["bodyProblem"]) != nil,
        case .string(let encoding)? = entry.arguments.member(["headers", "content-encoding"])
      {
        bodies.append(("request", encoding))
      }
      if let encoding = try? RoutedValue(entry.response.value).header("Content-Encoding").first {
        bodies.append(("response", encoding))
      }
      return bodies.map {
        "\($0.name) \(number + 1) is kept as it was sent, in `\($0.encoding.escaped)`: check it for secrets"
      }
    }
  }

  /// Returns the calls with the same name for the same route: `/a%20b` and `/%61%20b` are equal.
  private static func withOneNameForEachRoute(_ entries: [Entry]) -> [Entry] {
    var names: [String: [RouteTemplate: String]] = [:]
    return entries.map { entry in
      guard HTTPHost.isName(entry.service), let route = try? RouteTemplate(entry.method) else {
        return entry
      }
      var entry = entry
      let name = names[entry.service]?[route] ?? entry.method
      names[entry.service, default: [:]][route] = name
      entry.method = name
      return entry
    }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Creates a recording from calls with their responses, including secrets.
  package init(entries: [Entry], notes: [String] = []) {
    (self.entries, self.notes) = (entries, notes)
  }

  /// Removes the methods that a script already handles, so that the script's responses stay unchanged.
  package mutating func leaveOut(methodsOf configuration: MockServiceConfiguration) {
    var known: Set<String> = []
    entries.removeAll { entry in
      guard configuration.services[entry.service]?.methods[entry.method] != nil else {
        return false
      }
      known.insert("`\(entry.service).\(entry.method)`")
      return true
    }
    notes += known.sorted().map {
      "\($0) already has responses in the script; the recorded ones are left out"
    }
  }

  /// Returns the response to a call, in the form that a script uses, or nil for a call without a response.
  static func response(of call: MockCallRecord) -> MockResponse? {
    response(
      service: call.service ?? "", method: call.method, outcome: call.outcome,
      isStream: call.isStream)
  }

  /// Returns an outcome in the form that a script uses, or nil for a missing response.
  package static func response(
    service: String, method: String, outcome: MockCallOutcome, isStream: Bool
  ) -> MockResponse? {
    switch outcome {
    case .running, .cancelled: return nil
    case .threw(let error):
      return MockResponse(
        result: .error,
        error: MockErrorPayload(code: error.code, message: error.message, details: error.details))
    case .returned(let value):
      guard HTTPHost.isName(service) else {
        if isStream, case .array(let values)? = value {
          return MockResponse(result: .stream, values: values)
        }
        return MockResponse(result: .success, value: value)
      }
      if SocketEvent(service, method) != nil {
        guard case .array(var values)? = value else { return nil }
        if var answer = try? RoutedValue(values.first), !answer.headers.isEmpty {
          answer.headers = answer.headers.filter { name, _ in
            let name = name.lowercased()
            return name == "sec-websocket-protocol" || !HeaderNames.isOfTransport(name)
          }
          values[0] = answer.value
        }
        // A script closes a socket with the last message, if there is one.
        if values.count > 1, case .dictionary(let last) = values[values.count - 1],
          Set(last.keys) == ["close"],
          case .dictionary(let message) = values[values.count - 2]
        {
          values.removeLast(2)
          values.append(.dictionary(message.merging(last) { $1 }))
        }
        return values.count > 1
          ? MockResponse(result: .stream, values: values)
          : MockResponse(result: .success, value: values.first ?? RoutedValue(.nothing).value)
      }
      guard case .array(let values)? = value, values.count == 1,
        var answer = try? RoutedValue(values[0])
      else { return nil }
      let isBytes = if case .bytes = answer.content { true } else { false }
      // The length of a body that isn't sent can't be computed.
      let isBodiless =
        answer.content == .nothing && (method.hasPrefix("HEAD ") || answer.status == 304)
      answer.headers = answer.headers.filter { name, values in
        switch name.lowercased() {
        // The header is needed to read bytes that are still encoded.
        case "content-encoding": isBytes
        case "content-length": isBodiless && values != ["0"]
        case let name: !HeaderNames.isOfTransport(name)
        }
      }
      if case .body(let data) = answer.content, !data.isRepresentable { answer.storeBytes() }
      // Without an explicit type, the script would send the type of the file, unlike the recorded response.
      if isBytes, !answer.setsType {
        answer.headers["Content-Type"] = ["application/octet-stream"]
      }
      return MockResponse(result: .success, value: answer.value)
    }
  }

  // MARK: - Rules

  /// `inOrder` contains the methods with a plain sequence, and `learned` those to omit because functions handle them.
  ///
  /// Both contain the keys of entries.
  package func configuration(
    inOrder: Set<String>, without learned: Set<String> = []
  ) -> MockServiceConfiguration {
    var methods: [String: [Entry]] = [:]
    for entry in entries where !learned.contains(entry.key) {
      methods[entry.key, default: []].append(entry)
    }
    var services: [String: MockServiceEntry] = [:]
    for (key, entries) in methods {
      let responses =
        inOrder.contains(key) ? Self.sequence(entries) : responses(entries)
      services[entries[0].service, default: MockServiceEntry()].methods[entries[0].method] =
        MockMethodConfig(
          responses: responses,
          sequenceKey: SocketEvent(entries[0].service, entries[0].method) == .message
            ? "socket" : nil)
    }
    return MockServiceConfiguration(services: services)
  }

  /// Adds notes about rules that a later call may not match as a person would expect.
  package mutating func noteRules(inOrder: Set<String>, without learned: Set<String>) {
    let methods = Dictionary(grouping: entries, by: \.key)
    for (key, entries) in methods.sortedByKeyBytes() where !learned.contains(key) {
      let name = "`\(entries[0].service).\(entries[0].method)`"
      if inOrder.contains(key) {
        notes.append(
          "\(name) returns its responses in the recorded order, because rules on its arguments "
            + "returned other responses")
      } else if rules(entries).contains(where: \.hasSecret) {
        notes.append(
          "\(name) compares a secret with its placeholder; write what the app sends, or `is.exists`"
        )
      }
    }
  }

  private func rules(_ entries: [Entry]) -> [CallRules.Rule] {
    let isOfRequest = HTTPHost.isName(entries[0].service)
    // A route for any method, and a `GET` route, which also gets `HEAD`, can have requests with several methods.
    let verbs = isOfRequest ? Set(entries.compactMap { $0.arguments.member(["method"]) }) : []
    let calls = entries.map { entry in
      var fields = CallFields(ofArguments: entry.arguments, isOfRequest: isOfRequest)
      if verbs.count > 1, let verb = entry.arguments.member(["method"]) {
        fields.add(verb, at: ["method"])
      }
      return CallRules.Call(fields: fields, answer: entry.text)
    }
    return CallRules.rules(of: calls, comparesAll: keepsArguments)
  }

  private func responses(_ entries: [Entry]) -> [MockResponse] {
    rules(entries).flatMap { rule in
      Self.sequence(rule.calls.map { entries[$0] }).map { response in
        var response = response
        response.match = rule.pattern.flatMap { try? MatchPattern($0) }
        return response
      }
    }
  }

  /// Returns the responses as a sequence whose last response repeats.
  private static func sequence(_ entries: [Entry]) -> [MockResponse] {
    withoutRepeatedFlows(entries).withoutRepeatedEnd(by: \.text).map(\.response)
  }
}

extension SocketEvent {
  /// The event of a method; nil if it doesn't belong to a socket.
  init?(_ service: String, _ method: String) {
    guard HTTPHost.isName(service), let event = SocketEvent.split(method)?.event else { return nil }
    self = event
  }
}

extension Recording {
  /// Adds the calls of another recording, which also started from the initial state.
  package mutating func add(_ other: Recording) {
    let next = (entries.map(\.flow).max() ?? -1) + 1
    self = Recording(
      entries: entries
        + other.entries.map { entry in
          var entry = entry
          entry.flow += next
          return entry
        }, notes: notes + other.notes)
  }

  /// Drops a recording that is the same as the start of a longer one.
  static func withoutRepeatedFlows(_ entries: [Entry]) -> [Entry] {
    let flows = Dictionary(grouping: entries, by: \.flow).sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    guard flows.count > 1 else { return entries }
    var kept: [[Entry]] = []
    for (_, flow) in flows {
      let texts = flow.map(\.text)
      if !kept.contains(where: { $0.map(\.text).starts(with: texts) }) { kept.append(flow) }
    }
    return kept.sorted { $0[0].flow < $1[0].flow }.flatMap(\.self)
  }
}

extension Recording {
  /// With `replaces`, the script replaces the existing content instead of being appended.
  ///
  /// Returns notes, one sentence each, about omitted parts or about why nothing was written.
  package mutating func write(to file: RecordingFile, replaces: Bool) async -> [String] {
    var script = await script(name: file.stem)
    if script.hasSequence, replaces || file.text == nil {
      script.comments = [
        "Equal calls got different responses; `mocklua learn` looks for the state that explains this."
      ]
    }
    return write(script, to: file, replaces: replaces)
  }

  /// For `replaces` and the notes, see ``write(to:replaces:)``.
  package func write(
    _ script: ImportedScript, to file: RecordingFile, replaces: Bool
  ) -> [String] {
    var script = script
    script.comments.insert("The responses of the live services.", at: 0)
    do throws(RecordingFile.Problem) {
      try file.write(script, replaces: replaces)
      return notes
    } catch {
      return [error.description]
    }
  }
}

extension ImportedScript {
  /// Whether equal calls get different responses.
  fileprivate var hasSequence: Bool {
    services.contains { $0.methods.contains { $0.items.contains { $0.answers.count > 1 } } }
  }
}

/// A call with a live response, in the form of a rule for a script that replaces the live call.
package struct SavedResponse: Sendable {
  package var response: MockResponse
  /// The rule's pattern; nil if the call has no arguments to match.
  ///
  /// For a request, it contains only the parts that distinguish the request from others.
  package var arguments: AnyCodableValue?

  /// Converts a call, or returns nil if no live service responded to it.
  package init?(_ call: MockCallRecord) {
    guard call.isPassed, let response = Recording.response(of: call) else { return nil }
    self.response = response
    let isOfRequest = HTTPHost.isName(call.service ?? "")
    let fields = CallFields(ofArguments: call.arguments, isOfRequest: isOfRequest)
    let paths = fields.values.keys.sorted { $0.lexicographicallyPrecedes($1) }
    arguments = paths.isEmpty ? nil : fields.pattern(of: paths)
  }
}

/// The delays of live services.
///
/// All responses of a method get its median delay. With their own delays, responses with equal values would differ.
struct RecordedDelays {
  private var delays: [String: Int] = [:]

  init(_ calls: [MockCallRecord]) {
    var times: [String: [Int]] = [:]
    for call in calls where call.isPassed {
      guard let duration = call.duration else { continue }
      times["\(call.service ?? "")\u{0}\(call.method)", default: []]
        .append(duration.wholeMilliseconds)
    }
    delays = times.mapValues { Self.rounded($0.sorted()[$0.count / 2]) }
  }

  /// A delay of less than a millisecond is dropped.
  func delayed(_ entries: [Recording.Entry]) -> [Recording.Entry] {
    entries.map { entry in
      var entry = entry
      if let ms = delays[entry.key], ms > 0 { entry.response.delayMs = .fixed(ms: ms) }
      return entry
    }
  }

  /// Rounds to two significant digits, as a person would.
  private static func rounded(_ ms: Int) -> Int {
    var unit = 1
    while ms / unit >= 100 { unit *= 10 }
    return (ms + unit / 2) / unit * unit
  }
}
