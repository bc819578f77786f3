/// An argument that is there or not: `--compact`.
struct Flag: Argument {
  let declaration: ArgumentDeclaration

  init(_ name: String, letter: Character? = nil, help: String) {
    declaration = ArgumentDeclaration(name: name, letter: letter, kind: .flag, help: help)
  }
}
