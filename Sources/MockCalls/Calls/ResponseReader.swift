internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Reads the response of a call before it takes effect, without holding a lock.
///
/// If the reader throws an error, the call fails with that error and doesn't update anything. The method appears in
/// messages about the response.
typealias ResponseReader = (CallResponse, MethodIdentity) throws -> Void

extension CallResponse {
  /// Errors name the service, method, response, and key path.
  func decoded<T: Decodable & SendableMetatype>(_ method: MethodIdentity) throws -> sending T {
    if let relaxed { return Box.passing(try relaxed.value(T.self, of: method)) }
    return try method.decode(value, index)
  }

  /// Returns the value as a type that the compiler doesn't know to be `Decodable`.
  func dynamic<T>(
    _ type: T.Type, candidates types: [any Any.Type] = [], _ method: MethodIdentity
  ) throws -> T {
    if let relaxed { return try relaxed.value(type, candidates: types, of: method) }
    return try DynamicDecoding.decode(type, from: value, candidates: types, method, index)
  }

  func tuple<each T>(
    _ labels: [String?], _ types: repeat (each T).Type, of method: MethodIdentity
  ) throws -> (repeat each T) {
    if let relaxed { return try relaxed.tuple(repeat each types, of: method) }
    return try DynamicDecoding.tuple(labels, repeat each types, from: value, method, index)
  }

  /// Converts the value with a closure.
  ///
  /// Errors name the service, method, response, and key path.
  func made<T>(
    _ method: MethodIdentity, _ make: (AnyCodableValue) throws -> T
  ) throws -> T {
    try method.requireValue(value, index, as: T.self)
    do {
      return try make(value ?? .null)
    } catch let error as DecodingError {
      throw method.placed(error, index, nil)
    }
  }
}

extension MethodIdentity {
  /// Errors name the service, method, response, and key path.
  ///
  /// Both indices start at 0, and `element` is `nil` if the value isn't in a stream. `isPart` is true if the value is
  /// part of another value, such as an element of a tuple.
  func decode<T: Decodable & SendableMetatype>(
    _ value: AnyCodableValue?, _ index: Int, element: Int? = nil, isPart: Bool = false
  ) throws -> sending T {
    RankedLock.assertNoneHeld()
    try requireValue(value, index, as: T.self)
    do {
      guard let value else { return try AnyCodableValueDecoder().decode(T.self, from: .null) }
      let ignoredKeys = watchesKeys(of: index, element: element, as: T.self) ? ignoredKeys : nil
      let fields = isPart ? nil : fields(of: index)
      let key = fields.flatMap { $0.notes.key(of: value, as: T.self, isFixed: $0.isFixed) }
      guard ignoredKeys != nil || key != nil else {
        return try AnyCodableValueDecoder().decode(T.self, from: value)
      }
      let (decoded, watch) = try AnyCodableValueDecoder().decodeWatching(T.self, from: value)
      if let ignoredKeys {
        for key in watch.ignored {
          let text = text(of: key, from: place(ofElement: element), index)
          ignoredKeys.add(MockFailure(.ignoredKey, text, at: place(of: index)))
        }
      }
      if let fields, let key {
        fields.notes.note(watch.fields(of: value), of: key, isFixed: fields.isFixed)
      }
      return decoded
    } catch let error as DecodingError {
      throw placed(error, index, element)
    }
  }

  /// Throws an error if a response has no value although the type isn't optional.
  func requireValue(_ value: AnyCodableValue?, _ index: Int, as type: any Any.Type) throws {
    guard value == nil, !(type is any OptionalValue.Type) else { return }
    throw CallProblem.missingValue(self, index: index, type: "\(type)").error
  }

  func placed(_ error: DecodingError, _ index: Int, _ element: Int?) -> MockServiceError {
    let context = error.context
    let path = JSONPath(
      place(ofElement: element) + JSONPath(context?.codingPath ?? []).steps)
    return CallProblem.decodingFailed(
      self, index: index, path: path,
      reason: (context?.debugDescription ?? "\(error)") + caseAdvice(context?.underlyingError)
        + (element == nil && context?.codingPath.isEmpty != false ? streamAdvice(index) : "")
    ).error
  }

  private func place(ofElement element: Int?) -> [JSONPath.Step] {
    element.map { [.key("values"), .index($0)] } ?? [.key("value")]
  }

