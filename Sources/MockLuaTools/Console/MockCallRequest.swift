package import MockConfiguration
package import MockData

/// A call to play, with its method and arguments.
package struct MockCallRequest: Sendable, Equatable {
  package var service: String
  package var method: String
  /// The arguments, as an object whose keys are the labels.
  package var arguments: AnyCodableValue

  /// The method with its service, such as `OTP.verify`.
  package var name: String { service.isEmpty ? method : "\(service).\(method)" }

  /// The HTTP method and the URL, if the call is a request whose route hasn't been resolved.
  package var request: (method: String, url: String)? {
    guard service.isEmpty, let space = method.firstIndex(of: " ") else { return nil }
    return (String(method[..<space]), String(method[method.index(after: space)...]))
  }

  /// Creates a call to a method, such as `OTP.verify`.
  ///
  /// By default, it has no arguments.
  ///
  /// The method's name follows the last dot. If the method is a route, only dots before the route's path count. If the
  /// name of the service or of the method is empty, the initializer returns `nil`.
  ///
  /// A name such as `GET https://api.example.com/users/7` is a request, whose route is resolved later.
  package init?(_ name: String, arguments: AnyCodableValue = [:]) {
    let words = name.split(separator: " ", maxSplits: 1)
    // Capital letters followed by a space can't be the start of a service's name, because hosts are named by their
    // URL.
    if words.count == 2, words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
      (self.service, self.method, self.arguments) = ("", name, arguments)
      return
    }
    guard let (service, method) = Self.split(name) else { return nil }
    (self.service, self.method, self.arguments) = (service, method, arguments)
  }

  /// Splits a name such as `OTP.verify` or `https://api.example.com.GET /users/{id}` into the service and the method.
  package static func split(_ name: String) -> (service: String, method: String)? {
    let isRoute = HTTPHost.isName(name)
    let head = isRoute ? name.prefix { $0 != " " } : name[...]
    guard let dot = head.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let (service, method) = (name[..<dot], name[name.utf8.index(after: dot)...])
    return service.isEmpty || method.isEmpty ? nil : (String(service), String(method))
  }

  /// Reads a line of a file of calls, such as `{"call":"OTP.verify","args":{"code":"1"}}`.
  ///
  /// The line is in UTF-8 and has no line ending. Its number starts at 1. `form` converts the JSON of the line to a
  /// result. Throws ``MockConfigurationError`` with the line and the column.
  package static func read<Form>(
    _ line: [UInt8], number: Int, file: String?, _ form: (ConfigurationNode) throws -> Form
  ) throws(MockConfigurationError) -> Form {
    do throws(MockConfigurationError) {
      return try ConfigurationText.read(try text(of: line), file: file) {
        text throws(MockConfigurationError) in
        try text.read { try form($0) }
      }
    } catch {
      var placed = error
      placed.place = ScriptLocation(file: file ?? "", line: number, column: error.place?.column)
      if case .invalidJSON(.unclosed(let what, _)) = error.problem {
        placed.problem = .invalidJSON(.unclosed(what, line: number))
      }
      throw placed
    }
  }

  private static func text(of line: [UInt8]) throws(MockConfigurationError) -> String {
    if let text = String(validUTF8: line) { return text }
    do throws(JSONParseError) {
      return try JSONParser().parse(utf8: line).shortText
    } catch {
      throw MockConfigurationError(problem: .invalidJSON(error.problem), at: error.place)
    }
  }
}

extension MockCallRequest {
  enum Key: String, ConfigurationKey {
    case call
    case args
  }

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let call = try object.required(.call)
    let name = try call.string()
    guard let request = MockCallRequest(name) else { throw call.error(.malformedCall(name)) }
    self = request
    if let arguments = object.optional(.args) {
      self.arguments = .dictionary(try arguments.members())
    }
  }
}

/// A line of a file of calls.
///
/// It is a call, or the opening or closing of a gate between two calls.
package enum MockCallStep: Sendable, Equatable {
  case call(MockCallRequest)
  case open(gate: String)
  case close(gate: String)

  /// Reads a line: `{"call":"OTP.verify","args":{"code":"1"}}`, `{"open":"door"}`, or `{"close":"door"}`.
  ///
  /// The line is in UTF-8 and has no line ending. Its number starts at 1. Throws ``MockConfigurationError`` with the
  /// line and the column.
  package init(
    line: [UInt8], number: Int, file: String? = nil
  ) throws(MockConfigurationError) {
    self = try MockCallRequest.read(line, number: number, file: file) {
      try MockCallStep(reading: $0)
    }
  }

  private enum Key: String, ConfigurationKey {
    case call
    case args
    case open
    case close
  }

  private init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let gate = object.optional(.open) ?? object.optional(.close)
    guard let gate else {
      self = .call(try MockCallRequest(reading: node))
      return
    }
    let isOpened = object.optional(.open) != nil
    let others: [Key] = isOpened ? [.call, .args, .close] : [.call, .args]
    if let other = others.first(where: { object.optional($0) != nil }) {
      throw node.error(
        .other(
          "`\(isOpened ? "open" : "close")` must be on its own line; write another line for `\(other.rawValue)`"
        ))
    }
    self = isOpened ? .open(gate: try gate.string()) : .close(gate: try gate.string())
  }
}
