import MockServices

/// A script's `fail("notFound")` reaches the app as its own error.
extension ReservationError: MockErrorConvertible {}
