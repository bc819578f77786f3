/// The names of an app's ``ServiceSpec`` types, for `resolver.resolve(\.calendarStore)`.
///
/// An app adds a property of the type `CalendarStoreSpec.Type` for each.
public struct ServiceKeys: Sendable {}
