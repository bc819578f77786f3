/// A scenario with one of everything to explore before writing a test.
enum ExploreScript {
  static let source = """
    shared { status = 0 }
    service "OTP" :bind "status" {
      verify = {
        when({ code = "123456" }, reply(true) :set { status = 3 } :after(50)),
        when({ user = { age = is.all_of(is.ge(18), is.lt(65)) } }, reply("adult")),
        fail("badCode", "Wrong code", { left = 2 }),
        fail("locked"),
      },
      words = stream { "a", "b", "c" } :every(100) :fails("broken"),
      gated = reply(1) :gate "door",
      nothing = reply(),
      once = { exhausted = "fatalError", reply(1) },
    }
    service "Live" {
      slow = function(args, call)
        sleep(250)
        state.status = call.count
        return services.OTP.gated()
      end,
      mistake = function() return nil + 1 end,
      numbers = stream(function()
        emit(1)
        sleep(40)
        emit(2)
      end),
      hidden = reply(function() return reply(2) :gate "later" end),
      through = function() return services.Live.hidden() end,
    }
    variant("other", function() override("OTP", "nothing", reply "other") end)

    """
}
