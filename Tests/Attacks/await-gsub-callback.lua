-- A wait in the callback of `gsub`, in a coroutine inside a callback. Expected: a located error.
-- run: call S.m
-- expect: error wait|yield
service "S" {
  ok = reply "alive",
  m = function()
    return (("abc"):gsub(".", function(letter)
      return coroutine.wrap(function() sleep(5) return letter:upper() end)()
    end))
  end,
}
