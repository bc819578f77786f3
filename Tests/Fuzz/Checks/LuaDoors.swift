import CMockLua

/// Passes bytes into Lua in every possible way, and checks the result.
struct LuaDoors {
  private let bytes: UnsafeRawBufferPointer
  private let tree: WireTree?
  private let lua: LuaDoorState

  static func check(
    _ bytes: UnsafeRawBufferPointer, _ tree: WireTree?, _ way: WireCheck.Way
  ) throws {
    try LuaDoorState.withState { lua in
      let doors = LuaDoors(bytes: bytes, tree: tree, lua: lua)
      lua.holdsForgedPackedData = tree == nil
      try doors.global()
      switch way.door {
      case 0: try doors.arguments(onCoroutine: way.isCoroutine)
      case 1: try doors.packed(isValue: false)
      case 2: try doors.packed(isValue: true)
      default: try doors.reply(way.reply, waits: way.isCoroutine, isCaught: way.isCaught)
      }
      try require(lua.finding == nil, lua.finding ?? "")
    }
  }

  /// The expected result, or nil if it is unknown because the bytes aren't a value or name a function.
  private var expected: Expectation? {
    guard let tree, !tree.namesFunction else { return nil }
    return Expectation(tree.afterLua())
  }

  private enum Expectation: Equatable {
    case value(WireTree)
    case refused

    init(_ tree: WireTree?) { self = tree.map { .value($0) } ?? .refused }
  }

  /// Sets and reads a global.
  ///
  /// Setting the result again must not change it.
  private func global() throws {
    let status = mocklua_set(lua.state, "value", bytes.words, bytes.count)
    try lua.look(at: status)
    try require(status == MOCKLUA_OK || expected == nil, "a value is not accepted")
    guard status == MOCKLUA_OK else { return }
    let first = try lua.outcome(of: mocklua_get(lua.state, "value"))
    try compare(first, with: expected, at: "a global")
    guard let first else { return }
    let wire = lua.resultBytes
    try wire.withUnsafeBytes {
      try lua.look(at: mocklua_set(lua.state, "again", $0.words, $0.count))
    }
    let second = try lua.outcome(of: mocklua_get(lua.state, "again"))
    try require(second == first, "a value changes on its second way")
  }

  /// Passes the bytes as the argument list of a function that returns its arguments.
  private func arguments(onCoroutine: Bool) throws {
    let result = try lua.call("identity", bytes, onCoroutine: onCoroutine)
    guard case .array(let elements) = tree, expected != nil else { return }
    try compare(result, with: listExpectation(elements), at: "arguments")
  }

  private func listExpectation(_ elements: [WireTree]) -> Expectation {
    let values = elements.map { $0.afterLua() }
    return values.contains(nil) ? .refused : .value(.array(values.compactMap(\.self)))
  }

  /// Passes the bytes as the contents of packed data, which the decoder doesn't read before unpacking.
  private func packed(isValue: Bool) throws {
    if isValue {
      let result = try lua.call("unpack_packed", Self.list(of: bytes, isPacked: false))
      return try compare(result.map(\.firstOfList), with: expected, at: "packing", mayRefuse: true)
    }
    let result = try lua.call("unpack", Self.list(of: bytes, isPacked: true))
    try compare(result.map(\.firstOfList), with: expected, at: "unpacking")
  }

  /// Passes the bytes as the response of a host function.
  private func reply(_ kind: Int32, waits: Bool, isCaught: Bool) throws {
    lua.reply = bytes
    lua.replyKind = kind
    defer { lua.reply = UnsafeRawBufferPointer(start: nil, count: 0) }
    let name = (isCaught ? "catch_" : "") + (waits ? "wait" : "ask")
    let result = try lua.call(name, Self.nothing, onCoroutine: waits)
    guard kind == 0, !isCaught, case .array(let elements) = tree, expected != nil else { return }
    try compare(result, with: listExpectation(elements), at: "a reply")
  }

  private func compare(
    _ result: WireTree?, with expected: Expectation?, at door: String, mayRefuse: Bool = false
  ) throws {
    guard let expected, !(mayRefuse && result == nil) else { return }
    try require(
      Expectation(result) == expected,
      "\(door): \(result.map { "\($0)" } ?? lua.problem), not \(expected)")
  }

  static let nothing: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 0, 0]

  /// Encodes a list with one element.
  private static func list(of element: UnsafeRawBufferPointer, isPacked: Bool) -> [UInt8] {
    var value = Array(element)
    if isPacked { value = [11] + word(value.count) + value }
    return [7] + word(value.count) + word(1) + value
  }

  private static func word(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
  }
}

extension WireTree {
  /// The result of a function that returns one value.
  fileprivate var firstOfList: WireTree {
    if case .array(let elements) = self, let first = elements.first { first } else { .nil }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as a C pointer.
  var words: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
