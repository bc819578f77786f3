@MainActor
final class LoanDesk {
  private let service: any LoanService
  private(set) var message = ""

  init(service: any LoanService) {
    self.service = service
  }

  func borrow(_ title: String) async {
    do {
      let loan = try await service.borrow(title)
      message = "\(loan.title): \(loan.days) days"
    } catch {
      message = "Not today"
    }
  }
}
