protocol LoanService: Sendable {
  func borrow(_ title: String) async throws -> Loan
}

struct Loan: Codable, Sendable, Equatable {
  var title: String
  var days: Int
}
