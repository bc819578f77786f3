/// Sample documents, each with the imported script.
enum ImportSample {
  static let har = #"""
    {
      "log": {
        "entries": [
          {
            "request": {
              "method": "POST",
              "url": "https://api.example.com/login",
              "postData": {"mimeType": "application/json", "text": "{\"user\": \"ada\", \"password\": \"open sesame\"}"}
            },
            "response": {
              "status": 200,
              "headers": [{"name": "Set-Cookie", "value": "session=f00dfacef00dface; Path=/"}],
              "content": {"mimeType": "application/json", "text": "{\"token\": \"eyJhbGciOiJIUzI1NiJ9\"}"}
            }
          },
          {
            "request": {
              "method": "GET",
              "url": "https://api.example.com/items?page=1&_=1767225600000",
              "headers": [{"name": "Authorization", "value": "Bearer eyJhbGciOiJIUzI1NiJ9"}]
            },
            "response": {
              "status": 200,
              "headers": [{"name": "Server", "value": "nginx"}],
              "content": {"mimeType": "application/json", "text": "[{\"id\": 1, \"name\": \"Lamp\"}]"}
            }
          },
          {
            "request": {"method": "GET", "url": "https://api.example.com/items?page=2&_=1767225601000"},
            "response": {"status": 200, "content": {"mimeType": "application/json", "text": "[]"}}
          },
          {
            "request": {"method": "GET", "url": "https://api.example.com/orders/42"},
            "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"state\": \"placed\"}"}}
          },
          {
            "request": {"method": "GET", "url": "https://api.example.com/orders/42"},
            "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"state\": \"placed\"}"}}
          },
          {
            "request": {"method": "GET", "url": "https://api.example.com/orders/42"},
            "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"state\": \"shipped\"}"}}
          },
          {
            "request": {"method": "GET", "url": "https://cdn.example.com/help"},
            "response": {"status": 200, "content": {"mimeType": "text/html", "text": "<h1>Help</h1>"}}
          },
          {
            "request": {"method": "GET", "url": "https://api.example.com/stock"},
            "response": {"status": 0, "_error": "net::ERR_TIMED_OUT"}
          },
          {
            "request": {"method": "GET", "url": "data:text/plain,hello"},
            "response": {"status": 200}
          }
        ]
      }
    }
    """#

  static let harScript = """
    -- Imported from shop.har: 8 of 9 entries, 8 responses.

    http "https://api.example.com" {
      ["POST /login"] = reply { token = "3-redacted-3-redacte" }
        :headers { ["Set-Cookie"] = "session=1-redacted-1-red; Path=/" },
      ["GET /items"] = {
        when({ query = { page = "1" } },
          reply { { id = 1, name = "Lamp" } } :headers { Server = "nginx" }),
        when({ query = { page = "2" } }, reply(array {})),
      },
      ["GET /orders/42"] = { reply { state = "placed" } :times(2), reply { state = "shipped" } },
      ["GET /stock"] = fail "timedOut",
    }

    http "https://cdn.example.com" {
      ["GET /help"] = reply "<h1>Help</h1>" :headers { ["Content-Type"] = "text/html" },
    }

    """

  static let openAPI = """
    openapi: 3.0.3
    info: { title: Pets, version: 1.0.0 }
    servers:
      - url: https://pets.example.com/v1/
    paths:
      /pets:
        get:
          summary: List all pets
          operationId: listPets
          responses:
            200:
              description: All of them.
              headers:
                X-Total: { required: true, schema: { type: integer, minimum: 3 } }
              content:
                application/json:
                  schema:
                    type: array
                    items: { $ref: '#/components/schemas/Pet' }
            default: { description: Something went wrong. }
        post:
          operationId: addPet
          responses:
            201: { description: Added. }
      /pets/{petId}:
        get:
          responses:
            2XX:
              description: One pet.
              content:
                application/hal+json:
                  example: { id: 7, name: Rex }
      /files/{name}.{ext}:
        delete:
          responses: { '404': { description: None. } }
    components:
      schemas:
        Named:
          type: object
          required: [name]
          properties:
            name: { type: string, minLength: 8 }
        Pet:
          allOf:
            - $ref: '#/components/schemas/Named'
            - type: object
              properties:
                id: { type: integer, exclusiveMinimum: 4 }
                kind: { type: string, enum: [cat, dog] }
                born: { type: string, format: date }
                code: { type: string, pattern: '^[A-F]{4}$' }
                secret: { type: string, writeOnly: true }
                parent: { $ref: '#/components/schemas/Pet' }
                weight: { oneOf: [ { type: number }, { type: string } ] }
    """

  static let openAPIScript = """
    -- Imported from pets.yaml: 4 operations, 4 responses.

    http "https://pets.example.com" {
      -- List all pets (listPets)
      ["GET /v1/pets"] = reply {
        { born = "2026-01-31", code = "AAAA", id = 5, kind = "cat", name = "stringgg", weight = 1.5 },
      } :headers { ["X-Total"] = "3" },
      -- addPet
      ["POST /v1/pets"] = status(201),
      ["GET /v1/pets/{petId}"] = reply { id = 7, name = "Rex" }
        :headers { ["Content-Type"] = "application/hal+json" },
      ["DELETE /v1/files/{name}.{ext}"] = status(404),
    }

    """

  static let wireMock = #"""
    {
      "mappings": [
        {
          "name": "The door opens with the code",
          "request": {
            "method": "POST",
            "urlPath": "/door",
            "headers": {"X-Key": {"contains": "a.b"}},
            "bodyPatterns": [{"matchesJsonPath": {"expression": "$.code", "equalTo": "1234"}}]
          },
          "response": {"status": 200, "jsonBody": {"open": true}, "fixedDelayMilliseconds": 250}
        },
        {
          "priority": 9,
          "request": {"method": "POST", "urlPath": "/door"},
          "response": {"status": 403, "fault": null}
        },
        {
          "request": {
            "method": "GET", "urlPathPattern": "/rooms/[0-9]+", "host": {"equalTo": "house.example.com"},
            "queryParameters": {"floor": {"matches": "1|2"}, "dark": {"absent": true}}
          },
          "response": {"status": 404, "body": "{{request.path}}", "transformers": ["response-template"]}
        },
        {
          "scenarioName": "alarm", "requiredScenarioState": "Started", "newScenarioState": "ringing",
          "request": {"method": "GET", "url": "/alarm"}, "response": {"body": "quiet"}
        },
        {
          "scenarioName": "alarm", "requiredScenarioState": "ringing",
          "request": {"method": "GET", "url": "/alarm"}, "response": {"fault": "EMPTY_RESPONSE"}
        },
        {
          "scenarioName": "lamp", "requiredScenarioState": "Started", "newScenarioState": "on",
          "request": {"method": "PUT", "url": "/lamp?power=1"}, "response": {"status": 204}
        },
        {
          "scenarioName": "lamp", "requiredScenarioState": "on",
          "request": {"method": "ANY", "url": "/lamp"}, "response": {"base64Body": "/wA=", "headers": {"Content-Type": "image/png"}}
        }
      ]
    }
    """#

  static let wireMockScript = #"""
    -- Imported from door.json: 7 mappings, 7 responses.

    shared { lamp = "Started" }

    -- One value, or any of several.
    local function any(pattern)
      return is.any_of(is.all_of(is.anything_but(is.type "array"), pattern), is.any_item(pattern))
    end

    http "*" :raw() {
      ["POST /door"] = {
        -- The door opens with the code
        when({
          raw = {
            headers = { ["x-key"] = is.any_item(is.containing "a.b") },
            json    = { code = any(is.text "1234") },
          },
        }, reply { open = true } :after(250)),
        status(403),
      },
      -- The steps of the scenario "alarm".
      ["GET /alarm"] = when({ query = is.eq {} },
        { reply "quiet" :headers { ["Content-Type"] = "text/plain" }, fault "empty" }),
      ["PUT /lamp"] = {
        -- As `* /lamp` answers.
        when(is.all_of(function() return state.lamp == "on" end, { query = is.eq {} }),
          reply(bytes "fixtures/door-lamp.png")),
        when(is.all_of(function() return state.lamp == "Started" end,
          { raw = { target = "/lamp?power=1" } }), status(204) :set { lamp = "on" }),
      },
      ["* /lamp"] = when(is.all_of(function() return state.lamp == "on" end, { query = is.eq {} }),
        reply(bytes "fixtures/door-lamp.png")),
    }

    http "house.example.com" :raw() {
      ["GET /rooms/{part2}"] = when({
        path  = { part2 = is.regex "^[0-9]+$" },
        query = { dark = is.absent, floor = any(is.regex "^(?:1|2)$") },
      }, function(request)
        return status(404, request.raw.path) :headers { ["Content-Type"] = "text/plain" }
      end),
    }

    """#

  static let postman = #"""
    {
      "info": {"name": "Weather", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "variable": [{"key": "host", "value": "https://weather.example.com"}],
      "event": [{"listen": "test", "script": {"exec": []}}],
      "item": [
        {
          "name": "Cities",
          "item": [
            {
              "name": "One city",
              "request": {
                "method": "GET",
                "url": {"raw": "{{host}}/cities/:name", "variable": [{"key": "name", "value": ""}]}
              },
              "response": [
                {
                  "name": "Unknown",
                  "originalRequest": {"method": "GET", "url": {"raw": "{{host}}/cities/Atlantis"}},
                  "code": 404, "_postman_previewlanguage": "json", "body": "{\"error\": \"unknown\"}"
                },
                {
                  "name": "Found",
                  "originalRequest": {
                    "method": "GET",
                    "url": {"raw": "{{host}}/cities/:name", "variable": [{"key": "name", "value": "Oslo"}]}
                  },
                  "code": 200, "_postman_previewlanguage": "json", "body": "{\"celsius\": -3.5}"
                },
                {
                  "name": "Busy",
                  "originalRequest": {"method": "GET", "url": {"raw": "{{host}}/cities/Oslo"}},
                  "code": 503, "body": "busy"
                }
              ]
            },
            {"name": "All cities", "request": "{{host}}/cities"}
          ]
        },
        {
          "name": "Report",
          "request": {
            "method": "POST", "url": {"raw": "{{other}}/reports/{{id}}?draft={{draft}}"},
            "header": [{"key": "X-Api-Key", "value": "0123456789"}],
            "body": {"mode": "raw", "raw": "{\"n\": 1}", "options": {"raw": {"language": "json"}}}
          },
          "response": [{"name": "", "code": 201, "header": [{"key": "Location", "value": "/reports/1"}]}]
        }
      ]
    }
    """#

  static let postmanScript = """
    -- Imported from weather.json: 5 examples, 3 responses, 2 left out.

    http "https://weather.example.com" {
      -- Cities / One city
      ["GET /cities/{name}"] = {
        -- Left out, because it has the same request: 503 Busy.
        -- Found
        when({ path = { name = "Oslo" } }, reply { celsius = -3.5 }),
        -- Unknown
        when({ path = { name = "Atlantis" } }, status(404, { error = "unknown" })),
      },
      -- Cities / All cities
      -- item[0].item[1].request is not imported: the collection has no saved response for this request
      ["GET /cities"] = status(501,
        "item[0].item[1].request is not imported: the collection has no saved response for this request")
        :headers { ["Content-Type"] = "text/plain" },
    }

    http {
      -- Report
      ["POST /reports/{id}"] = status(201) :headers { Location = "/reports/1" },
    }

    """
}
