import CLibrary
import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockLuaTools
import MockPlatform
import MockRecording
import MockRoutes

/// Compares an imported script with its source before anything is written.
///
/// ```
///   script and files  ->  a temporary folder  ->  loads, passes `check`
///                                             ->  each request of the source, in order  ->  differences
/// ```
///
/// The requests are sent within this process, on a virtual clock, so that delays take no time.
struct ImportCheck {
  enum Source {
    /// Requests, in the order in which they are sent.
    case requests([SourceRequest])
    /// A configuration that the script must reproduce.
    case configuration(MockServiceConfiguration)
  }

  struct Result: Sendable {
    var differences: [ImportNote] = []
    /// Notes about parts of the source that were lost or weren't compared.
    var notes: [ImportNote] = []
  }

  /// The time after which the check stops sending requests.
  private static let budget = Duration.seconds(10)
  private static let requestLimit = 20_000

  /// Throws an error if the script's files can't be written to a temporary folder.
  ///
  /// `name` is the name of the script in messages. The source is nil for a script that isn't checked.
  static func result(
    of script: ImportedScript, comparedWith source: Source?, name: String
  ) throws(CommandFailure) -> Result {
    guard let source else { return Result() }
    let folder =
      script.files.isEmpty
      ? nil
      : try rethrowing(as: CommandFailure.unwritable, TemporaryFolder(holding: script.files))
    // The script can read its files until the last request.
    defer { withExtendedLifetime(folder) {} }
    let text = ScriptWriter.text(of: script)
    var result = Result()
    let issues = StaticCheck.issues(source: text, name: name, directory: folder?.path)
    result.differences = differences(of: issues.filter { $0.severity == .error })
    guard result.differences.isEmpty else { return result }
    let runtime: ScenarioRuntime
    do throws(ScenarioError) {
      runtime = try ScenarioRuntime(
        source: text, name: name, directory: folder?.path, clock: .virtual(),
        failureHandler: MockFailureHandler { _ in })
    } catch {
      result.differences = differences(of: error.diagnostics)
      return result
    }
    switch source {
    case .configuration(let original):
      result.notes = try rethrowing(
        as: CommandFailure.unencodable,
        ConfigurationDifference.notes(from: original, to: runtime.configuration))
    case .requests(let requests):
      let work = Locked<[SourceRequest]>(requests)
      return try AsyncWork.run { await differences(of: work.withLock { $0 }, by: runtime) }
    }
    return result
  }

  private static func differences(of errors: [MockDiagnostic]) -> [ImportNote] {
    errors.map { ImportNote(place: $0.place, text: "the script has an error: \($0.problem)") }
  }

  private static func differences(
    of requests: [SourceRequest], by runtime: ScenarioRuntime
  ) async -> Result {
    var result = Result()
    runtime.gates.openByDefault()
    let start = ContinuousClock.now
    for (number, request) in requests.enumerated() {
      if number >= requestLimit || ContinuousClock.now - start > budget {
        result.notes.append(
          ImportNote(
            text:
              "only \(number) of \(requests.count) requests were compared with the script, because comparing "
              + "all of them would take too long"
          ))
        break
      }
      let reply = await SourceReply.of(request.request, by: runtime)
      guard
        let difference = reply.difference(
          from: request.expectation, method: request.request.method)
      else { continue }
      let text =
        "`\(request.request.method) \(request.request.url.escaped(limit: 200))` \(difference)"
      result.differences.append(request.source?.note(text) ?? ImportNote(text: text))
    }
    result.differences = result.differences.shortened
    return result
  }
}

extension [ImportNote] {
  /// The maximum number of differences to list individually.
  private static var limit: Int { 50 }

  fileprivate var shortened: [ImportNote] {
    let more = count - Self.limit
    return more > 0 ? prefix(Self.limit) + [ImportNote(text: "... and \(more) more")] : self
  }
}

/// The differences between a script's configuration and the one that it was created from.
struct ConfigurationDifference {
  private var notes: [ImportNote] = []

  /// Returns a note for each value that differs, sorted by name.
  static func notes(
    from original: MockServiceConfiguration, to result: MockServiceConfiguration
  ) throws(MockJSONWriteError) -> [ImportNote] {
    if try original.json(.compact) == result.json(.compact) { return [] }
    var difference = ConfigurationDifference()
    difference.compare(original.encodedValue, result.encodedValue, at: JSONPath())
    return difference.notes.shortened
  }

  private mutating func compare(
    _ original: AnyCodableValue?, _ result: AnyCodableValue?, at path: JSONPath
  ) {
    switch (original, result) {
    case (.dictionary(let members)?, .dictionary(let others)?):
      for name in Set(members.keys).union(others.keys).sorted(by: { $0.precedesInBytes($1) }) {
        compare(members[name], others[name], at: JSONPath(path.steps + [.key(name)]))
      }
    case (.array(let elements)?, .array(let others)?) where elements.count == others.count:
      for (index, pair) in zip(elements, others).enumerated() {
        compare(pair.0, pair.1, at: JSONPath(path.steps + [.index(index)]))
      }
    case (let original?, nil):
      note(path, "\(original.shortText) has no counterpart in a script, so it is left out")
    case (nil, let result?): note(path, "the script adds \(result.shortText)")
    case (let original?, let result?):
      // `0.0` and `-0.0` are equal, but are written differently.
      if original == result, original.shortText == result.shortText { return }
      note(path, "\(original.shortText) becomes \(result.shortText) in the script")
    case (nil, nil): break
    }
  }

  private mutating func note(_ path: JSONPath, _ text: String) {
    notes.append(ImportNote(path: path.description, text: text))
  }
}
