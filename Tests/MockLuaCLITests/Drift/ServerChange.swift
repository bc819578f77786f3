import MockData
import TestSupport

/// A seeded change of a server's response: the route, the part of its body, and the kind of change.
struct ServerChange {
  /// The code of the warning that `mocklua drift` must report, or nil if only values change.
  let code: String?
  let route: String
  /// The path of the changed part of the body, or nil for the whole response.
  let path: String?
  let answers: [String: AnyCodableValue]

  /// A server's responses, which are also in the script.
  static let answers: [String: AnyCodableValue] = [
    "GET /users/7": [
      "body": [
        "id": 7, "name": "Ada", "email": "ada@example.com", "isActive": true,
        "address": ["city": "London", "zip": "N1", "geo": ["lat": 51.5, "lng": 0]],
        "roles": ["admin", "editor"], "manager": nil,
      ]
    ],
    "GET /orders?page=1": [
      "body": [
        "page": 1, "total": 4,
        "items": [
          ["id": 1, "status": "open", "price": 9.5, "tags": ["new"]],
          ["id": 2, "status": "closed", "price": 12, "tags": []],
          ["id": 3, "status": "open", "price": 3, "tags": ["old", "cheap"]],
          ["id": 4, "status": "closed", "price": 7.25, "tags": ["new"]],
        ],
      ]
    ],
    "GET /rates": ["body": ["base": "EUR", "rates": ["USD": 1.08, "GBP": 0.85, "JPY": 160]]],
    "GET /settings": [
      "body": ["theme": "dark", "line1": "a", "line2": "b", "limits": ["daily": 5, "weekly": 20]]
    ],
    "GET /events": [
      "body": [
        ["kind": "LOGIN", "at": "2026-11-01T10:00:00Z", "actor": ["id": 1, "name": "Ada"]],
        ["kind": "LOGOUT", "at": "2026-11-01T11:00:00Z", "actor": ["id": 1, "name": "Ada"]],
        ["kind": "LOGIN", "at": "2026-11-02T10:00:00Z", "actor": ["id": 2, "name": "Bob"]],
      ]
    ],
    "GET /missing": ["status": 404, "body": ["error": "none", "code": 12]],
  ]

  static let routes = answers.keys.sorted()

  init(seed: UInt64) {
    var numbers = SeededGenerator(state: seed)
    var changed = Self.answers
    var route = Self.routes[Int(seed) % Self.routes.count]
    // Two of the routes have enumerations.
    if Int(seed / 6) % 6 == 5 { route = seed % 2 == 0 ? "GET /events" : "GET /orders?page=1" }
    let body = changed[route]?.member(at: ["body"]) ?? .null
    let parts = Self.parts(of: body, [])
    let change = ["missing-field", "new-field", "other-type", "null", "other-status", "new-case"][
      Int(seed / 6) % 6]
    var part = parts.randomElement(using: &numbers) ?? []
    var code = change
    if change == "new-case" {
      let cases = parts.filter { ["status", "kind"].contains($0.last) }
      if let found = cases.first { part = found } else { code = "missing-field" }
    }
    let newBody: AnyCodableValue
    switch code {
    case "missing-field": newBody = Self.changed(body, part) { _ in nil }
    case "new-field":
      part = Array(part.dropLast()) + ["added"]
      newBody = Self.adding(to: body, part)
    case "null":
      code = "other-type"
      // A value that was null can be anything.
      part =
        parts.filter { Self.value(of: body, $0) != .null }.randomElement(using: &numbers) ?? part
      newBody = Self.changed(body, part) { _ in .null }
    case "other-type":
      part =
        parts.filter { Self.value(of: body, $0) != .null }.randomElement(using: &numbers) ?? part
      newBody = Self.changed(body, part) { value in
        if case .string = value { .int(5) } else { .string("another") }
      }
    case "new-case":
      newBody = Self.changed(body, part) { $0 == "open" || $0 == "LOGIN" ? "SUSPENDED" : $0 }
    default: newBody = body
    }
    var answer: [String: AnyCodableValue] = ["body": newBody]
    answer["status"] = route == "GET /missing" ? 404 : nil
    if code == "other-status" { answer["status"] = route == "GET /missing" ? 410 : 203 }
    changed[route] = .dictionary(answer)
    self.code = code
    self.route = route
    path = code == "other-status" ? nil : Self.words(part)
    self.answers = changed
  }

