import Foundation
import LuaRuntime
import MockServices
import Testing

/// The table of the article on values, checked row by row in both coders.
@Suite("Values have one form in Lua and one in JSON")
struct ValueFormTests {
  private struct Note: Codable, Equatable { var note: String? }
  private struct User: Codable, Equatable { var name: String }
  private enum Status: String, Codable { case open }
  private enum Event: Codable, Equatable {
    case failed(Int, reason: String)
    case done
  }

  /// A row of the table.
  ///
  /// Its cells are code, except for remarks in the last one.
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var lua: String
    var json: String
    /// In JSON form.
    var others: [String]

    var testDescription: String { name }
  }

  static let rows: [Row] = {
    let lines = (try? Documentation.table(in: "Values.md", under: "Swift")) ?? []
    return lines.map { cells in
      func code(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
      return Row(
        name: cells[0].replacing("`", with: ""), lua: code(cells[1])[0], json: code(cells[2])[0],
        others: code(cells[3]))
    }
  }()

  @Test("The article has a row for each kind of type")
  func complete() {
    #expect(Self.rows.count == 22)
  }

  @Test("A value has the forms of its row", arguments: rows)
  func forms(row: Row) throws {
    switch row.name {
    case "Bool": try check(true, row)
    case "String": try check("tea", row)
    case "Int, UInt8 and the like":
      try check(42, row)
      try check(UInt8(42), row)
    case "UInt64 of 2^63 or more": try check(UInt64(1) << 63, row)
    case "Double":
      try check(0.5, row, others: 1.0)
    case "Float": try check(Float(0.1), row)
    case "Decimal": try check(#require(Decimal(string: "19.99")), row)
    case "Date": try check(Date(timeIntervalSince1970: 1_769_851_800), row)
    case "Data": try check(Data("hi".utf8), row)
    case "URL": try check(#require(URL(string: "https://example.com/a?b=c")), row)
    case "UUID": try check(#require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")), row)
    case "an optional member that is nil": try check(Note(), row)
    case "nil in a list": try check([1, nil], row)
    case "a structure": try check(User(name: "Ada"), row)
    case "a list, a Set":
      try check([1, 2], row)
    case "an empty list": try check([Int](), row)
    case "[String: T]": try check(["a": 1], row)
    case "[Int: T]": try check([1: "a", 2: "b"], row)
    case "a dictionary with other keys": try check([0.5: "a"], row)
    case "an enumeration with raw values": try check(Status.open, row)
    case "a case with values": try check(Event.failed(3, reason: "x"), row)
    case "a case without values": try check(Event.done, row)
    default: Issue.record("no test for the row `\(row.name)`")
    }
  }

  /// Writes and reads a value in both forms, and reads it from the others.
  private func check<Value: Codable & Equatable>(
    _ value: Value, _ row: Row, others: Value? = nil
  ) throws {
    let lua = try LuaRuntime()
    try lua.setGlobal("null", to: LuaValue.null)
    try lua.setGlobal("value", to: value)
    let written = try lua.global("value", as: LuaValue.self)
    #expect(same(written, try lua.run("return \(row.lua)", as: LuaValue.self)), "\(written)")
    #expect(try lua.run("return value", as: Value.self) == value)
    #expect(try lua.run("return \(row.lua)", as: Value.self) == value)

    let form = try AnyCodableValueEncoder().encode(value)
    #expect(form == (try JSONParser().parse(row.json)))
    #expect(try decode(Value.self, form) == value)
    for other in row.others {
      let form = try JSONParser().parse(other)
      #expect(try decode(Value.self, form) == others ?? value, "\(other)")
      try lua.setGlobal("other", to: form)
      #expect(try lua.global("other", as: Value.self) == others ?? value, "\(other)")
    }
  }

  /// Whether both are the same value in Lua, in which an empty list equals an empty table.
  private func same(_ first: LuaValue, _ second: LuaValue) -> Bool {
    switch (first, second) {
    case (.array([]), .table([:])), (.table([:]), .array([])): true
    case (.table(let members), .table(let others)):
      members.count == others.count
        && members.allSatisfy { key, value in others[key].map { same(value, $0) } ?? false }
    default: first == second
    }
  }

  private func decode<T: Decodable>(_ type: T.Type, _ value: AnyCodableValue) throws -> T {
    try AnyCodableValueDecoder().decode(type, from: value)
  }
}
