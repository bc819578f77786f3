public import MockData

extension MockSharedState {
  /// The value of a key, or `nil` if it was neither declared nor updated.
  ///
  /// Setting a value is an update, like an update by a response: bound properties change too, including those of apps
  /// in other processes. Setting it to `nil` restores the initial value of the key. An unknown key stays unknown, and
  /// setting it is reported.
  ///
  /// ```swift
  /// scenario.sharedState["balance"] = 3
  /// ```
  public subscript(key: String) -> AnyCodableValue? {
    get { value(of: key) }
    set {
      guard value(of: key) != nil, let value = newValue ?? initialValue(of: key) else {
        let hint = NearestName.hint(for: key, candidates: keys)
        return report(
          MockFailure(
            severity: .report,
            message: "there is no shared key `\(key.escaped)`; "
              + (hint ?? "declare it with `shared { ... }`, in JSON under `sharedState`")))
      }
      applyUpdates([key: value])
    }
  }
}
