/// The cases of an enum that lists them, for messages about one that it does not have.
package enum CaseNames {
  /// The names of the cases, or their raw values; nil for a type that lists none.
  package static func all(of type: any Any.Type) -> [String]? {
    (type as? any CaseIterable.Type).map { names($0) }
  }

  /// The cases as the end of a sentence, and the nearest to a name; nothing for a type that lists none.
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

/// Data that should have been a case of an enum with values; whoever words the error knows how one is written.
package struct EnumCaseProblem: Error {
  /// The name of the case; nil where the data names none.
  package var name: String?
}

/// The name of a type behind its article, for a sentence: `an Int`, `a String`.
package func articled(_ type: String) -> String {
  "\("AEIO".contains(type.prefix(1)) ? "an" : "a") \(type)"
}
