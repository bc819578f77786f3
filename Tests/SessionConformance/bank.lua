-- The script for this folder's cases that test the test's side.

shared { balance = 100, mood = "calm" }

service "Bank" :bind "balance" {
  rate   = { reply(1), reply(2.5), reply(null) },
  open   = reply() :set { balance = 90 },
  echo   = function(args) return args end,
  locked = fail("locked", "The account is locked", { left = 2 }),
  transfer = {
    when({ amount = is.gt(100) }, fail("tooMuch", "At most 100")),
    reply { ok = true } :set { balance = 50, mood = "happy" },
  },
  ticks  = stream { 1, 2 },
  broken = stream { 1 } :fails("offline", "The line is dead"),
  slow   = reply "late" :after(80),
  upload = reply "stored" :gate "door",
  price  = { when({ of = "tea" }, reply(7)), passthrough() },
  news   = passthrough(),
}
