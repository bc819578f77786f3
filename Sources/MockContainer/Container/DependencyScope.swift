/// How long what a factory made is used.
public enum DependencyScope: Sendable, CaseIterable {
  /// One for all, made when it is first asked for; the default.
  case singleton
  /// One for everything that is made in the course of one `resolve`.
  case graph
  /// A new one for everybody who asks.
  case transient
}
