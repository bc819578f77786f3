extension Duration {
  /// The whole milliseconds of a time that is not negative; the largest `Int` for one beyond that, since
  /// nothing keeps a script from sleeping `math.maxinteger`.
  package var wholeMilliseconds: Int {
    let milliseconds = self / .milliseconds(1)
    return milliseconds < 0x1p63 ? Int(milliseconds) : .max
  }
}
