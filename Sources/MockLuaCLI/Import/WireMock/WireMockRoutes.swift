import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Turns mappings into routes: those of one route are rules, in the order in which WireMock asks them.
struct WireMockRoutes {
  private var writer: AnswerWriter
  /// The first path of each form.
  private var paths: [String: RoutePath] = [:]
  /// The folder of the mapping's file; nil for standard input.
  private let folder: String?
  /// All mappings with their routes, in the order in which WireMock asks them.
  private var asked: [Asked] = []
  private var services: [Service] = []
  private var serviceNumbers: [String?: Int] = [:]
  /// The steps of each scenario.
  private var scenarios: [String: [Step]] = [:]
  /// The scenarios whose steps all answer one request, so that they are a sequence.
  private var sequences: Set<String> = []

  private struct Asked {
    var origin: String?
    var route: String
    var template: RouteTemplate?
    var mapping: WireMockMapping

    /// Whether WireMock asks it about every request of another route.
    func takesAll(of other: RouteTemplate?, at origin: String?) -> Bool {
      guard self.origin == nil || self.origin == origin, let template, let other else {
        return false
      }
      return template.takesAll(of: other)
    }
  }

  private struct Service {
    var origin: String?
    var routes: [Route] = []
    var numbers: [String: Int] = [:]
  }

  private struct Route {
    var name: String
    /// Where the first of them stands in the document.
    var first = Int.max
  }

  private struct Step {
    var service: Int
    var route: Int
    var mapping: WireMockMapping
  }

  init(scriptName: String, folder: String?) {
    writer = AnswerWriter(scriptName: scriptName)
    self.folder = folder
  }

  /// Adds a mapping behind those that are asked before it.
  mutating func add(_ mapping: WireMockMapping) {
    var mapping = mapping
    let own = RoutePath(mapping.path, isTemplate: true)
    // Two templates that differ in the names of their parts are one route.
    let path = paths[own.key] ?? own
    paths[own.key] = path
    mapping.comments += own.losses
    if case .dictionary(let values)? = mapping.pattern["path"] {
      mapping.pattern["path"] = .dictionary(path.values(own.values(values), of: own))
    }
    let name = "\(mapping.method) \(path.text)"
    let service = serviceNumbers[mapping.origin] ?? services.count
    if service == services.count {
      serviceNumbers[mapping.origin] = service
      services.append(Service(origin: mapping.origin))
    }
    let route = services[service].numbers[name] ?? services[service].routes.count
    if route == services[service].routes.count {
      services[service].numbers[name] = route
      services[service].routes.append(Route(name: name))
    }
    asked.append(
      Asked(
        origin: mapping.origin, route: name, template: try? RouteTemplate(name), mapping: mapping))
    services[service].routes[route].first = min(
      services[service].routes[route].first, mapping.number)
    if let scenario = mapping.scenario {
      scenarios[scenario.name, default: []].append(
        Step(service: service, route: route, mapping: mapping))
    }
  }

  /// The script, in the order of the document, and not by priority.
  mutating func script() -> (script: ImportedScript, answers: Int) {
    for (name, steps) in scenarios where Self.isSequence(steps) { sequences.insert(name) }
    var script = ImportedScript()
    var answers = 0
    for service in services.indices {
      services[service].routes.sort { $0.first < $1.first }
    }
    services.sort { ($0.routes.first?.first ?? 0) < ($1.routes.first?.first ?? 0) }
    for service in services {
      var imported = ImportedService(opening: LuaText.http(service.origin ?? "//*"))
      for route in service.routes {
        imported.methods.append(method(route.name, at: service.origin, answers: &answers))
      }
      script.services.append(imported)
    }
    for name in scenarios.keys where !isSequence(name) {
      script.shared[name] = .string(WireMockMapping.Scenario.started)
    }
    script.files = writer.fixtures.files
    return (script, answers)
  }

  private mutating func method(
    _ name: String, at origin: String?, answers: inout Int
  ) -> ImportedMethod {
    var method = ImportedMethod(name: name)
    var seen: Set<AnyCodableValue> = []
    var written: Set<String> = []
    var hasPlain = false
    let template = try? RouteTemplate(name)
    for other in asked {
      let mapping = other.mapping
      guard other.origin == origin, other.route == name else {
        // A more precise route is asked alone here, and WireMock goes on to what is less so, or begins there.
        guard !hasPlain, other.takesAll(of: template, at: origin) else { continue }
        let steps = mapping.scenario.map { isSequence($0.name) } ?? false
        guard !steps, !mapping.isLoose, mapping.pattern["path"] == nil else {
          method.comments.append(
            "WireMock asks `\(other.route)` here as well, which is not kept: \(mapping.node.path)")
          continue
        }
        let isAlways = mapping.scenario?.required == nil
        guard mapping.mayTake(template),
          !isAlways || seen.insert(.dictionary(mapping.pattern)).inserted
        else { continue }
        var item = item(mapping)
        item.comments = ["As `\(other.route)` answers."]
        item.answers = [answer(mapping, name)]
        method.items.append(item)
        hasPlain = isAlways && mapping.pattern.isEmpty
        continue
      }
      let title = [mapping.name].compactMap(\.self)
      if let scenario = mapping.scenario, isSequence(scenario.name) {
        // The steps of one request, one after the other.
        guard written.insert(scenario.name).inserted else { continue }
        let steps = (scenarios[scenario.name] ?? []).map(\.mapping).inOrderOfStates
        var item = item(mapping)
        item.comments = ["The steps of the scenario \(LuaText.string(scenario.name))."]
        item.answers = steps.map { answer($0, name) }
        method.items.append(item)
        answers += item.answers.count
        hasPlain = hasPlain || mapping.pattern.isEmpty
        continue
      }
      let pattern = AnyCodableValue.dictionary(mapping.pattern)
      if mapping.scenario?.required == nil, hasPlain || seen.contains(pattern) {
        method.comments.append(
          "A mapping stays out, since one before it takes all its requests: \(mapping.node.path)")
        continue
      }
      var item = item(mapping)
      item.comments = title + item.comments
      item.answers = [answer(mapping, name)]
      method.items.append(item)
      answers += 1
      guard mapping.scenario?.required == nil else { continue }
      seen.insert(pattern)
      hasPlain = hasPlain || mapping.pattern.isEmpty
    }
    return method
  }

