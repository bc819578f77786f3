service "LoanService" {
  borrow = {
    fail("closed"),
    reply { title = "Dune", days = 21 },
  },
}
