internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Takes the answer of a call before it takes effect, under no lock.
///
/// What it throws is the error of the call, which then updates nothing. The method is what messages about the answer
/// name.
typealias AnswerReader = (Answer, MethodIdentity) throws -> Void

extension Answer {
  /// Decodes the value; the error names service, method, response and key path.
  func decoded<T: Decodable & SendableMetatype>(_ method: MethodIdentity) throws -> sending T {
    try method.decode(value, index)
  }

  /// The value as a type of which nothing is known.
  func dynamic<T>(
    _ type: T.Type, candidates types: [any Any.Type] = [], _ method: MethodIdentity
  ) throws -> T {
    try DynamicDecoding.decode(type, from: value, candidates: types, method, index)
  }

  /// The value as a tuple.
  func tuple<each T>(
    _ labels: [String?], _ types: repeat (each T).Type, of method: MethodIdentity
  ) throws -> (repeat each T) {
    try TupleData(labels, value, method, index).decoded(repeat (each T).self)
  }

  /// The value as what a closure makes of it; its error names service, method, response and key path.
  func made<T>(
    _ method: MethodIdentity, _ make: (AnyCodableValue) throws -> T
  ) throws -> T {
    if value == nil, !(T.self is any OptionalValue.Type) {
      throw CallProblem.missingValue(method, index: index, type: "\(T.self)").error
    }
    do {
      return try make(value ?? .null)
    } catch let error as DecodingError {
      throw method.placed(error, index, nil)
    }
  }
}

extension MethodIdentity {
  /// Decodes a value of a response; the error names service, method, response and key path.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - index: The response, from 0.
  ///   - element: Which value of a stream it is, from 0; nil for no stream.
  ///   - isPart: Whether it is a part of a value, such as the element of a tuple; false by default.
  /// - Returns: The value as the type.
  /// - Throws: ``MockServiceError`` for a value that is not of the type.
  func decode<T: Decodable & SendableMetatype>(
    _ value: AnyCodableValue?, _ index: Int, element: Int? = nil, isPart: Bool = false
  ) throws -> sending T {
    RankedLock.assertNoneHeld()
    if value == nil, !(T.self is any OptionalValue.Type) {
      throw CallProblem.missingValue(self, index: index, type: "\(T.self)").error
    }
    do {
      guard let value else { return try AnyCodableValueDecoder().decode(T.self, from: .null) }
      let asking = ignoredKeys.flatMap { keys in
        keys.isWatching && keys.watches(self, index, element: element, as: T.self) ? keys : nil
      }
      let fields = isPart ? nil : fields(of: index)
      let key = fields.flatMap { $0.notes.key(of: value, as: T.self, isFixed: $0.isFixed) }
      guard asking != nil || key != nil else {
        return try AnyCodableValueDecoder().decode(T.self, from: value)
      }
      let (decoded, watch) = try AnyCodableValueDecoder().decodeWatching(T.self, from: value)
      asking?.add(watch.ignored, of: self, index, element: element)
      if let fields, let key {
        fields.notes.note(watch.fields(of: value), of: key, isFixed: fields.isFixed)
      }
      return decoded
    } catch let error as DecodingError {
      throw placed(error, index, element)
    }
  }

  func placed(_ error: DecodingError, _ index: Int, _ element: Int?) -> MockServiceError {
    let context = error.context
    let place: [JSONPath.Step] =
      element.map { [.key("values"), .index($0)] } ?? [.key("value")]
    let path = JSONPath(place + JSONPath(context?.codingPath ?? []).steps)
    return CallProblem.decodingFailed(
      self, index: index, path: path,
      reason: (context?.debugDescription ?? "\(error)") + caseAdvice(context?.underlyingError)
        + (element == nil && context?.codingPath.isEmpty != false ? streamAdvice(index) : "")
    ).error
  }

  /// What to write in place of a stream, which is a list where one value is expected.
  private func streamAdvice(_ index: Int) -> String {
    let isStream =
      prepared.indices.contains(index) && prepared[index].response.result == .stream
    return isStream ? streamAdvice : ""
  }

  /// What to write in place of a stream.
  var streamAdvice: String {
    isOfScript
      ? "; the method returns one value: write `reply(value)` in place of `stream`"
      : "; the method returns one value: write \"result\": \"success\" and `value`"
  }

  /// How a case of an enum with values is written, for data that should have been one.
  private func caseAdvice(_ cause: (any Error)?) -> String {
    guard let problem = cause as? EnumCaseProblem else { return "" }
    let name = (problem.name ?? "case").escaped
    return isOfScript
      ? "; a case with values is `variant(\"\(name)\", ...)`, one with labels `{ \(name) = { label = ... } }`"
      : "; a case with values is `{\"\(name)\": {\"_0\": ...}}`, with labels in place of `_0` where it has them"
  }
}

/// A value on its way from the reader of an answer to the caller.
///
/// `@unchecked Sendable`: it is written by the reader and read by the one caller, one after the other.
final class Box<Value>: @unchecked Sendable {
  var value: Value?

  func put(_ value: Value) { self.value = value }

  static func holding(_ value: Value) -> Box {
    let box = Box()
    box.put(value)
    return box
  }

  /// A value that its maker has no further use for.
  static func passing(_ value: Value) -> sending Value {
    let box = Box()
    box.put(value)
    return box.take()
  }

  func take() -> sending Value {
    guard let value else { fatalError("the answer was not read") }
    return value
  }
}
