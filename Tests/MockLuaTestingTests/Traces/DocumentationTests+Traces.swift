import Foundation
import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

@Mocked
protocol PaymentService: Sendable {
  var cart: String { get }

  func authorize() async throws -> Authorization
  func pay(_ amount: Int, consent: Bool?, token: String) async throws -> Payment
}

struct Authorization: Codable, Sendable {
  var token: String
}

struct Payment: Codable, Sendable { var status: String }

/// The test of the article, which fails on purpose.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["MOCKLUA_FAILS_ON_PURPOSE"] != nil))
struct CheckoutTests {
  @Test(.scenario("examples/checkout.lua"))
  func paysForTwo() async throws {
    let payments = MockPaymentService()
    let token = try await payments.authorize().token
    let payment = try await payments.pay(120, consent: nil, token: token)
    #expect(payment.status == "paid")
  }
}

/// The output shown in the article on traces.
@Suite struct TraceDocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private func mocklua(_ arguments: String...) async throws -> TraceCommandRun {
    try await TraceCommandRun(arguments, in: Self.root.path)
  }

  @Test("The first command shows the run")
  func shows() async throws {
    let run = try await mocklua("trace", "examples/checkout.trace.jsonl")
    #expect(run.exit == .code(0))
    #expect(
      run.output == #"""
        MockLuaTestingTests.CheckoutTests/paysForTwo()
        examples/checkout.lua, seed 0, 2 calls

                           test         PaymentService
                             |                 |  state {"cart":"open"}
               0 ms          |---------------->|  #1 authorize
             120 ms          |<................|  #1 {"token":"<redacted 1>"}  examples/checkout.lua:5
        !                    |---------------->|  #2 pay {"amount":120,"token":"<redacted 1>"}
        !                    |x................|  #2 threw noMatch: no `when` of `PaymentService.pay` accepts { amount = 120, token = "<redacted 1>" }
                             |                 |    examples/checkout.lua:7: amount: expected is.le(100), found 120
                             |                 |    examples/checkout.lua:8: consent: expected true, found nothing

        ! DocumentationTests+Traces.swift:25: Caught error: noMatch: examples/checkout.lua:7: no `when` of `PaymentService.pay` accepts { amount = 120, token = "<redacted 1>" }; add a `reply(...)` to the list, or a `when` for these arguments:
            examples/checkout.lua:7: `amount`: expected is.le(100), found 120
            examples/checkout.lua:8: `consent`: expected true, found nothing; did you mean `token`?

          issues that only a strict test reports:
          examples/checkout.lua:7: response 1 of `PaymentService.pay` was never used; make a call that uses it, or add `:optional()`
          examples/checkout.lua:8: response 2 of `PaymentService.pay` was never used; make a call that uses it, or add `:optional()`

        """#)
  }

  @Test("The second command replays it")
  func replays() async throws {
    let run = try await mocklua("trace", "examples/checkout.trace.jsonl", "--replay")
    #expect(
      run.output == """
        2 calls played, all with the same responses

        """)
    #expect(run.exit == .code(0))
  }

  @Test("The third command shows what another script changes")
  func changes() async throws {
    let run = try await mocklua(
      "trace", "examples/checkout.trace.jsonl", "--with", "examples/checkout-without-consent.lua")
    #expect(
      run.output == #"""
        #2 PaymentService.pay {"amount":120,"token":"<redacted 1>"}
          was: threw noMatch: examples/checkout.lua:7: no `when` of `PaymentService.pay` accepts { amount = 120, token = "<redacted 1>" }; add a `reply(...)` to the list, or a `when` for these arguments:
          examples/checkout.lua:7: `amount`: expected is.le(100), found 120
          examples/checkout.lua:8: `consent`: expected true, found nothing; did you mean `token`?
          now: {"status":"paid"}  (examples/checkout-without-consent.lua:8)

        """#)
    #expect(run.messages == "mocklua: 1 of 2 calls gets a different response\n")
    #expect(run.exit == .code(1))
  }
}
