-- Several variants in one file. At the top level everything works. Each variant changes only what
-- is different.
--
--   mocklua list named-variants.lua
--   mocklua named-variants.lua --variant offline

local user = { name = "Ada", plan = "free" }

shared { isSignedIn = false }

service "AccountService" :bind "isSignedIn" {
  signIn  = reply(user) :set { isSignedIn = true },
  signOut = reply() :set { isSignedIn = false },
}

service "FeedService" {
  load = reply { { id = 1, title = "Hello" }, { id = 2, title = "World" } },
  like = reply(),
}

-- Replaces an initial value: the app starts after the login screen.
variant("signed-in", function()
  override { isSignedIn = true }
end)

-- Replaces several methods of a service.
variant("offline", function()
  override "FeedService" {
    load = fail("offline", "The Internet connection appears to be offline."),
    like = fail("offline", "The Internet connection appears to be offline."),
  }
end)

-- Returns an empty list. A plain `{}` would be an object without fields.
variant("empty-feed", function()
  override("FeedService", "load", reply(array {}))
end)

-- Delays every response, most by about 300 ms, and none by more than 2 s.
variant("slow-network", function()
  default_delay { median = 300, sigma = 0.5, max = 2000 }
end)

-- A variant can copy and change values.
variant("paying-user", function()
  local payer = copy(user)
  payer.plan = "pro"
  override("AccountService", "signIn", reply(payer) :set { isSignedIn = true })
end)
