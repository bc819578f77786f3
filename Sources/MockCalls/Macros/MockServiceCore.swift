public import MockConfiguration
internal import MockData
internal import MockPlatform

#if canImport(Combine)
  internal import Combine
#endif

/// The parts of a mock that `@Mocked` made: its sequencer, its stubs, and the values of its properties.
///
/// A core belongs to one mock, or to the service as a whole, for static requirements and ``MockInstances``.
///
/// `@unchecked Sendable`: `subjects` is behind a lock, and subjects synchronise themselves.
public final class _MockServiceCore: @unchecked Sendable {
  /// Where the answers come from.
  public let sequencer: MockCallSequencer
  /// The live service that calls may be passed to; nil where there is none.
  let live: _LiveService?
  /// The number of the mock in this process, from 1, by which the log tells mocks of one service apart; 0 for the core of
  /// the service as a whole.
  let mock: Int
  /// The stubs of the mock, or those of all mocks of the service.
  let stubs: StubTable
  private let wiring: _MockPropertyWiring
  private static let mockCount = AtomicNumber()
  private let values: PropertyValues
  private let subjects = Locked<[String: AnyObject]>([:])

  /// Creates the core of a mock; the initial state is the sequencer's.
  ///
  /// - Parameters:
  ///   - sequencer: Where the answers come from.
  ///   - live: Finds the live service that calls may be passed to; by default the one that the mock replaces, if any.
  public convenience init(_ sequencer: MockCallSequencer, passingTo live: _LiveService? = nil) {
    self.init(
      sequencer, mock: Self.mockCount.add(1), stubs: StubTable(of: sequencer.stubs),
      values: PropertyValues(sequencer.initialState), passingTo: live)
  }

  /// Creates the core of a service as a whole, whose properties are the static ones.
  ///
  /// - Parameter sequencer: The source of the responses.
  public convenience init(ofService sequencer: MockCallSequencer) {
    self.init(
      sequencer, mock: 0, stubs: sequencer.stubs, values: sequencer.staticValues, passingTo: nil)
  }

  private init(
    _ sequencer: MockCallSequencer, mock: Int, stubs: StubTable, values: PropertyValues,
    passingTo live: _LiveService?
  ) {
    (self.sequencer, self.mock, self.stubs, self.values) = (sequencer, mock, stubs, values)
    self.live = live ?? LiveServiceSource.current?.find
    wiring = _MockPropertyWiring(sequencer)
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
  ///   - codec: What makes a value of data.
  /// - Returns: What was set, else what a response of its own says, as a method's does; else shared state, else initial
  ///   state, else a default. A type that no data stands for has a nil as its default, else a placeholder, once that is
  ///   reported.
  public func value<Value>(of property: String, _ codec: _MockPropertyCodec<Value>) -> Value {
    if sequencer.calls.isConfigured(property), !values.wasSet(property) {
      let call = call(property)
      return call.value(_MockCodec(codec), throwing: Never.self)
    }
    // In two steps: nothing kept would be a nil of an `Optional` type.
    if codec.encode == nil, let kept = values.kept(property), let value = kept.value as? Value {
      return value
    }
    let data: AnyCodableValue? =
      if let (state, key) = wiring.binding(of: property) { state[key] } else {
        values.data[property]
      }
    if let data {
      // An object is the one that was set, as long as nobody has set another value.
      if let kept = values.kept(property), kept.data == data, let value = kept.value as? Value {
        return value
      }
      do {
        return try codec.decode(data)
      } catch {
        guard codec.isDecodable else { return wiring.unusable(property, data, codec.placeholder()) }
        wiring.report(property, "\(Value.self)", data)
      }
    }
    if codec.isDecodable {
      return wiring.initial(
        of: property, nil, decode: codec.decode, placeholder: codec.placeholder)
    }
    if Value.self is any _MockOptional.Type, let nothing = codec.placeholder() { return nothing }
    return wiring.placeholder(
      property,
      " is \(articled("\(Value.self)")) that nobody has set; set it, or stub it: `mock.on.\(property) { ... }`",
      codec.placeholder())
  }

  /// Sets a property, and with it the shared state that it is bound to.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - value: The value, which the mock keeps where no data stands for it.
  ///   - codec: What makes data of the value.
  public func setValue<Value>(
    of property: String, to value: Value, _ codec: _MockPropertyCodec<Value>
  ) {
    values.noteSet(property)
    if let encode = codec.encode {
      guard let data = try? encode(value) else {
        return wiring.sequencer.report(
          .sharedState(key: property, type: "\(Value.self)", value: nil))
      }
      if KeptArgument.object(in: value) != nil {
        values.keep(property, value, as: data)
      } else {
        values.drop(property)
      }
      return set(property, data)
    }
    values.keep(property, value)
    if let data = codec.data(ofKept: value) { set(property, data) }
  }

  private func set(_ property: String, _ data: AnyCodableValue) {
    if let (state, key) = wiring.binding(of: property) {
      state.applyUpdates([key: data])
    } else {
      values.set(property, to: data)
    }
  }

  /// The subject of a property, always the same one.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - codec: What makes a value of data.
  /// - Returns: The subject.
  public func subject<Value>(
    _ property: String, _ codec: _MockPropertyCodec<Value>
  ) -> CurrentValueSubject<Value, Never> {
    let known = subjects.withLock { $0[property] as? CurrentValueSubject<Value, Never> }
    if let known { return known }
    let made = wiring.subject(property, codec)
    return subjects.withLock { subjects in
      // Another thread may have made one meanwhile.
      if let known = subjects[property] as? CurrentValueSubject<Value, Never> { return known }
      subjects[property] = made
      return made
    }
  }
}

/// The values of properties that are not bound to shared state.
///
/// `@unchecked Sendable`: they are only touched under the lock; a value that is not `Sendable` goes from one user of
/// the mock to another, as it would through a property of a class written by hand.
package final class PropertyValues: @unchecked Sendable {
  /// A value as it was set, with the data that stands for it; nil where none does, or nobody asks for it.
  struct Kept {
    var value: Any
    var data: AnyCodableValue?
  }

  private struct Values {
    var data: [String: AnyCodableValue]
    var kept: [String: Kept] = [:]
    /// The properties that somebody has set.
    var set: Set<String> = []
  }

  private let values: Locked<Values>

  init(_ data: [String: AnyCodableValue]) {
    values = Locked(Values(data: data))
  }

  var data: [String: AnyCodableValue] { values.withLock { $0.data } }

  func set(_ property: String, to value: AnyCodableValue) {
    values.withLock { $0.data[property] = value }
  }

  func noteSet(_ property: String) { values.withLock { _ = $0.set.insert(property) } }

  func wasSet(_ property: String) -> Bool { values.withLock { $0.set.contains(property) } }

  func kept(_ property: String) -> Kept? { values.withLock { $0.kept[property] } }

  func drop(_ property: String) {
    let previous = values.withLock { $0.kept.removeValue(forKey: property) }
    withExtendedLifetime(previous) {}
  }

  func keep(_ property: String, _ value: Any, as data: AnyCodableValue? = nil) {
    let kept = Kept(value: value, data: data)
    let previous = values.withLock { $0.kept.updateValue(kept, forKey: property) }
    // Freed without the lock: it may be an app's object.
    withExtendedLifetime(previous) {}
  }
}
