-- Nested choices, none of which matches. Expected: it is rejected in time.
-- run: emit FILE
-- expect: error takes too long to compare|but none matches
-- file: api.json {"x": {"anyOf": [{{300|{"oneOf": [{"type": "null"}, {"enum": [\i]}]}, }}{"type": "null"}]}, "y": {"not": {"$ref": "#/x"} }, "openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"anyOf": [{{300|{"anyOf": [{"$ref": "#/x"}, {"$ref": "#/y"}]}, }}{"type": "null"}]}} } } } } } } } }
local t = {}
for i = 1, 1000 do t[i] = "text" end
openapi "api.json" { o = reply(t) }
