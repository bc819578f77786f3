/// A key under which a service is registered, with the way to make the service of production.
///
/// ```swift
/// enum CalendarStoreSpec: ServiceSpec {
///   static func makeService(_ resolver: any DependencyResolver) -> any CalendarStore {
///     SystemCalendarStore()
///   }
/// }
/// extension ServiceKeys {
///   var calendarStore: CalendarStoreSpec.Type { CalendarStoreSpec.self }
/// }
/// ```
public protocol ServiceSpec: SendableMetatype {
  /// The type of the service, as a rule a protocol's.
  associatedtype Service: Sendable

  /// How long the service is used; ``DependencyScope/singleton`` by default.
  static var scope: DependencyScope { get }

  /// Makes the service that the app uses in production.
  ///
  /// - Throws: Whatever keeps the service from being made.
  static func makeService(_ resolver: any DependencyResolver) throws -> Service
}

extension ServiceSpec {
  /// One for all.
  public static var scope: DependencyScope { .singleton }
}

/// The names of an app's ``ServiceSpec`` types, for `resolver.resolve(\.calendarStore)`.
///
/// An app adds a property of the type `CalendarStoreSpec.Type` for each.
public struct ServiceKeys: Sendable {}
