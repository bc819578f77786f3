/// What decoding a response into a type gave, kept so that it need not be done for every call.
///
/// `@unchecked Sendable`: it is only touched under the choosing lock of the response. A value is only kept, and
/// given out as a copy, after ``ValueTree`` has found no reference in it.
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

extension PreparedResponse {
  /// Decodes the value of the response, and from the third time on copies what decoding gave before.
  ///
  /// The second time proves whether that is the same: two values must be trees of plain values, and equal.
  @inline(__always) func decodedValue<T: Decodable & SendableMetatype>(
    _ method: MethodIdentity
  ) throws -> sending T {
    if let known = decoded, known.standing == .plain, known.type == ObjectIdentifier(T.self) {
      return unsafeDowncast(known, to: PlainValue<T>.self).value
    }
    return try freshValue(method)
  }

  private func freshValue<T: Decodable & SendableMetatype>(
    _ method: MethodIdentity
  ) throws -> sending T {
    let type = ObjectIdentifier(T.self)
    if decoded == nil {
      decoded = DecodedValue(type: type, standing: .new)
    } else if let known = decoded, known.standing == .new, known.type == type {
      let first: T = try method.decode(answer.value, index)
      let second: T = try method.decode(answer.value, index)
      decoded =
        ValueTree.areEqual(first, second)
        ? PlainValue(first) : DecodedValue(type: type, standing: .other)
    }
    return try method.decode(answer.value, index)
  }
}
