internal import MockConfiguration
internal import MockData

/// Lets what a script declares be counted, for coverage.
struct CountedScript {
  private let recorder: CoverageRecorder
  private let sources: [String: String]
  private let folder: String?
  private let modules: Set<String>
  private var texts: [String: Text] = [:]

  /// A text of the script, and its lines once somebody asks for one.
  private struct Text {
    var source: CoverageSource
    var lines: [Substring]?
  }

  /// Of what `:times` repeats, so many steps are told apart.
  static let mostSteps = 100

  /// Creates it for a script that was loaded.
  ///
  /// - Parameters:
  ///   - recorder: Who keeps what is used.
  ///   - sources: The texts, by the name in messages.
  ///   - folder: Where the script lies; nil for none.
  ///   - modules: The paths of its modules as messages show them, by name.
  init(
    _ recorder: CoverageRecorder, sources: [String: String], folder: String?,
    modules: [String: String]
  ) {
    (self.recorder, self.sources, self.folder) = (recorder, sources, folder)
    self.modules = Set(modules.values)
  }

  /// Gives each response of a script its counter.
  mutating func count(
    responsesOf configuration: inout MockServiceConfiguration,
    places: [String: [String: [SourcePlace]]]
  ) {
    for (service, entry) in configuration.services {
      for (method, config) in entry.methods {
        guard let places = places[service]?[method], places.count == config.responses.count else {
          continue
        }
        let responses = counted(config.responses, places, service, method)
        configuration.services[service]?.methods[method]?.responses = responses
      }
    }
  }

  private mutating func counted(
    _ responses: [MockResponse], _ places: [SourcePlace], _ service: String, _ method: String
  ) -> [MockResponse] {
    var responses = responses
    var steps: [SourcePlace: Int] = [:]
    var rules: [AnyCodableValue: CoverageUnit.Place] = [:]
    for (index, place) in places.enumerated() {
      guard let line = place.line, let (source, text) = find(line, of: place.file) else { continue }
      let step = min(steps[place, default: 0] + 1, Self.mostSteps)
      steps[place] = step
      let response = responses[index]
      var rule: CoverageUnit.Place?
      if let match = response.match?.value.withPlainNumbers {
        rule = rules[match] ?? CoverageUnit.Place(line: line, step: step)
        rules[match] = rule
      }
      responses[index].coverage.unit = recorder.unit(
        CoverageUnit.Identity(
          .response, of: source, line: line, text: text, service: service, name: method,
          step: step, rule: rule, isComputed: response.callback != nil,
          isOptional: response.optional == true))
    }
    return responses
  }

  /// Makes the named scenarios known, and counts the one that was chosen.
  mutating func count(
    _ scenarios: [(name: String, place: SourcePlace?)], chosen: String?
  ) {
    for (name, place) in scenarios {
      guard let place, let line = place.line, let (source, text) = find(line, of: place.file) else {
        continue
      }
      let unit = recorder.unit(
        CoverageUnit.Identity(.scenario, of: source, line: line, text: text, name: name))
      if name == chosen { unit.count() }
    }
  }

  private mutating func find(_ line: Int, of name: String) -> (CoverageSource, String)? {
    guard let source = sources[name] else { return nil }
    var text =
      texts[name]
      ?? Text(source: recorder.source(source, name: name, path: path(of: name)))
    let lines = text.lines ?? source.split(separator: "\n", omittingEmptySubsequences: false)
    text.lines = lines
    texts[name] = text
    guard lines.indices.contains(line - 1) else { return nil }
    return (text.source, CoverageSource.hash(ofLine: lines[line - 1]))
  }

  /// Where a text lies, as far as that is known: messages may show a shorter name of it.
  private func path(of name: String) -> String? {
    if modules.contains(name) { return name }
    return folder.map { "\($0)/\(ScriptFiles.lastComponent(of: name))" }
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
