-- Memory is full when a reply arrives, which doesn't fit. Expected: a response or a located error.
-- run: call FILE S.m {} S.m {} S.m
-- expect: either {limit}
-- seconds: 6
service "S" {
  ok = reply "alive",
  big = reply { ("x"):rep(10000), { { { 1, 2, 3 } } } },
  m = function(_, call)
    local kept = {}
    local limit = 256 * 1024 - 2 ^ (call.count - 1)
    while collectgarbage "count" < limit - 1100 do kept[#kept + 1] = ("x"):rep(1 << 20) .. #kept end
    while collectgarbage "count" < limit do kept = { kept } end
    for _ = 1, 3 do kept[#kept + 1] = services.S.big {} end
    return 1
  end,
}
