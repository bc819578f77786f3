internal import MockServices

/// The computed answers that wait for each other, outermost first.
enum CallChain {
  /// How many may wait for each other.
  static let limit = 32

  @TaskLocal static var current: [String] = []

  /// The chain with one more method.
  ///
  /// - Throws: `MockServiceError` with the code `circularCall` past the limit; it lists the chain.
  static func extended(by method: String) throws(MockServiceError) -> [String] {
    let chain = current + [method]
    guard chain.count > limit else { return chain }
    throw MockServiceError(
      problem: .circularCall,
      "services call each other in a circle: \(circle(of: chain)); "
        + "let one of them answer without calling the other",
      at: nil)
  }

  /// The part of the chain that repeats, or its last few methods.
  private static func circle(of chain: [String]) -> String {
    let last = chain.count - 1
    let start = chain[..<last].lastIndex(of: chain[last]) ?? max(0, last - 7)
    return chain[start...].joined(separator: " -> ")
  }
}
