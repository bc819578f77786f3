public import MockServices

/// The sign-in flow.
///
/// Each response determines which service is called next.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
public final class SignInModel {
  /// The content of the screen.
  public let screen: Screen<SignInStep>
  private let primary: any PrimaryServiceProtocol
  private let secondary: any SecondaryServiceProtocol
  private let otp: any OTPServiceProtocol

  /// Creates the model with the services from a resolver.
  ///
  /// - Parameters:
  ///   - resolver: The resolver of the services.
  ///   - show: Called with every state of the screen, as one line.
  /// - Throws: `DependencyError` if a service is missing.
  public init(
    _ resolver: any DependencyResolver, show: @escaping @Sendable (String) -> Void
  ) throws {
    primary = try resolver.resolve()
    secondary = try resolver.resolve()
    otp = try resolver.resolve()
    screen = Screen("sign-in", show: show)
  }

  /// Signs in with a password.
  public func signIn(user: String, secret: String) async {
    await screen.load { [primary] in
      SignInStep(try await primary.performAction(input: user, secret: secret))
    }
  }

  /// Signs in with only the device.
  public func signInWithDevice() async {
    await screen.load { [secondary] in SignInStep(try await secondary.performAction()) }
  }

  /// Requests more access.
  ///
  /// With the device, the user is verified immediately; otherwise a code is sent.
  public func elevate(_ flow: ElevationFlow) async {
    await screen.load { [primary, secondary] in
      let response = try await primary.elevateAccess(desiredLevelOfAccess: .elevated, flow: flow)
      guard response.next == nil else { return SignInStep(response) }
      if flow == .device {
        guard try await secondary.verify() else {
          throw BankError("deviceNotEnrolled", "Enrol this device first.")
        }
      }
      return SignInStep(try await primary.finalizeSession())
    }
  }

  /// Submits the code that was sent.
  public func submit(code: String) async {
    await screen.load { [primary, otp] in
      try await otp.verify(code: code)
      return SignInStep(try await primary.finalizeSession())
    }
  }

  /// Verifies the user's identity.
  public func verify() async {
    await screen.load { [primary] in
      guard try await primary.canVerifyIdentity() else {
        throw BankError("notVerifiable", "Sign in first.")
      }
      _ = try await primary.verifyIdentity()
      return SignInStep(try await primary.finalizeSession())
    }
  }

  /// Signs out.
  public func signOut() async {
    await screen.load { [primary] in
      try await primary.signOut()
      return .signedOut
    }
  }
}
