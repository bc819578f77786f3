-- A collection, its rows, and its metatable are modified. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
local users = collection "users"
service "S" {
  ok = reply "alive",
  m = function()
    local row = users:insert { id = 1, name = "Ada" }
    pcall(rawset, row, "id", 2)
    pcall(rawset, users, "@looked_up", "forged")
    local meta = getmetatable(users)
    if type(meta) == "table" then pcall(rawset, meta, "__index", {}) end
    if type(meta) == "table" then pcall(setmetatable, users, nil) end
    return users:all()
  end,
}
