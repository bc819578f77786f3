-- A failed wait leaves no trace: a later plain yield isn't a wait. Expected: a located error.
-- run: call S.m
-- expect: error yield
service "S" {
  other = reply "answer",
  ok = reply "alive",
  m = function()
    local waiting = coroutine.create(function() return services.S.other {} end)
    pcall(string.gsub, "x", "x", function() coroutine.resume(waiting) end)
    coroutine.yield()
    return "went on"
  end,
}
