shared { attempts = 0 }

service "OTP" :bind "attempts" {
  verify = function(args)
    state.attempts = state.attempts + 1
    if args.code ~= "123456" then return fail("badCode", "Wrong code") end
    return { attempts = state.attempts, mode = mode or "none" }
  end,
  resend = { reply "first", reply "second" :after(3600000) },
}

variant("locked", function()
  override("OTP", "resend", fail("locked", "Too many codes"))
end)
