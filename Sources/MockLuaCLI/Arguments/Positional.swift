/// An argument that is a bare word: `FILE`.
struct Positional: Argument {
  let declaration: ArgumentDeclaration

  init(_ name: String, help: String, isOptional: Bool = false) {
    declaration = ArgumentDeclaration(
      name: name, kind: .positional, help: help, isOptional: isOptional,
      form: isOptional ? "[\(name)]" : nil)
  }

  /// One that may stand any number of times, at the end of the line.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - form: How a usage line shows it: `[NAME [ARGS]]...`.
  ///   - isOptional: Whether none is enough.
  ///   - help: One line that says what it is.
  init(_ name: String, form: String, isOptional: Bool, help: String) {
    declaration = ArgumentDeclaration(
      name: name, kind: .positional, help: help, isRepeatable: true, isOptional: isOptional,
      form: form)
  }
}
