/// The bytes of a JSON text while it is being written.
struct JSONOutput {
  var bytes: [UInt8] = []
  private let isPretty: Bool
  private var depth = 0

  /// A number that JSON cannot hold; the steps to it are gathered while the error travels up.
  struct NonFiniteNumber: Error {
    var number: Double
    var stepsFromInside: [JSONPath.Step] = []
  }

  init(isPretty: Bool) {
    self.isPretty = isPretty
    bytes.reserveCapacity(4096)
  }

  mutating func write(_ value: AnyCodableValue) throws(NonFiniteNumber) {
    switch value {
    case .string(let string): write(string)
    case .int(let integer): write(integer)
    case .double(let number): try write(number)
    case .bool(true): append("true")
    case .bool(false): append("false")
    case .null: append("null")
    case .array(let elements): try write(elements)
    case .dictionary(let members): try write(members)
    }
  }

  private mutating func write(_ elements: [AnyCodableValue]) throws(NonFiniteNumber) {
    guard !elements.isEmpty else {
      append("[]")
      return
    }
    open(UInt8(ascii: "["))
    for index in elements.indices {
      separate(isFirst: index == 0)
      do throws(NonFiniteNumber) {
        try write(elements[index])
      } catch {
        var error = error
        error.stepsFromInside.append(.index(index))
        throw error
      }
    }
    close(UInt8(ascii: "]"))
  }

  private mutating func write(_ members: [String: AnyCodableValue]) throws(NonFiniteNumber) {
    guard !members.isEmpty else {
      append("{}")
      return
    }
    open(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in members.sortedByKeyBytes() {
      separate(isFirst: isFirst)
      isFirst = false
      write(key)
      bytes.append(UInt8(ascii: ":"))
      if isPretty { bytes.append(UInt8(ascii: " ")) }
      do throws(NonFiniteNumber) {
        try write(value)
      } catch {
        var error = error
        error.stepsFromInside.append(.key(key))
        throw error
      }
    }
    close(UInt8(ascii: "}"))
  }

  private mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    depth += 1
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if isPretty { breakLine() }
    bytes.append(bracket)
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if isPretty { breakLine() }
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}
