-- Each of many elements must not match a large schema. Expected: it is rejected in time.
-- run: emit FILE
-- expect: error takes too long to compare
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"not": {"properties": {{{5000|"p\i": {"type": "string"}, }}"last": {"type": "string"} }, "required": ["zz"] } }} } } } } } } } }
local t = {}
for i = 1, 20000 do t[i] = {} end
openapi "api.json" { o = reply(t) }
