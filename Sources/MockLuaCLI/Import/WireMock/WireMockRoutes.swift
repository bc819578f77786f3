import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Converts mappings to routes.
///
/// In a script, the most specific route gets a request, while WireMock tries all mappings in order. So each route has
/// the rules of every mapping that may accept one of its requests, including mappings that belong to another route.
struct WireMockRoutes {
  private var writer: ResponseWriter
  /// The folder of the mapping's file; nil for standard input.
  private let folder: String?
  /// All mappings with their paths, in the order in which WireMock tries them.
  private var addedMappings: [AddedMapping] = []
  private var routes: [Route] = []
  /// The scenarios whose steps all respond to the same request, so that they form a sequence.
  private var sequences: Set<String> = []
  /// The helpers that the script calls.
  private var helpers: Set<String> = []
  private var notes: [ImportNote] = []
  private var noted: Set<Int> = []
  /// The origins of the services whose rules or responses use the raw request.
  private var rawOrigins: Set<String?> = []
  private var answerCount = 0
  /// The comments on mappings without a route.
  private var dropped: [String] = []

  private struct AddedMapping {
    var mapping: WireMockMapping
    var path: RoutePath
    var template: RouteTemplate
  }

  private struct Route {
    var origin: String?
    /// The method in capitals; `*` for any.
    var method: String
    var path: RoutePath
    var template: RouteTemplate
    /// The position of the route's first mapping in the document.
    var first: Int
    var rules: [Rule] = []

    var name: String { "\(method) \(path.text)" }

    /// Whether a mapping with these methods created the route.
    func isOf(_ methods: WireMockMapping.Methods) -> Bool { methods.routes.contains(method) }
  }

  private struct Rule {
    var mapping: WireMockMapping
    /// The condition that the rule checks in addition to the route.
    var condition: Condition
    var isOwn: Bool
    /// The replacement for a rule that the route can't express; otherwise nil.
    var leftOut: LeftOut?

    var required: String? { mapping.scenario?.required }
  }

  init(_ mappings: [WireMockMapping], scriptName: String, folder: String?) {
    writer = ResponseWriter(scriptName: scriptName, keepsAllHeaders: true)
    self.folder = folder
    var paths: [String: RoutePath] = [:]
    for var mapping in mappings {
      let own = RoutePath(mapping.address.template, isTemplate: true)
      // Two templates that differ only in their parameter names are the same route.
      let path = paths[own.key] ?? own
      paths[own.key] = path
      mapping.comments += own.losses
      mapping.rename { path.values(own.values($0), of: own) }
      mapping.template?.variables = mapping.address.variables
      let template: RouteTemplate
      do throws(RouteProblem) {
        template = try RouteTemplate("* \(path.text)")
      } catch {
        let leftOut = LeftOut(path: mapping.label, reasons: [error.statement])
        dropped.append(leftOut.text)
        note(mapping, leftOut)
        continue
      }
      addedMappings.append(AddedMapping(mapping: mapping, path: path, template: template))
      for method in mapping.methods.routes { addRoute(method, path, template, for: mapping) }
    }
    for route in routes where route.method == "GET" { addHead(for: route) }
    for index in routes.indices { addRules(to: &routes[index]) }
    // A route for `HEAD` is empty if the mappings that accept `HEAD` have more specific routes.
    routes.removeAll { $0.rules.isEmpty }
    findSequences()
  }

  private mutating func addRoute(
    _ method: String, _ path: RoutePath, _ template: RouteTemplate, for mapping: WireMockMapping
  ) {
    let known = routes.firstIndex {
      $0.origin == mapping.origin && $0.method == method && $0.path.key == path.key
    }
    if let known {
      routes[known].first = min(routes[known].first, mapping.number)
    } else {
      routes.append(
        Route(
          origin: mapping.origin, method: method, path: path, template: template,
          first: mapping.number))
    }
  }

  /// Adds a route for `HEAD` if some mappings accept it at the address of a `GET` route, but not all.
  ///
  /// Without it, the `GET` route would respond to `HEAD` with a mapping that accepts only `GET`.
  private mutating func addHead(for route: Route) {
    let methods = addedMappings.filter {
      $0.mapping.takes(origin: route.origin) && $0.template.overlaps(route.template)
    }.map(\.mapping.methods)
    let isKnown = routes.contains {
      $0.origin == route.origin && $0.method == "HEAD" && $0.path.key == route.path.key
    }
    guard !isKnown, methods.contains(where: { $0.accept("HEAD") }),
      methods.contains(where: { $0.accept("GET") && !$0.accept("HEAD") })
    else { return }
    var head = route
    head.method = "HEAD"
    routes.append(head)
  }

  // MARK: - Rules

