service "OTP" {
  verify = { code = 1 },
  resend = reply(function() end) :afer(5),
}
