-- Memory runs out in one call after another, and much is kept in between. Expected: each ends, and the next call gets a response.
-- run: call FILE S.m {} S.ok {} S.m {} S.m {} S.ok
-- expect: error {limit}
-- seconds: 6
local kept = {}
service "S" {
  ok = reply "alive",
  m = function()
    local t = {}
    while true do t[#t + 1] = ("x"):rep(1 << 20) .. #t kept[1] = t end
  end,
}