  private func addRules(to route: inout Route) {
    for other in addedMappings {
      guard let rule = rule(of: other, in: route) else { continue }
      route.rules.append(rule)
    }
  }

  /// Returns the rule of a mapping in a route; nil if the route never gets a request that the mapping accepts.
  private func rule(of other: AddedMapping, in route: Route) -> Rule? {
    let mapping = other.mapping
    guard mapping.takes(origin: route.origin),
      route.method == "*" || mapping.methods.accept(route.method),
      other.template.overlaps(route.template)
    else { return nil }
    let isOwnPath = other.path.key == route.path.key
    // If the mapping has its own, more specific route, its requests go to that route.
    if mapping.origin == route.origin {
      if isOwnPath {
        if route.method == "*", case .some = mapping.methods { return nil }
      } else if route.template.takesAll(of: other.template) {
        return nil
      }
    }
    var condition = mapping.condition
    var leftOut = mapping.leftOut
    switch address(of: other, in: route, isOwnPath) {
    case .some(.some(let address)): condition = address.and(condition)
    case .some(.none): return nil
    case nil where leftOut == nil:
      leftOut = LeftOut(
        path: mapping.label,
        reasons: ["`\(route.name)` can't distinguish its requests from others"])
    case nil: break
    }
    if route.method == "*", let method = mapping.methods.condition {
      condition = Condition.at(["method"], method).and(condition)
    }
    return Rule(
      mapping: mapping, condition: condition,
      isOwn: isOwnPath && mapping.origin == route.origin && route.isOf(mapping.methods),
      leftOut: leftOut)
  }

  /// Returns the condition on the address that a mapping's rule needs in a route.
  ///
  /// - Returns: The condition, nil if a script can't express it, or an inner nil if the mapping never accepts any of
  ///   the route's requests.
  private func address(of other: AddedMapping, in route: Route, _ isOwnPath: Bool) -> Condition?? {
    let address = other.mapping.address
    if isOwnPath { return .some(.some(address.own)) }
    // A template has its text without escapes.
    if let path = route.template.literalPath, path.isUnreservedPath, path == route.path.text,
      let isAccepted = address.accepts(path: path)
    {
      return isAccepted ? .some(.some(.fields([:]))) : .some(.none)
    }
    if other.template.takesAll(of: route.template), !address.asksForParts {
      return .some(.some(address.own))
    }
    return address.anywhere.map { .some($0) }
  }

  // MARK: - Scenarios

  /// Finds the scenarios that a sequence can replace: one rule has all steps, and the last one repeats.
  private mutating func findSequences() {
    var steps: [String: [WireMockMapping]] = [:]
    for other in addedMappings {
      if let scenario = other.mapping.scenario {
        steps[scenario.name, default: []].append(other.mapping)
      }
    }
    for (name, mappings) in steps {
      let places = routes.indices.flatMap { route in
        routes[route].rules.indices.compactMap { rule in
          routes[route].rules[rule].mapping.scenario?.name == name ? (route, rule) : nil
        }
      }
      let rules = places.map { routes[$0.0].rules[$0.1] }
      let ordered = mappings.inOrderOfStates
      guard places.count == mappings.count, ordered.count == mappings.count,
        places.allSatisfy({ $0.0 == places[0].0 }),
        places.map(\.1) == Array(places[0].1..<places[0].1 + places.count),
        rules.allSatisfy({ $0.leftOut == nil && $0.condition == rules[0].condition }),
        let last = ordered.last?.scenario, last.next == nil || last.next == last.required
      else { continue }
      sequences.insert(name)
    }
  }

  private func isSequence(_ mapping: WireMockMapping) -> Bool {
    mapping.scenario.map { sequences.contains($0.name) } ?? false
  }

  // MARK: - The script

  var leftOutCount: Int { noted.count }

  /// Returns the script, in the order of the document instead of by priority.
  mutating func script() -> (script: ImportedScript, answers: Int) {
    var script = ImportedScript()
    var services: [(origin: String?, methods: [ImportedMethod])] = []
    for route in routes.sorted(by: { $0.first < $1.first }) {
      let method = method(route)
      if let index = services.firstIndex(where: { $0.origin == route.origin }) {
        services[index].methods.append(method)
      } else {
        services.append((route.origin, [method]))
      }
    }
    for (origin, methods) in services {
      let words = rawOrigins.contains(origin) ? [":raw()"] : []
      let opening = LuaText.http(origin ?? "//*", words: words)
      script.services.append(ImportedService(opening: opening, methods: methods))
    }
    for other in addedMappings {
      guard let scenario = other.mapping.scenario, !isSequence(other.mapping) else { continue }
      script.shared[scenario.name] = .string(WireMockMapping.Scenario.started)
    }
    script.helpers = WireMockHelpers.definitions(of: helpers)
    script.notes = notes
    script.comments = dropped
    writer.finish(&script, "Headers that a server writes itself")
    return (script, answerCount)
  }

