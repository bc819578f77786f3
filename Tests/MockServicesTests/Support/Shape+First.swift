import MockLua
import MockServices

extension Shape {
  static let first: [Shape] = [
    Shape(
      "func a() throws -> Int", "Shape01",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape01(runtime)
      return try mock.a() == 1
    },
    Shape(
      "func a() -> Int", "Shape02",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape02(runtime)
      return mock.a() == 1
    },
    Shape(
      "func a()", "Shape03",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape03(runtime)
      mock.a()
      return runtime.log.calls("Shape03.a").map(\.outcome) == [.returned(nil)]
    },
    Shape(
      "func a() throws", "Shape04",
      #"a = fail "no""#
    ) { runtime in
      let mock = MockShape04(runtime)
      return codeOfError { try mock.a() } == "no"
    },
    Shape(
      "func a() throws(VaultError) -> Int", "Shape05",
      #"a = fail "locked""#
    ) { runtime in
      let mock = MockShape05(runtime)
      return codeOfError { try mock.a() } == "locked"
    },
    Shape(
      "func a() throws(any Error) -> Int", "Shape06",
      #"a = reply(2)"#
    ) { runtime in
      let mock = MockShape06(runtime)
      return try mock.a() == 2
    },
    Shape(
      "func a() async -> String?", "Shape07",
      #"a = reply(null)"#
    ) { runtime in
      let mock = MockShape07(runtime)
      return await mock.a() == nil
    },
    Shape(
      "func a() -> String?", "Shape08",
      #"a = reply "x""#
    ) { runtime in
      let mock = MockShape08(runtime)
      return mock.a() == "x"
    },
    Shape(
      "func a() -> [Int: [String]]", "Shape09",
      #"a = reply { { "b" } }"#
    ) { runtime in
      let mock = MockShape09(runtime)
      return mock.a() == [1: ["b"]]
    },
    Shape(
      "func a() -> Set<Int>", "Shape10",
      #"a = reply { 1, 2 }"#
    ) { runtime in
      let mock = MockShape10(runtime)
      return mock.a() == [1, 2]
    },
    Shape(
      "func a() -> Double!", "Shape11",
      #"a = reply(1.5)"#
    ) { runtime in
      let mock = MockShape11(runtime)
      return mock.a() == 1.5
    },
    Shape(
      "func a(_: Int, _: String) -> Int", "Shape12",
      #"a = function(args) return args.argument1 end"#
    ) { runtime in
      let mock = MockShape12(runtime)
      return mock.a(4, "x") == 4
    },
    Shape(
      "a label that is a word of Lua", "Shape13",
      #"a = when({ key = "x" }, reply(3))"#
    ) { runtime in
      let mock = MockShape13(runtime)
      return mock.a(for: "x") == 3
    },
    Shape(
      "func a(`class`: Int, `in` place: Int) -> Int", "Shape14",
      #"a = function(args) return args.class + args.place end"#
    ) { runtime in
      let mock = MockShape14(runtime)
      return mock.a(class: 1, in: 2) == 3
    },
    Shape(
      "func a(self other: Int, call: Int, stub: Int) -> Int", "Shape15",
      #"a = function(args) return args.self + args.call + args.stub end"#
    ) { runtime in
      let mock = MockShape15(runtime)
      return mock.a(self: 1, call: 2, stub: 3) == 6
    },
    Shape(
      "func a(`self`: Int) -> Int", "Shape16",
      #"a = function(args) return args.self end"#
    ) { runtime in
      let mock = MockShape16(runtime)
      return mock.a(self: 5) == 5
    },
    Shape(
      "func a(numbers: Int...) -> Int", "Shape17",
      #"a = function(args) return #args.numbers end"#
    ) { runtime in
      let mock = MockShape17(runtime)
      return mock.a(numbers: 1, 2, 3) == 3
    },
    Shape(
      "func a(value: inout Int)", "Shape18",
      #"a = reply { value = 8 }"#
    ) { runtime in
      let mock = MockShape18(runtime)
      return {
        var value = 1
        mock.a(value: &value)
        return value == 8
      }()
    },
    Shape(
      "func a(value: inout Int) throws -> Bool", "Shape19",
      #"a = reply { value = 8, result = true }"#
    ) { runtime in
      let mock = MockShape19(runtime)
      var value = 1
      let result = try mock.a(value: &value)
      return value == 8 && result
    },
    Shape(
      "func a(text: @autoclosure () -> String) -> Int", "Shape20",
      #"a = function(args) return #args.text end"#
    ) { runtime in
      let mock = MockShape20(runtime)
      return mock.a(text: "four") == 4
    },
    Shape(
      "func a(_ body: () -> Void) -> Int", "Shape21",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape21(runtime)
      return mock.a {} == 1
    },
    Shape(
      "func a(_ body: (() -> Void)?) -> Int", "Shape22",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape22(runtime)
      return mock.a(nil) == 1
    },
    Shape(
      "func a<T: Decodable>(_ type: T.Type) throws -> T", "Shape23",
      #"a = reply(7)"#
    ) { runtime in
      let mock = MockShape23(runtime)
      return try mock.a(Int.self) == 7
    },
    Shape(
      "func a<T>(_ type: T.Type) throws -> T?", "Shape24",
      #"a = reply(7)"#
    ) { runtime in
      let mock = MockShape24(runtime)
      return try mock.a(Int.self) == 7
    },
    Shape(
      "func a<T>() throws -> [T] where T: Decodable", "Shape25",
      #"a = reply { 1 }"#
    ) { runtime in
      let mock = MockShape25(runtime)
      return try mock.a() == [1]
    },
    Shape(
      "func a(_ value: some Encodable) -> Int", "Shape26",
      #"a = function(args) return #args.value end"#
    ) { runtime in
      let mock = MockShape26(runtime)
      return mock.a([1, 2]) == 2
    },
    Shape(
      "func a<T>(_ body: () throws -> T) rethrows -> T", "Shape27",
      #"a = reply(6)"#
    ) { runtime in
      let mock = MockShape27(runtime)
      return mock.a { 1 } == 6
    },
    Shape(
      "func a(_ body: (Int) throws -> Void) rethrows", "Shape28",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape28(runtime)
      mock.a { _ in }
      return runtime.log.calls("Shape28.a").map(\.outcome) == [.returned(nil)]
    },
    Shape(
      "func a(_ value: Any) -> Int", "Shape29",
      #"a = function(args) return args.value end"#
    ) { runtime in
      let mock = MockShape29(runtime)
      return mock.a(9) == 9
    },
    Shape(
      "func a(_ value: any Vehicle, _ type: any Vehicle.Type) -> Int", "Shape30",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape30(runtime)
      return mock.a(Car(wheels: 1), Car.self) == 1
    },
    Shape(
      "func a(_ pair: (x: Int, y: Int)) -> Int", "Shape31",
      #"a = function(args) return args.pair.x + args.pair.y end"#
    ) { runtime in
      let mock = MockShape31(runtime)
      return mock.a((x: 1, y: 2)) == 3
    },
    Shape(
      "func a() -> (Int, String)", "Shape32",
      #"a = reply { 1, "b" }"#
    ) { runtime in
      let mock = MockShape32(runtime)
      return mock.a() == (1, "b")
    },
    Shape(
      "func a() async throws -> (x: Int, y: Int?)", "Shape33",
      #"a = reply { x = 1 }"#
    ) { runtime in
      let mock = MockShape33(runtime)
      return try await mock.a() == (x: 1, y: nil)
    },
    Shape(
      "func a() -> Result<Int, VaultError>", "Shape34",
      #"a = fail "empty""#
    ) { runtime in
      let mock = MockShape34(runtime)
      return mock.a() == .failure(.empty)
    },
    Shape(
      "func a() async -> Result<Int, any Error>", "Shape35",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape35(runtime)
      return try await mock.a().get() == 1
    },
    Shape(
      "func a() -> Result<Void, VaultError>", "Shape36",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape36(runtime)
      return (try? mock.a().get()) != nil
    },
    Shape(
      "func a() -> Any", "Shape37",
      #"a = reply { 1 }"#
    ) { runtime in
      let mock = MockShape37(runtime)
      return (mock.a() as? [any Sendable])?.count == 1
    },
  ]
}
