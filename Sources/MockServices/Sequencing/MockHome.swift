/// An actor without state whose executor several sequencers, and the responder they ask, can share.
public actor MockHome {
  /// Creates an executor of its own.
  public init() {}
}
