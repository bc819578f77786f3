/// The bytes of a JSON text while it is being written.
///
/// Nested containers stand on a list and not on the call stack, which is small on some threads.
struct JSONOutput {
  var bytes: [UInt8] = []
  private let isPretty: Bool
  private var containers: [Container] = []

  /// A number that JSON cannot hold, and its place.
  struct NonFiniteNumber: Error {
    var number: Double
    var path: JSONPath
  }

  /// An array or an object that is being written; one of the two lists is empty.
  private struct Container {
    var elements: [AnyCodableValue] = []
    var members: [(key: String, value: AnyCodableValue)] = []
    /// The element or member to be written next.
    var next = 0

    var isObject: Bool { !members.isEmpty }
    var isAtEnd: Bool { next >= elements.count + members.count }

    /// The step to the element or member that was written last.
    var step: JSONPath.Step { isObject ? .key(members[next - 1].key) : .index(next - 1) }
  }

  init(isPretty: Bool) {
    self.isPretty = isPretty
    bytes.reserveCapacity(4096)
  }

  mutating func write(_ value: AnyCodableValue) throws(NonFiniteNumber) {
    try begin(value)
    while let innermost = containers.indices.last {
      guard !containers[innermost].isAtEnd else {
        close(containers.removeLast())
        continue
      }
      let index = containers[innermost].next
      containers[innermost].next += 1
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine()
      guard containers[innermost].isObject else {
        try begin(containers[innermost].elements[index])
        continue
      }
      let member = containers[innermost].members[index]
      write(member.key)
      bytes.append(UInt8(ascii: ":"))
      if isPretty { bytes.append(UInt8(ascii: " ")) }
      try begin(member.value)
    }
  }

  /// Writes a scalar or an empty container; opens any other container.
  private mutating func begin(_ value: AnyCodableValue) throws(NonFiniteNumber) {
    switch value {
    case .string(let string): write(string)
    case .int(let integer): write(integer)
    case .double(let number) where number.isFinite: write(finite: number)
    case .double(let number):
      throw NonFiniteNumber(number: number, path: JSONPath(containers.map(\.step)))
    case .bool(true): append("true")
    case .bool(false): append("false")
    case .null: append("null")
    case .array([]): append("[]")
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      containers.append(Container(elements: elements))
    case .dictionary(let members) where members.isEmpty: append("{}")
    case .dictionary(let members):
      bytes.append(UInt8(ascii: "{"))
      containers.append(Container(members: members.sortedByKeyBytes()))
    }
  }

  private mutating func close(_ container: Container) {
    breakLine()
    bytes.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: containers.count * 2))
  }
}
