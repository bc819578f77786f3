/// Writes the members of one JSON object as they come, so that a message is written without a tree of values.
package struct JSONObjectWriter {
  private var output = JSONOutput(isPretty: false)
  private let start: Int

  /// Begins an object behind this many bytes, which are 0 until somebody writes them.
  package init(behind header: Int = 0) {
    start = header
    output.bytes.append(contentsOf: repeatElement(0, count: header))
    output.append("{")
  }

  /// Writes a member that is a string.
  package mutating func write(_ name: StaticString, _ text: String) {
    begin(name)
    output.write(text)
  }

  /// Writes a member that is a whole number.
  package mutating func write(_ name: StaticString, _ number: Int) {
    begin(name)
    output.write(number)
  }

  /// Writes a member that is a bool.
  package mutating func write(_ name: StaticString, _ flag: Bool) {
    begin(name)
    output.append(flag ? "true" : "false")
  }

  /// Writes a member that is any value.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON cannot hold.
  package mutating func write(
    _ name: StaticString, _ value: AnyCodableValue
  ) throws(MockJSONWriteError) {
    begin(name)
    do throws(JSONOutput.NonFiniteNumber) {
      try output.write(value)
    } catch {
      let path = error.path.description
      throw MockJSONWriteError(
        path: path.isEmpty ? "\(name)" : "\(name).\(path)", number: error.number.description)
    }
  }

  /// Ends the object and gives all bytes, with those before it.
  package consuming func finish() -> [UInt8] {
    output.append("}")
    return output.bytes
  }

  private mutating func begin(_ name: StaticString) {
    output.append(output.bytes.count == start + 1 ? "\"" : ",\"")
    output.append(name)
    output.append("\":")
  }
}
