-- What scripts/check-inspector completes, by orders.json.
shared { currency = "EUR" }

service "Orders" :binds "currency" {
  price = reply { amount = 1, currency = "EUR" } :gate "door",
}
