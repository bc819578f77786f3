-- The length of tables with a border far beyond their elements. Expected: it ends in time.
-- run: call S.m
-- expect: either .
-- seconds: 4
local function sparse()
  local t = { [5] = 1, [9] = 1 }
  for k = 0, 61 do t[1 << k] = true end
  return t
end
service "S" {
  ok = reply "alive",
  m = function()
    local t = sparse()
    pcall(table.concat, t) pcall(table.unpack, t) pcall(table.sort, t) pcall(table.insert, t, 1) pcall(table.remove, t)
    pcall(ipairs, t) pcall(copy, t) pcall(array, t) pcall(stream, t) pcall(json.encode, t) pcall(reply, t)
    pcall(pairs, t) pcall(next, t, 1 << 61)
    return t
  end,
}
