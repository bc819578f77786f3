/// A failed check.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws an error with the given problem if a condition is false.
///
/// - Throws: `FuzzFinding`.
@inline(__always)
func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
  if !condition { throw FuzzFinding(problem()) }
}
