-- Views of removed rows are released, and those that are held stay the same. Expected: a response.
-- expect: ok
-- seconds: 4
-- never: DIFFERS
local rows = collection "rows"
local kept = collection "kept":insert { id = 1, part = { 1 } }
local part = kept.part
for i = 1, 200000 do
  rows:insert { id = 1, part = { i } }
  rows:clear()
end
if collection "kept":get(1) ~= kept or kept.part ~= part then print "DIFFERS" end
assert(collectgarbage("count") < 60000, "the views have stayed")
