-- A limit is reached while a condition closes a coroutine, and the next conditions inspect what is being closed. Expected: located errors and responses.
-- run: call FILE S.m '{"attack":true}' S.m {} S.m '{"attack":true}' S.m
-- expect: error {limit}
-- seconds: 4
local function spin() while true do end end
service "S" {
  ok = reply "alive",
  m = {
    when(function(args)
      if args.attack then
        local thread = coroutine.create(function()
          pcall(function()
            local held <close> = setmetatable({}, { __close = spin })
            coroutine.yield()
          end)
        end)
        coroutine.resume(thread)
        coroutine.close(thread)
      end
      local function down(n, ...) if n > 0 then return down(n - 1, n, ...) + 1 end return #tostring(pcall(error, "x")) end
      down(50)
      print(pcall(error, "caught"))
      pcall(coroutine.yield)
      pcall(coroutine.wrap(function() pcall(error, "inside") coroutine.yield() end))
      return true
    end, reply(1)),
  },
}
