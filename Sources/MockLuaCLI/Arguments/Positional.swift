/// A required argument that is a bare word: `FILE`.
struct Positional: Argument {
  let declaration: ArgumentDeclaration

  init(_ name: String, help: String) {
    declaration = ArgumentDeclaration(name: name, kind: .positional, help: help)
  }
}
