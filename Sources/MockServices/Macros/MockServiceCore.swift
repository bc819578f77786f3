public import MockCalls
public import MockConfiguration
internal import MockData
internal import MockPlatform

#if canImport(Combine)
  internal import Combine
#endif

/// What a mock that `@Mocked` made consists of: its sequencer and the values of its properties.
///
/// `@unchecked Sendable`: `subjects` is behind a lock, and subjects synchronise themselves.
public final class MockServiceCore: @unchecked Sendable {
  /// Where the answers come from.
  public let sequencer: MockCallSequencer
  private let wiring: MockPropertyWiring
  /// The values of properties that are not bound to shared state.
  private let values: Locked<[String: AnyCodableValue]>
  private let subjects = Locked<[String: AnyObject]>([:])

  /// Creates the core of a mock; the initial state is the sequencer's.
  public init(_ sequencer: MockCallSequencer) {
    self.sequencer = sequencer
    wiring = MockPropertyWiring(sequencer)
    values = Locked(sequencer.initialState)
  }

  /// Creates the core of a mock from its entry in a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The entry.
  ///   - sharedState: The state that the services share; nil for none.
  ///   - service: The name of the service.
  public convenience init(
    configuration: MockServiceEntry, sharedState: MockSharedState?, service: String
  ) {
    self.init(
      MockCallSequencer(entry: configuration, sharedState: sharedState, service: service))
  }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - type: Its type.
  /// - Returns: Shared state, else initial state, else a default.
  public func value<Value: Decodable>(
    of property: String, as type: Value.Type = Value.self
  ) -> Value {
    value(of: property) { try MockStateCoding.decode($0) }
  }

  /// The value of a property of a type with raw values.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - type: Its type.
  /// - Returns: Shared state, else initial state, else the case of raw value zero or nothing.
  public func value<Value: RawRepresentable>(
    of property: String, as type: Value.Type = Value.self
  ) -> Value where Value.RawValue: Decodable {
    value(of: property) { try MockStateCoding.decodeRaw($0) }
  }

  /// The value of a property of a `Decodable` type with raw values; the raw value counts.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - type: Its type.
  /// - Returns: Shared state, else initial state, else the case of raw value zero or nothing.
  public func value<Value: RawRepresentable & Decodable>(
    of property: String, as type: Value.Type = Value.self
  ) -> Value where Value.RawValue: Decodable {
    value(of: property) { try MockStateCoding.decodeRaw($0) }
  }

  /// Sets a property, and with it the shared state that it is bound to.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - value: The value.
  public func setValue<Value: Encodable>(of property: String, to value: Value) {
    set(property, "\(Value.self)") { try AnyCodableValueEncoder().encode(value) }
  }

  /// Sets a property of a type with raw values, and with it the shared state that it is bound to.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - value: The value.
  public func setValue<Value: RawRepresentable>(of property: String, to value: Value)
  where Value.RawValue: Encodable {
    set(property, "\(Value.self)") { try AnyCodableValueEncoder().encode(value.rawValue) }
  }

  /// Sets a property of an `Encodable` type with raw values; the raw value counts.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - value: The value.
  public func setValue<Value: RawRepresentable & Encodable>(of property: String, to value: Value)
  where Value.RawValue: Encodable {
    set(property, "\(Value.self)") { try AnyCodableValueEncoder().encode(value.rawValue) }
  }

  /// The subject of a property, always the same one.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - make: Makes the subject at the first call.
  /// - Returns: The subject.
  public func subject<Value>(
    _ property: String,
    _ make: (MockPropertyWiring) -> CurrentValueSubject<Value, Never>
  ) -> CurrentValueSubject<Value, Never> {
    let known = subjects.withLock { $0[property] as? CurrentValueSubject<Value, Never> }
    if let known { return known }
    let made = make(wiring)
    return subjects.withLock { subjects in
      // Another thread may have made one meanwhile.
      if let known = subjects[property] as? CurrentValueSubject<Value, Never> { return known }
      subjects[property] = made
      return made
    }
  }

  private func value<Value>(
    of property: String, decode: (AnyCodableValue) throws -> Value
  ) -> Value {
    let current: AnyCodableValue?
    if let (state, key) = wiring.binding(of: property) {
      current = state[key]
    } else {
      current = values.withLock { $0[property] }
    }
    if let current {
      do {
        return try decode(current)
      } catch {
        wiring.report(property, "\(Value.self)", current)
      }
    }
    return wiring.initial(of: property, nil, decode: decode)
  }

  private func set(_ property: String, _ type: String, encode: () throws -> AnyCodableValue) {
    guard let value = try? encode() else {
      wiring.sequencer.report(.sharedState(key: property, type: type, value: nil))
      return
    }
    if let (state, key) = wiring.binding(of: property) {
      state.applyUpdates([key: value])
    } else {
      values.withLock { $0[property] = value }
    }
  }
}

extension MockServiceCore {
  /// Stops, since no value of the type can come from a configuration.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - type: Its type.
  /// - Returns: Nothing, ever.
  @available(*, deprecated, message: "the property is not Decodable: make it so, or write it")
  @_disfavoredOverload
  public func value<Value>(of property: String, as type: Value.Type = Value.self) -> Value {
    wiring.stop(property, "is a \(Value.self), which is not Decodable; write it yourself")
  }

  /// Stops, since no value of the type can be kept as data.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - value: The value.
  @available(*, deprecated, message: "the property is not Encodable: make it so, or write it")
  @_disfavoredOverload
  public func setValue<Value>(of property: String, to value: Value) {
    wiring.stop(property, "is a \(Value.self), which is not Encodable; write it yourself")
  }
}
