import LuaRuntime
import MockServices

/// A Lua function that gets a table and returns ten small ones, compared with `raw_lua.c`.
enum DynamicAnswer {
  private struct Arguments: Encodable {
    let a = 1
    let b = "x"
    let c = [1, 2, 3]
  }

  private struct Answer: Decodable {
    struct Item: Decodable {
      let id: Int
      let price: Double
      let name: String
    }
    let status: Int
    let items: [Item]
  }

  private static let script = """
    function answer(args) local items = {} for i = 1, 10 do items[i] =
    { id = i, name = 'item', price = 0.5 } end return { status = 3, items = items } end
    """

  private static func function(_ options: LuaRuntime.Options = LuaRuntime.Options()) throws
    -> LuaFunction
  {
    let lua = try LuaRuntime(options: options)
    try lua.run(script)
    return try lua.function("answer")
  }

  static func intoStruct() throws -> Double { try intoStruct(function()) }

  /// Measures without any limits, to show the cost of limits.
  static func unlimited() throws -> Double {
    var options = LuaRuntime.Options()
    options.instructionBudget = nil
    options.deadline = nil
    options.memoryLimit = nil
    return try intoStruct(function(options))
  }

  private static func intoStruct(_ function: LuaFunction) throws -> Double {
    let arguments = Arguments()
    return try nanoseconds(200_000) {
      let answer = try function.call(arguments, as: Answer.self)
      precondition(answer.status == 3 && answer.items[9].id == 10)
    }
  }

  static func intoAnyCodableValue() throws -> Double {
    let function = try function()
    let arguments = Arguments()
    return try nanoseconds(100_000) {
      let answer = try function.call(arguments, as: AnyCodableValue.self)
      precondition(answer != .null)
    }
  }
}