  /// Creates a change of values only.
  init(harmless seed: UInt64) {
    var numbers = SeededGenerator(state: seed)
    (code, route, path) = (nil, "", nil)
    answers = Self.answers.mapValues { answer in
      guard case .dictionary(var members) = answer, let body = members["body"] else {
        return answer
      }
      members["body"] = Self.varied(body, "", &numbers)
      return .dictionary(members)
    }
  }

  // MARK: - Parts of a body

  /// Returns the paths to the members of a value.
  ///
  /// The elements of a list are named `[]`.
  private static func parts(of value: AnyCodableValue, _ path: [String]) -> [[String]] {
    switch value {
    case .dictionary(let members):
      // The names of currencies are data.
      if path.last == "rates" { return [] }
      return members.sortedByKeyBytes().flatMap { [path + [$0]] + parts(of: $1, path + [$0]) }
    case .array(let elements): return elements.first.map { parts(of: $0, path + ["[]"]) } ?? []
    default: return []
    }
  }

  private static func value(of value: AnyCodableValue, _ path: [String]) -> AnyCodableValue? {
    guard let name = path.first else { return value }
    switch value {
    case .dictionary(let members):
      return members[name].flatMap { self.value(of: $0, Array(path.dropFirst())) }
    case .array(let elements):
      return elements.first.flatMap { self.value(of: $0, Array(path.dropFirst())) }
    default: return nil
    }
  }

  private static func changed(
    _ value: AnyCodableValue, _ path: [String], _ change: (AnyCodableValue) -> AnyCodableValue?
  ) -> AnyCodableValue {
    guard let name = path.first else { return value }
    let rest = Array(path.dropFirst())
    switch value {
    case .array(let elements): return .array(elements.map { changed($0, rest, change) })
    case .dictionary(var members):
      guard let member = members[name] else { return value }
      members[name] = rest.isEmpty ? change(member) : changed(member, rest, change)
      return .dictionary(members)
    default: return value
    }
  }

  private static func adding(to value: AnyCodableValue, _ path: [String]) -> AnyCodableValue {
    guard let name = path.first else { return value }
    let rest = Array(path.dropFirst())
    switch value {
    case .array(let elements):
      // Only in the first element.
      return .array(elements.enumerated().map { $0 == 0 ? adding(to: $1, rest) : $1 })
    case .dictionary(var members):
      members[name] = rest.isEmpty ? .bool(true) : members[name].map { adding(to: $0, rest) }
      return .dictionary(members)
    default: return value
    }
  }

  /// Other values of the same shape: different numbers and strings, longer and shorter lists.
  private static func varied(
    _ value: AnyCodableValue, _ name: String, _ numbers: inout SeededGenerator
  ) -> AnyCodableValue {
    switch value {
    case .int, .double, .number:
      return Bool.random(using: &numbers)
        ? .int(Int.random(in: 0..<1000, using: &numbers))
        : .double(Double.random(in: 0..<9, using: &numbers))
    case .string(let text):
      if ["status", "kind"].contains(name) { return value }
      return .string("\(text) \(Int.random(in: 0..<1000, using: &numbers))")
    case .bool: return .bool(Bool.random(using: &numbers))
    case .null: return Bool.random(using: &numbers) ? .null : ["name": "Bob"]
    case .array(let elements):
      var elements = elements.map { varied($0, name, &numbers) }
      if Bool.random(using: &numbers), let first = elements.first { elements.append(first) }
      return .array(elements.filter { _ in Int.random(in: 0..<5, using: &numbers) > 0 })
    case .dictionary(let members):
      if name == "rates" { return ["CHF": 0.95, "USD": 2] }
      var result: [String: AnyCodableValue] = [:]
      for (name, member) in members.sortedByKeyBytes() {
        result[name] = varied(member, name, &numbers)
      }
      return .dictionary(result)
    }
  }

  private static func words(_ path: [String]) -> String {
    path.reduce(into: "") { text, name in
      text += name == "[]" ? "[0]" : text.isEmpty ? name : ".\(name)"
    }
  }
}