  private func item(_ mapping: WireMockMapping) -> ImportedItem {
    let pattern =
      mapping.pattern.isEmpty ? nil : LuaText.piece(ofPattern: .dictionary(mapping.pattern))
    guard let scenario = mapping.scenario, !isSequence(scenario.name),
      let required = scenario.required
    else { return ImportedItem(pattern: pattern, answers: []) }
    let state = LuaText.key(scenario.name)
    let access = state.hasPrefix("[") ? "state\(state)" : "state.\(state)"
    let function = LuaPiece("function() return \(access) == \(LuaText.string(required)) end")
    guard let pattern else { return ImportedItem(pattern: function, answers: []) }
    return ImportedItem(
      pattern: LuaPiece(LuaPiece("is.both("), function, LuaPiece(", "), pattern, LuaPiece(")")),
      answers: [])
  }

  private mutating func answer(_ mapping: WireMockMapping, _ route: String) -> ImportedAnswer {
    var response = mapping.response
    var comments = mapping.comments
    if let file = mapping.bodyFile {
      if let bytes = contents(of: file) {
        if response.headers["content-type"] == nil,
          let ending = file.split(separator: ".").dropFirst().last,
          !ending.isEmpty
        {
          response.headers.append(HTTPField(name: "Content-Type", value: MediaType.ofFile(file)))
        }
        response.body = ExchangeBody(
          bytes: bytes, type: ContentType(response.headers["content-type"]))
      } else {
        response.body = .unknown("The file \(LuaText.string(file)) of `__files` was not there.")
      }
    }
    var answer = writer.answer(response, route: route)
    answer.comments = comments + answer.comments
    if let scenario = mapping.scenario, let next = scenario.next, !isSequence(scenario.name) {
      let set = LuaText.call(" :set", LuaText.piece([scenario.name: .string(next)]))
      answer.piece = LuaPiece(answer.piece, set)
    }
    comments = []
    return answer
  }

  /// The file of a body, which lies under `__files` beside the folder of the mappings; nil where it cannot be read.
  private func contents(of file: String) -> [UInt8]? {
    guard let folder else { return nil }
    return BesideFile.contents(of: file, in: "\(folder)/__files")
      ?? BesideFile.contents(of: file, in: "\(folder)/../__files")
  }

  private func isSequence(_ scenario: String) -> Bool { sequences.contains(scenario) }

  private static func isSequence(_ steps: [Step]) -> Bool {
    guard let first = steps.first else { return false }
    let isOneRequest = steps.allSatisfy {
      $0.service == first.service && $0.route == first.route
        && $0.mapping.pattern == first.mapping.pattern
    }
    return isOneRequest && steps.map(\.mapping).inOrderOfStates.count == steps.count
  }
}

extension WireMockMapping {
  /// Whether what is asked of the address may hold for requests of a route; false where it is known not to.
  fileprivate func mayTake(_ route: RouteTemplate?) -> Bool {
    guard let condition = pattern["url"], let pattern = try? MatchPattern(condition), let route,
      route.parameters.isEmpty
    else { return true }
    let path = route.segments.map { segment in
      if case .literal(let text) = segment { "/\(text)" } else { "" }
    }
    // An expression may look at the query as well.
    return condition.shortText.contains("\\?")
      || (try? pattern.matches(.string("http://h\(path.joined())"))) != false
  }
}

extension RouteTemplate {
  /// Whether it takes every request that another route takes.
  fileprivate func takesAll(of other: RouteTemplate) -> Bool {
    guard method == nil || method == other.method else { return false }
    for (index, segment) in segments.enumerated() {
      guard index < other.segments.count else { return false }
      switch (segment, other.segments[index]) {
      case (.rest, _): return true
      case (.parameters(let part), .parameters(let other)) where part.takesAll(of: other): continue
      case (.parameters(let part), .literal(let text)) where part.values(in: text) != nil: continue
      case (.literal(let text), .literal(let other)) where text == other: continue
      default: return false
      }
    }
    return segments.count == other.segments.count
  }
}

extension RoutePart {
  /// Whether it takes every part that another one takes, as far as that is easily seen.
  fileprivate func takesAll(of other: RoutePart) -> Bool {
    texts == other.texts
      || texts.count == 2 && (other.texts.first ?? "").hasPrefix(texts[0])
        && (other.texts.last ?? "").hasSuffix(texts[1])
  }
}

extension [WireMockMapping] {
  /// The steps of a scenario from its start on, as far as each leads to the next.
  fileprivate var inOrderOfStates: [WireMockMapping] {
    var byState: [String: WireMockMapping] = [:]
    for mapping in self {
      guard let state = mapping.scenario?.required else { continue }
      byState[state] = byState[state] ?? mapping
    }
    var ordered: [WireMockMapping] = []
    var state: String? = WireMockMapping.Scenario.started
    while let current = state, let step = byState.removeValue(forKey: current) {
      ordered.append(step)
      state = step.scenario?.next
    }
    return ordered
  }
}
