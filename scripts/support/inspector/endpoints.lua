-- The target of the hostile requests in scripts/check-inspector. Nothing in it waits for long.
shared { balance = 100, name = "Ada" }

service "Bank" {
  rate = reply(1),
  transfer = {
    when({ amount = is.gt(1000) }, fail("limitExceeded", "At most 1000 a day", { status = 403 })),
    when({ currency = "EUR" }, reply { ok = true } :set { balance = 90 }),
  },
  verify = function(args)
    if args.code == "1" then state.balance = 2 end
    return { ok = true }
  end,
  gone = { reply(1), exhausted = "error" },
  late = reply(1) :gate "door",
}

variant("rich", function() override { balance = 1000000 } end)
