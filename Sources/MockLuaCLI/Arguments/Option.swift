/// An argument with a value: `--seed 7`.
struct Option<Value: ArgumentValue>: Argument {
  let declaration: ArgumentDeclaration

  init(_ name: String, value: String, isRepeatable: Bool = false, help: String) {
    declaration = ArgumentDeclaration(
      name: name, kind: .option(valueName: value), help: help, isRepeatable: isRepeatable)
  }
}
