import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Converts recorded exchanges to routes.
///
/// A repeated request becomes a sequence, and different requests become rules.
struct RecordedRoutes {
  private var writer: ResponseWriter
  private var services: [Service] = []
  /// The indices of services, by origin and by name.
  private var numbers: [String?: Int] = [:]
  private var numbersByName: [String: Int] = [:]
  private let isOfTemplates: Bool
  private let keepsSecrets: Bool
  private var notes: [ImportNote] = []
  /// The comments on exchanges without a route.
  private var dropped: [String] = []

  private struct Service {
    var name: String
    var routes: [Route] = []
    var numbers: [String: Int] = [:]
  }

  private struct Route {
    var name: String
    var path: RoutePath
    var comments: [String] = []
    var exchanges: [Recorded] = []
  }

  private struct Recorded {
    var fields: CallFields
    var written: ResponseWriter.Written
    /// The position of the exchange, in the order in which exchanges were added.
    var number: Int
    /// A readable name for the response, such as `503 Busy`.
    var label: String

    var answer: ImportedResponse { written.answer }
    /// The response as a string, which is the same for equal responses.
    var text: String { answer.comments.joined(separator: "\n") + "\n" + written.identity }
  }

  enum Outcome {
    case kept
    /// The script responds to the request with 501 and this reason.
    case leftOut(String)
    /// The script omits the exchange, and a comment or a note gives the reason.
    case dropped(String)
  }

  /// The outcome for each exchange, in the order in which exchanges were added.
  private(set) var outcomes: [Outcome] = []
  /// The headers whose value comes from the first of several equal responses.
  private var ofFirst: Set<String> = []

  /// `isOfTemplates` indicates whether the exchanges come from a description or a collection, rather than a recording.
  ///
  /// In a description or a collection, paths are templates and each request has one response. In a recording, paths are
  /// literal and a repeated request becomes a sequence. Unless `keepsSecrets` is true, placeholders replace secrets.
  init(scriptName: String, isOfTemplates: Bool, keepsSecrets: Bool) {
    writer = ResponseWriter(scriptName: scriptName)
    (self.isOfTemplates, self.keepsSecrets) = (isOfTemplates, keepsSecrets)
  }

  mutating func add(_ exchange: Exchange) {
    var request = exchange.request
    let path = RoutePath(request.url.path, isTemplate: isOfTemplates)
    do throws(RouteProblem) {
      // In a script, these names have another meaning.
      // A path of a description that is left out has no method.
      let isAny = request.method == "*" && !(isOfTemplates && exchange.response.leftOut != nil)
      if !HeaderNames.isName(request.method) || isAny || request.method == SocketEvent.word {
        throw RouteProblem("no HTTP request has its method")
      }
      _ = try RouteTemplate("\(request.method) \(path.text)")
    } catch {
      let text =
        "\(request.method.escaped) \(request.url.path.escapedPath) is left out: \(error.statement)"
      note(text)
      if !dropped.contains(text) { dropped.append(text) }
      outcomes.append(.dropped(error.statement))
      return
    }
    let service = self.service(of: request.url.origin)
    let key = "\(request.method) \(path.key)"
    let route = services[service].numbers[key] ?? services[service].routes.count
    if route == services[service].routes.count {
      services[service].numbers[key] = route
      services[service].routes.append(
        Route(
          name: "\(request.method) \(path.text)", path: path,
          comments: exchange.routeComments + path.losses))
    }
    // Two templates that differ only in their parameter names are the same route.
    request.pathValues = services[service].routes[route].path.values(
      path.values(request.pathValues), of: path)
    let name = services[service].routes[route].name
    var response = exchange.response
    if response.template != nil {
      let names = services[service].routes[route].path.values(path.originalNames, of: path)
      response.template?.rename(Dictionary(names.map { ($1, $0) }) { first, _ in first })
    }
    var written = writer.written(
      response, route: name, path: exchange.source?.path.description ?? "")
    written.answer.comments = exchange.comments + written.answer.comments
    services[service].routes[route].exchanges.append(
      Recorded(
        fields: CallFields(of: request), written: written, number: outcomes.count,
        label: exchange.label))
    outcomes.append(written.leftOut.map { .leftOut($0) } ?? .kept)
  }

  private mutating func service(of origin: String?) -> Int {
    if let known = numbers[origin] { return known }
    var name = "//*"
    if let origin {
      do throws(RouteProblem) {
        name = try HTTPHost(origin).service
      } catch {
        note("the script's routes match any host, because \(error.statement)")
      }
    }
    let number = numbersByName[name] ?? services.count
    if number == services.count { services.append(Service(name: name)) }
    (numbers[origin], numbersByName[name]) = (number, number)
    return number
  }

  private mutating func note(_ text: String) {
    let note = ImportNote(text: text)
    if !notes.contains(note) { notes.append(note) }
  }

  /// Returns the script, and the number of its responses.
  mutating func script() -> (script: ImportedScript, answers: Int) {
    var script = ImportedScript()
    var answers = 0
    for service in services {
      var imported = ImportedService(opening: LuaText.http(service.name))
      for route in service.routes {
        let items = items(of: route.exchanges)
        for answer in items.flatMap(\.answers) where !answer.isLeftOut { answers += answer.count }
        imported.methods.append(
          ImportedMethod(name: route.name, comments: route.comments, items: items))
      }
      script.services.append(imported)
    }
    script.notes = notes
    script.comments = dropped
    writer.finish(&script, "Headers of the connection")
    if !ofFirst.isEmpty {
      script.comments.append(
        "Equal responses are merged, with the first value of \(ofFirst.sorted().joined(separator: ", "))."
      )
    }
    return (script, answers)
  }

  // MARK: - Rules and sequences

  private mutating func items(of exchanges: [Recorded]) -> [ImportedItem] {
    let calls = exchanges.map { CallRules.Call(fields: $0.fields, answer: $0.text) }
    return CallRules.rules(of: calls).map { rule in
      var item = ImportedItem(answers: [])
      if let pattern = rule.pattern { item.pattern = LuaText.piece(ofPattern: pattern) }
      if rule.hasSecret, !keepsSecrets {
        item.comments = ["The secret is a placeholder; write what the app sends."]
      }
      isOfTemplates
        ? addFirst(of: rule.calls.map { exchanges[$0] }, to: &item)
        : addSequence(of: rule.calls.map { exchanges[$0] }, to: &item)
      return item
    }
  }

  private mutating func addSequence(of exchanges: [Recorded], to item: inout ImportedItem) {
    var last: Recorded?
    for exchange in exchanges {
      let isRepeated = exchange.text == last?.text
      item.add(exchange.answer, isRepeated: isRepeated)
      if isRepeated, let last, exchange.answer.piece.text != last.answer.piece.text {
        ofFirst.formUnion(exchange.written.generatedHeaders)
      }
      if !isRepeated { last = exchange }
    }
    // The last response repeats anyway.
    if let end = item.answers.indices.last { item.answers[end].count = 1 }
  }

  /// Adds the first of several examples for the same request.
  private mutating func addFirst(of exchanges: [Recorded], to item: inout ImportedItem) {
    guard let first = exchanges.first else { return }
    item.answers = [first.answer]
    for other in exchanges.dropFirst() where other.text != first.text {
      outcomes[other.number] = .dropped("another example has the same request")
      item.comments.append("Left out, because it has the same request: \(other.label).")
    }
  }
}
