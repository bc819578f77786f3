/// The key of a service, with a way to create the production service.
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
  /// The type of the service, usually a protocol.
  associatedtype Service: Sendable

  /// The scope of the service (default: ``DependencyScope/singleton``).
  static var scope: DependencyScope { get }

  /// Creates the service that the app uses in production.
  ///
  /// - Throws: An error if the service can't be created.
  static func makeService(_ resolver: any DependencyResolver) throws -> Service
}

extension ServiceSpec {
  /// The singleton scope.
  public static var scope: DependencyScope { .singleton }
}

/// The names of an app's ``ServiceSpec`` types, for `resolver.resolve(\.calendarStore)`.
///
/// An app adds a property for each spec, of a type such as `CalendarStoreSpec.Type`.
public struct ServiceKeys: Sendable {}
