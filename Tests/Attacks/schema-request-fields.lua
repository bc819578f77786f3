-- A form has many fields for a schema with many parts. Expected: the comparison is limited.
-- run: serve FILE --no-inspector --quiet --http 0
-- expect: ok (.|\n)*200 "ok"
-- send: POST /p application/x-www-form-urlencoded {{20000|f\i=x&}}z=1
-- seconds: 4
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"post": {"operationId": "o", "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"allOf": [ {{2000|{"properties": {"f\i": {"type": "array", "items": {"type": "integer"} } } }, }}{} ] } } } }, "responses": {"200": {} } } } } }
openapi("api.json", "http://a.example") :examples() :rejects()
http "http://a.example" { ["GET /ok"] = reply "ok" }
