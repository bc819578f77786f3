-- Schemas require themselves, directly and in compositions. Expected: no example contains itself.
-- run: emit FILE
-- expect: ok
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"post": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/a"}}}}}}}}, "components": {"schemas": {"a": {"type": "object", "required": ["b"], "properties": {"b": {"$ref": "#/components/schemas/b"}}}, "b": {"allOf": [{"$ref": "#/components/schemas/a"}, {"oneOf": [{"$ref": "#/components/schemas/b"}, {"$ref": "#/components/schemas/a"}]}]}}}}
openapi "api.json" :examples()
