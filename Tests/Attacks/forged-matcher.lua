-- Matchers with replaced patterns. Expected: a located error.
-- expect: either .
local matcher = is.gt(1)
rawset(matcher, "pattern", { ["$gt"] = { 1 }, ["$in"] = 5, ["$where"] = 999999, ["$regex"] = 7 })
service "S" { m = { when({ a = matcher }, reply(1)), when({ b = is.anything_but(matcher) }, reply(1)), reply(2) } }
