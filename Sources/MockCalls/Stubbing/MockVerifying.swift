internal import MockConfiguration
public import MockData

/// The verifications of a mock, with a method for each requirement that looks for its calls.
///
/// You get it from `mock.verify`, or from `MockX.all.verify` for every mock of a protocol. The macro generates a
/// subclass for each protocol.
open class _MockVerifying {
  /// The mock's responses and properties.
  ///
  /// Generated code uses it.
  public let _mocking: _MockServiceCore

  /// Creates the verifications of a mock.
  ///
  /// Generated code calls it.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Returns the calls of a requirement.
  ///
  /// Generated code calls it.
  ///
  /// - Parameters:
  ///   - method: The key of the requirement.
  ///   - shown: The matches of the arguments as shown in messages, or `nil` for any value.
  ///   - read: Reads the arguments of a call, and throws if they don't match.
  /// - Returns: The calls.
  public final func _calls<Arguments>(
    _ method: String, _ shown: KeyValuePairs<String, AnyCodableValue?>,
    _ read: @escaping (_MockLoggedArguments) throws -> Arguments
  ) -> MockVerification<Arguments> {
    MockVerification(_mocking, method, shown, read)
  }
}

/// The arguments of a logged call, for generated code.
public struct _MockLoggedArguments {
  /// The error for an argument that doesn't match.
  struct Mismatch: Error {}

  /// The error for an argument whose original value isn't available.
  struct Unreadable: Error {
    var problem: String
  }

  private let arguments: MockArguments

  init(_ arguments: MockArguments) {
    self.arguments = arguments
  }

  /// Returns an argument with the type of its parameter.
  ///
  /// - Parameters:
  ///   - label: The name under which the argument is recorded.
  ///   - match: The match that the argument must satisfy.
  /// - Returns: The argument.
  /// - Throws: An error if it doesn't match or is no longer available.
  public func argument<Value>(_ label: String, _ match: MockMatch<Value>) throws -> Value {
    let value: Value = try typed(label)
    guard match._accepts(value) else { throw Mismatch() }
    return value
  }

  private func typed<Value>(_ label: String) throws -> Value {
    if let argument = arguments.argument(label), let kept = argument.kept {
      // In two steps, because an optional would be a valid value of `Any`.
      if let given = kept.value, let value = given as? Value { return value }
      throw Unreadable(
        problem: "`\(label)` was an object that no longer exists; keep it until it is verified")
    }
    let data = arguments.value.member(at: [label]) ?? .null
    if let value = data.swiftValue as? Value { return value }
    // The call came from a script or another process, so its arguments are data.
    if let type = Value.self as? any Decodable.Type {
      do {
        if let value = try AnyCodableValueDecoder().decode(type, from: data) as? Value {
          return value
        }
      } catch let error as DecodingError {
        let path = JSONPath([.key(label)] + JSONPath(error.context?.codingPath ?? []).steps)
        let reason = error.context?.debugDescription ?? "\(error)"
        throw Unreadable(
          problem:
            "`\(label)` was \(data.shortText), which is not \(articled("\(Value.self)")):"
            + " `\(path)`: \(reason)")
      }
    }
    throw Unreadable(
      problem: "`\(label)` was \(data.shortText), which is not \(articled("\(Value.self)"))")
  }
}
