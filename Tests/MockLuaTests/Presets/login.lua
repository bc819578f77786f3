shared { sessionStatus = 0 }

service "LoginService" :bind "sessionStatus" {
  signIn = reply { name = "Ada" } :set { sessionStatus = 3 },
}

-- The account is locked after too many attempts.
variant("locked", function()
  override("LoginService", "signIn", fail("locked", "Too many attempts."))
end)

-- A user is already signed in.
--
-- The app starts after the login screen.
variant("signed-in", function() override { sessionStatus = 3 } end)

variant("live", function()
  override("LoginService", "signIn", function(args) return { name = args.user } end)
end)
