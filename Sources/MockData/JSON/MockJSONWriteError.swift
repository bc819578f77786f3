/// A number that JSON cannot hold, with its place in the value.
public struct MockJSONWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place of the number, such as `items[3].price`; empty where it is the value itself.
  public var path: String
  /// The number as Swift writes it: `nan`, `inf` or `-inf`.
  public var number: String

  /// Creates an error from its facts.
  package init(path: String, number: String) {
    self.path = path
    self.number = number
  }

  /// The mistake as `path: problem; what to write`.
  public var description: String {
    (path.isEmpty ? "" : path.escapedPath + ": ")
      + "JSON has no number \(number); write a finite number or null"
  }
}
