#if !canImport(Combine)
  /// The namespace of what observers receive, with the API of Combine's type.
  public enum Subscribers {
    /// The end of a subject.
    public enum Completion<Failure: Error>: Sendable {
      /// The subject ended without an error.
      case finished
      /// The subject ended with an error.
      case failure(Failure)
    }
  }
#endif
