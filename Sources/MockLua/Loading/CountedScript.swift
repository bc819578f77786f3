internal import LuaRuntime
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Lets what a script declares be counted, for coverage.
struct CountedScript {
  private let recorder: CoverageRecorder
  private let sources: [String: String]
  private let folder: String?
  private let modules: Set<String>
  private let scenario: String
  private var texts: [String: CoverageText] = [:]
  /// The text of the last thing, which is mostly that of the next one.
  private var last: (name: String, text: CoverageText)?
  /// The functions that somebody should use: by their numbers in Lua.
  private var functions: [Int] = []

  /// Of what `:times` repeats, so many steps are told apart.
  private static let mostSteps = 100

  /// What is known of a method on the way through its responses.
  struct Method {
    /// The last line and its steps, since those of a line mostly follow each other; and those of other lines.
    private var last: (place: SourcePlace, steps: Int)?
    private var others: [SourcePlace: Int] = [:]
    fileprivate var rules: [AnyCodableValue: CoverageUnit.Place] = [:]

    /// The number of the next step on a line; the last one stands for all that are left.
    fileprivate mutating func step(at place: SourcePlace) -> Int {
      var steps = last?.steps ?? 0
      if let last, last.place != place {
        others[last.place] = last.steps
        steps = others[place] ?? 0
      }
      steps = min(steps + 1, mostSteps)
      last = (place, steps)
      return steps
    }
  }

  /// Creates it for a script that was loaded.
  ///
  /// - Parameters:
  ///   - recorder: Who keeps what is used.
  ///   - sources: The texts, by the name in messages.
  ///   - folder: Where the script lies; nil for none.
  ///   - modules: The paths of its modules as messages show them, by name.
  ///   - scenario: The named scenario that was loaded; nil for none.
  init(
    _ recorder: CoverageRecorder, sources: [String: String], folder: String?,
    modules: [String: String], scenario: String?
  ) {
    (self.recorder, self.sources, self.folder) = (recorder, sources, folder)
    self.modules = Set(modules.values)
    self.scenario = scenario ?? ""
  }

  /// Gives the next response of a method its counter.
  mutating func count(
    _ response: inout MockResponse, at place: SourcePlace, of service: String, _ name: String,
    _ method: inout Method
  ) {
    guard let line = place.line, let text = text(place.file) else { return }
    var thing = CoverageText.Thing(.response, line: line, name: name)
    thing.service = service
    thing.step = method.step(at: place)
    if let match = response.match?.value.withPlainNumbers {
      thing.rule = method.rules[match] ?? CoverageUnit.Place(line: line, step: thing.step)
      method.rules[match] = thing.rule
    }
    thing.isComputed = response.callback != nil
    thing.isOptional = response.optional == true
    thing.scenario = scenario
    response.coverage.unit = text.unit(thing)
  }

  /// Makes the named scenarios known, and counts the one that was chosen.
  mutating func count(_ scenarios: [(name: String, place: SourcePlace?)], chosen: String?) {
    for (name, place) in scenarios {
      guard let place, let line = place.line else { continue }
      let unit = text(place.file)?.unit(CoverageText.Thing(.scenario, line: line, name: name))
      if name == chosen { unit?.count() }
    }
  }

  /// Makes a function known that answers, or decides; that of an optional response nobody has to use.
  mutating func count(function: Int, isOptional: Bool = false) {
    if !isOptional { functions.append(function) }
  }

  /// Lets the lines of functions be counted that run from now on.
  ///
  /// - Parameters:
  ///   - lua: Where the script has run.
  ///   - choice: What its functions depend on besides its texts: the named scenario and the mode.
  /// - Returns: Whether there are any.
  /// - Throws: `LuaError` where a limit is in the way.
  mutating func countLines(on lua: LuaRuntime, choice: String) throws(LuaError) -> Bool {
    guard !functions.isEmpty else { return false }
    var isNew = false
    for name in sources.keys.sorted() {
      guard let text = text(name) else { continue }
      lua.countLines(of: name, in: text.lines.numbers)
      if text.claimsMarking(for: choice) { isNew = true }
    }
    if isNew { try lua.nativeFunction("mark_functions").call(functions) }
    return true
  }

  private mutating func text(_ name: String) -> CoverageText? {
    if let last, last.name == name { return last.text }
    guard
      let text = texts[name]
        ?? sources[name].map({ recorder.text($0, name: name, path: path(of: name)) })
    else { return nil }
    texts[name] = text
    last = (name, text)
    return text
  }

  /// Where a text lies, as far as that is known: messages may show a shorter name of it.
  private func path(of name: String) -> String? {
    if modules.contains(name) { return name }
    return folder.map { "\($0)/\(FilePath.name(of: name))" }
  }
}

extension MockServiceConfiguration {
  /// Lets the responses that nobody counts be counted as those of the same places in what a script says.
  mutating func countUses(as said: MockServiceConfiguration) {
    for (service, entry) in said.services {
      for (method, config) in entry.methods {
        guard let count = services[service]?.methods[method]?.responses.count,
          count == config.responses.count
        else { continue }
        for index in 0..<count
        where services[service]?.methods[method]?.responses[index].coverage.unit == nil {
          services[service]?.methods[method]?.responses[index].coverage =
            config.responses[index].coverage
        }
      }
    }
  }
}
