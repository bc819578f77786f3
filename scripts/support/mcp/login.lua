-- The script for scripts/check-mcp.
shared { status = "none" }

service "OTP" :binds "status" {
  verify = {
    when({ code = "1" }, reply(true) :set { status = "in" }),
    fail("wrongCode"),
  },
  resend = reply() :gate "resent",
  wait = reply(1) :after(60000),
}

scenario("offline", function()
  override("OTP", "verify", fail("offline"))
end)
