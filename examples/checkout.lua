-- A shop's checkout: payments of more than 100 need consent.
shared { cart = "open" }

service "PaymentService" :bind "cart" {
  authorize = reply { token = "tok-7f3a-92" } :after(120),
  pay = {
    when({ amount = is.le(100) }, reply { status = "paid" } :set { cart = "paid" }),
    when({ amount = is.gt(100), consent = true }, reply { status = "paid" } :set { cart = "paid" }),
  },
}
