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
  private let values: PropertyValues
  private let subjects = Locked<[String: AnyObject]>([:])

  /// Creates the core of a mock; the initial state is the sequencer's.
  public convenience init(_ sequencer: MockCallSequencer) {
    self.init(sequencer, values: PropertyValues(sequencer.initialState))
  }

  package init(_ sequencer: MockCallSequencer, values: PropertyValues) {
    (self.sequencer, self.values) = (sequencer, values)
    wiring = MockPropertyWiring(sequencer)
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
      current = values.data[property]
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
      values.set(property, to: value)
    }
  }
}

/// Properties of types that no data stands for, such as delegates and closures: they keep what was set.
extension MockServiceCore {
  /// The value of a property of which nothing is known.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - type: Its type.
  ///   - types: Types that data may be decoded as, where that is the base of one of them.
  /// - Returns: What was set, else what can be made of shared or initial state, else nil; else a placeholder, once
  ///   that is reported.
  @_disfavoredOverload
  public func value<Value>(
    of property: String, as type: Value.Type = Value.self, among types: [any Any.Type] = []
  ) -> Value {
    // In two steps: nothing kept would be a nil of an `Optional` type.
    if let kept = values.kept(property), let value = kept as? Value { return value }
    let data: AnyCodableValue? =
      if let (state, key) = wiring.binding(of: property) { state[key] } else {
        values.data[property]
      }
    if let data {
      let method = MethodIdentity(service: sequencer.service, name: property)
      do {
        return try DynamicDecoding.decode(type, from: data, among: types, method, 0)
      } catch {
        wiring.report(property, "\(Value.self)", data)
      }
    }
    if type is any MockOptional.Type, let nothing = MockPlaceholder.make(type) { return nothing }
    return wiring.placeholder(
      property,
      "is a \(Value.self) that nobody has set; set it, or stub it: `mock.on.\(property) { ... }`")
  }

  /// Sets a property of a type that no data stands for.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - value: The value, which the mock keeps.
  @_disfavoredOverload
  public func setValue<Value>(of property: String, to value: Value) {
    values.keep(property, value)
  }
}

/// The values of properties that are not bound to shared state.
///
/// `@unchecked Sendable`: they are only touched under the lock; a value that is not `Sendable` goes from one user of
/// the mock to another, as it would through a property of a class written by hand.
package final class PropertyValues: @unchecked Sendable {
  private struct Values {
    var data: [String: AnyCodableValue]
    var kept: [String: Any] = [:]
  }

  private let values: Locked<Values>

  init(_ data: [String: AnyCodableValue]) {
    values = Locked(Values(data: data))
  }

  var data: [String: AnyCodableValue] { values.withLock { $0.data } }

  func set(_ property: String, to value: AnyCodableValue) {
    values.withLock { $0.data[property] = value }
  }

  func kept(_ property: String) -> Any? { values.withLock { $0.kept[property] } }

  func keep(_ property: String, _ value: Any) {
    let previous = values.withLock { $0.kept.updateValue(value, forKey: property) }
    // Freed without the lock: it may be an app's object.
    withExtendedLifetime(previous) {}
  }
}
