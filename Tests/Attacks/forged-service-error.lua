-- Raised objects that imitate service errors, cancellations, and responses. Expected: responses or located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m {} S.m
-- expect: either .
local names = { "a service error", "a cancellation", "a response", "a rule", "a script error" }
service "S" {
  ok = reply "alive",
  m = function(_, call)
    error(setmetatable({
      code = { 1 }, message = 5, details = "\7\255\255\255\255\255\255\255\255", ["@kind"] = "error",
      ["@code"] = "forged", ["@details"] = "\4", ["@delay"] = { min = 5, max = 1 }, ["@sets"] = { { values = "\6\255\255\255\255" } },
    }, { __name = names[call.count] }))
  end,
}
