-- After a limit, no code left by a script runs: handlers, closing variables, coroutines, and `__tostring`. Expected: no script code runs.
-- run: call S.m
-- expect: error {limit}
-- never: RAN
local function ran() print("RAN") while true do end end
service "S" {
  ok = reply "alive",
  m = function()
    local object <close> = setmetatable({}, { __close = ran, __tostring = ran, __index = ran, __len = ran })
    xpcall(function()
      local inner <close> = object
      coroutine.wrap(function()
        local innermost <close> = object
        while true do end
      end)()
    end, ran)
    ran()
  end,
}
