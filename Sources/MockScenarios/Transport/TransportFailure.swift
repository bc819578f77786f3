internal import MockServices

/// The reason why a configuration can't be passed to an app.
enum TransportFailure: CustomStringConvertible {
  /// The configuration can't be written as JSON, or is too large for any reader.
  case unwritable(any Error)
  /// The file could not be written.
  case file(TemporaryConfigurationFile.Failure)

  init(_ error: any Error) {
    self = (error as? TemporaryConfigurationFile.Failure).map(Self.file) ?? .unwritable(error)
  }

  /// The failure as `problem; what to do`.
  var description: String {
    switch self {
    case .unwritable(let error): "the configuration cannot be passed to the app: \(error)"
    case .file(let failure):
      "the configuration needs a file, but none can be written into `\(failure.folder.escapedPath)`: "
        + "\(failure.reason); make room there, or name another folder in `TMPDIR`"
    }
  }
}
