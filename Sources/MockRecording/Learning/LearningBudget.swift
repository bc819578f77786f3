/// The time that learning may take; what isn't learned by then stays as it was recorded.
enum LearningBudget {
  /// The moment when it ends; nil for no limit.
  @TaskLocal static var end: ContinuousClock.Instant?

  /// The time for one script, of which a part remains to check what was learned.
  static let usual = Duration.seconds(5)

  /// Whether the time is over.
  static var isSpent: Bool { end.map { ContinuousClock.now >= $0 } ?? false }
}
