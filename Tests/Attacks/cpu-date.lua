-- `os.date` and `os.time` with long formats, invalid directives, and dates beyond all years. Expected: it ends in time.
-- expect: either {limit}|date|time
-- seconds: 10
for _ = 1, 100 do
  pcall(os.date, ("%c"):rep(200000))
  pcall(os.date, ("%Y-%m-%d"):rep(100000), 0)
  pcall(os.date, "%Ez%Oy%Q")
end
for _, time in ipairs { math.maxinteger, math.mininteger, 1 << 55, -(1 << 55), 0 / 0, 1 / 0, 1e300 } do
  pcall(os.date, "%c", time) pcall(os.date, "*t", time) pcall(os.date, "!%c", time) pcall(os.difftime, time, -time)
end
for _, field in ipairs { math.maxinteger, math.mininteger, 1e300, 0 / 0, "x", {} } do
  pcall(os.time, { year = field, month = 1, day = 1 }) pcall(os.time, { year = 2026, month = field, day = field })
  pcall(os.time, { year = 2026, month = 1, day = 1, hour = field, min = field, sec = field })
end
