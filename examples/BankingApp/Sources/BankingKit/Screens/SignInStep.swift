/// Where the user is on the way into the bank.
public enum SignInStep: Sendable, Equatable {
  /// At the door.
  case signedOut
  /// A second factor is asked for.
  case needsSecondFactor
  /// A code was sent.
  case needsCode(sentTo: String)
  /// The password was right.
  case signedIn
  /// It is verified who the user is.
  case verified
  /// Inside.
  case established

  /// The step that an answer of the bank leads to.
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
  /// The step as the screen words it.
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
