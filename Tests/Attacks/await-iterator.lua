-- Waits in iterators, wrapped coroutines, metamethods, and pcall at once. Expected: the same as in Lua.
-- run: call S.m
-- expect: ok "value":21
service "S" {
  ok = reply "alive",
  other = function(args) sleep(1) return args.n end,
  m = function()
    local lazy = setmetatable({}, {
      __index = function(_, n) return services.S.other { n = n } end,
      __add = function(_, n) return services.S.other { n = n } end,
      __concat = function(_, n) return services.S.other { n = n } end,
      __call = function(_, n) return services.S.other { n = n } end,
    })
    local sum = lazy[1] + (lazy + 2) + (lazy .. 3) + lazy(4)
    for n in coroutine.wrap(function() coroutine.yield((services.S.other { n = 5 })) end) do sum = sum + n end
    local ok, n = pcall(services.S.other, { n = 6 })
    return ok and sum + n
  end,
}
