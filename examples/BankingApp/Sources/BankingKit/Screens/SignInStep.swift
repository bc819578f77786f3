/// A step of the sign-in flow.
public enum SignInStep: Sendable, Equatable {
  /// Not signed in.
  case signedOut
  /// A second factor is required.
  case needsSecondFactor
  /// A code was sent.
  case needsCode(sentTo: String)
  /// The password was right.
  case signedIn
  /// The user's identity is verified.
  case verified
  /// The session is complete.
  case established

  /// Creates the step that follows a response of the bank.
  init(_ response: ServiceResponse) {
    switch (response.next, response.status) {
    case (.mfa, _), (nil, .needsSecondFactor): self = .needsSecondFactor
    case (.otp, _), (nil, .needsCode): self = .needsCode(sentTo: response.sentTo ?? "you")
    case (nil, .signedOut): self = .signedOut
    case (nil, .signedIn): self = .signedIn
    case (nil, .verified): self = .verified
    case (nil, .established): self = .established
    }
  }
}

extension SignInStep: CustomStringConvertible {
  /// The text of the step.
  public var description: String {
    switch self {
    case .signedOut: "signed out"
    case .needsSecondFactor: "second factor needed"
    case .needsCode(let place): "code sent to \(place)"
    case .signedIn: "signed in"
    case .verified: "verified"
    case .established: "welcome"
    }
  }
}
