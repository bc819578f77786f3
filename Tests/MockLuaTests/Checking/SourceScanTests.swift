import Testing

@testable import MockLua

@Suite struct SourceScanTests {
  /// Returns each constructor as its line, its service, its keys with their lines (`!` for nil), and the lines of nils
  /// without a key.
  private func constructors(_ source: String) -> [String] {
    let scan = SourceScan(source)
    return scan.constructors.enumerated().map { index, constructor in
      var parts = ["\(constructor.line)"]
      if let service = constructor.service { parts.append(service.name) }
      parts += scan.keys[constructor.keys].map {
        "\(scan.name(of: $0))@\($0.line)\($0.isLiteralNil ? "!" : "")"
      }
      for loss in scan.losses where loss.constructor == index {
        if case .isNilElement = loss.kind { parts.append("nil@\(loss.line)") }
      }
      return parts.joined(separator: " ")
    }
  }

  @Test(
    "Table constructors are found with their keys",
    arguments: [
      ("", []),
      ("t = {}", ["1"]),
      ("t = { a = 1, b = 2 }", ["1 a@1 b@1"]),
      ("t = {\n  a = 1,\n  b = 2;\n  c = 3\n}", ["1 a@2 b@3 c@4"]),
      ("t = { [\"a\"] = 1, ['b'] = 2, [x] = 3, [1] = 4 }", ["1 a@1 b@1"]),
      ("t = { [[[a]]] = 1 }", ["1"]),
      ("t = { [\"a\" .. x] = 1, b = 2 }", ["1 b@1"]),
      ("t = { a = 1, [x] = nil, [\"b\" .. x] = nil }", ["1 a@1"]),
      ("t = { 1, x, f(a, b), a == b }", ["1"]),
      ("t = { a = { b = 1 }, c = { d = 2 } }", ["1 a@1 c@1", "1 b@1", "1 d@1"]),
      ("t = { a = nil, b = 1 }", ["1 a@1! b@1"]),
      ("t = { a = nil }", ["1 a@1!"]),
      ("t = { a = x == nil, b = nil or 1 }", ["1 a@1 b@1"]),
      ("t = { 1,\n nil,\n 2 }", ["1 nil@2"]),
      ("t = { nil }", ["1 nil@1"]),
      ("t = { f(nil), g { nil } }", ["1", "1 nil@1"]),
      ("t = { a = 1, -- { b = 2,\n c = 3 }", ["1 a@1 c@2"]),
      ("t = { a = '} b = 2', c = [[ { d = 1 ]] }", ["1 a@1 c@1"]),
      ("t = { f = function() local x = 1; y = 2 end, g = 3 }", ["1 f@1 g@1"]),
      ("t = { f = function() if a then b = { c = 1 } end end, g = 3 }", ["1 f@1 g@1", "1 c@1"]),
      ("t = { f = function() for i = 1, 2 do x = 1 end end, g = 3 }", ["1 f@1 g@1"]),
      ("t = { f = function() while y do z = 1 end end, g = 3 }", ["1 f@1 g@1"]),
      ("t = { f = g, g = function() repeat x = 1 until y, h = 3 }", ["1 f@1"]),
      ("t = { f = function() repeat x = 1 until y end, g = 3 }", ["1 f@1 g@1"]),
      ("t = { f = function(a, b) return a end, g = 3 }", ["1 f@1 g@1"]),
      ("t = { a = reply(1):set { b = 1 } :after(5), c = 1 }", ["1 a@1 c@1", "1 b@1"]),
      ("f({ a = 1 }, { b = 2 })", ["1 a@1", "1 b@1"]),
    ] as [(String, [String])])
  func keys(source: String, expected: [String]) {
    #expect(constructors(source) == expected)
  }

  @Test(
    "A service's methods are distinguished from other tables",
    arguments: [
      ("service \"A\" { m = 1 }", ["1 A m@1"]),
      ("service 'A' { m = 1 }", ["1 A m@1"]),
      ("service(\"A\") { m = 1 }", ["1 A m@1"]),
      ("service \"A\" :bind \"k\" { m = 1 }", ["1 A m@1"]),
      ("service \"A\" :bind(\"k\", \"l\") { m = 1 }", ["1 A m@1"]),
      ("service \"A\" :bind { p = \"k\" } { m = 1 }", ["1 p@1", "1 A m@1"]),
      (
        "service \"A\"\n  :bind \"k\"\n  :initial { p = { 1 } }\n{\n  m = 1,\n}",
        ["3 p@3", "3", "4 A m@5"]
      ),
      ("service \"A\" ({ m = 1 })", ["1 m@1"]),
      ("service \"A\"\nlocal t = { m = 1 }", ["2 m@2"]),
      ("service \"A\" (methods)\nt = { m = 1 }", ["2 m@2"]),
      ("service \"A\" { m = reply { n = 1 } }", ["1 A m@1", "1 n@1"]),
      ("override \"A\" { m = 1 }", ["1 m@1"]),
    ] as [(String, [String])])
  func services(source: String, expected: [String]) {
    #expect(constructors(source) == expected)
  }

  /// Returns each repeated key as `key@line<first line`, and each nil value as `key@line!`.
  private func losses(_ source: String) -> [String] {
    SourceScan(source).losses.map { loss in
      switch loss.kind {
      case .repeated(let key, let firstLine): "\(key)@\(loss.line)<\(firstLine)"
      case .isNil(let key): "\(key)@\(loss.line)!"
      case .isNilElement: "nil@\(loss.line)"
      }
    }
  }

  @Test("Repeated keys are found in tables of every size", arguments: 1...30)
  func repeated(size: Int) {
    let keys = (1...size).map { "k\($0) = { k1 = \($0) }," }
    for again in Set([1, size / 2 + 1, size]) {
      let lines: [String] = keys + ["k\(again) = 0,", "k\(again) = nil"]
      let expected: [String] = [size + 2, size + 3].map { "k\(again)@\($0)<\(again + 1)" }
      #expect(losses("t = {\n\(lines.joined(separator: "\n"))\n}") == expected)
    }
    #expect(losses("t = {\n\(keys.joined(separator: "\n"))\n k\(size + 1) = nil }").count == 1)
  }

  @Test("Lost values are in source order")
  func order() {
    let source = "t = { a = nil,\n b = { nil, c = 1,\n c = 2 },\n a = 3, nil }"
    #expect(losses(source) == ["a@1!", "nil@2", "c@3<2", "a@4<1", "nil@4"])
  }
}
