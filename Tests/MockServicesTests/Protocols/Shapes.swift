import Foundation
import MockServices

// One requirement per protocol, in the forms that real protocols have.

@Mocked
protocol Shape01: Sendable {
  func a() throws -> Int
}

@Mocked
protocol Shape02: Sendable {
  func a() -> Int
}

@Mocked
protocol Shape03: Sendable {
  func a()
}

@Mocked
protocol Shape04: Sendable {
  func a() throws
}

@Mocked
protocol Shape05: Sendable {
  func a() throws(VaultError) -> Int
}

@Mocked
protocol Shape06: Sendable {
  func a() throws(any Error) -> Int
}

@Mocked
protocol Shape07: Sendable {
  func a() async -> String?
}

@Mocked
protocol Shape08: Sendable {
  func a() -> String?
}

@Mocked
protocol Shape09: Sendable {
  func a() -> [Int: [String]]
}

@Mocked
protocol Shape10: Sendable {
  func a() -> Set<Int>
}

@Mocked
protocol Shape11: Sendable {
  func a() -> Double!
}

@Mocked
protocol Shape12: Sendable {
  func a(_: Int, _: String) -> Int
}

@Mocked
protocol Shape13: Sendable {
  func a(for key: String) -> Int
}

@Mocked
protocol Shape14: Sendable {
  func a(`class`: Int, `in` place: Int) -> Int
}

@Mocked
protocol Shape15: Sendable {
  func a(self other: Int, call: Int, stub: Int) -> Int
}

@Mocked
protocol Shape16: Sendable {
  func a(`self`: Int) -> Int
}

@Mocked
protocol Shape17: Sendable {
  func a(numbers: Int...) -> Int
}

@Mocked
protocol Shape18: Sendable {
  func a(value: inout Int)
}

@Mocked
protocol Shape19: Sendable {
  func a(value: inout Int) throws -> Bool
}

@Mocked
protocol Shape20: Sendable {
  func a(text: @autoclosure () -> String) -> Int
}

@Mocked
protocol Shape21: Sendable {
  func a(_ body: () -> Void) -> Int
}

@Mocked
protocol Shape22: Sendable {
  func a(_ body: (() -> Void)?) -> Int
}

@Mocked
protocol Shape23: Sendable {
  func a<T: Decodable>(_ type: T.Type) throws -> T
}

@Mocked
protocol Shape24: Sendable {
  func a<T>(_ type: T.Type) throws -> T?
}

@Mocked
protocol Shape25: Sendable {
  func a<T>() throws -> [T] where T: Decodable
}

@Mocked
protocol Shape26: Sendable {
  func a(_ value: some Encodable) -> Int
}

@Mocked
protocol Shape27: Sendable {
  func a<T>(_ body: () throws -> T) rethrows -> T
}

@Mocked
protocol Shape28: Sendable {
  func a(_ body: (Int) throws -> Void) rethrows
}

@Mocked
protocol Shape29: Sendable {
  func a(_ value: Any) -> Int
}

@Mocked
protocol Shape30: Sendable {
  func a(_ value: any Vehicle, _ type: any Vehicle.Type) -> Int
}

@Mocked
protocol Shape31: Sendable {
  func a(_ pair: (x: Int, y: Int)) -> Int
}

@Mocked
protocol Shape32: Sendable {
  func a() -> (Int, String)
}

@Mocked
protocol Shape33: Sendable {
  func a() async throws -> (x: Int, y: Int?)
}

@Mocked
protocol Shape34: Sendable {
  func a() -> Result<Int, VaultError>
}

@Mocked
protocol Shape35: Sendable {
  func a() async -> Result<Int, any Error>
}

@Mocked
protocol Shape36: Sendable {
  func a() -> Result<Void, VaultError>
}

@Mocked
protocol Shape37: Sendable {
  func a() -> Any
}
