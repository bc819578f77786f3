-- A wait in the comparison function of `table.sort`, without pcall. Expected: a located error about the wait.
-- run: call S.m
-- expect: error wait
service "S" {
  ok = reply "alive",
  other = reply(true),
  m = function()
    local list = { 3, 1, 2 }
    table.sort(list, function(a, b) return services.S.other {} and a < b end)
    return list
  end,
}
