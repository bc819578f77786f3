-- Several scenarios in one file. At the top level everything works. Each scenario changes only
-- what is different.
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

-- Replaces an initial value: the app starts after the login screen.
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

-- Returns an empty list. A plain `{}` would be an object without fields.
scenario("empty-feed", function()
  override("FeedService", "load", reply(array {}))
end)

-- Delays every response: most by about 300 ms, at most by 2 s.
scenario("slow-network", function()
  delay_all { median = 300, sigma = 0.5, max = 2000 }
end)

-- A scenario can copy and change values.
scenario("paying-user", function()
  local payer = copy(user)
  payer.plan = "pro"
  override("AccountService", "signIn", reply(payer) :set { isSignedIn = true })
end)
