import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

extension Bank {
  func signIn(_ name: String, secret: String) throws -> ServiceResponse {
    guard var user = users[name] else {
      throw BankError("invalidInput", "The name or the password is wrong.")
    }
    guard user.failedAttempts < 3 else { throw BankError("locked", "Too many wrong passwords.") }
    guard user.secret == secret else {
      user.failedAttempts += 1
      users[name] = user
      throw BankError("invalidInput", "The name or the password is wrong.")
    }
    users[name]?.failedAttempts = 0
    self.user = name
    access = .standard
    return user.phone == nil
      ? moved(to: .signedIn) : ServiceResponse(status: moved(to: .needsSecondFactor), next: .mfa)
  }

  func signInWithDevice() throws -> ServiceResponse {
    guard let name = users.keys.sorted().first(where: { users[$0]?.hasDevice == true }) else {
      throw BankError("deviceNotEnrolled", "This device does not belong to anybody.")
    }
    user = name
    return moved(to: .signedIn)
  }

  func elevate(to level: AccessLevel, by flow: ElevationFlow) throws -> ServiceResponse {
    let user = try signedInUser()
    switch flow {
    case .device:
      guard user.hasDevice else {
        throw BankError("deviceNotEnrolled", "This device does not belong to anybody.")
      }
      access = level
      return moved(to: .verified)
    case .otp:
      sentCode = SentCode(code: makeCode())
      return ServiceResponse(
        status: moved(to: .needsCode), next: .otp, sentTo: user.phone ?? "your letter box")
    }
  }

  func check(code: String) throws {
    guard var sent = sentCode else { throw BankError("noChallenge", "Ask for a code first.") }
    if code == sent.code {
      sentCode = nil
      access = .elevated
      _ = moved(to: .verified) as SessionStatus
      return
    }
    sent.attemptsLeft -= 1
    sentCode = sent.attemptsLeft > 0 ? sent : nil
    guard sent.attemptsLeft > 0 else { throw BankError("locked", "Too many wrong codes.") }
    throw BankError("badCode", "Wrong code, attempts left: \(sent.attemptsLeft).")
  }

  func verifyUser() throws -> ServiceResponse {
    _ = try signedInUser()
    return moved(to: .verified)
  }

  func establish() throws -> ServiceResponse {
    guard session.value == .verified else {
      throw BankError("notVerified", "Verify who you are first.")
    }
    return moved(to: .established)
  }

  func signOut() {
    (user, sentCode, access) = (nil, nil, .standard)
    session.send(.signedOut)
  }

  func hasDevice() throws -> Bool { try signedInUser().hasDevice }

  func setDevice(_ hasDevice: Bool) throws {
    _ = try signedInUser()
    if let user { users[user]?.hasDevice = hasDevice }
  }

  /// Resets the access level to standard, until the user is verified again.
  func resetProfile() { access = .standard }

  func signedInUser() throws -> User {
    guard let user, let data = users[user] else {
      throw BankError("notSignedIn", "Sign in first.")
    }
    return data
  }

  private func moved(to status: SessionStatus) -> SessionStatus {
    session.send(status)
    return status
  }

  private func moved(to status: SessionStatus) -> ServiceResponse {
    ServiceResponse(status: moved(to: status))
  }
}
