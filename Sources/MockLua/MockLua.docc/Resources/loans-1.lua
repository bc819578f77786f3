service "LoanService" {
  borrow = reply { title = "Dune", days = 21 },
}
