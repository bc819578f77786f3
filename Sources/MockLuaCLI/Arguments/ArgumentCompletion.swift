/// What a shell offers where an argument stands.
enum ArgumentCompletion: Sendable, Equatable {
  /// Some of these words; none for what only the user knows.
  case words([String])

  /// Files whose names end so, and folders, in which there may be some; any file where no ending is given.
  case files(endings: [String])

  /// Folders alone.
  case folders

  static let nothing = words([])

  /// Scripts and configurations.
  static let scenarios = files("lua", "json")

  static func files(_ endings: String...) -> ArgumentCompletion { .files(endings: endings) }
}
