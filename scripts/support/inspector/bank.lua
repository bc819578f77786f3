-- The script that scripts/check-inspector shows in a browser.
shared { balance = 100, user = { name = "Ada" } }

service "Bank" :bind "balance" {
  rate = { reply(1), reply(2), reply(3) },
  transfer = {
    when({ amount = is.gt(1000) }, fail("limitExceeded", "At most 1000 a day")),
    when({ currency = is.one_of { "EUR", "USD" } }, reply { ok = true } :set { balance = 90 } :after(30)),
  },
  late = reply "here" :gate "door",
  slow = reply "done" :after(2000),
  echo = function(args) return args.text end,
}

service "OTP" { verify = { by = "user", reply(true), reply(false) } }

variant("rich", function() override { balance = 1000000 } end)
