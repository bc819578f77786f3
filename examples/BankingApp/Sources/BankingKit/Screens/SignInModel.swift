public import MockServices

/// The way into the bank: which service is asked next depends on what the last one answered.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
public final class SignInModel {
  /// What the screen shows.
  public let screen: Screen<SignInStep>
  private let primary: any PrimaryServiceProtocol
  private let secondary: any SecondaryServiceProtocol
  private let otp: any OTPServiceProtocol

  /// Creates the model of the services that a resolver has.
  ///
  /// - Parameters:
  ///   - resolver: Has the services.
  ///   - show: Takes every state that the screen shows, as one line.
  /// - Throws: `DependencyError` where a service is missing.
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

  /// Signs in with the device alone.
  public func signInWithDevice() async {
    await screen.load { [secondary] in SignInStep(try await secondary.performAction()) }
  }

  /// Asks for more access; with the device it is verified at once, otherwise a code is sent.
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

  /// Hands in the code that was sent.
  public func submit(code: String) async {
    await screen.load { [primary, otp] in
      try await otp.verify(code: code)
      return SignInStep(try await primary.finalizeSession())
    }
  }

  /// Verifies who the user is.
  public func verify() async {
    await screen.load { [primary] in
      guard try await primary.canVerifyIdentity() else {
        throw BankError("notVerifiable", "Sign in first.")
      }
      _ = try await primary.verifyIdentity()
      return SignInStep(try await primary.finalizeSession())
    }
  }

  /// Leaves the bank.
  public func signOut() async {
    await screen.load { [primary] in
      try await primary.signOut()
      return .signedOut
    }
  }
}
