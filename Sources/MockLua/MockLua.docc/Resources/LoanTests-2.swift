import MockLuaTesting
import MockServices
import Testing

@Suite(.scenario("loans.lua")) @MainActor
struct LoanTests {
  let desk = LoanDesk(service: MockLoanService())

  @Test func borrowsAtTheSecondTry() async {
    await desk.borrow("Dune")
    #expect(desk.message == "Not today")
    await desk.borrow("Dune")
    #expect(desk.message == "Dune: 21 days")
  }
}