  private mutating func method(_ route: Route) -> ImportedMethod {
    var method = ImportedMethod(name: route.name)
    /// The rules that don't depend on a state, by their conditions.
    var seen: [Condition: Rule] = [:]
    var written: Set<String> = []
    /// The rule that accepts all other requests.
    var last: Rule?
    for rule in route.rules {
      let mapping = rule.mapping
      let isAlways = rule.required == nil || isSequence(mapping)
      if let earlier = last ?? (isAlways ? seen[rule.condition] : nil) {
        if rule.isOwn, !written.contains(mapping.scenario?.name ?? "") {
          method.comments.append(comment(on: mapping, after: earlier))
        }
        continue
      }
      var item = item(rule)
      if let leftOut = rule.leftOut {
        item.comments = [mapping.name].compactMap(\.self) + [leftOut.text]
        item.answers = [leftOut.answer]
        if mapping.unknownConditions.isEmpty {
          item.answers[0].piece = set(mapping, item.answers[0].piece)
        }
        note(mapping, leftOut)
      } else if isSequence(mapping), let scenario = mapping.scenario {
        // The steps for the same request, in order.
        guard written.insert(scenario.name).inserted else { continue }
        let steps = route.rules.map(\.mapping).filter { $0.scenario?.name == scenario.name }
          .inOrderOfStates
        if steps.count > 1 {
          item.comments = ["The steps of the scenario \(LuaText.string(scenario.name))."]
        }
        for step in steps {
          item.answers.append(answer(step, route))
          if rule.isOwn, !noted.contains(step.number) { answerCount += 1 }
        }
      } else {
        let title =
          rule.isOwn
          ? mapping.name : "As `\(mapping.methods.name) \(mapping.address.template)` answers."
        item.comments = [title].compactMap(\.self)
        item.answers = [answer(mapping, route)]
        if rule.isOwn, !noted.contains(mapping.number) { answerCount += 1 }
      }
      if rule.condition.needsRaw { rawOrigins.insert(route.origin) }
      helpers.formUnion(rule.condition.calls)
      method.items.append(item)
      guard isAlways else { continue }
      seen[rule.condition] = rule
      if rule.condition.acceptsAll { last = rule }
    }
    return method
  }

  /// Returns the comment on a mapping without a rule, because an earlier rule accepts all its requests.
  private mutating func comment(on mapping: WireMockMapping, after earlier: Rule) -> String {
    guard let leftOut = earlier.leftOut,
      leftOut != earlier.mapping.leftOut || !earlier.mapping.unknownConditions.isEmpty
    else {
      return
        "A mapping is left out, because an earlier one accepts all its requests: \(mapping.label)"
    }
    // In WireMock, the earlier mapping may accept only some of the requests.
    let reason = "an earlier mapping that isn't imported may accept its requests"
    let shadowed = LeftOut(
      path: mapping.label,
      reasons: [reason + (leftOut.path.isEmpty ? "" : ": \(leftOut.path)")])
    note(mapping, shadowed)
    return shadowed.text
  }

  private func item(_ rule: Rule) -> ImportedItem {
    let pattern = rule.condition.acceptsAll ? nil : rule.condition.piece
    guard let scenario = rule.mapping.scenario, let required = scenario.required,
      !isSequence(rule.mapping)
    else { return ImportedItem(pattern: pattern, answers: []) }
    let access = "state" + LuaText.member(scenario.name)
    let function = LuaPiece("function() return \(access) == \(LuaText.string(required)) end")
    guard let pattern else { return ImportedItem(pattern: function, answers: []) }
    return ImportedItem(
      pattern: LuaPiece(LuaPiece("is.all_of("), function, LuaPiece(", "), pattern, LuaPiece(")")),
      answers: [])
  }

  /// Returns the response with its scenario's next state.
  private func set(_ mapping: WireMockMapping, _ piece: LuaPiece) -> LuaPiece {
    guard let scenario = mapping.scenario, let next = scenario.next, !isSequence(mapping) else {
      return piece
    }
    return LuaPiece(piece, LuaText.call(" :set", LuaText.piece([scenario.name: .string(next)])))
  }

  private mutating func note(_ mapping: WireMockMapping, _ leftOut: LeftOut) {
    guard noted.insert(mapping.number).inserted else { return }
    notes.append(mapping.node.note(leftOut: leftOut.reasons))
  }

  // MARK: - Responses

