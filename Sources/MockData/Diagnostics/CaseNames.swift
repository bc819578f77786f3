/// The cases of an enum that conforms to `CaseIterable`, for messages about unknown cases.
package enum CaseNames {
  /// Returns the names or raw values of the cases, or nil if the type doesn't list them.
  package static func all(of type: any Any.Type) -> [String]? {
    (type as? any CaseIterable.Type).map { names($0) }
  }

  /// Returns the cases for the end of a message, including the case most similar to a name; empty if the type doesn't
  /// list its cases.
  package static func known(to type: any Any.Type, nearestTo name: String? = nil) -> String {
    guard let names = all(of: type) else { return "" }
    let list = ": " + names.map { "`\($0)`" }.joined(separator: ", ")
    let nearest = name.flatMap { NearestName.nearest(to: $0, candidates: names) }
    return list + (nearest.map { "; did you mean `\($0)`?" } ?? "")
  }

  private static func names<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
    type.allCases.map { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\($0)" }
  }
}

/// An error for invalid data of an enum case with associated values.
///
/// A message can add the right form to it.
package struct EnumCaseProblem: Error {
  /// The name of the case; nil if the data doesn't contain one.
  package var name: String?
}

/// Returns the name of a type with its article: `an Int`, `a String`.
package func articled(_ type: String) -> String {
  "\("AEIO".contains(type.prefix(1)) ? "an" : "a") \(type)"
}
