-- Long strings are checked against a format and a pattern with many states. Expected: it is rejected in time.
-- run: emit FILE
-- expect: error takes too long to compare
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"format": "email", "pattern": "^(a|b|ab)*(c|(a|b){1,300})*$"}} } } } } } } } }
local t = {}
local text = string.rep("ab", 20000)
for i = 1, 200 do t[i] = text end
openapi "api.json" { o = reply(t) }
