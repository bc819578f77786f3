import MockCalls
import MockData
import Testing

@Suite struct ArgumentTests {
  struct Opaque: CustomStringConvertible { var description: String { "opaque" } }
  struct User: Encodable {
    var name: String
    var age: Int?
  }
  struct Failing: Encodable, CustomStringConvertible {
    var description: String { "failing" }
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  @Test(
    "Arguments are encoded by label, without nil, and other values use their description")
  func encoding() {
    let nothing: Int? = nil
    let noOpaque: Opaque? = nil
    let nested: Int?? = .some(nil)
    let arguments: MockArguments = [
      MockArgument("number", 1), MockArgument("some", Int?.some(2)), MockArgument("none", nothing),
      MockArgument("nested", nested), MockArgument("user", User(name: "A", age: nil)),
      MockArgument("opaque", Opaque()), MockArgument("noOpaque", noOpaque),
      MockArgument("someOpaque", Opaque?.some(Opaque())), MockArgument("failing", Failing()),
      MockArgument("value", AnyCodableValue.null), MockArgument("pair", (1, "x")),
      MockArgument("labelled", (id: 1, user: Opaque())), MockArgument("list", [1.5]),
    ]
    #expect(
      arguments.value == [
        "number": 1, "some": 2, "user": ["name": "A"], "opaque": "opaque",
        "someOpaque": "opaque", "failing": "failing", "value": nil, "pair": [1, "x"],
        "labelled": ["id": 1, "user": "opaque"], "list": [1.5],
      ])
  }

  @Test("Sets are recorded in element order, which is the same in every process")
  func sets() {
    struct Choice: Encodable {
      var tags: Set<String>
      var prices: [Double: String]
    }
    let choice = Choice(tags: ["b", "a", "c"], prices: [10.5: "x", 2.5: "y", 5.5: "z"])
    let arguments: MockArguments = [
      MockArgument("choice", choice), MockArgument("ids", Set(1...12)),
      MockArgument("halves", [0.5, 10.5, 2] as Set<Double>),
      MockArgument("any", ["list": ["d", "c", "b", "a"] as Set<String>] as [String: Any]),
    ]
    #expect(
      arguments.value == [
        "choice": ["tags": ["a", "b", "c"], "prices": [2.5, "y", 5.5, "z", 10.5, "x"]],
        "ids": .array((1...12).map { .int($0) }), "halves": [0.5, 2.0, 10.5],
        "any": ["list": ["a", "b", "c", "d"]],
      ])
  }

  @Test("An object and an argument list are equivalent")
  func literals() {
    #expect(["a": 1] as MockArguments == [MockArgument("a", 1)] as MockArguments)
    #expect(MockArguments.none.value == [:])
  }
}
