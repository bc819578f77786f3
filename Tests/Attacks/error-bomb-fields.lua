-- A raised table shares its parts so often that it is practically endless. Expected: a located error.
-- run: call S.m
-- expect: error .
service "S" {
  ok = reply "alive",
  m = function()
    local t = { "x" }
    for _ = 1, 50 do t = { t, t } end
    error(t)
  end,
}
