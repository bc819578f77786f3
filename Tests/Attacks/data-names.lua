-- Names with NUL bytes, quotes, dots, and newlines, for everything that has a name. Expected: responses or clean located errors.
-- expect: either .
local odd = { "a\0b", 'q"q', "d.o.t", "n\nl", "#1", " ", "\u{feff}", "$where", "@kind", "__proto__" }
for _, name in ipairs(odd) do
  service(name) :bind { [name] = name } { [name] = { reply(1):gate(name):set { [name] = 1 }, by = "x" } }
  shared { [name] = 1 }
  variant(name, function() end)
end
