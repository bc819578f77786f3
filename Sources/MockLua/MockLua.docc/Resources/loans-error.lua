service "LoanService" {
  borrow = replay { title = "Dune", days = 21 },
}
