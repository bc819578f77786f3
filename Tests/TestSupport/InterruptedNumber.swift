/// A number that runs an interruption when it is decoded, between two steps of a call.
package struct InterruptedNumber: Decodable, Sendable {
  /// The action to run.
  ///
  /// By default there is none.
  @TaskLocal package static var interruption = Interruption {}
  package let value: Int

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
    try Self.interruption.run()
  }
}

/// An action to run between two steps.
///
/// It is a struct because task-local closures crash in optimized tests.
package struct Interruption: Sendable {
  let run: @Sendable () throws -> Void

  package init(_ run: @escaping @Sendable () throws -> Void) { self.run = run }
}
