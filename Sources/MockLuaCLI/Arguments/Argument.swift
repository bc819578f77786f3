/// An argument of a command, declared once: the declaration is the key that reads its value.
protocol Argument: Sendable {
  /// What parsing and help need to know.
  var declaration: ArgumentDeclaration { get }
}
