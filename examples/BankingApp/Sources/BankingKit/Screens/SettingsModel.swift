public import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// The settings screen, with the state of the session.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
public final class SettingsModel {
  /// The lines of the screen.
  public struct Content: Sendable, Equatable, CustomStringConvertible {
    /// The status of the session.
    public var session: SessionStatus
    /// Whether the user can be verified.
    public var canVerify: Bool
    /// Whether the device is enrolled; nil if this isn't known yet.
    public var isEnrolled: Bool?

    /// The content in one line.
    public var description: String {
      let device = isEnrolled.map { $0 ? ", device enrolled" : ", device not enrolled" }
      return "session \(session), verification \(canVerify ? "possible" : "not possible")"
        + (device ?? "")
    }
  }

  /// The content of the screen.
  public let screen: Screen<Content>
  private let primary: any PrimaryServiceProtocol
  private let secondary: any SecondaryServiceProtocol
  private let observation: AnyCancellable

  /// Creates the model with the services from a resolver, and shows changes of the session.
  ///
  /// - Parameters:
  ///   - resolver: The resolver of the services.
  ///   - show: Called with every state of the session and of the screen, as one line.
  /// - Throws: `DependencyError` if a service is missing.
  public init(
    _ resolver: any DependencyResolver, show: @escaping @Sendable (String) -> Void
  ) throws {
    primary = try resolver.resolve()
    secondary = try resolver.resolve()
    screen = Screen("settings", show: show)
    observation = primary.sessionStatus.sink { show("session: \($0)") }
  }

  /// Shows the settings.
  public func load() async {
    await screen.load { [primary] in try await Self.content(primary) }
  }

  /// Enrolls the device.
  public func enroll() async {
    await screen.load { [primary, secondary] in
      let isEnrolled = try await secondary.enroll().enrolled
      return try await Self.content(primary, isEnrolled: isEnrolled)
    }
  }

  /// Forgets the device.
  public func forgetDevice() async {
    await screen.load { [primary, secondary] in
      await secondary.reset()
      await primary.resetProfiler()
      return try await Self.content(primary, isEnrolled: false)
    }
  }

  private static func content(
    _ primary: any PrimaryServiceProtocol, isEnrolled: Bool? = nil
  ) async throws -> Content {
    Content(
      session: primary.sessionStatus.value, canVerify: try await primary.canVerifyIdentity(),
      isEnrolled: isEnrolled)
  }
}
