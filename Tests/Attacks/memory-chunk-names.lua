-- Chunks with names of a megabyte, which the language stores. Expected: memory stays limited.
-- expect: either {limit}|long|name
-- seconds: 12
-- place: [name.]+
for i = 1, 20000 do
  load("reply(" .. i .. ")", "@" .. ("name"):rep(250000) .. i)()
end
