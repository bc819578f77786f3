-- `table.unpack`, `table.remove`, `math.tointeger`, `math.type`, and `utf8.len` are replaced. Expected: the language doesn't use them.
-- run: call S.m
-- expect: either .
-- never: CAUGHT
local function replace(library, name)
  pcall(function()
    local real = library[name]
    library[name] = function(...) print("CAUGHT by " .. name) return real(...) end
  end)
end
replace(table, "unpack") replace(table, "remove") replace(table, "concat")
replace(math, "tointeger") replace(math, "type") replace(math, "floor") replace(utf8, "len")
local users = collection "users"
shared { key = 1 }
local answer = reply(1) :after(1) :set { key = 1 } :set { key = 2 }
service "S" {
  ok = reply "alive",
  n = answer,
  m = function() users:insert { id = 1 } users:remove(1) sleep(1) return users:all() end,
}
