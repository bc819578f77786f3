/// A number whose reading does something else, behind it: what comes between two steps of a call.
package struct InterruptedNumber: Decodable, Sendable {
  /// What is done; nothing by default.
  @TaskLocal package static var interruption = Interruption {}
  package let value: Int

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
    try Self.interruption.run()
  }
}

/// What comes between two steps; a value of a task that is a function itself crashes where the tests are optimised.
package struct Interruption: Sendable {
  let run: @Sendable () throws -> Void

  package init(_ run: @escaping @Sendable () throws -> Void) { self.run = run }
}
