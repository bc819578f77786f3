internal import CMockLua
internal import MockData

extension WireWriter {
  /// Writes a value of a common type without an encoder, or returns false for any other type.
  ///
  /// Compares type identities, which is cheaper than a dynamic cast.
  @inline(__always)
  func writeDirectly<T: Encodable>(_ value: T, path: @autoclosure () -> [any CodingKey]) throws
    -> Bool
  {
    if T.self == String.self {
      write(unsafeBitCast(value, to: String.self))
    } else if T.self == Int.self {
      write(Int64(unsafeBitCast(value, to: Int.self)))
    } else if T.self == Bool.self {
      write(unsafeBitCast(value, to: Bool.self))
    } else if T.self == Double.self {
      try write(finite: unsafeBitCast(value, to: Double.self), path: path())
    } else if T.self == [Int].self {
      write(list: unsafeBitCast(value, to: [Int].self)) { write(Int64($0)) }
    } else if T.self == [String].self {
      write(list: unsafeBitCast(value, to: [String].self)) { write($0) }
    } else if T.self == LuaFunction.self, let value = value as? LuaFunction {
      write(functionReference: value.reference)
    } else if T.self == LuaValue.self, let value = value as? LuaValue {
      if let (number, steps) = value.unwritable { try refuse(number, path: path() + steps) }
      value.write(to: self)
    } else if FoundationForm.isKnown(T.self) {
      return try writeFoundationValue(value, path: path())
    } else {
      return false
    }
    return true
  }

  private func write<Element>(list: [Element], _ body: (Element) -> Void) {
    let start = openArray()
    for element in list { body(element) }
    close(start, count: list.count)
  }

  /// Writes a value of a Foundation type, or returns false if its form can't be written directly.
  ///
  /// A fraction with more digits than a double is rounded.
  private func writeFoundationValue<T: Encodable>(
    _ value: T, path: @autoclosure () -> [any CodingKey]
  ) throws -> Bool {
    let form: AnyCodableValue?
    do throws(FormProblem) {
      form = try FoundationForm.form(of: value)
    } catch {
      throw error.encodingError(of: value, at: path())
    }
    switch form {
    case .int(let integer): write(Int64(integer))
    case .double(let number): try write(finite: number, path: path())
    case .number(let number): write(number)
    case .string(let text): write(text)
    default: return false
    }
    return true
  }

  /// Writes a number, or throws an error for NaN and infinities.
  ///
  /// Lua supports these numbers, but JSON doesn't, so they are rejected in both directions.
  func write(finite value: Double, path: @autoclosure () -> [any CodingKey]) throws {
    if !value.isFinite { try refuse(value, path: path()) }
    write(value)
  }

  private func refuse(_ number: Double, path: [any CodingKey]) throws {
    throw EncodingError.invalidValue(
      number, .init(codingPath: path, debugDescription: "\(number) is not a finite number"))
  }
}
