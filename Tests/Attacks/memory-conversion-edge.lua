-- Memory is full to the last byte when a function returns deep data, whose conversion needs a little more. Expected: a response or a located error.
-- run: call FILE S.m {} S.m {} S.m {} S.m
-- expect: either {limit}
-- seconds: 6
service "S" {
  ok = reply "alive",
  m = function(_, call)
    local deep = 1
    for _ = 1, 60 do deep = { deep } end
    local kept = { deep }
    local limit = 256 * 1024 - 2 ^ (call.count - 1)
    while collectgarbage "count" < limit - 1100 do kept[#kept + 1] = ("x"):rep(1 << 20) .. #kept end
    while collectgarbage "count" < limit do kept = { kept } end
    return kept and deep
  end,
}
