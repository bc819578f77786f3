import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Turns recorded exchanges into routes: a repeated request becomes a sequence, different ones become rules.
struct RecordedRoutes {
  private var writer: AnswerWriter
  private var services: [String?: Int] = [:]
  /// The same by the names of the services.
  private var numbers: [String: Int] = [:]
  private var order: [Service] = []
  private let isOfTemplates: Bool
  private var notes: [ImportNote] = []

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
    var answer: ImportedAnswer
    /// What the answer is as text: equal for equal answers.
    var text: String
  }

  /// Takes exchanges whose paths are templates, as descriptions have them, or are paths, as recordings do.
  init(scriptName: String, isOfTemplates: Bool) {
    writer = AnswerWriter(scriptName: scriptName)
    self.isOfTemplates = isOfTemplates
  }

  /// Adds an exchange behind those that are there.
  ///
  /// - Parameters:
  ///   - exchange: The exchange.
  ///   - comments: What the script says above its route, where it is new.
  mutating func add(_ exchange: Exchange, comments: [String] = []) {
    var request = exchange.request
    let path = RoutePath(request.url.path, isTemplate: isOfTemplates)
    do throws(RouteProblem) {
      _ = try RouteTemplate("\(request.method) \(path.text)")
    } catch {
      note(
        "\(request.method.escaped) \(request.url.path.escapedPath) is left out: \(error.statement)")
      return
    }
    let service = self.service(of: request.url.origin)
    let key = "\(request.method) \(path.key)"
    let route = order[service].numbers[key] ?? order[service].routes.count
    if route == order[service].routes.count {
      order[service].numbers[key] = route
      order[service].routes.append(
        Route(
          name: "\(request.method) \(path.text)", path: path, comments: comments + path.losses))
    }
    // Two templates that differ in the names of their parts are one route.
    request.pathValues = order[service].routes[route].path.values(
      path.values(request.pathValues), of: path)
    let name = order[service].routes[route].name
    var answer = writer.answer(exchange.response, route: name)
    answer.comments = exchange.comments + answer.comments
    order[service].routes[route].exchanges.append(
      Recorded(
        fields: CallFields(of: request), answer: answer,
        text: answer.comments.joined(separator: "\n") + "\n" + answer.piece.text))
  }

  private mutating func service(of origin: String?) -> Int {
    if let known = services[origin] { return known }
    var name = "//*"
    if let origin {
      do throws(RouteProblem) {
        name = try HTTPHost(origin).service
      } catch {
        note("any host answers the routes of this one: \(error.statement)")
      }
    }
    let number = numbers[name] ?? order.count
    if number == order.count { order.append(Service(name: name)) }
    (services[origin], numbers[name]) = (number, number)
    return number
  }

  private mutating func note(_ text: String) {
    let note = ImportNote(text: text)
    if !notes.contains(note) { notes.append(note) }
  }

  /// The script; how many answers it has.
  func script() -> (script: ImportedScript, answers: Int) {
    var script = ImportedScript()
    var answers = 0
    for service in order {
      var imported = ImportedService(opening: LuaText.http(service.name))
      for route in service.routes {
        let items = Self.items(of: route.exchanges)
        answers += items.reduce(0) { $0 + $1.answers.reduce(0) { $0 + $1.count } }
        imported.methods.append(
          ImportedMethod(name: route.name, comments: route.comments, items: items))
      }
      script.services.append(imported)
    }
    script.files = writer.fixtures.files
    script.notes = notes
    if !writer.leftOut.isEmpty {
      script.comments.append(
        "Left out are headers of connections and caches: "
          + writer.leftOut.sorted().joined(separator: ", ") + ".")
    }
    return (script, answers)
  }

  // MARK: - Rules and sequences

  private static func items(of exchanges: [Recorded]) -> [ImportedItem] {
    let calls = exchanges.map { CallRules.Call(fields: $0.fields, answer: $0.text) }
    return CallRules.rules(of: calls).map { rule in
      var item = ImportedItem(answers: [])
      if let pattern = rule.pattern { item.pattern = LuaText.piece(ofPattern: pattern) }
      if rule.hasSecret {
        item.comments = ["The secret is a placeholder; write what the app sends."]
      }
      var last: String?
      for index in rule.calls {
        item.add(exchanges[index].answer, isRepeated: exchanges[index].text == last)
        last = exchanges[index].text
      }
      // The last answer is given again and again.
      if let end = item.answers.indices.last { item.answers[end].count = 1 }
      return item
    }
  }
}
