extension MockClosureName {
  /// Returns the arguments of a call by label, and reports a wrong number of labels.
  func arguments<each Argument>(_ argument: repeat each Argument) -> MockArguments {
    var named: [MockArgument] = []
    for value in repeat each argument {
      named.append(MockArgument(label(at: named.count), value))
    }
    if let labels, labels.count != named.count {
      let places = labels.count == 1 ? "1 argument" : "\(labels.count) arguments"
      MockFailureHandler.report(
        MockFailure(
          severity: .report,
          message: "`\(self)` names \(places) but was called with \(named.count);"
            + " name each, or write `\(qualifiedMethod)`"))
    }
    return MockArguments(named)
  }

  private func label(at index: Int) -> String {
    guard let labels, labels.indices.contains(index), labels[index] != "_" else {
      return "_\(index)"
    }
    return labels[index]
  }
}
