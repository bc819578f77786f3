/// The reason that a system service can't be used.
public enum SystemServiceError: Error, Sendable, Equatable {
  /// The device has no language model.
  case noLanguageModel
  /// The user denied access to the calendars.
  case noCalendarAccess
}
