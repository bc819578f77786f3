import Testing

@Suite struct OperationErrorTests {
  @Test(
    "Names missing from a description are reported at the script's line", arguments: descriptions)
  func description(row: ScriptErrorCase) throws {
    var row = row
    row.files["api.json"] = PetDescription.text
    try row.check()
  }

  static let descriptions = ScriptErrorCase.scripts(
    #"""
    openapi "api.json" {
      listPets = {
        reply { { id = "x", name = "Rex" }, { name = 5, idd = 5 }, 7, null },
        status(500, { code = "x" }),
        reply(),
        reply "text" :headers { ["Content-Type"] = "text/plain" },
      },
    }
    => 3: `listPets` returns 200, but `body` is [{"id":"x","name":"Rex"},{"idd":5,"name":5},7,null]; `api.json` requires a length of at most 3
    => 3: `listPets` returns 200, but `body[1].id` is "x"; `api.json` requires a whole number
    => 3: `listPets` returns 200, but `body[2]` doesn't have `id`; `api.json` requires it
    => 3: `listPets` returns 200, but `body[2]` has the unknown member `idd`; did you mean `id`?
    => 3: `listPets` returns 200, but `body[2].name` is 5; `api.json` requires a string
    => 3: `listPets` returns 200, but `body[3]` is 7; `api.json` requires an object
    => 3: `listPets` returns 200, but `body[4]` is null; `api.json` requires an object
    => 4: `listPets` returns 500, but `body.code` is "x"; `api.json` requires a whole number
    => 5: `listPets` returns 200 without a body, but `api.json` declares `application/json`; write `reply(value)`
    => 6: `listPets` returns 200 with a body of type `text/plain`, which `api.json` doesn't declare; return `application/json`

    openapi "api.json" {
      getPet = {
        reply { id = 0, name = "rex", kind = "dgo", tag = { b = 1 } },
        reply { id = 1.5, name = "", tag = 5, mother = { id = 100, name = "Ada" } },
        status(500),
      },
      createPet = { status(204), status(404) },
      listPets = reply {},
    }
    => 3: `getPet` returns 200, but `body.id` is 0; `api.json` requires at least 1
    => 3: `getPet` returns 200, but `body.kind` is "dgo"; `api.json` allows "dog", "cat"
    => 3: `getPet` returns 200, but `body.name` is "rex"; `api.json` requires a string that matches `^[A-Z]`
    => 3: `getPet` returns 200, but `body.tag` doesn't have `a`; `api.json` requires it
    => 4: `getPet` returns 200, but `body.id` is 1.5; `api.json` requires a whole number
    => 4: `getPet` returns 200, but `body.mother.id` is 100; `api.json` requires less than 100
    => 4: `getPet` returns 200, but `body.name` is ""; `api.json` requires a length of at least 2
    => 4: `getPet` returns 200, but `body.name` is ""; `api.json` requires a string that matches `^[A-Z]`
    => 4: `getPet` returns 200, but `body.tag` is 5; `api.json` has 2 schemas in `oneOf`, but none matches
    => 5: `getPet` returns 500, which `api.json` doesn't declare; return `200` or `404`
    => 7: `createPet` returns 204, which `api.json` doesn't declare; return `201` or `4XX`

    openapi "api.json" {
      any = reply { a = "x", b = 6, c = 10, d = 1, e = { 1, 2 }, f = 5, g = 1, h = 1, z = 1 },
      lost = { reply(1), status(201) },
      photo = reply(1),
    }
    => 2: `any` returns 200, but `body.a` is "x"; `api.json` has 2 schemas in `anyOf`, but none matches
    => 2: `any` returns 200, but `body.b` is 6; `api.json` allows 5
    => 2: `any` returns 200, but `body.c` is 10; `api.json` requires at most 9
    => 2: `any` returns 200, but `body.d` is 1; `api.json` has 2 matching schemas in `oneOf`, but allows only one
    => 2: `any` returns 200, but `body.e[1]` is 1; `api.json` requires a string
    => 2: `any` returns 200, but `body.e[2]` is 2; `api.json` requires a boolean
    => 2: `any` returns 200, but `body.f` is 5; `api.json` requires less than 5
    => 2: `any` returns 200, but `body.g` is 1; `api.json` doesn't allow a value there
    => 2: `any` returns 200, but `body.h` is 1; `api.json` requires a string
    => 2: `any` returns 200, but `body.z` is 1; `api.json` requires a string
    => 3: `lost` returns 200, but `body` has the schema `#/components/schemas/None`, which is not in `api.json`; refer to a schema in the same file, or combine the files with a tool such as `redocly bundle`
    => 3: `lost` returns 201, but `api.json` declares it with the reference "other.json#/a", which can't be resolved; refer to a schema in the same file, or combine the files with a tool such as `redocly bundle`
    => 4: `photo` returns 200 with a body of type `application/json`, which `api.json` doesn't declare; return `image/*`

    openapi "api.json" {
      texts = {
        reply { date = "2026-02-29", time = "2026-01-31 25:00:00Z", uuid = "x", email = "ada", uri = "/a", host = "?" },
        reply { date = "31.1.2026", time = "2026-01-31T09:30:00", uuid = "3fa85f64-5717-4562-b3fc", email = "a b@c", uri = "a b:c" },
      },
      nots = reply { a = "x", b = { code = 1 }, c = 2, d = 1, e = 1, f = 6, g = 6 },
    }
    => 3: `texts` returns 200, but `body.date` is "2026-02-29"; `api.json` requires a date, such as 2026-01-31
    => 3: `texts` returns 200, but `body.email` is "ada"; `api.json` requires an email address, such as ada@example.com
    => 3: `texts` returns 200, but `body.time` is "2026-01-31 25:00:00Z"; `api.json` requires a date with time and zone, such as 2026-01-31T09:30:00Z
    => 3: `texts` returns 200, but `body.uri` is "/a"; `api.json` requires a URI with its scheme, such as https://example.com/
    => 3: `texts` returns 200, but `body.uuid` is "x"; `api.json` requires a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6
    => 4: `texts` returns 200, but `body.date` is "31.1.2026"; `api.json` requires a date, such as 2026-01-31
    => 4: `texts` returns 200, but `body.email` is "a b@c"; `api.json` requires an email address, such as ada@example.com
    => 4: `texts` returns 200, but `body.time` is "2026-01-31T09:30:00"; `api.json` requires a date with time and zone, such as 2026-01-31T09:30:00Z
    => 4: `texts` returns 200, but `body.uri` is "a b:c"; `api.json` requires a URI with its scheme, such as https://example.com/
    => 4: `texts` returns 200, but `body.uuid` is "3fa85f64-5717-4562-b3fc"; `api.json` requires a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6
    => 6: `nots` returns 200, but `body.a` is "x"; `api.json` excludes it with `not`
    => 6: `nots` returns 200, but `body.b` is {"code":1}; `api.json` excludes it with `not`
    => 6: `nots` returns 200, but `body.e` is 1; `api.json` excludes it with `not`
    => 6: `nots` returns 200, but `body.g` is 6; `api.json` has 3 matching schemas in `oneOf`, but allows only one

    openapi "api.json" {
      any = { reply { i = 9007199254740992, j = 9223372036854775807 }, reply { i = 9007199254740993 } },
    }
    => 2: `any` returns 200, but `body.i` is 9007199254740992; `api.json` requires at least 9007199254740993

    local function deep(n) return { z = 1, a = n > 0 and deep(n - 1) or null } end
    openapi "api.json" { twice = reply(deep(30)) }
    => 2: `twice` returns 200, but `body` takes too long to compare with its schema, or is nested more than 150 levels deep; return less data, or nest fewer choices in `api.json`

    openapi "api.json" {
      listPet = reply {},
      getPet = nil,
      [1] = reply(),
      createPet = 5,
    }
    => 1: `api.json` doesn't have the operation `1`; known: any, createPet, getPet, listPets, lost, nots, photo, texts, twice
    => 2: `api.json` doesn't have the operation `listPet`; did you mean `listPets`?
    => 3: method `api.json.getPet` is nil, so Lua drops it; write `reply()` or a response
    => 5: `https://api.example.com.POST /v1/pets` is 5, not a response; write `reply(5)`

    local nothing
    openapi("api.json", "https://a.example") {
      getPet = nothing,
      createPet = status(201),
    }
    => 3: method `api.json.getPet` is nil, so Lua drops it; write `reply()` or a response

    openapi "api.json" {}
    => 1: `openapi "api.json"` doesn't have operations; write `openapi "api.json" { listPets = reply { ... } }`

    openapi "api.json"
    => 1: `openapi "api.json"` doesn't have operations; write `openapi "api.json" { listPets = reply { ... } }`

    openapi "api.json" (5)
    => 1: `openapi "api.json"` takes a table of methods, not 5; write `{ method = reply(...) }`

    openapi(5) { a = reply() }
    => 1: the file of an OpenAPI description must be a non-empty string, not 5; write `openapi "api.json" { listPets = reply { ... } }`

    openapi("api.json", 5) { getPet = status(404) }
    => 1: the address of a server must be a non-empty string, not 5; write `openapi("api.json", "https://api.example.com")`

    openapi("api.json", "ftp://x") { getPet = status(404) }
    => 1: the scheme of `ftp://x` is neither http nor https; write `https://x`

    openapi "api.json" { createPet = status(201) }
    openapi "api.json" { createPet = status(201) }
    => 2: method `https://api.example.com.POST /v1/pets` is declared twice (first on m.lua:1); write `override("https://api.example.com", "POST /v1/pets", ...)`

    openapi "other.json" { a = reply() }
    -- file: other.json
    {"swagger": "2.0"}
    => 1: fixture other.json:1: the document isn't an OpenAPI 3 description: it doesn't have an `openapi` key; write `openapi: 3.1.0`

    openapi "other.json" { a = reply() }
    -- file: other.json
    {"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}
    => 1: `other.json` doesn't have the operation `a`; known: GET /a

    openapi "other.json" { a = reply() }
    -- file: other.json
    {"openapi": "3.1.0", "paths": {"/a": {"parameters": []}}}
    => 1: fixture `other.json` doesn't have operations; add a path with a method to its `paths`

    openapi "other.json" { a = reply() }
    -- file: other.json
    {"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": "a"}, "put": {"operationId": "a"}}}}
    => 1: several operations in `other.json` have the name `a`; write `["GET /a"]` or `["PUT /a"]`

    openapi "other.json" { ["GET /b"] = reply() }
    -- file: other.json
    {"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": "GET /b"}}, "/b": {"get": {}}}}
    => 1: fixture other.json:1: paths["/b"].get: the operation `GET /b` is named twice; rename one

    openapi "other.json" { a = reply() }
    -- file: other.json
    {"openapi": "3.1.0", "servers": [{"url": "ftp://x"}], "paths": {"/a": {"get": {"operationId": "a"}}}}
    => 1: fixture `other.json`: the scheme of `ftp://x` is neither http nor https; write `openapi("other.json", "https://api.example.com") { ... }`

    service "S" { m = function() openapi "api.json" {} end }
    openapi "api.yaml" { a = reply() }
    -- file: api.yaml
    openapi: 3.1.0
    => 2: fixture `api.yaml` doesn't have operations; add a path with a method to its `paths`

    openapi "api.yaml" :examples()
    -- file: api.yaml
    openapi: 3.1.0
    paths: {
    => 1: fixture api.yaml:3:1: the YAML is invalid: did not find expected node content

    openapi "other.json" :examples()
    -- file: other.json
    {"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"$ref": "b.json#/c"}}}}}}
    => 1: `a` has no example: other.json:1: paths["/a"].get.responses.200.$ref: the reference `b.json#/c` points to another document; combine the documents with a tool such as `redocly bundle`

    openapi "other.json" :examples()
    -- file: other.json
    {"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": "a", "parameters": [{"in": "query"}]}}}}
    => 1: `a` has invalid requests: other.json:1: paths["/a"].get.parameters[0]: the key `name` is missing; add `"name": ...`

    local pets = openapi "api.json"
    pets.examples()
    pets:example()
    pets.getPet = status(404)
    pets:rejects(1)
    => 1: `openapi "api.json"` doesn't have operations; write `openapi "api.json" { listPets = reply { ... } }`
    => 2: `.examples` doesn't pass the description; write `:examples()` with a colon
    => 3: `openapi` doesn't have `:example`; did you mean `:examples`?
    => 4: `getPet` cannot be set on an OpenAPI description; write `openapi "api.json" { getPet = reply(...) }`
    => 5: `:rejects` takes no arguments, not 1; write `:rejects()`
    """#)

  @Test("An invalid GraphQL operation is reported with a suggestion", arguments: operations)
  func operation(row: ScriptErrorCase) throws { try row.check() }

  static let operations = ScriptErrorCase.scripts(
    #"""
    graphql "https://y.example/graphql" {
      ["querry Feed"] = reply(1),
      Feed = reply(1),
      ["query Feed {"] = reply(1),
      ["query Ok"] = 5,
      ["query Gone"] = nil,
    }
    => 2: `querry Feed` isn't a GraphQL operation; did you mean `query`?
    => 3: `Feed` isn't a GraphQL operation; write `["query Feed"]`
    => 4: `query Feed {` isn't a GraphQL operation; write `["query Feed"]`
    => 5: `https://y.example.POST /graphql query Ok` is 5, not a response; write `reply(5)`
    => 6: method `https://y.example/graphql.query Gone` is nil, so Lua drops it; write `reply()` or a response

    graphql { ["query Feed"] = reply(1) }
    => 1: the address of a GraphQL server must be a non-empty string, not a table; write `graphql "https://api.example.com/graphql" { ["query Feed"] = reply { ... } }`

    graphql "ftp://x" { ["query A"] = reply(1) }
    => 1: the scheme of `ftp://x` is neither http nor https; write `https://x`

    graphql "https://x.example/graphql?a=b" { ["query A"] = reply(1) }
    => 1: the route `POST /graphql?a=b` has a `?`; write only the path, and `when({ query = { name = "value" } }, ...)`

    graphql "https://x.example/graphql" {}
    => 1: `graphql "https://x.example/graphql"` doesn't have operations; write `graphql "https://api.example.com/graphql" { ["query Feed"] = reply { ... } }`

    graphql "/g" { ["query A"] = { reply { data = { a = 1 } }, reply { errors = { { message = "x" } } } :status(500) } }
    => 1: the value has `data`, but a GraphQL response already puts the value into `data`; write only the fields, or `status(200, { data = ..., errors = ... })` for a whole response
    => 1: the value has `errors`, but a GraphQL response already puts the value into `data`; write only the fields, or `status(200, { data = ..., errors = ... })` for a whole response

    graphql "/g" { ["query A"] = fail "timedOut" :status(404) }
    => 1: `:status` is for server responses, but `fail` isn't one; write `status(503, { ... })`, or remove `:status`
    """#)
}
