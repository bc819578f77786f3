/// A value that is no collection, in the forms that Lua and JSON share.
package enum DataScalar: Sendable, Equatable {
  case integer(Int)
  case number(Double)
  /// A number that neither of those holds exactly.
  case digits(DecimalDigits)
  case string(String)
}

/// Why a value is none of a type's; the decoder adds where it stands.
package enum FormProblem: Error, Equatable {
  /// The value is of another kind than the type needs, which is worded with an article.
  case otherKind(expected: String)
  /// The value is of the right kind, and this is wrong with it.
  case invalid(String)
}

extension Float {
  /// Rounds a number to the nearest float; nil for one beyond the largest.
  package init?(rounding number: Double) {
    self.init(number)
    if isInfinite, number.isFinite { return nil }
  }

  /// The number by its shortest digits: 0.1 stays 0.1 and does not become 0.10000000149011612.
  package var shortestDouble: Double { Double(description) ?? Double(self) }
}
