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
  init?(_ value: AnyCodableValue)
  var json: AnyCodableValue { get }
}

extension Int: FrameValue {
  static let sort = "whole number"

  init?(_ value: AnyCodableValue) {
    guard case .int(let number) = value else { return nil }
    self = number
  }

  var json: AnyCodableValue { .int(self) }
}

extension String: FrameValue {
  static let sort = "string"

  init?(_ value: AnyCodableValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }

  var json: AnyCodableValue { .string(self) }
}

extension Bool: FrameValue {
  static let sort = "bool"

  init?(_ value: AnyCodableValue) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }

  var json: AnyCodableValue { .bool(self) }
}

extension AnyCodableValue: FrameValue {
  static let sort = "value"

  init?(_ value: AnyCodableValue) { self = value }

  var json: AnyCodableValue { self }
}

extension Array: FrameValue where Element: FrameValue {
  static var sort: String { "list of \(Element.sort)s" }

  init?(_ value: AnyCodableValue) {
    guard case .array(let list) = value else { return nil }
    let elements = list.compactMap { Element($0) }
    guard elements.count == list.count else { return nil }
    self = elements
  }

  var json: AnyCodableValue { .array(map(\.json)) }
}

extension [String: AnyCodableValue]: FrameValue {
  static let sort = "object"

  init?(_ value: AnyCodableValue) {
    guard case .dictionary(let members) = value else { return nil }
    self = members
  }

  var json: AnyCodableValue { .dictionary(self) }
}

/// An error in a frame.
///
/// The field `own` is set if the error comes from the mock itself, and not from a scenario.
extension MockServiceError: FrameValue {
  static let sort = "error"

  /// A placeholder until the error has been read.
  static let unstated = MockServiceError(code: "", message: "")

  init?(_ value: AnyCodableValue) {
    guard case .dictionary(let members) = value, case .string(let code)? = members["code"],
      case .string(let message)? = members["message"]
    else {
      self.init(code: "error", message: value.shortText)
      return
    }
    if members["own"] == true, let problem = MockErrorCode(rawValue: code) {
      // The message already includes the location, if any.
      self.init(problem: problem, message, at: nil, details: members["details"])
    } else {
      self.init(code: code, message: message, details: members["details"])
    }
  }

  var json: AnyCodableValue {
    .object([
      "code": .string(code), "message": .string(message), "details": details,
      "own": problem == nil ? .none : true,
    ])
  }
}