  /// Returns the message about a key that the app's type ignores.
  ///
  /// `start` is the path of the value.
  func text(of key: KeyWatch.Ignored, from start: [JSONPath.Step], _ index: Int) -> String {
    let permission =
      isOfScript
      ? "permit it with `:ignore_unknown_keys()`" : "permit it with `\"ignoresUnknownKeys\": true`"
    let path = JSONPath(start + key.path.steps + [.key(key.name)])
    let shown = isOfScript ? path.ofScript : path.description
    let hint =
      key.nearest.map { "did you mean `\($0.escaped)`? Otherwise, \(permission)" }
      ?? "remove it, or \(permission)"
    return
      "`\(self)`, response \(index + 1): the type that the app decodes ignores `\(shown.escaped)`; \(hint)"
  }

  /// Returns advice on what to write instead of a stream, for a method that returns a single value.
  ///
  /// If the response isn't a stream, returns an empty string.
  private func streamAdvice(_ index: Int) -> String {
    response(at: index)?.response.result == .stream ? streamAdvice : ""
  }

  var streamAdvice: String {
    isOfScript
      ? "; the method returns one value: write `reply(value)` instead of `stream`"
      : "; the method returns one value: write \"result\": \"success\" and `value`"
  }

  /// Returns advice on how to write an enum case with associated values, if the value was probably meant to be one.
  ///
  /// Otherwise, returns an empty string.
  private func caseAdvice(_ cause: (any Error)?) -> String {
    guard let problem = cause as? EnumCaseProblem else { return "" }
    let name = (problem.name ?? "case").escaped
    return isOfScript
      ? "; a case with values is `enum_case(\"\(name)\", ...)`, one with labels `{ \(name) = { label = ... } }`"
      : "; a case with values is `{\"\(name)\": {\"_0\": ...}}`, with labels instead of `_0` if it has them"
  }
}

/// Passes a value from the reader of a response to the caller.
///
/// `@unchecked Sendable`: The reader writes the value before the only caller reads it.
final class Box<Value>: @unchecked Sendable {
  var value: Value?

  func put(_ value: Value) { self.value = value }

  static func holding(_ value: Value) -> Box {
    let box = Box()
    box.put(value)
    return box
  }

  /// Passes on a value that its creator no longer uses.
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

/// Converts the value of a response to the result of a requirement.
///
/// Generated code contains `_MockCodec(Tea.self)`, and the compiler selects the initializer that supports the type. If
/// the type is `Decodable`, the value is decoded directly. Otherwise, the codec finds out at run time whether the type
/// is a ``MockValue`` or can be created from plain data.
public struct _MockCodec<Value> {
  let read: (CallResponse, MethodIdentity) throws -> Value
  /// Creates a placeholder for a call that has no response and can't throw.
  ///
  /// Returns `nil` if there is no placeholder for the type.
  let placeholder: () -> Value?

  /// Creates a codec that decodes a type directly from the response.
  public init(_ type: Value.Type) where Value: Decodable & SendableMetatype {
    read = { try $0.decoded($1) }
    placeholder = { MockPlaceholder.make(type) }
  }

  /// Creates a codec that finds out at run time what a type supports.
  ///
  /// `types` are the concrete types to decode if `type` is a protocol or a base class.
  @_disfavoredOverload
  public init(_ type: Value.Type, candidates types: [any Any.Type] = []) {
    read = { try $0.dynamic(Value.self, candidates: types, $1) }
    placeholder = { MockPlaceholder.make(type, candidates: types) }
  }

  /// Creates a codec that reads the value of a property with configured responses.
  init(_ property: _MockPropertyCodec<Value>) {
    read = { try $0.made($1) { try property.decode($0) } }
    placeholder = property.placeholder
  }

  /// Creates a codec for a tuple, whose elements are read by label or in order.
  ///
  /// The label of an element without a label is `nil`.
  public init<each T>(tuple labels: [String?], _ types: repeat (each T).Type)
  where Value == (repeat each T) {
    read = { try $0.tuple(labels, repeat (each T).self, of: $1) }
    placeholder = { MockPlaceholder.tuple(repeat (each T).self) }
  }
}

/// Codecs for methods with `@MockMethod`.
///
/// The result of such a method must be `Decodable`. The compiler warns about any other result.
extension _MockCodec {
  /// Creates a codec that decodes a type directly from the response.
  public init(decoding type: Value.Type) where Value: Decodable & SendableMetatype {
    self.init(type)
  }

  /// Creates a codec that finds out at run time what a type supports.
  @available(
    *, deprecated, message: "the result is not Decodable: make it Decodable, or write the method"
  )
  @_disfavoredOverload
  public init(decoding type: Value.Type) { self.init(type, candidates: []) }
}
