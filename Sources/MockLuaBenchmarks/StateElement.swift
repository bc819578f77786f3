import MockLua
import MockServices

/// Access to one element of a shared list with 10,000 elements, which a function reads and writes.
enum StateElement {
  private static let script = """
    shared { list = {} }
    service "S" {
      fill = function() for i = 1, 10000 do state.list[i] = i end end,
      read = function() for i = 1, 1000 do local _ = state.list[i * 10] end end,
      write = function() for i = 1, 1000 do state.list[i * 10] = i end end,
      append = function() for i = 1, 1000 do table.insert(state.list, i) end end,
    }
    """

  /// - Returns: The time for one element, including the lookup of the shared key, in nanoseconds.
  static func measure(_ method: String) async throws -> Double {
    let runtime = try ScenarioRuntime(source: script, name: "state.lua")
    let sequencer = runtime.sequencer(for: "S")
    _ = try await sequencer.answer(for: "fill")
    return try await nanoseconds(50) { _ = try await sequencer.answer(for: method) } / 1000
  }
}
