internal import CLibrary
internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockLua
internal import MockPlatform
internal import MockRoutes

/// Creates the script of a recording, and checks it before anything is written to a file.
///
/// ```
///   rules  ->  the script loads  ->  every call is replayed
///     |               | no                  | differs
///     |        the body as bytes       a plain sequence
///     |               | no                  | differs
///     +---->  fixtures/NAME-unreplayed.json, with a note for each method  <-+
/// ```
extension Recording {
  /// A call to which a script responds differently.
  package struct Difference {
    package var index: Int
    /// The first difference, with both values.
    package var text: String
  }

  /// Creates a script that returns the recorded response to every call of the recording.
  ///
  /// If equal calls to a method got different responses, the method has a plain sequence instead of rules. If a call
  /// can't be replayed, the difference is noted, and the call is kept in a file next to the script. The names of such
  /// files begin with `name`.
  package mutating func script(name: String) async -> ImportedScript {
    var (script, wrong, inOrder) = await checkedScript(name: name)
    noteRules(inOrder: inOrder, without: [])
    note(wrong, in: &script, name: name)
    return script
  }

  /// Returns a script with rules and sequences, and the calls to which it responds differently.
  ///
  /// `inOrder` contains the methods that have a plain sequence, by the keys of their entries.
  package mutating func checkedScript(
    name: String
  ) async -> (ImportedScript, [Difference], inOrder: Set<String>) {
    unreplayed = []
    replaceWhatIsRefused(name: name)
    let script = plainScript(inOrder: [], name: name)
    let wrong = await differences(of: script, entries)
    guard !wrong.isEmpty else { return (script, wrong, []) }
    let inOrder = Set(wrong.map { entries[$0.index].key })
    let inSequence = plainScript(inOrder: inOrder, name: name)
    return (inSequence, await differences(of: inSequence, entries), inOrder)
  }

  /// Adds notes about the calls that a script doesn't replay, and keeps these calls in a file.
  package mutating func note(_ wrong: [Difference], in script: inout ImportedScript, name: String) {
    for difference in wrong {
      let entry = entries[difference.index]
      unreplayed.append(entry)
      notes.append(
        "`\(entry.service).\(entry.method)` with \(entry.arguments.shortText) gets a different response: "
          + difference.text)
    }
    if keepsUnreplayed, !unreplayed.isEmpty { addUnreplayed(to: &script, name: name) }
  }

  /// Returns the script with only rules and sequences, without the methods that functions handle.
  package func plainScript(
    inOrder: Set<String>, without learned: Set<String> = [], name: String
  ) -> ImportedScript {
    ConfigurationImport.script(
      of: configuration(inOrder: inOrder, without: learned), name: name, storesLongData: true)
  }

  /// Writes the calls that the script doesn't replay to a file.
  private mutating func addUnreplayed(to script: inout ImportedScript, name: String) {
    let calls = unreplayed.map { entry in
      AnyCodableValue.dictionary([
        "service": .string(entry.service), "method": .string(entry.method),
        "arguments": entry.arguments, "response": entry.response.encodedValue,
      ])
    }
    let path = "fixtures/\(name)-unreplayed.json"
    let text = try? JSONWriter(style: .pretty).string(from: .array(calls))
    script.files.append(ImportedFile(path: path, bytes: Array(((text ?? "[]") + "\n").utf8)))
    notes.append(
      "\(calls.count == 1 ? "1 call is" : "\(calls.count) calls are") kept in `\(path)`, since the script doesn't replay \(calls.count == 1 ? "it" : "them")"
    )
  }

  // MARK: - An invalid script

  /// Changes the form of methods that a script can't represent, or removes them if that doesn't help, so that others
  /// aren't affected.
  package mutating func replaceWhatIsRefused(name: String) {
    guard problem(name: name) != nil else { return }
    for key in Set(entries.map(\.key)).sorted() {
      var own = Recording(entries: entries.filter { $0.key == key })
      guard let problem = own.problem(name: name) else { continue }
      own.entries = own.entries.map(\.withBytes)
      if own.problem(name: name) == nil {
        entries = entries.map { $0.key == key ? $0.withBytes : $0 }
      } else {
        exclude(key, problem)
      }
    }
    guard problem(name: name) != nil else { return }
    // Each method by itself is valid, but some of them conflict.
    var kept = Recording([])
    for key in Set(entries.map(\.key)).sorted() {
      var more = kept
      more.entries = kept.entries + entries.filter { $0.key == key }
      if let problem = more.problem(name: name) { exclude(key, problem) } else { kept = more }
    }
  }

  private mutating func exclude(_ key: String, _ problem: String) {
    let own = entries.filter { $0.key == key }
    entries.removeAll { $0.key == key }
    unreplayed += own
    if let first = own.first {
      notes.append("`\(first.service).\(first.method)` is left out: \(problem)")
    }
  }

  /// Returns the reason why the script of the recording is invalid, or nil if it loads.
  private func problem(name: String) -> String? {
    Self.problem(of: plainScript(inOrder: [], name: name))
  }

