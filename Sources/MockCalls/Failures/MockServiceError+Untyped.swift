extension MockServiceError {
  /// Says an error of the app for a caller that knows no types, such as a script.
  ///
  /// Its code is the raw value of a ``MockErrorConvertible`` enum, from which a typed caller further out
  /// gets the case back, else the name of the type.
  init(untyped error: any Error) {
    let code = (error as? any MockErrorConvertible & RawRepresentable).flatMap { Self.rawCode($0) }
    self.init(code: code ?? "\(type(of: error))", message: String(describing: error))
  }

  private static func rawCode<Failure: RawRepresentable>(_ failure: Failure) -> String? {
    failure.rawValue as? String
  }
}
