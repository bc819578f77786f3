-- Sign in with a second factor: standard login, then MFA, then a one-time password.
--
-- Each response has the app's next step: `performAction` requires a second factor, `elevate` sends
-- a code, `verify` accepts it.

shared { serviceStatus = 0 }

service "YourServiceProtocol" :bind "serviceStatus" {
  performAction = reply { status = 1, next = "mfa" } :set { serviceStatus = 1 },
  elevate   = reply { status = 2, next = "otp", sentTo = "+1 *** 42" } :set { serviceStatus = 2 },
  fetchData = reply { status = 5 },
  finalize  = reply { status = 7 } :set { serviceStatus = 7 },
}

-- The rule matches one code. The responses after it apply to all other codes, in order.
service "OTPServiceProtocol" :bind "serviceStatus" {
  verify = {
    when({ code = "123456" }, reply(true) :set { serviceStatus = 3 }),
    fail("badCode", "Wrong code, try again"),
    fail("badCode", "Wrong code, one attempt left"),
    fail("locked", "Too many wrong codes"),
  },
}

-- Uses a function, because the response depends on more than the arguments. It needs an
-- app or a test that runs Lua: the configuration has only the function's name.
variant("live", function()
  override("OTPServiceProtocol", "verify", function(args, call)
    if state.serviceStatus ~= 2 then return fail("noChallenge", "Ask for a code first") end
    if args.code == "123456" then return reply(true) :set { serviceStatus = 3 } end
    if call.count < 3 then
      return fail("badCode", "Wrong code, attempt " .. call.count .. " of 3")
    end
    return fail("locked", "Too many wrong codes")
  end)
end)
