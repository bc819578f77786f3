internal import MockData
internal import MockLua

extension ConfigurationImport {
  /// The size of JSON in bytes above which data is moved to a file.
  private static let longest = 64 << 10

  /// Returns a reference to a file for long data, or nil if the data is short enough for the script.
  mutating func fixture(of data: AnyCodableValue, _ method: String) -> LuaPiece? {
    guard storesLongData, data.isHeldExactly,
      let text = try? JSONWriter(style: .pretty).string(from: data), text.utf8.count > Self.longest
    else { return nil }
    let route = method.contains(" ") ? method : " \(method)"
    let path = fixtures.path(of: Array((text + "\n").utf8), route: route, ending: "json")
    return LuaPiece("fixture \(LuaText.string(path))")
  }
}

extension AnyCodableValue {
  /// Whether a script can represent the value.
  var isHeldByScripts: Bool { isHeldExactly && isHeld(upTo: ConfigurationImport.deepest) }

  /// Whether a script represents the value exactly.
  ///
  /// Lua would round some numbers.
  var isHeldExactly: Bool {
    switch self {
    case .number: false
    case .array(let elements): elements.allSatisfy(\.isHeldExactly)
    case .dictionary(let members): members.values.allSatisfy(\.isHeldExactly)
    default: true
    }
  }
}
