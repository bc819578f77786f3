-- The words of the language are replaced by others that loop or lie while the script is running. Expected: a response or a located error.
-- run: call S.m
-- expect: either {limit}|.
service "S" {
  ok = reply "alive",
  m = function()
    for _, name in ipairs { "reply", "fail", "state", "services", "sleep", "copy", "print" } do
      pcall(rawset, _G, name, function() while true do end end)
    end
    return reply(1)
  end,
}
