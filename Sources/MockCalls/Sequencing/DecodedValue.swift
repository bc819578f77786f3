/// What decoding a response into a type gave: on its way to the caller, and kept, so that it need not be done
/// for every call.
///
/// `@unchecked Sendable`: nothing changes in it. A value is only kept, and given to several callers, after
/// ``ValueTree`` has found no reference in it; any other goes to one caller.
@usableFromInline class DecodedValue: @unchecked Sendable {
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

/// A decoded value of a type that the code which asked for it knows.
@usableFromInline final class DecodedBox<T>: DecodedValue, @unchecked Sendable {
  @usableFromInline let value: T

  init(_ value: T) {
    self.value = value
    super.init(type: ObjectIdentifier(T.self), standing: .plain)
  }
}

extension DecodedValue {
  /// The value that was read: one caller's own, or one without references.
  @inlinable @inline(__always) static func taken<T>(_ value: DecodedValue?) -> sending T {
    guard let value else { fatalError("an answer was not read") }
    return unsafeDowncast(value, to: DecodedBox<T>.self).value
  }
}

extension PreparedResponse {
  /// What decoding gave before, where every call may have it; the caller has the choosing lock.
  @inline(__always) func known(as type: ObjectIdentifier?) -> DecodedValue? {
    guard let decoded, decoded.standing == .plain, decoded.type == type else { return nil }
    return decoded
  }

  /// Decodes the value of the response, and from the third time on copies what decoding gave before.
  ///
  /// The second time proves whether that is the same: two values must be trees of plain values, and equal.
  func decodedValue<T: Decodable & SendableMetatype>(
    _ method: MethodIdentity, as type: T.Type
  ) throws -> DecodedValue {
    let identifier = ObjectIdentifier(T.self)
    if decoded == nil {
      decoded = DecodedValue(type: identifier, standing: .new)
    } else if let known = decoded, known.standing == .new, known.type == identifier {
      let first: T = try method.decode(answer.value, index)
      let second: T = try method.decode(answer.value, index)
      decoded =
        ValueTree.areEqual(first, second)
        ? DecodedBox(first) : DecodedValue(type: identifier, standing: .other)
    }
    return DecodedBox<T>(try method.decode(answer.value, index))
  }
}
