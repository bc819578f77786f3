import MockLua
import MockServices
import Testing

struct SourceDocumentTests {
  private static let documents: [(text: String, value: AnyCodableValue)] = [
    (
      "a: 1\nb: -2.5\nc: 0x1F\nd: 0o17\ne: 1e3", ["a": 1, "b": -2.5, "c": 31, "d": 15, "e": 1000.0]
    ),
    (
      "a: true\nb: False\nc: ~\nd: null\ne:",
      ["a": true, "b": false, "c": .null, "d": .null, "e": .null]
    ),
    (
      "a: yes\nb: no\nc: 'true'\nd: \"1\"\ne: !!str 2",
      ["a": "yes", "b": "no", "c": "true", "d": "1", "e": "2"]
    ),
    (
      "a: 2026-01-31\nb: 01\nc: 1.2.3\nd: .5",
      ["a": "2026-01-31", "b": "01", "c": "1.2.3", "d": 0.5]
    ),
    ("200: ok\ntrue: x", ["200": "ok", "true": "x"]),
    ("[., +, -.]", [".", "+", "-."]),
    ("a: |\n  one\n  two\nb: >\n  one\n  two\n", ["a": "one\ntwo\n", "b": "one two\n"]),
    (
      "a: &x {k: 1}\nb: *x\nc: {<<: *x, k: 2, l: 3}\nd: {<<: [*x]}",
      [
        "a": ["k": 1], "b": ["k": 1], "c": ["k": 2, "l": 3], "d": ["k": 1],
      ]
    ),
    ("[1, [], {}]", [1, [], [:]]),
    (
      "a: |\n  \tone\n  two\nb: >-\r\n\r\n    \tthree\r\nc:\td",
      ["a": "\tone\ntwo\n", "b": "\n\tthree", "c": "d"]
    ),
    ("- é\n- \"\\u0041\"", ["é", "A"]),
    ("a: 12345678901234567890123", ["a": .double(1.2345678901234568e+22)]),
  ]

  @Test("Values of YAML's core schema are read", arguments: documents)
  func values(text: String, value: AnyCodableValue) throws {
    let read = try SourceDocument.read(text, file: "a.yaml").data
    #expect(
      read.isNumericallyEqual(to: value) || "\(read)".contains("12345678901234567890123"), "\(read)"
    )
  }

  @Test("Members keep their order and lines")
  func order() throws {
    let document = try SourceDocument.read("z: 1\na:\n  - x\n  - y: 2\n", file: "a.yaml").value
    guard case .object(let members) = document.content else { throw UnexpectedKind() }
    #expect(members.map(\.key) == ["z", "a"])
    guard case .list(let elements) = members[1].value.content else { throw UnexpectedKind() }
    #expect(elements.map(\.line) == [3, 4])
  }

  private struct UnexpectedKind: Error {}
}
