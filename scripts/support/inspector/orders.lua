-- The script that scripts/check-inspector completes, with orders.json.
shared { currency = "EUR" }

service "Orders" :bind "currency" {
  price = reply { amount = 1, currency = "EUR" } :gate "door",
}
