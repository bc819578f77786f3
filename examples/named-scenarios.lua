-- One file, many situations. The top level is a day on which everything works; each scenario changes
-- what is different about its own, and nothing else.
--
--   mocklua named-scenarios.lua --list
--   mocklua named-scenarios.lua --scenario offline

local user = { name = "Ada", plan = "free" }

shared { isSignedIn = false }

service "AccountService" :binds "isSignedIn" {
  signIn  = reply(user) :set { isSignedIn = true },
  signOut = reply() :set { isSignedIn = false },
}

service "FeedService" {
  load = reply { { id = 1, title = "Hello" }, { id = 2, title = "World" } },
  like = reply(),
}

-- Replaces an initial value: the app starts where the login screen is past.
scenario("signed-in", function()
  override { isSignedIn = true }
end)

-- Replaces several methods of a service.
scenario("offline", function()
  override "FeedService" {
    load = fail("offline", "The Internet connection appears to be offline."),
    like = fail("offline", "The Internet connection appears to be offline."),
  }
end)

-- A list without elements, where a plain `{}` would be an object without fields.
scenario("empty-feed", function()
  override("FeedService", "load", reply(array {}))
end)

-- Slow answers, some slower than others: most take about 300 ms, none more than 2 s.
scenario("slow-network", function()
  delay_all { median = 300, sigma = 0.5, max = 2000 }
end)

-- A scenario is Lua: values can be copied and changed.
scenario("paying-user", function()
  local payer = copy(user)
  payer.plan = "pro"
  override("AccountService", "signIn", reply(payer) :set { isSignedIn = true })
end)
