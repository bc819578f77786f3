-- How a method chooses among its answers: rules by the arguments, sequences by the count of calls.

shared { balance = 100 }

-- Rules ---------------------------------------------------------------------------------------------
-- `when` answers calls whose arguments fit a pattern. Rules are asked in order; the plain answer at
-- the end meets what no rule accepts.

service "TransferService" :binds "balance" {
  transfer = {
    when({ amount = is.gt(1000) }, fail("limitExceeded", "At most 1000 a day", { limit = 1000 })),
    when({ amount = is.le(0) }, fail("invalidAmount")),
    when({ currency = is.none_of { "EUR", "USD" } }, fail("unknownCurrency")),
    when({ recipient = { country = "US" } }, reply { ok = true, fee = 2.5 }), -- other fields are free
    reply { ok = true, fee = 0 } :set { balance = 90 },
  },

  -- A rule has a sequence of its own: the first large request waits for approval, the next passes.
  request = {
    when({ amount = is.both(is.ge(500), is.lt(1000)) },
      { fail("needsApproval"), reply { ok = true } }),
    when({ amount = is.ge(1000) }, fail("limitExceeded")),
    reply { ok = true },
    exhausted = "error", -- a second small request is one too many
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
    when({ page = is.either(is.ne(1), is.no(is.type "int")) }, reply { "a later page" }),
    when({ owner = null }, reply { "everybody's" }), -- null, or not given at all
    reply { "the rest" },
  },
}

-- Sequences -----------------------------------------------------------------------------------------

service "OrderService" {
  -- Every order has its own history: the first question about any of them is answered "placed".
  status = { by = "order.id", reply "placed", reply "shipped", reply "delivered" },

  -- Red, green, yellow, red, ...
  light = { exhausted = "cycle", reply "red", reply "green", reply "yellow" },

  -- The third attempt succeeds, a fourth stops the test.
  pay = { exhausted = "fatalError", fail("declined") :times(2), reply { paid = true } },
}

-- Time ----------------------------------------------------------------------------------------------

service "FeedService" {
  load    = reply { "first", "second" } :after { min = 100, max = 300 },
  refresh = reply { "third" } :after { median = 200, sigma = 0.5, max = 2000 },

  -- Waits until a test opens the gate, so that it can look at the spinner at leisure.
  upload = reply { uploaded = true } :gate "upload",

  -- A word every 100 ms, and then the connection breaks.
  words = stream { "Hello", " ", "world" } :every(100) :fails("connectionLost", "The stream broke"),

  -- Not every test asks for it; strict tests need not mind.
  statistics = reply { views = 12 } :optional(),
}

-- A pattern may be a function of all the arguments: where none of the matchers says it. Such a rule is
-- asked live, by an app or a test that runs Lua.
scenario("live", function()
  override("TransferService", "transfer", {
    when(function(args) return args.from == args.to end, fail("sameAccount")),
    reply { ok = true },
  })
end)
