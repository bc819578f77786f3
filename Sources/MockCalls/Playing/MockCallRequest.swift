package import MockConfiguration
package import MockData

/// A call that is to be played: its method and its arguments.
package struct MockCallRequest: Sendable, Equatable {
  /// The name of the service.
  package var service: String
  /// The name of the method.
  package var method: String
  /// The arguments as an object by label.
  package var arguments: AnyCodableValue

  /// The method with its service, such as `OTP.verify`.
  package var name: String { "\(service).\(method)" }

  /// Creates a request of a method, such as `OTP.verify`; without arguments by default.
  ///
  /// The method's name is what follows the last dot; nil is returned where either name is empty.
  package init?(_ name: String, arguments: AnyCodableValue = [:]) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    service = String(name[..<dot])
    method = String(name[name.utf8.index(after: dot)...])
    self.arguments = arguments
    if service.isEmpty || method.isEmpty { return nil }
  }

  /// Reads one line of a file of calls in some form, such as `{"call":"OTP.verify","args":{"code":"1"}}`.
  ///
  /// - Parameters:
  ///   - line: The line as UTF-8, without its end.
  ///   - number: The number of the line, from 1, which errors show.
  ///   - file: The name of the file, which errors show; nil for none.
  ///   - form: Reads the line's value.
  /// - Returns: What `form` made of it.
  /// - Throws: ``MockConfigurationError`` with line and column.
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
      placed.place = SourcePlace(file: file ?? "", line: number, column: error.place?.column)
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
