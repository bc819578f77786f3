internal import MockConfiguration
internal import MockData

struct OpenAPIParameter: Sendable {
  enum Location: String, Sendable { case path, query, header, cookie }

  let name: String
  let location: Location
  let isRequired: Bool
  /// The schema; nil if any value is allowed.
  let schema: AnyCodableValue?
  /// An example to send, such as `limit=20`, if one is known.
  let example: String?
  /// The name of the argument.
  private let key: String
  private let style: String
  private let explodes: Bool
  private let isJSON: Bool
  private let allowsEmptyValue: Bool

  /// The headers that other parts of a description define (OpenAPI 3.1, 4.8.12.1).
  private static let ignoredHeaders: Set = ["accept", "content-type", "authorization"]
  private static let exampleLengthLimit = 100

  /// Reads a parameter, or returns nil if requests aren't compared with it.
  init?(
    _ node: DocumentNode, _ path: OpenAPIPath, examples: inout DescribedExamples
  ) throws(MockConfigurationError) {
    name = try node.required("name").text()
    guard let location = Location(rawValue: try node.required("in").text()) else { return nil }
    self.location = location
    if location == .header, Self.ignoredHeaders.contains(name.lowercased()) { return nil }
    switch location {
    case .path: key = path.name(of: name)
    case .header: key = name.lowercased()
    case .query, .cookie: key = name
    }
    isRequired = node["required"]?.data == true
    let usual = location == .query || location == .cookie ? "form" : "simple"
    style = try node["style"]?.text() ?? usual
    explodes = node["explode"].map { $0.data == true } ?? (style == "form")
    allowsEmptyValue = node["allowEmptyValue"]?.data == true
    let content = try node["content"]?.members().first
    isJSON = content.map { MediaType.isJSON($0.key) } ?? false
    let declared = content?.value["schema"]?.data ?? node["schema"]?.data
    schema = content == nil || isJSON ? declared : nil
    var unused: [String] = []
    let value = try? examples.value(of: content?.value ?? node, &unused)
    guard let value else {
      example = nil
      return
    }
    let form = content == nil ? Form(style: style, explodes: explodes) : .json
    example = form.text(of: value, name: name, in: location).flatMap {
      $0.count > Self.exampleLengthLimit ? nil : $0.escaped
    }
  }

  /// The place in a request, such as `query.limit`.
  var place: String {
    switch location {
    case .path: "path.\(name.escaped)"
    case .query: "query.\(name.escaped)"
    case .header: "headers.\(key.escaped)"
    case .cookie: "cookies.\(name.escaped)"
    }
  }

  /// Returns whether a request has nested members, as in `filter[a][b]=1`.
  ///
  /// OpenAPI doesn't define their form, so they can't be compared.
  func hasNestedMembers(in arguments: AnyCodableValue) -> Bool {
    style == "deepObject" && location == .query
      && arguments.member("query")?.members.contains {
        $0.key.hasPrefix("\(key)[") && $0.key.contains("][")
      } == true
  }

  /// Returns the value in a request, or nil if the request doesn't have the parameter or its form isn't supported.
  ///
  /// If `splitsAsSent` is true, an escaped separator belongs to an element of a list. Some clients escape the
  /// separators, too.
  func value(
    in arguments: AnyCodableValue, _ types: inout SchemaText, splitsAsSent: Bool = false
  ) -> AnyCodableValue? {
    guard let schema else { return sent(in: arguments) }
    if isExplodedObject(&types) { return members(in: arguments, schema, &types) }
    guard let sent = sent(in: arguments) else { return nil }
    if isJSON {
      guard case .string(let text) = sent else { return sent }
      return (try? JSONParser(maximumDepth: 100).parse(text)) ?? sent
    }
    if allowsEmptyValue, sent == .string("") { return nil }
    let kinds = types.kinds(of: schema)
    if kinds.contains("array") {
      if !kinds.isDisjoint(with: ["string", "object"]), case .string = sent { return sent }
      let asSent = splitsAsSent ? elementsAsSent(in: arguments) : nil
      return types.value(of: .array(asSent ?? elements(sent)), schema)
    }
    if style == "deepObject", case .dictionary(var members) = sent {
      // A list with one element is sent like a single value.
      for (name, member) in members {
        guard case .string = member, let property = types.property(name, of: schema),
          case let kinds = types.kinds(of: property), kinds.contains("array"),
          kinds.isDisjoint(with: ["string", "object"])
        else { continue }
        members[name] = .array([member])
      }
      return types.value(of: .dictionary(members), schema)
    }
    if kinds.contains("object"), !kinds.contains("string"), case .string(let text) = sent {
      return types.value(of: object(text), schema)
    }
    return types.value(of: sent, schema)
  }

