import MockConfiguration
import MockData
import MockLua

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
    var fields: RequestFields
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
        Route(name: "\(request.method) \(path.text)", path: path, comments: comments))
    }
    // Two templates that differ in the names of their parts are one route.
    request.pathValues = order[service].routes[route].path.values(
      path.values(request.pathValues), of: path)
    let name = order[service].routes[route].name
    var answer = writer.answer(exchange.response, route: name)
    answer.comments = exchange.comments + answer.comments
    order[service].routes[route].exchanges.append(
      Recorded(
        fields: RequestFields(of: request), answer: answer,
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
    var marks: [String: Int] = [:]
    // What one request is answered with over time tells it from others, not a single answer of it.
    var histories: [[[String]: AnyCodableValue]: [Int]] = [:]
    for exchange in exchanges {
      let mark = marks[exchange.text] ?? marks.count
      marks[exchange.text] = mark
      histories[exchange.fields.values, default: []].append(mark)
    }
    var historyMarks: [[Int]: Int] = [:]
    let requests = exchanges.map { exchange in
      let history = folded(histories[exchange.fields.values] ?? [])
      let mark = historyMarks[history] ?? historyMarks.count
      historyMarks[history] = mark
      return (fields: exchange.fields, answer: mark)
    }
    let paths = Discrimination.fields(of: requests)
    return rules(exchanges, by: paths)
  }

  /// A history without its repeated end, which the last answer of a sequence gives anyway.
  private static func folded(_ history: [Int]) -> [Int] {
    var history = history
    while history.count > 1, history[history.count - 1] == history[history.count - 2] {
      history.removeLast()
    }
    return history
  }

  private static func rules(_ exchanges: [Recorded], by paths: [[String]]) -> [ImportedItem] {
    var groups: [(pattern: AnyCodableValue, size: Int, exchanges: [Recorded])] = []
    var numbers: [AnyCodableValue: Int] = [:]
    for exchange in exchanges {
      let pattern = exchange.fields.pattern(of: paths)
      if let number = numbers[pattern] {
        groups[number].exchanges.append(exchange)
      } else {
        numbers[pattern] = groups.count
        let size = paths.count { exchange.fields.values[$0] != nil }
        groups.append((pattern, size, [exchange]))
      }
    }
    // A rule that asks for more stands before one that asks for a part of it.
    let sorted = groups.enumerated().sorted {
      ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
    }
    let hasSecret = paths.contains { $0.contains { MockSecrets.isSecret($0) } }
    return sorted.map { _, group in
      var item = ImportedItem(answers: [])
      if group.size > 0 { item.pattern = LuaText.piece(ofPattern: group.pattern) }
      if group.size > 0, hasSecret {
        item.comments = ["The secret is a placeholder; write what the app sends."]
      }
      var last: String?
      for exchange in group.exchanges {
        item.add(exchange.answer, isRepeated: exchange.text == last)
        last = exchange.text
      }
      // The last answer is given again and again.
      if let end = item.answers.indices.last { item.answers[end].count = 1 }
      return item
    }
  }
}
