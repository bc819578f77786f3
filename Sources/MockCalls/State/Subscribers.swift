#if !canImport(Combine)
  /// The name space of what observers receive, in the shape of Combine's type.
  public enum Subscribers {
    /// How a subject ends.
    public enum Completion<Failure: Error>: Sendable {
      /// The subject ended without an error.
      case finished
      /// The subject ended with an error.
      case failure(Failure)
    }
  }
#endif
