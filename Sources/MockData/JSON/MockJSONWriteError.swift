/// A number that JSON can't represent, with its place in the value.
public struct MockJSONWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place of the number, such as `items[3].price`; empty if the number is the whole value.
  public var path: String
  /// The number as Swift writes it: `nan`, `inf`, or `-inf`.
  public var number: String

  /// Creates an error from its facts.
  package init(path: String, number: String) {
    self.path = path
    self.number = number
  }

  /// The error as `path: problem; suggestion`.
  public var description: String {
    (path.isEmpty ? "" : path.escapedPath + ": ")
      + "JSON cannot represent the number \(number); write a finite number or null"
  }
}
