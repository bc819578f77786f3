import MockConfiguration
import MockData
import MockLua

/// Turns mappings into routes: those of one route are rules, in the order in which WireMock asks them.
struct WireMockRoutes {
  private var writer: AnswerWriter
  /// The first path of each form.
  private var paths: [String: RoutePath] = [:]
  /// The folder of the mapping's file; nil for standard input.
  private let folder: String?
  private var services: [(origin: String?, routes: [(name: String, mappings: [WireMockMapping])])] =
    []

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
    if case .dictionary(let values)? = mapping.pattern["path"] {
      mapping.pattern["path"] = .dictionary(path.values(own.values(values), of: own))
    }
    let name = "\(mapping.method) \(path.text)"
    let service = services.firstIndex { $0.origin == mapping.origin } ?? services.count
    if service == services.count { services.append((mapping.origin, [])) }
    let route =
      services[service].routes.firstIndex { $0.name == name } ?? services[service].routes.count
    if route == services[service].routes.count { services[service].routes.append((name, [])) }
    services[service].routes[route].mappings.append(mapping)
  }

  mutating func script(
    _ mappings: [WireMockMapping]
  ) -> (script: ImportedScript, kept: Int, answers: Int) {
    var script = ImportedScript()
    var answers = 0
    // As a person reads the document, and not by priority.
    func first(_ mappings: [WireMockMapping]) -> Int { mappings.map(\.number).min() ?? 0 }
    let sorted = services.sorted {
      first($0.routes.flatMap(\.mappings)) < first($1.routes.flatMap(\.mappings))
    }
    for service in sorted {
      var imported = ImportedService(opening: LuaText.http(service.origin ?? "//*"))
      for route in service.routes.sorted(by: { first($0.mappings) < first($1.mappings) }) {
        let method = self.method(route.name, route.mappings)
        answers += method.items.reduce(0) { $0 + $1.answers.count }
        imported.methods.append(method)
      }
      script.services.append(imported)
    }
    for scenario in Set(mappings.compactMap(\.scenario)) where !isSequence(scenario.name) {
      script.shared[scenario.name] = .string(WireMockMapping.Scenario.started)
    }
    script.files = writer.fixtures.files
    return (script, mappings.count, answers)
  }

  private mutating func method(_ name: String, _ mappings: [WireMockMapping]) -> ImportedMethod {
    var method = ImportedMethod(name: name)
    var seen: [AnyCodableValue] = []
    var hasPlain = false
    var mappings = mappings
    while !mappings.isEmpty {
      let mapping = mappings.removeFirst()
      let title = [mapping.name].compactMap(\.self)
      if let scenario = mapping.scenario, isSequence(scenario.name) {
        // The steps of one request, one after the other.
        let steps = ([mapping] + mappings.filter { $0.scenario?.name == scenario.name })
          .inOrderOfStates
        mappings.removeAll { $0.scenario?.name == scenario.name }
        var item = item(mapping)
        item.comments = ["The steps of the scenario \(LuaText.string(scenario.name))."]
        item.answers = steps.map { answer($0, name) }
        method.items.append(item)
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
      guard mapping.scenario?.required == nil else { continue }
      seen.append(pattern)
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

  /// Whether all steps of a scenario are answers to one request, so that they are a sequence.
  private func isSequence(_ scenario: String) -> Bool {
    let steps = services.flatMap { service in
      service.routes.flatMap { route in
        route.mappings.filter { $0.scenario?.name == scenario }.map {
          (service.origin, route.name, $0)
        }
      }
    }
    guard let first = steps.first else { return false }
    let isOneRequest = steps.allSatisfy {
      $0.0 == first.0 && $0.1 == first.1 && $0.2.pattern == first.2.pattern
    }
    return isOneRequest && steps.map(\.2).inOrderOfStates.count == steps.count
  }
}

extension [WireMockMapping] {
  /// The steps of a scenario from its start on, as far as each leads to the next.
  fileprivate var inOrderOfStates: [WireMockMapping] {
    var (ordered, rest) = ([WireMockMapping](), self)
    var state: String? = WireMockMapping.Scenario.started
    while let current = state,
      let next = rest.firstIndex(where: { $0.scenario?.required == current })
    {
      let step = rest.remove(at: next)
      ordered.append(step)
      state = step.scenario?.next
    }
    return ordered
  }
}
