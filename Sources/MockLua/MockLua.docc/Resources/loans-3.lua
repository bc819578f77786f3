service "LoanService" {
  borrow = {
    when({ title = "Emma" }, fail("lent")),
    fail("closed"),
    reply { title = "Dune", days = 21 },
  },
}
