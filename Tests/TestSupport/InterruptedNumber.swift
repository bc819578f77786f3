/// A number whose reading does something else, behind it: what comes between two steps of a call.
package struct InterruptedNumber: Decodable, Sendable {
  /// What is done; nothing by default.
  @TaskLocal package static var interrupt: @Sendable () throws -> Void = {}
  package let value: Int

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
    try Self.interrupt()
  }
}
