import MockServices

/// Converts a script's `fail("notFound")` to the app's own error.
extension ReservationError: MockErrorConvertible {}
