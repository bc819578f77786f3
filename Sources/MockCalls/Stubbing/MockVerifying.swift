internal import MockConfiguration
public import MockData

/// The verifications of a mock: a method for each requirement, which looks for its calls.
///
/// `mock.verify` returns it, and `MockX.all.verify` for every mock of a protocol. The macro writes a subclass for each
/// protocol.
open class _MockVerifying {
  /// The mock's answers and properties; generated code uses it.
  public let _mocking: _MockServiceCore

  /// Creates the verifications of a mock; generated code does.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Looks for the calls of a requirement; generated code calls it.
  ///
  /// - Parameters:
  ///   - method: The key of the requirement.
  ///   - shown: What the arguments must match, as messages show it; nil for any value.
  ///   - read: Makes the arguments of a call, and throws for those that do not match.
  /// - Returns: The calls.
  public final func _calls<Arguments>(
    _ method: String, _ shown: KeyValuePairs<String, AnyCodableValue?>,
    _ read: @escaping (_MockLoggedArguments) throws -> Arguments
  ) -> MockVerification<Arguments> {
    MockVerification(_mocking, method, shown, read)
  }
}

/// The arguments of a call in the log, for generated code.
public struct _MockLoggedArguments {
  /// The error of an argument that does not match.
  struct Mismatch: Error {}

  /// The error of an argument that is not kept as what it was.
  struct Unreadable: Error {
    var problem: String
  }

  private let arguments: MockArguments

  init(_ arguments: MockArguments) {
    self.arguments = arguments
  }

  /// An argument as its requirement has it.
  ///
  /// - Parameters:
  ///   - label: The name under which it is recorded.
  ///   - match: What it must match.
  /// - Returns: The argument.
  /// - Throws: Where it does not match, or is not there any more.
  public func argument<Value>(_ label: String, _ match: MockMatch<Value>) throws -> Value {
    let value: Value = try typed(label)
    guard match._accepts(value) else { throw Mismatch() }
    return value
  }

  private func typed<Value>(_ label: String) throws -> Value {
    if let argument = arguments.argument(label), let kept = argument.kept {
      // In two steps: an optional would be a value of `Any`.
      if let given = kept.value, let value = given as? Value { return value }
      throw Unreadable(
        problem: "`\(label)` was an object that is gone; keep it until it is verified")
    }
    let data = arguments.value.member(at: [label]) ?? .null
    if let value = data.swiftValue as? Value { return value }
    // The call came from a script or another process: its arguments are data.
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
            "`\(label)` came as \(data.shortText), which is not \(articled("\(Value.self)")):"
            + " `\(path)`: \(reason)")
      }
    }
    throw Unreadable(
      problem: "`\(label)` came as \(data.shortText), which is not \(articled("\(Value.self)"))")
  }
}
