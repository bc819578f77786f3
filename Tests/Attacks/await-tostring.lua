-- A wait in `__tostring` and `__name`, called by print, format, and error. Expected: a located error.
-- run: call S.m
-- expect: error wait|yield
service "S" {
  ok = reply "alive",
  m = function()
    local object = setmetatable({}, { __tostring = function() sleep(1) return "object" end })
    print(object)
    return ("%s"):format(object)
  end,
}