  private static func problem(of script: ImportedScript) -> String? {
    let folder = script.files.isEmpty ? nil : try? TemporaryFolder(holding: script.files)
    var options = ScenarioOptions()
    options.keepsCoverage = false
    do throws(ScenarioError) {
      _ = try LuaScenario.load(
        source: ScriptWriter.text(of: script), name: "the recording", directory: folder?.path,
        options: options)
      return nil
    } catch {
      return error.diagnostics.first.map { "\($0)" }
    }
  }

  // MARK: - Replaying

  /// Each recording is replayed from the start of the scenario.
  ///
  /// The script's `directory` is used if the script comes without files. `isCancelled` is called before each call.
  package func differences(
    of script: ImportedScript, _ entries: [Entry], directory: String? = nil,
    isCancelled: () -> Bool = { false }
  ) async -> [Difference] {
    let folder = script.files.isEmpty ? nil : try? TemporaryFolder(holding: script.files)
    let text = ScriptWriter.text(of: script)
    var wrong: [Difference] = []
    for flow in Set(entries.map(\.flow)).sorted() {
      let runtime: ScenarioRuntime
      do throws(ScenarioError) {
        runtime = try ScenarioRuntime(
          source: text, name: "the recording", directory: folder?.path ?? directory,
          clock: .virtual(),
          failureHandler: MockFailureHandler { _ in })
      } catch {
        return entries.indices.map {
          Difference(index: $0, text: "the script doesn't load: \(error)")
        }
      }
      let routes = RouteTable(runtime.configuration.services)
      for (index, entry) in entries.enumerated() where entry.flow == flow {
        if isCancelled() { return wrong }
        let played = await runtime.sequencer(for: entry.service).play(
          entry.method, arguments: MockArguments(data: entry.arguments))
        if let text = entry.difference(to: played.answer) ?? entry.problem(in: routes) {
          wrong.append(Difference(index: index, text: text))
        }
      }
    }
    return wrong
  }
}

extension Recording.Entry {
  /// The call with a route's body converted to bytes, regardless of its type.
  fileprivate var withBytes: Self {
    guard HTTPHost.isName(service), var answer = try? RoutedValue(response.value) else {
      return self
    }
    var entry = self
    answer.storeBytes()
    entry.response.value = answer.value
    return entry
  }

  /// Returns the difference from another response with its location, or nil if the responses are the same.
  fileprivate func difference(to answer: MockPlayedCall.Response) -> String? {
    switch answer {
    case .success(let value):
      guard response.result == .success else { return "the script returns a value" }
      return AnyCodableValue.difference(response.value, value)
    case .error(let error):
      return response.error.map { MockServiceError($0) } == error
        ? nil : "the script throws \(error.code)"
    case .stream(let values, let error):
      guard response.result == .stream, error == nil else { return "the script returns a stream" }
      return AnyCodableValue.difference(response.values.map { .array($0) }, .array(values))
    }
  }

  /// Returns the reason why the call's request reaches another route, or nil if it doesn't or if the request isn't
  /// known.
  fileprivate func problem(in routes: RouteTable) -> String? {
    guard HTTPHost.isName(service), SocketEvent.split(method) == nil,
      case .string(let url)? = arguments.member(["url"]),
      case .string(let verb)? = arguments.member(["method"]),
      let request = RoutedRequest(verb, url: url)
    else { return nil }
    let found = routes.match(verb, request.target.path, at: request.origin)
    guard let found else { return "no route matches `\(verb) \(url)`" }
    return found.method == method ? nil : "`\(found.method)` answers it"
  }
}

extension RoutedValue {
  /// Converts the body to bytes, which can represent any content.
  mutating func storeBytes() {
    guard case .body = content, let bytes else { return }
    content = .bytes(bytes.base64)
    if !setsType { headers["Content-Type"] = ["application/json"] }
  }
}

extension AnyCodableValue {
  /// Returns the first place where two values differ, with both values, or nil if they are equal.
  fileprivate static func difference(_ recorded: AnyCodableValue?, _ played: AnyCodableValue?)
    -> String?
  {
    if recorded == played { return nil }
    var (path, recorded, played) = ("", recorded, played)
    while true {
      if case .dictionary(let left)? = recorded, case .dictionary(let right)? = played,
        let key = Set(left.keys).union(right.keys).sorted().first(where: { left[$0] != right[$0] })
      {
        path += path.isEmpty ? key : ".\(key)"
        (recorded, played) = (left[key], right[key])
      } else if case .array(let left)? = recorded, case .array(let right)? = played,
        left.count == right.count, let index = left.indices.first(where: { left[$0] != right[$0] })
      {
        path += "[\(index)]"
        (recorded, played) = (left[index], right[index])
      } else {
        break
      }
    }
    let place = path.isEmpty ? "" : "`\(path.escaped)`: "
    return
      "\(place)recorded \(recorded?.shortText ?? "nothing"), returned \(played?.shortText ?? "nothing")"
  }
}
