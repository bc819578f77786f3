internal import MockData
internal import MockLua

extension ConfigurationImport {
  /// Longer data, in bytes of JSON, is a file.
  private static let longest = 64 << 10

  /// The file that long data becomes, as an argument; nil for data that stands in the script.
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
  /// Whether a script can state the value.
  var isHeldByScripts: Bool { isHeldExactly && isHeld(upTo: ConfigurationImport.deepest) }

  /// Whether a script holds the value exactly: Lua rounds no number of it.
  var isHeldExactly: Bool {
    switch self {
    case .number: false
    case .array(let elements): elements.allSatisfy(\.isHeldExactly)
    case .dictionary(let members): members.values.allSatisfy(\.isHeldExactly)
    default: true
    }
  }
}