  /// Returns the members of an object that are parameters of the query, or nil if none of them was sent.
  private func members(
    in arguments: AnyCodableValue, _ schema: AnyCodableValue, _ types: inout SchemaText
  ) -> AnyCodableValue? {
    var members: [String: AnyCodableValue] = [:]
    for (name, value) in arguments.member("query")?.members ?? []
    where types.property(name, of: schema) != nil {
      members[name] = value
    }
    if members.isEmpty { return nil }
    return types.value(of: .dictionary(members), schema)
  }

  private func sent(in arguments: AnyCodableValue) -> AnyCodableValue? {
    switch location {
    case .path: return style == "simple" ? arguments.member("path")?.member(key) : nil
    case .header: return arguments.member("headers")?.member(key)
    case .query:
      guard style == "deepObject" else { return arguments.member("query")?.member(key) }
      var members: [String: AnyCodableValue] = [:]
      for (name, value) in arguments.member("query")?.members ?? []
      where name.hasPrefix("\(key)[") && name.hasSuffix("]") {
        members[String(name.dropFirst(key.count + 1).dropLast())] = value
      }
      return members.isEmpty ? nil : .dictionary(members)
    case .cookie:
      guard case .string(let line)? = arguments.member("headers")?.member("cookie") else {
        return nil
      }
      for pair in line.split(separator: ";") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == name else { continue }
        return .string(String(sides[1]))
      }
      return nil
    }
  }

  private func elements(_ sent: AnyCodableValue) -> [AnyCodableValue] {
    switch sent {
    case .array(let elements): return elements
    case .string(let text):
      if location == .query, explodes { return [sent] }
      let separator: Character =
        style == "spaceDelimited" ? " " : style == "pipeDelimited" ? "|" : ","
      if text.isEmpty { return [] }
      return text.split(separator: separator, omittingEmptySubsequences: false).map {
        .string(location == .header ? String($0.drop { $0 == " " }) : String($0))
      }
    default: return [sent]
    }
  }

  /// Returns the elements of a list in the query, separated only by separators that aren't escaped in the URL.
  private func elementsAsSent(in arguments: AnyCodableValue) -> [AnyCodableValue]? {
    guard location == .query, !explodes, style != "spaceDelimited",
      case .string(let url)? = arguments.member("url"),
      let query = url.split(separator: "?", maxSplits: 1).dropFirst().first
    else { return nil }
    let separator: Character = style == "pipeDelimited" ? "|" : ","
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, String(urlEscaped: sides[0].utf8, isQuery: true) == key else {
        continue
      }
      return sides[1].split(separator: separator, omittingEmptySubsequences: false).map {
        .string(String(urlEscaped: $0.utf8, isQuery: true) ?? String($0))
      }
    }
    return nil
  }

  /// Returns an object whose members are in one string, such as `a,1,b,2` or `a=1,b=2`.
  private func object(_ text: String) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [:]
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if explodes {
      for part in parts {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if sides.count == 2 { members[String(sides[0])] = .string(String(sides[1])) }
      }
    } else {
      for index in stride(from: 0, to: parts.count - 1, by: 2) {
        members[parts[index]] = .string(parts[index + 1])
      }
    }
    return .dictionary(members)
  }

  /// Whether the value is an object whose members are parameters of the query.
  func isExplodedObject(_ types: inout SchemaText) -> Bool {
    guard location == .query, style == "form", explodes, !isJSON, let schema else { return false }
    let kinds = types.kinds(of: schema)
    return kinds.contains("object") && kinds.isDisjoint(with: ["string", "array"])
  }
}

extension OpenAPIParameter {
  private enum Form {
    case json
    case deepObject
    case explodedObject
    case list(separator: String)

    init(style: String, explodes: Bool) {
      switch style {
      case "deepObject": self = .deepObject
      case "spaceDelimited": self = .list(separator: "%20")
      case "pipeDelimited": self = .list(separator: "|")
      default: self = explodes && style == "form" ? .explodedObject : .list(separator: ",")
      }
    }

    /// Returns an example of a parameter, or nil if its value is empty.
    func text(of value: AnyCodableValue, name: String, in location: Location) -> String? {
      let text: String
      switch (self, value) {
      case (.deepObject, .dictionary):
        return value.members.map { "\(name)[\($0.key)]=\($0.value.headerText)" }
          .joined(separator: "&")
      case (.explodedObject, .dictionary):
        return value.members.map { "\($0.key)=\($0.value.headerText)" }.joined(separator: "&")
      case (.explodedObject, .array(let elements)) where location == .query:
        return elements.map { "\(name)=\($0.headerText)" }.joined(separator: "&")
      case (.json, _): text = value.compactText
      case (.list(let separator), .array(let elements)):
        text = elements.map(\.headerText).joined(separator: separator)
      default: text = value.headerText
      }
      if text.isEmpty { return nil }
      return switch location {
      case .path: text
      case .query, .cookie: "\(name)=\(text)"
      case .header: "\(name): \(text)"
      }
    }
  }
}
