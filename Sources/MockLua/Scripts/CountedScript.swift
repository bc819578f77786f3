internal import LuaRuntime
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Registers the declarations of a script for coverage.
struct CountedScript {
  private let recorder: CoverageRecorder
  private let sources: [String: String]
  private let folder: String?
  private let modules: Set<String>
  private let variant: String
  private var texts: [String: CoverageText] = [:]
  /// The text of the last declaration, which is usually also the text of the next one.
  private var last: (name: String, text: CoverageText)?
  /// The functions whose lines are counted, by their numbers in Lua.
  private var functions: [Int] = []

  /// The maximum number of repetitions by `:times` that are counted separately.
  private static let stepLimit = 100

  /// The state while counting the responses of a method.
  struct Method {
    /// The last line and its number of steps.
    ///
    /// They are stored separately, because consecutive responses are often on the same line.
    private var last: (place: ScriptLocation, steps: Int)?
    private var others: [ScriptLocation: Int] = [:]
    fileprivate var rules: [AnyCodableValue: CoverageUnit.Place] = [:]

    /// Returns the number of the next step on a line.
    ///
    /// All steps beyond a limit share the number of the limit.
    fileprivate mutating func step(at place: ScriptLocation) -> Int {
      var steps = last?.steps ?? 0
      if let last, last.place != place {
        others[last.place] = last.steps
        steps = others[place] ?? 0
      }
      steps = min(steps + 1, stepLimit)
      last = (place, steps)
      return steps
    }
  }

  /// Creates the counters of a loaded script.
  ///
  /// `sources` contains the source code of each file, by the file's name in messages. `modules` contains the paths of
  /// the modules in messages, by module name.
  init(
    _ recorder: CoverageRecorder, sources: [String: String], folder: String?,
    modules: [String: String], variant: String?
  ) {
    (self.recorder, self.sources, self.folder) = (recorder, sources, folder)
    self.modules = Set(modules.values)
    self.variant = variant ?? ""
  }

  mutating func count(
    _ response: inout MockResponse, at place: ScriptLocation, of service: String, _ name: String,
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
    thing.isOptional = response.optional == true || response.chance != nil
    thing.variant = variant
    response.coverage.unit = text.unit(thing)
  }

  mutating func count(_ variants: [(name: String, place: ScriptLocation?)], chosen: String?) {
    for (name, place) in variants {
      guard let place, let line = place.line else { continue }
      let unit = text(place.file)?.unit(CoverageText.Thing(.variant, line: line, name: name))
      if name == chosen { unit?.count() }
    }
  }

  /// Registers a function of a response or a pattern.
  ///
  /// Its lines are only counted if the response isn't optional.
  mutating func count(function: Int, isOptional: Bool = false) {
    if !isOptional { functions.append(function) }
  }

  /// Starts to count the lines of functions that run from now on.
  ///
  /// `choice` contains the variant and the mode. In addition to the source code, they determine which functions exist.
  /// Returns whether there are any functions to count.
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

  /// Returns the path of a source file, or nil if it isn't known.
  ///
  /// The name in messages can be shorter than the path.
  private func path(of name: String) -> String? {
    if modules.contains(name) { return name }
    return folder.map { "\($0)/\(FilePath.name(of: name))" }
  }
}

extension MockServiceConfiguration {
  /// Assigns the counters of the script's responses to the same responses in a configuration, if those don't have
  /// counters.
  mutating func countUses(as declared: MockServiceConfiguration) {
    for (service, entry) in declared.services {
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
