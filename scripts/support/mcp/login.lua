-- The script for scripts/check-mcp.
shared { status = "none" }

service "OTP" :bind "status" {
  verify = {
    when({ code = "1" }, reply(true) :set { status = "in" }),
    fail("wrongCode"),
  },
  resend = reply() :gate "resent",
  wait = reply(1) :after(60000),
}

variant("offline", function()
  override("OTP", "verify", fail("offline"))
end)
