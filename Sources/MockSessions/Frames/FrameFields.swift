internal import MockCalls
internal import MockData

/// The content of one kind of frame.
///
/// A payload visits its fields in one method, which is used for both reading and writing.
protocol FramePayload: Sendable {
  init()
  /// Visits all fields in the order in which they are written.
  mutating func visit(_ fields: inout some FrameFields)
}

extension FramePayload {
  init(_ fields: inout some FrameFields) {
    self.init()
    visit(&fields)
  }
}

/// A visitor that reads or writes the fields of a payload.
protocol FrameFields {
  mutating func required<Value: FrameValue>(_ name: String, _ value: inout Value)
  mutating func optional<Value: FrameValue>(_ name: String, _ value: inout Value?)
}

extension FrameFields {
  /// Visits a Boolean field that is omitted if it has its usual value, `usual`.
  mutating func flag(_ name: String, _ value: inout Bool, unless usual: Bool) {
    var stated = value == usual ? nil : value
    optional(name, &stated)
    value = stated ?? usual
  }
}

protocol FrameValue {
  /// The name of the type, for messages.
  static var sort: String { get }
  /// Returns nil if the value has another type.
  static func read(_ value: AnyCodableValue) -> Self?
  var json: AnyCodableValue { get }
}

extension Int: FrameValue {
  static let sort = "whole number"
  static func read(_ value: AnyCodableValue) -> Int? { value.integer }
  var json: AnyCodableValue { .int(self) }
}

extension String: FrameValue {
  static let sort = "string"
  static func read(_ value: AnyCodableValue) -> String? { value.string }
  var json: AnyCodableValue { .string(self) }
}

extension Bool: FrameValue {
  static let sort = "bool"
  static func read(_ value: AnyCodableValue) -> Bool? { value.bool }
  var json: AnyCodableValue { .bool(self) }
}

extension AnyCodableValue: FrameValue {
  static let sort = "value"
  static func read(_ value: AnyCodableValue) -> AnyCodableValue? { value }
  var json: AnyCodableValue { self }
}

extension Array: FrameValue where Element: FrameValue {
  static var sort: String { "list of \(Element.sort)s" }
  static func read(_ value: AnyCodableValue) -> [Element]? {
    let elements = value.elements?.compactMap(Element.read)
    return elements?.count == value.elements?.count ? elements : nil
  }

  var json: AnyCodableValue { .array(map(\.json)) }
}

extension [String: AnyCodableValue]: FrameValue {
  static let sort = "object"
  static func read(_ value: AnyCodableValue) -> [String: AnyCodableValue]? { value.members }
  var json: AnyCodableValue { .dictionary(self) }
}

/// An error in a frame.
///
/// The field `own` is set if the error comes from the mock itself, and not from a scenario.
extension MockServiceError: FrameValue {
  static let sort = "error"

  /// A placeholder until the error has been read.
  static let unstated = MockServiceError(code: "", message: "")

  static func read(_ value: AnyCodableValue) -> MockServiceError? {
    guard let members = value.members, let code = members["code"]?.string,
      let message = members["message"]?.string
    else { return MockServiceError(code: "error", message: value.shortText) }
    if members["own"] == true, let problem = MockErrorCode(rawValue: code) {
      // The message already includes the location, if any.
      return MockServiceError(problem: problem, message, at: nil, details: members["details"])
    }
    return MockServiceError(code: code, message: message, details: members["details"])
  }

  var json: AnyCodableValue {
    .object([
      "code": .string(code), "message": .string(message), "details": details,
      "own": problem == nil ? .none : true,
    ])
  }
}
