import Foundation
import MockLua
import MockServices
import Testing

/// Calls to the functions in the examples.
@Suite struct LiveExampleTests {
  private func runtime(_ script: String, variant: String? = nil) throws -> ScenarioRuntime {
    var options = ScenarioOptions()
    options.variant = variant
    return try ScenarioRuntime(
      path: Examples.folder.appending(path: "\(script).lua").path, options: options,
      clock: .virtual())
  }

  private func answer(
    _ runtime: ScenarioRuntime, _ service: String, _ method: String,
    _ arguments: AnyCodableValue = [:]
  ) async throws -> AnyCodableValue? {
    try await runtime.sequencer(for: service)
      .answer(for: method, arguments: MockArguments(arguments))
  }

  /// Returns the code of the error thrown by a call, or nil if it succeeds.
  private func errorCode(
    _ runtime: ScenarioRuntime, _ service: String, _ method: String, _ arguments: AnyCodableValue
  ) async throws -> String? {
    do {
      _ = try await answer(runtime, service, method, arguments)
      return nil
    } catch let error as MockServiceError {
      return error.code
    }
  }

  private func count(of value: AnyCodableValue?) -> Int? {
    guard case .array(let elements)? = value else { return nil }
    return elements.count
  }

  @Test("A created reservation exists, and a cancelled one is gone")
  func reservations() async throws {
    let runtime = try runtime("reservations")
    let service = "ReservationService"
    #expect(count(of: try await answer(runtime, service, "fetchReservations")) == 2)
    let request: AnyCodableValue = [
      "landmarkId": "6f1c2b1e-0a57-4f0e-9d0b-3a1c5d2e7f03", "date": "2026-02-01T12:00:00Z",
      "partySize": 4,
    ]
    let created = try await answer(runtime, service, "createReservation", request)
    guard case .dictionary(let row)? = created, let id = row["id"] else {
      Issue.record("\(String(describing: created)) is no row with an id")
      return
    }
    #expect(row["status"] == "confirmed")
    #expect(row["partySize"] == 4)
    #expect(count(of: try await answer(runtime, service, "fetchReservations")) == 3)
    #expect(try await answer(runtime, service, "cancelReservation", ["id": id]) == nil)
    #expect(count(of: try await answer(runtime, service, "fetchReservations")) == 2)
    #expect(try await errorCode(runtime, service, "cancelReservation", ["id": id]) == "notFound")
  }

  @Test(
    "An invalid reservation is rejected",
    arguments: [
      (["landmarkId": "?", "partySize": 4], "notFound"),
      (["landmarkId": "6f1c2b1e-0a57-4f0e-9d0b-3a1c5d2e7f01", "partySize": 0], "invalidPartySize"),
    ] as [(AnyCodableValue, String)])
  func refusals(request: AnyCodableValue, code: String) async throws {
    let runtime = try runtime("reservations")
    let service = "ReservationService"
    #expect(try await errorCode(runtime, service, "createReservation", request) == code)
    #expect(count(of: try await answer(runtime, service, "fetchReservations")) == 2)
  }

  @Test(
    "The right code is accepted, and the third wrong one locks the account",
    arguments: [nil, "live"])
  func oneTimePassword(variant: String?) async throws {
    let runtime = try runtime("mfa-otp", variant: variant)
    _ = try await answer(runtime, "YourServiceProtocol", "performAction")
    _ = try await answer(runtime, "YourServiceProtocol", "elevate")
    #expect(runtime.sharedState["serviceStatus"] == 2)
    for code in ["badCode", "badCode", "locked"] {
      #expect(
        try await errorCode(runtime, "OTPServiceProtocol", "verify", ["code": "1"]) == code)
    }
    let accepted = try await answer(runtime, "OTPServiceProtocol", "verify", ["code": "123456"])
    #expect(accepted == true)
    #expect(runtime.sharedState["serviceStatus"] == 3)
    _ = try await answer(runtime, "YourServiceProtocol", "finalize")
    #expect(runtime.sharedState["serviceStatus"] == 7)
  }

  @Test("Without a challenge, every code is wrong")
  func noChallenge() async throws {
    let runtime = try runtime("mfa-otp", variant: "live")
    let code = try await errorCode(runtime, "OTPServiceProtocol", "verify", ["code": "123456"])
    #expect(code == "noChallenge")
  }

  @Test(
    "The live calendar returns the events of an interval",
    arguments: [
      ("2026-01-05T00:00:00Z", "2026-01-06T00:00:00Z", 2),
      ("2026-01-01T00:00:00Z", "2026-01-31T00:00:00Z", 50),
      ("2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z", 0),
    ])
  func calendar(from: String, to: String, events: Int) async throws {
    let runtime = try runtime("calendar", variant: "live")
    let found = try await answer(
      runtime, "CalendarStoreProtocol", "fetchEvents", ["from": .string(from), "to": .string(to)])
    #expect(count(of: found) == events)
  }

  @Test(
    "The first matching rule responds to a transfer",
    arguments: [
      (["amount": 1001], "limitExceeded"), (["amount": 0], "invalidAmount"),
      (["amount": 5, "currency": "GBP"], "unknownCurrency"),
      (["amount": 5, "currency": "EUR"], nil),
    ] as [(AnyCodableValue, String?)])
  func transfers(arguments: AnyCodableValue, code: String?) async throws {
    let runtime = try runtime("rules-and-sequences")
    #expect(try await errorCode(runtime, "TransferService", "transfer", arguments) == code)
  }

  @Test("A function decides whether a rule matches", arguments: [("1", "sameAccount"), ("2", nil)])
  func predicate(to: String, code: String?) async throws {
    let runtime = try runtime("rules-and-sequences", variant: "live")
    let arguments: AnyCodableValue = ["from": "1", "to": .string(to)]
    #expect(try await errorCode(runtime, "TransferService", "transfer", arguments) == code)
  }
}
