-- Finalizers added to a metatable in every way available to a script. Expected: none runs.
-- expect: either .
-- seconds: 4
-- never: FINALIZED
local function finalizer() print("FINALIZED") while true do end end
local function try(meta)
  local object = {}
  pcall(setmetatable, object, meta)
  meta.__gc = finalizer
  pcall(setmetatable, object, meta)
end
for i = 1, 20000 do
  try { __gc = false } try { __gc = 1 } try { __gc = "text" } try { __gc = null } try { __gc = true }
  try(setmetatable({}, { __index = function() return finalizer end }))
  try(setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v) end }))
  try { __close = finalizer and nil, __mode = "k" }
  local thread = coroutine.create(function(object) try { __gc = 0, object } coroutine.yield(object) end)
  coroutine.resume(thread, {})
end
