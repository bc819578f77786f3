-- Large elements are compared with large values that differ at the end. Expected: it is rejected in time.
-- run: emit FILE
-- expect: error takes too long to compare
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"enum": [{{500|["\i"], }}[1]]}} } } } } } } } }
local t, row = {}, {}
for i = 1, 5000 do row[i] = i end
for i = 1, 100 do t[i] = row end
openapi "api.json" { o = reply(t) }
