/// A scenario with waiting functions and the steps to run on it, generated from an input.
struct CallPlan: Sendable, CustomStringConvertible {
  /// A step that runs while earlier steps are still in progress.
  enum Step: Sendable {
    /// Calls a method in a separate task.
    case call(method: String, argument: Int)
    /// Takes a number of values from a stream, then stops.
    case take(method: String, count: Int)
    /// Cancels the task of an earlier step.
    case cancel(Int)
    /// Evaluates code in the console, and stops if it is cancelled.
    case evaluate(String)
    case release
    case advance(milliseconds: Int)
    case yield(Int)
    case replace(method: String)
    case reset
  }

  let script: String
  let steps: [Step]
  /// Whether time passes only through `advance`.
  let isManual: Bool

  var description: String {
    script + steps.map { "-- \($0)\n" }.joined() + (isManual ? "-- by hand\n" : "")
  }

  static let methods = ["plain", "f", "g", "h", "slow", "bad", "gated", "items", "chosen", "none"]

  init(_ source: ByteSource) {
    var maker = LuaMaker(source)
    isManual = maker.source.rarely(8)
    var steps: [Step] = []
    for _ in 0..<maker.source.number(below: 16) { steps.append(Self.step(&maker)) }
    self.steps = steps
    script = Self.script(&maker)
  }

  private static func step(_ maker: inout LuaMaker) -> Step {
    switch maker.source.number(below: 32) {
    case 0...15:
      .call(method: maker.source.one(of: methods), argument: maker.source.number(below: 4))
    case 16...18:
      .take(method: maker.source.one(of: methods), count: maker.source.number(below: 4))
    case 19...21: .cancel(maker.source.number(below: 8))
    case 22: .evaluate(maker.source.one(of: texts))
    case 23: .release
    case 24...25:
      .advance(milliseconds: maker.source.one(of: [0, 1, 5, 10, 99, 100, 250, 100_000]))
    case 26...29: .yield(maker.source.number(below: 64))
    case 30: .replace(method: maker.source.one(of: methods))
    default: .reset
    }
  }

  private static let texts = [
    "while true do pcall(function() end) end", "services.S.f()", "sleep(50) return v1", "kept()",
    "pcall(coroutine.close, co)", "state.a = 5 return services.S.slow()", "services.S.gated()",
    "service 'S' { extra = reply(1) }",
  ]

  private static func script(_ maker: inout LuaMaker) -> String {
    maker.isLive = true
    maker.write("local v1, v2, v3, v4, v5, v6 = {}, 'text', 5, {}, 0, nil\n")
    maker.write("local co, kept\nlocal rows = collection 'rows'\n")
    maker.write("shared { a = 0, b = null }\n")
    maker.write("service 'S' {\n")
    maker.write("plain = reply 'ok', slow = reply(1):after(100), bad = fail('bad', 'Bad luck'),\n")
    maker.write("gated = reply(2):gate 'gate', items = stream { 1, 2 }:every(10),\n")
    for name in ["f", "g"] {
      maker.write(name, " = function(args, call, ...)\n")
      maker.body()
      maker.write("\nend,\n")
    }
    maker.write("h = stream(function(args, call, ...)\n")
    maker.body()
    maker.write("\nend):every(5),\n")
    maker.write("chosen = { when(function(args, ...)\n")
    maker.isLive = false
    maker.body()
    maker.write("\nend, reply(3)), reply(4) },\n}\n")
    return maker.text
  }
}

extension LuaMaker {
  /// Writes the statements of a function, a few more than those of an inner block.
  fileprivate mutating func body() {
    for _ in 0..<source.number(below: 6) { statement() }
    block()
  }
}
