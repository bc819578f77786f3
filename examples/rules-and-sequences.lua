-- Choose responses by rules that match the arguments, and by sequences of calls.

shared { balance = 100 }

-- Rules ---------------------------------------------------------------------------------------------
-- A rule, written with `when`, responds to calls whose arguments match a pattern. The first
-- matching rule wins. If no rule matches, the plain response at the end applies.

service "TransferService" :bind "balance" {
  transfer = {
    when({ amount = is.gt(1000) }, fail("limitExceeded", "At most 1000 a day", { limit = 1000 })),
    when({ amount = is.le(0) }, fail("invalidAmount")),
    when({ currency = is.none_of { "EUR", "USD" } }, fail("unknownCurrency")),
    when({ recipient = { country = "US" } }, reply { ok = true, fee = 2.5 }), -- any other fields
    reply { ok = true, fee = 0 } :set { balance = 90 },
  },

  -- A rule has its own sequence: the first large request needs approval, the next one succeeds.
  request = {
    when({ amount = is.all_of(is.ge(500), is.lt(1000)) },
      { fail("needsApproval"), reply { ok = true } }),
    when({ amount = is.ge(1000) }, fail("limitExceeded")),
    reply { ok = true },
    exhausted = "error", -- a second small request fails
  },
}

-- Matchers ------------------------------------------------------------------------------------------

service "SearchService" {
  find = {
    when({ text = is.eq "" }, reply(array {})),
    when({ text = is.regex [[^\d+$]] }, reply { "a number" }),
    when({ text = is.type "null" }, fail("missingText")),
    when({ tags = is.containing { "new", "sale" } }, reply { "new, and on sale" }),
    when({ tags = is.size(0) }, reply { "untagged" }),
    when({ tags = is.any_item(is.one_of { "red", "blue" }) }, reply { "colourful" }),
    when({ page = is.absent, limit = is.exists }, reply { "the first page" }),
    when({ page = is.any_of(is.ne(1), is.anything_but(is.type "int")) }, reply { "a later page" }),
    when({ owner = null }, reply { "everybody's" }), -- null or absent
    reply { "the rest" },
  },
}

-- Sequences -----------------------------------------------------------------------------------------

service "OrderService" {
  -- Every order has its own sequence, which starts with "placed".
  status = { by = "order.id", reply "placed", reply "shipped", reply "delivered" },

  -- Red, green, yellow, red, ...
  light = { exhausted = "cycle", reply "red", reply "green", reply "yellow" },

  -- The third attempt succeeds. A fourth stops the test.
  pay = { exhausted = "fatalError", fail("declined") :times(2), reply { paid = true } },
}

-- Time ----------------------------------------------------------------------------------------------

service "FeedService" {
  load    = reply { "first", "second" } :after { min = 100, max = 300 },
  refresh = reply { "third" } :after { median = 200, sigma = 0.5, max = 2000 },

  -- Waits until the test has checked the spinner and opens the gate.
  upload = reply { uploaded = true } :gate "upload",

  -- Sends a word every 100 ms, then the connection breaks.
  words = stream { "Hello", " ", "world" } :every(100) :fails("connectionLost", "The stream broke"),

  -- Strict tests don't fail if this response is unused.
  statistics = reply { views = 12 } :optional(),
}

-- If no matcher fits, a pattern can be a function of all arguments. Such a rule needs an app or a
-- test that runs Lua.
variant("live", function()
  override("TransferService", "transfer", {
    when(function(args) return args.from == args.to end, fail("sameAccount")),
    reply { ok = true },
  })
end)
