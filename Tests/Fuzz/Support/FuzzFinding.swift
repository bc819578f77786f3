/// Something that should hold for every input, and does not.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Says what does not hold where a condition is false.
///
/// - Throws: `FuzzFinding`.
@inline(__always)
func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
  if !condition { throw FuzzFinding(problem()) }
}
