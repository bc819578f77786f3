/// Why a service of the system cannot be used.
public enum SystemServiceError: Error, Sendable, Equatable {
  /// The device has no language model.
  case noLanguageModel
  /// The user does not let the app see the calendars.
  case noCalendarAccess
}