  private mutating func answer(_ mapping: WireMockMapping, _ route: Route) -> ImportedResponse {
    var response = mapping.response
    var template = mapping.template
    if let file = mapping.bodyFile {
      if WireMockTemplate.isTemplate(file), template != nil {
        return leftOut(mapping, ["the name of its file is a template"])
      }
      guard let bytes = contents(of: file) else {
        let name = LuaText.string(file)
        return leftOut(
          mapping, ["the file \(name) of `__files` doesn't exist, or is longer than 32 MiB"])
      }
      if file.split(separator: ".").count > 1 { response.headers.addType(MediaType.ofFile(file)) }
      if mapping.fileIsTemplate { template?.body = String(validUTF8: bytes) }
      response.body = ExchangeBody(
        bytes: bytes, type: ContentType(response.headers["content-type"]))
    }
    var answer: ImportedResponse
    if var template, let filled = filled(response, mapping, &template, route) {
      if !template.reasons.isEmpty { return leftOut(mapping, template.reasons) }
      helpers.formUnion(template.helpers)
      if template.needsRaw { rawOrigins.insert(route.origin) }
      answer = filled
      answer.piece = LuaPiece(
        LuaPiece("function(request)\nreturn "), set(mapping, answer.piece), LuaPiece("\nend"))
    } else {
      answer = writer.written(response, route: route.name).answer
      answer.piece = set(mapping, answer.piece)
    }
    answer.comments = mapping.comments + answer.comments
    return answer
  }

  /// Returns the replacement for the response of a mapping.
  private mutating func leftOut(
    _ mapping: WireMockMapping, _ reasons: [String]
  ) -> ImportedResponse {
    let leftOut = LeftOut(path: mapping.label, reasons: reasons)
    note(mapping, leftOut)
    return leftOut.commented
  }

  /// Returns the response with its templates as expressions, or nil if it doesn't have templates.
  private mutating func filled(
    _ response: ExchangeResponse, _ mapping: WireMockMapping, _ template: inout WireMockTemplate,
    _ route: Route
  ) -> ImportedResponse? {
    let filled = Dictionary(grouping: response.headers) { $0.name.lowercased() }
      .filter { $0.value.contains { WireMockTemplate.isTemplate($0.value) } }
    var body: LuaPiece?
    var isFilledJSON = false
    switch mapping.bodyFile == nil || mapping.fileIsTemplate ? response.body : .none {
    case .json(let value) where WireMockTemplate.isTemplate(value): body = template.piece(of: value)
    case .text(let text) where WireMockTemplate.isTemplate(text):
      let type =
        mapping.bodyFile == nil
        ? mapping.writtenType : ContentType(response.headers["content-type"])
      if type?.isJSON ?? WireMockTemplate.mayBecomeJSON(text) {
        // An unquoted template is JSON only after it has been filled in.
        isFilledJSON = true
        body = LuaText.call("json_or_text", template.expression(of: text, isJSON: true))
      } else {
        body = template.expression(of: text)
      }
    case .form(let fields) where fields.contains(where: { WireMockTemplate.isTemplate($0.value) }):
      body = template.expression(of: template.body ?? "")
    default:
      if filled.isEmpty { return nil }
    }
    var fixed = response
    fixed.headers = response.headers.filter { filled[$0.name.lowercased()] == nil }
    if body != nil {
      // Give the writer a body without templates, so that it determines the content type.
      if case .json = response.body { fixed.body = .json(["filled": .bool(true)]) }
      if isFilledJSON {
        fixed.body = .json(["filled": .bool(true)])
        if mapping.writtenType == nil {
          fixed.headers.removeAll { $0.name.lowercased() == "content-type" }
        }
      }
    }
    var more: [String: LuaPiece] = [:]
    if isFilledJSON {
      helpers.insert("json_or_text")
      // Text is sent as bytes, which have no type.
      let type = response.headers["content-type"].flatMap {
        ContentType($0)?.isJSON == true ? $0 : nil
      }
      more["Content-Type"] = LuaText.piece(.string(type ?? "application/json"))
    }
    for (name, fields) in filled.sortedByKeyBytes() {
      let values = fields.map { template.expression(of: $0.value) }
      more[HeaderNames.capitalized(name)] =
        values.count == 1 ? values[0] : LuaPiece(table: values.map { LuaPiece.Entry($0) })
    }
    return writer.written(fixed, route: route.name, body: body, headers: more).answer
  }

  /// Returns the file of a body, which is under `__files` next to the folder of the mappings; nil if it can't be read.
  private func contents(of file: String) -> [UInt8]? {
    guard let folder else { return nil }
    return BesideFile.contents(of: file, in: "\(folder)/__files")
      ?? BesideFile.contents(of: file, in: "\(folder)/../__files")
  }
}

extension [WireMockMapping] {
  /// The steps of a scenario from its initial state, as long as each leads to the next.
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
