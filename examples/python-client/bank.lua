-- The responses for the app in the README: values, an error, streams, a gate, and state that both sides change.

shared { balance = 100, mood = "calm" }

service "Bank" :bind "balance" {
  rate = { reply(1), reply(2.5) },
  transfer = {
    when({ amount = is.gt(100) },
      fail("insufficientFunds", "There is not enough", { limit = 100 })),
    reply { ok = true } :set { balance = 90 },
  },
  ticks  = stream { 1, 2, 3 },
  broken = stream { 1, 2 } :fails("offline", "The line is dead"),
  slow   = reply "late" :after(50),
  upload = reply "stored" :gate "door",
}
