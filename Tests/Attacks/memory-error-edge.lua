-- Memory is full when an error is raised whose value must be converted. Expected: a located error.
-- run: call FILE S.m {} S.m {} S.m
-- expect: either {limit}|raised
-- seconds: 6
service "S" {
  ok = reply "alive",
  m = function(_, call)
    local kept = {}
    local limit = 256 * 1024 - 2 ^ (call.count - 1)
    while collectgarbage "count" < limit - 1100 do kept[#kept + 1] = ("x"):rep(1 << 20) .. #kept end
    while collectgarbage "count" < limit do kept = { kept } end
    error({ message = "raised", details = { { { { { { 1 } } } } } } })
  end,
}
