-- A function endlessly calls a route whose responses are checked. Expected: the chain of calls ends at its budget.
-- run: call S.attack
-- expect: error {limit}
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"enum": [{{20000|"v\i", }}"last"]}} } } } } } } } }
local t = {}
for i = 1, 300 do t[i] = "last" end
openapi "api.json" { o = function() return t end }
service "S" {
  attack = function() for _ = 1, 10000 do services["//*"]["GET /p"] {} end end,
  ok = reply(1),
}
