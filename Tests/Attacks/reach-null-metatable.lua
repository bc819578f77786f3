-- `null` is compared, converted, indexed, and passed to every C function. Expected: caught errors.
-- expect: ok services
for _, library in ipairs { string, table, math, utf8, coroutine, os, json } do
  if library ~= json then
    for name, body in next, library do
      if type(body) == "function" and name ~= "random" then
        pcall(body, null) pcall(body, null, null, null) pcall(body, "x", null) pcall(body, {}, null, null)
      end
    end
  end
end
