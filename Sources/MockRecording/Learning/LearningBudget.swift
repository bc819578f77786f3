/// The time limit for learning.
///
/// Operations that aren't learned by then stay as they were recorded.
enum LearningBudget {
  /// The time at which the limit is reached; nil if there is no limit.
  @TaskLocal static var end: ContinuousClock.Instant?

  /// The time limit for one script.
  ///
  /// Part of it is needed to check the learned functions.
  static let usual = Duration.seconds(5)

  /// Whether the time is up.
  static var isSpent: Bool { end.map { ContinuousClock.now >= $0 } ?? false }
}
