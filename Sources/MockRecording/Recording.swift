internal import CLibrary
package import MockCalls
package import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockLua
internal import MockPlatform

/// What live services answered, as a script that answers the same.
///
/// ```
///   calls of the log  ->  without secrets  ->  rules and sequences  ->  a configuration  ->  its script
/// ```
package struct Recording {
  /// A call with its answer.
  struct Entry {
    var service: String
    var method: String
    var arguments: AnyCodableValue
    var response: MockResponse
    /// The number of its recording, from 0, where several are one.
    var flow = 0

    var key: String { "\(service)\u{0}\(method)" }

    /// The answer as text, equal for equal answers.
    var text: String {
      (try? JSONWriter(style: .compact).string(from: response.encodedValue)) ?? "\(response)"
    }
  }

  private(set) var entries: [Entry] = []
  /// What was left out, in words, without secrets.
  package var notes: [String] = []

  /// What was learned of the state that the calls show.
  package private(set) var learned: [LearnedSummary] = []

  /// Takes the calls that live services have answered.
  ///
  /// - Parameters:
  ///   - calls: The calls of a log; those that the scenario answered are left out.
  ///   - keepsErrors: Whether errors of the live services are recorded.
  ///   - keepsDelays: Whether each method gets the time that the live service usually took for it.
  package init(
    _ calls: [MockCallRecord], keepsErrors: Bool = false, keepsDelays: Bool = false
  ) {
    var errors: [String: Int] = [:]
    var passed: [Entry] = []
    for call in calls where call.isPassed {
      switch Self.response(
        service: call.service ?? "", outcome: call.outcome, isStream: call.isStream)
      {
      case let response? where response.error == nil || keepsErrors:
        passed.append(
          Entry(
            service: call.service ?? "", method: call.method, arguments: call.arguments,
            response: response))
      case _?: errors[call.qualifiedMethod, default: 0] += 1
      case nil:
        notes.append("`\(call.qualifiedMethod)` \(call.order) was not answered, and is left out")
      }
    }
    for (method, count) in errors.sorted(by: { $0.key < $1.key }) {
      notes.append(
        "\(count == 1 ? "an error" : "\(count) errors") of `\(method)` left out; `errors: true` keeps them"
      )
    }
    if keepsDelays { passed = RecordedDelays(calls).delayed(passed) }
    let secrets = RecordedSecrets()
    entries = secrets.redacted(passed)
    // Routes have paths, which may hold secrets as well.
    notes = notes.map(secrets.redacted)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Takes calls with their answers, secrets and all.
  init(entries: [Entry], notes: [String] = []) { (self.entries, self.notes) = (entries, notes) }

  /// Leaves out the methods that a script has answers for, which stay as somebody wrote them.
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
      "\($0) has answers in the script already, which stay; what was recorded is left out"
    }
  }

  /// What a call was answered with, as a response of a script; nil where it was not answered.
  static func response(of call: MockCallRecord) -> MockResponse? {
    response(service: call.service ?? "", outcome: call.outcome, isStream: call.isStream)
  }

  /// What a call was answered with, as a response of a script; nil where it was not answered.
  static func response(
    service: String, outcome: MockCallOutcome, isStream: Bool
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
      guard case .array(let values)? = value, values.count == 1,
        var answer = try? RoutedValue(values[0])
      else { return nil }
      answer.headers = answer.headers.filter { !HeaderNames.isOfTransport($0.key.lowercased()) }
      return MockResponse(result: .success, value: answer.value)
    }
  }

  // MARK: - Rules

  /// The configuration that answers the calls.
  ///
  /// - Parameters:
  ///   - inOrder: Methods, by the keys of their entries, that answer by a plain sequence.
  ///   - learned: Methods that stay out, since functions answer them; none by default.
  /// - Returns: The configuration.
  func configuration(
    inOrder: Set<String>, without learned: Set<String> = []
  ) -> MockServiceConfiguration {
    var methods: [String: [Entry]] = [:]
    for entry in entries where !learned.contains(entry.key) {
      methods[entry.key, default: []].append(entry)
    }
    var services: [String: MockServiceEntry] = [:]
    for (key, entries) in methods {
      let responses =
        inOrder.contains(key) ? Self.sequence(entries) : Self.rules(entries)
      services[entries[0].service, default: MockServiceEntry()].methods[entries[0].method] =
        MockMethodConfig(responses: responses)
    }
    return MockServiceConfiguration(services: services)
  }

  private static func rules(_ entries: [Entry]) -> [MockResponse] {
    let isOfRequest = HTTPHost.isName(entries[0].service)
    let calls = entries.map { entry in
      CallRules.Call(
        fields: CallFields(ofArguments: entry.arguments, isOfRequest: isOfRequest),
        answer: entry.text)
    }
    return CallRules.rules(of: calls).flatMap { rule in
      sequence(rule.calls.map { entries[$0] }).map { response in
        var response = response
        response.match = rule.pattern.flatMap { try? MatchPattern($0) }
        return response
      }
    }
  }

  /// The answers one after the other; the last one is given again and again.
  private static func sequence(_ entries: [Entry]) -> [MockResponse] {
    var entries = withoutRepeatedFlows(entries)
    while entries.count > 1, entries[entries.count - 1].text == entries[entries.count - 2].text {
      entries.removeLast()
    }
    return entries.map(\.response)
  }

  // MARK: - The script

  /// The script, which answers every call of the recording as it was answered.
  ///
  /// Where rules do not, since a call was answered in another way than an equal one before, the method has a plain
  /// sequence; what that cannot answer either is noted. Where the calls show state, functions take the place of
  /// rules and sequences, if all calls are answered as they were and the script gets shorter.
  ///
  /// - Parameters:
  ///   - name: What files beside the script begin with.
  ///   - learns: Whether state is learned; true by default.
  /// - Returns: The script.
  package mutating func script(name: String, learns: Bool = true) async -> ImportedScript {
    var inOrder: Set<String> = []
    var script = ConfigurationImport.script(
      of: configuration(inOrder: inOrder), name: name, storesLongData: true)
    var wrong = await differences(of: script, entries)
    if !wrong.isEmpty {
      inOrder = Set(wrong.map { entries[$0].key })
      script = ConfigurationImport.script(
        of: configuration(inOrder: inOrder), name: name, storesLongData: true)
      wrong = await differences(of: script, entries)
    }
    if learns {
      (script, wrong, learned) = await withState(script, wrong, inOrder: inOrder, name: name)
    }
    for index in wrong {
      let entry = entries[index]
      notes.append(
        "`\(entry.service).\(entry.method)` with \(entry.arguments.shortText) is answered in another way than it was"
      )
    }
    return script
  }

  /// The numbers of the calls that a script answers in another way; each recording begins anew.
  func differences(of script: ImportedScript, _ entries: [Entry]) async -> [Int] {
    let folder = script.files.isEmpty ? nil : try? TemporaryFolder()
    for file in script.files { try? folder?.write(file) }
    let text = ScriptWriter.text(of: script)
    var wrong: [Int] = []
    for flow in Set(entries.map(\.flow)).sorted() {
      let runtime: ScenarioRuntime
      do throws(ScenarioError) {
        runtime = try ScenarioRuntime(
          source: text, name: "the recording", directory: folder?.path, clock: .virtual(),
          failureHandler: MockFailureHandler { _ in })
      } catch {
        return Array(entries.indices)
      }
      for (index, entry) in entries.enumerated() where entry.flow == flow {
        let played = await runtime.sequencer(for: entry.service).play(
          entry.method, arguments: MockArguments(ofProcess: entry.arguments))
        if !Self.isEqual(played.answer, entry.response) { wrong.append(index) }
      }
    }
    return wrong
  }

  private static func isEqual(_ answer: MockPlayedCall.Answer, _ response: MockResponse) -> Bool {
    switch answer {
    case .success(let value): response.result == .success && value == response.value
    case .error(let error): response.error.map { MockServiceError($0) } == error
    case .stream(let values, let error):
      response.result == .stream && error == nil && values == response.values
    }
  }
}

/// A folder for the files of a script that is tried.
private final class TemporaryFolder {
  let path: String
  private var files: [String] = []

  init() throws(SystemError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/mocklua-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .last }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func write(_ file: ImportedFile) throws(SystemError) {
    var folder = path
    for part in file.path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if mkdir(folder, 0o700) == 0 { files.append(folder) }
    }
    files.append("\(path)/\(file.path)")
    try FileReplacement(path: "\(path)/\(file.path)", replacing: nil).write(file.bytes)
  }

  deinit { for file in files.reversed() + [path] { remove(file) } }
}
