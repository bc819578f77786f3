-- Every option of `collectgarbage`, in a loop over a large heap. Expected: it ends in time.
-- expect: either {limit}|collectgarbage
-- seconds: 4
local kept = {}
for i = 1, 500000 do kept[i] = { i } end
for _ = 1, 100000 do
  for _, option in ipairs { "collect", "stop", "step", "generational", "incremental", "setpause", "count", "isrunning" } do
    pcall(collectgarbage, option, 0)
  end
end
