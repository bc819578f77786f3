internal import MockData

#if canImport(Combine)
  internal import Combine
#endif

/// Finds the value of a mock's property in the shared state or the initial state, or uses a default.
///
/// Generated code creates and uses it.
public struct _MockPropertyWiring: Sendable {
  let sequencer: MockCallSequencer

  /// Creates the wiring for the bindings and the initial state of a sequencer's service.
  public init(_ sequencer: MockCallSequencer) {
    self.sequencer = sequencer
  }

  func binding(of property: String) -> (state: MockSharedState, key: String)? {
    guard let key = sequencer.bindings[property], let state = sequencer.sharedState,
      state[key] != nil
    else { return nil }
    return (state, key)
  }

  func initial<Value>(
    of property: String, _ fallback: (() -> Value)?,
    decode: (AnyCodableValue) throws -> Value,
    placeholder: () -> Value? = { MockPlaceholder.make(Value.self) }
  ) -> Value {
    if let value = sequencer.initialState[property] {
      do {
        return try decode(value)
      } catch {
        report(property, "\(Value.self)", value, severity: fallback == nil ? .stop : .report)
      }
    }
    if let fallback { return fallback() }
    if sequencer.context.contracts.isStrict, sequencer.bindings[property] == nil,
      let value = sequencer.sharedState?[property]
    {
      let service = sequencer.service ?? "Service"
      sequencer.report(
        MockFailure(
          .unbound,
          "`\(name(property))` has a default value, because nothing binds it to the shared key `\(property)`; write"
            + " `service \"\(service.escaped)\" :bind \"\(property)\" { ... }`, or give it a value with"
            + " `:initial { \(property) = ... }`"
        ).of(MockFailure.Declared(service: nil, name: property, value: value)))
    } else if sequencer.context.contracts.isStrict {
      sequencer.report(
        MockFailure(
          .defaulted,
          "`\(name(property))` has no value; bind it with `:bind`, or give it a value with"
            + " `:initial { \(property) = ... }`"))
    }
    for value in Self.defaults { if let value = try? decode(value) { return value } }
    return self.placeholder(
      property,
      " is \(articled("\(Value.self)")), which has no default; bind it, or give it an initial state",
      placeholder())
  }

  /// The defaults of a property without configured state.
  ///
  /// The property gets the first default that its type can decode.
  private static let defaults: [AnyCodableValue] = [.null, false, 0, "", [], [:]]

  func report(
    _ property: String, _ type: String, _ value: AnyCodableValue,
    severity: MockFailure.Severity = .report
  ) {
    let text = "`\(name(property))`\(mismatch(property, value, type))"
    sequencer.report(
      MockFailure(.unanswered, severity: severity, text).of(declared(property, value)))
  }

  /// Returns a value as the declared value of the bound key, or of the property itself.
  ///
  /// A script may have declared the value.
  private func declared(_ property: String, _ value: AnyCodableValue) -> MockFailure.Declared {
    let key = binding(of: property)?.key
    return MockFailure.Declared(
      service: key == nil ? sequencer.service : nil, name: key ?? property, value: value)
  }

  /// Reports data that can't be converted to the property's type, and returns a placeholder.
  func unusable<Value>(_ property: String, _ data: AnyCodableValue, _ made: Value?) -> Value {
    placeholder(property, mismatch(property, data, "\(Value.self)"), made, declared(property, data))
  }

  private func mismatch(_ property: String, _ value: AnyCodableValue, _ type: String) -> String {
    let shown = sequencer.context.log.redaction.redacted(value, named: property).shortText
    return ": the value \(shown) is not \(articled(type))"
  }

  /// Reports that a property has no value, and returns a placeholder.
  ///
  /// If there is no placeholder for the type, the method blocks the caller.
  func placeholder<Value>(
    _ property: String, _ problem: String, _ made: Value?, _ declared: MockFailure.Declared? = nil
  ) -> Value {
    let failure = MockFailure(.unanswered, severity: .stop, "`\(name(property))`\(problem)")
    return MockPlaceholder.report(declared.map(failure.of) ?? failure, made, sequencer.report)
      .orHold()
  }

  private func name(_ property: String) -> String {
    MethodIdentity(service: sequencer.service, name: property).description
  }
}

extension _MockPropertyWiring {
  /// Returns the subject of a property, synchronized with shared state in both directions.
  ///
  /// If the property's type is `AnyCodableValue`, the result is the subject of the shared state itself. `fallback`
  /// returns the first value if no value is configured.
  public func subject<Value>(
    _ property: String, _ codec: _MockPropertyCodec<Value>, default fallback: (() -> Value)? = nil
  ) -> CurrentValueSubject<Value, Never> {
    guard codec.isDecodable, codec.encode != nil else { return constant(property, fallback) }
    let first = { initial(of: property, fallback, decode: codec.decode) }
    guard let (state, key) = binding(of: property) else { return CurrentValueSubject(first()) }
    if Value.self == AnyCodableValue.self,
      let own = state.subject(for: key) as? CurrentValueSubject<Value, Never>
    {
      return own
    }
    let bound: Value? = bound(property, state, key, decode: codec.decode)
    return state.subject(for: key, as: codec, default: bound ?? first())
      ?? CurrentValueSubject(first())
  }

  /// Returns the subject of a property whose type can't be represented as data.
  ///
  /// Its only value is a default.
  private func constant<Value>(
    _ property: String, _ fallback: (() -> Value)?
  ) -> CurrentValueSubject<Value, Never> {
    guard let fallback else {
      return CurrentValueSubject(
        placeholder(
          property, " is \(articled("\(Value.self)")), which is not Codable; write `@MockDefault`",
          MockPlaceholder.make(Value.self)))
    }
    return CurrentValueSubject(fallback())
  }

  /// If the value doesn't fit the property's type, the method reports it and returns `nil`.
  private func bound<Value>(
    _ property: String, _ state: MockSharedState, _ key: String,
    decode: (AnyCodableValue) throws -> Value
  ) -> Value? {
    guard let value = state[key] else { return nil }
    do {
      return try decode(value)
    } catch {
      report(property, "\(Value.self)", value)
      return nil
    }
  }
}
