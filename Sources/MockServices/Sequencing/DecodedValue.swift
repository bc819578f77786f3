/// What decoding a response into a type gave, kept so that it need not be done for every call.
///
/// `@unchecked Sendable`: it is only touched in turns of the actor that owns the response. A value is
/// only kept, and given out as a copy, after ``ValueTree`` has found no reference in it.
class DecodedValue: @unchecked Sendable {
  enum Standing {
    /// Decoded once: nothing is known of the type yet.
    case new
    /// A plain value that decodes to the same every time.
    case plain
    /// It holds references, or decodes differently each time, as one with a new identifier does.
    case other
  }

  let type: ObjectIdentifier
  let standing: Standing

  init(type: ObjectIdentifier, standing: Standing) {
    self.type = type
    self.standing = standing
  }
}

final class PlainValue<T>: DecodedValue, @unchecked Sendable {
  let value: T

  init(_ value: T) {
    self.value = value
    super.init(type: ObjectIdentifier(T.self), standing: .plain)
  }
}

extension MockCallSequencer {
  /// Decodes the value of a response, and from the third time on copies what decoding gave before.
  ///
  /// The second time proves whether that is the same: two values must be trees of plain values, and equal.
  @inline(__always) func decodedValue<T: Decodable & SendableMetatype>(
    of prepared: PreparedResponse, _ method: MethodIdentity
  ) throws -> sending T {
    if let known = prepared.decoded, known.standing == .plain,
      known.type == ObjectIdentifier(T.self)
    {
      return unsafeDowncast(known, to: PlainValue<T>.self).value
    }
    return try freshValue(of: prepared, method)
  }

  private func freshValue<T: Decodable & SendableMetatype>(
    of prepared: PreparedResponse, _ method: MethodIdentity
  ) throws -> sending T {
    let type = ObjectIdentifier(T.self)
    if prepared.decoded == nil {
      prepared.decoded = DecodedValue(type: type, standing: .new)
    } else if let known = prepared.decoded, known.standing == .new, known.type == type {
      let first: T = try decode(prepared.response.value, prepared.index, method)
      let second: T = try decode(prepared.response.value, prepared.index, method)
      prepared.decoded =
        ValueTree.areEqual(first, second)
        ? PlainValue(first) : DecodedValue(type: type, standing: .other)
    }
    return try decode(prepared.response.value, prepared.index, method)
  }
}
