-- All memory is filled and kept, so that the next call has none left and must still end well. Expected: located errors.
-- run: call FILE S.m {} S.n {} S.n
-- expect: error {limit}
-- next: none
-- seconds: 6
local kept = {}
service "S" {
  m = function()
    for size = 20, 5, -1 do
      pcall(function() while collectgarbage "count" < 256 * 1024 - (1 << size) / 1024 - 1 do kept[#kept + 1] = ("x"):rep(1 << size) .. #kept end end)
    end
    while true do kept = { kept } end
  end,
  n = function(args) return { #kept, args, { 1, 2, 3 } } end,
}
