import MockData
import MockServices
import Testing

/// Responses of a script imported from an OpenAPI 3 document.
struct OpenAPIImportTests {
  private typealias Played = PlayedImport.Played

  private static func document(
    _ title: String, _ paths: String, schemas: String = "{}", version: String = "3.0.3",
    script: [String] = [], _ requests: [Played], messages: [String] = []
  ) -> PlayedImport {
    PlayedImport(
      title: title, document: .null,
      text:
        #"{"openapi": "\#(version)", "info": {"title": "t", "version": "1"}, "paths": \#(paths), "components": {"schemas": \#(schemas)}}"#,
      script: script, requests: requests, messages: messages)
  }

  private static func send(
    _ method: String, _ path: String, _ expected: PlayedImport.Expected,
    gets: [String: [String]] = [:]
  ) -> Played {
    Played(
      method: method, url: "http://any.test" + path, expected: expected, expectedHeaders: gets)
  }

  /// Returns the value generated from a schema.
  private static func made(
    _ title: String, _ schema: String, _ value: AnyCodableValue, schemas: String = "{}",
    version: String = "3.0.3", script: [String] = []
  ) -> PlayedImport {
    document(
      title,
      #"{"/x": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}}}}"#,
      schemas: schemas, version: version, script: script,
      [send("GET", "/x", .json(200, value))])
  }

  /// Returns a value generated from a schema, with a comment that names a keyword; none if it is empty.
  private static func checked(
    _ keyword: String, _ schema: String, _ value: AnyCodableValue
  ) -> PlayedImport {
    let comment = "-- Check the response: its schema has `\(keyword)`, which isn't compared.\n"
    return made(
      "Keyword \(keyword)", schema, value, version: "3.1.0",
      script: [keyword.isEmpty ? "http {\n  [\"GET /x\"]" : comment])
  }

  private static func ref(_ name: String) -> String {
    ##"{"$ref": "#/components/schemas/\##(name)"}"##
  }

  private static let pets =
    ##"{"Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}}, "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "bark": {"type": "boolean"}}}, "Named": {"type": "object", "properties": {"kind": {"type": "string", "enum": ["feline"]}}}}"##

  private static let inherited =
    ##"{"Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "name": {"type": "string"}}, "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat"}}}, "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "object", "properties": {"lives": {"type": "integer"}}}]}}"##

  private static let node =
    ##"{"Node": {"type": "object", "required": ["next"], "properties": {"next": {"anyOf": [{"$ref": "#/components/schemas/Node"}, {"type": "null"}]}}}, "Old": {"type": "object", "nullable": true, "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/Old"}}}, "Wrapped": {"type": "object", "required": ["next"], "properties": {"next": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/Wrapped"}]}}}, "Types": {"type": ["object", "null"], "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/Types"}}}, "Endless": {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/Endless"}}}, "List": {"type": "object", "required": ["children"], "properties": {"children": {"type": "array", "items": {"$ref": "#/components/schemas/List"}}}}}"##

  private static let madeValues: [PlayedImport] = [
    made(
      "A discriminator names the form by its mapping",
      ##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"dog": "#/components/schemas/Dog", "cat": "#/components/schemas/Cat"}}}"##,
      ["kind": "cat", "lives": 1], schemas: pets),
    made(
      "A mapping may have names of schemas",
      #"{"anyOf": [\#(ref("Dog"))], "discriminator": {"propertyName": "kind", "mapping": {"hound": "Dog"}}}"#,
      ["kind": "hound", "bark": true], schemas: pets),
    made(
      "Without a mapping the name of the schema counts",
      #"{"oneOf": [\#(ref("Cat"))], "discriminator": {"propertyName": "kind"}}"#,
      ["kind": "Cat", "lives": 1], schemas: pets),
    made(
      "A form may name itself",
      #"{"oneOf": [\#(ref("Named"))], "discriminator": {"propertyName": "kind"}}"#,
      ["kind": "feline"], schemas: pets),
    made(
      "A property that no form describes",
      #"{"oneOf": [\#(ref("Cat"))], "discriminator": {"propertyName": "type", "mapping": {"c": "Cat"}}}"#,
      ["kind": "string", "lives": 1, "type": "c"], schemas: pets),
    made(
      "A form that is composed of the schema with the discriminator", ref("Cat"),
      ["kind": "cat", "name": "string", "lives": 1], schemas: inherited),
    made(
      "A schema with a discriminator is the first form of its mapping", ref("Pet"),
      ["kind": "cat", "name": "string", "lives": 1], schemas: inherited),
    made(
      "Null as an example", #"{"type": "string", "nullable": true, "example": null}"#, .null),
    made(
      "Null as a default of a property",
      #"{"properties": {"a": {"type": "string", "nullable": true, "default": null}}}"#,
      ["a": .null]),
    made(
      "Null as an example in version 3.1", #"{"type": ["string", "null"], "examples": [null]}"#,
      .null, version: "3.1.0"),
    made("Null as a constant", #"{"const": null}"#, .null, version: "3.1.0"),
    made(
      "Null as a default that the schema does not accept", #"{"type": "string", "default": null}"#,
      "string"),
    made("A number as the example of a text", #"{"type": "string", "example": 10001}"#, "10001"),
    made(
      "A text as the example of a number", #"{"type": "integer", "example": "5"}"#, 5,
      script: [
        #"Check the response: the example "5" is a text, but its schema has the type integer."#
      ]),
    made(
      "An optional member that ends a recursion", ref("T"), ["name": "string"],
      schemas:
        ##"{"T": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "parent": {"anyOf": [{"$ref": "#/components/schemas/T"}], "nullable": true}}}}"##
    ),
    made(
      "A text as the example of an object", #"{"type": "object", "example": "{\"a\": 1}"}"#,
      ["a": 1]),
    made(
      "Members of an example are of the types of their properties",
      #"{"type": "object", "properties": {"id": {"type": "string"}, "list": {"type": "array", "items": {"type": "integer"}}}, "example": {"id": 7, "list": ["1", 2]}}"#,
      ["id": "7", "list": [1, 2]]),
    made(
      "An example that can't be of its type", #"{"type": "integer", "example": "many"}"#, 1,
      script: ["Check the response"]),
    made(
      "An example that isn't among the choices",
      #"{"type": "string", "enum": ["a", "b"], "example": "c"}"#, "a",
      script: ["Check the response"]),
    made(
      "Choices with null", #"{"type": "string", "nullable": true, "enum": [null, "a"]}"#, "a"),
    made("A constant", #"{"const": {"a": 1}}"#, ["a": 1], version: "3.1.0"),
    made(
      "A cycle that may be null", ref("Node"), ["next": .null], schemas: node, version: "3.1.0"),
    made(
      "A cycle of a schema that may be null", ref("Old"), ["next": .null], schemas: node),
    made(
      "A cycle in a composition that may be null", ref("Wrapped"), ["next": ["next": .null]],
      schemas: node),
    made(
      "A cycle whose types have null", ref("Types"), ["next": .null], schemas: node,
      version: "3.1.0"),
    made("A cycle in a list", ref("List"), ["children": []], schemas: node),
    document(
      "A cycle without an end is left out",
      #"{"/x": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(ref("Endless"))}}}}}}}"#,
      schemas: node, [send("GET", "/x", .leftOut("no example value"))]),
    made(
      "All parts of a composition",
      #"{"allOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "object", "properties": {"b": {"type": "boolean"}}}]}"#,
      ["a": 1, "b": true]),
    made(
      "A property that is only written is left out",
      #"{"type": "object", "required": ["p"], "properties": {"p": {"type": "string", "writeOnly": true}, "a": {"type": "integer"}}}"#,
      ["a": 1]),
    made(
      "A format", #"{"type": "object", "properties": {"d": {"type": "string", "format": "date"}}}"#,
      ["d": "2026-01-31"]),
    checked("contains", #"{"type": "array", "minItems": 1, "contains": {"const": 7}}"#, [[:]]),
    made(
      "Keywords of another schema", ref("Bag"), ["tags": [1]],
      schemas:
        #"{"Bag": {"type": "object", "required": ["tags"], "properties": {"tags": {"type": "array", "minItems": 1, "items": {"type": "integer"}, "contains": {"const": 7}, "unevaluatedItems": false}}}}"#,
      version: "3.1.0",
      script: [
        "its schema has `contains` and `unevaluatedItems` in",
        "`#/components/schemas/Bag/properties/tags`, which aren't compared",
      ]),
    checked(
      "dependentRequired",
      #"{"properties": {"a": {"type": "integer"}}, "dependentRequired": {"a": ["b"]}}"#, ["a": 1]),
    checked(
      "if", #"{"properties": {"a": {"type": "integer"}}, "if": {}, "then": {"required": ["b"]}}"#,
      ["a": 1]),
    checked(
      "patternProperties",
      #"{"required": ["x-a"], "patternProperties": {"^x-": {"type": "integer"}}}"#,
      ["x-a": "string"]),
    checked(
      "propertyNames", #"{"minProperties": 1, "propertyNames": {"pattern": "^z"}}"#,
      ["property1": "string"]),
    checked(
      "maxProperties",
      #"{"properties": {"a": {"const": 1}, "b": {"const": 1}}, "maxProperties": 1}"#,
      ["a": 1, "b": 1]),
    checked(
      "uniqueItems",
      #"{"type": "array", "items": {"type": "boolean"}, "minItems": 2, "uniqueItems": true}"#,
      [true, true]),
    made(
      "Two schemas of `oneOf` that may both match",
      #"{"oneOf": [{"type": "string", "format": "uri-reference"}, {"type": "string", "format": "uri-reference"}]}"#,
      "/path", script: ["its schema has `oneOf`, which isn't compared"]),
    made(
      "`nullable` without a type",
      #"{"nullable": true, "allOf": [{"type": "object"}], "example": null}"#, .null,
      script: ["its schema has `nullable`, which isn't compared"]),
    made(
      "Keyword $dynamicRef",
      ##"{"properties": {"a": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#n"}}}}"##,
      ["a": [[:]]], version: "3.1.0",
      script: ["its schema has `$dynamicRef` in `/properties/a/items`, which isn't"]),
    checked(
      "",
      #"{"properties": {"a": {"type": "number", "multipleOf": 0.01, "minimum": 0.29}, "b": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "uniqueItems": true}}, "minProperties": 1, "dependentRequired": {"c": ["d"]}, "oneOf": [{}, {"required": ["e"], "patternProperties": {}}]}"#,
      ["a": 1.5, "b": [1, 2]]),
    made(
      "References to an anchor, an identifier, and the document itself",
      ##"{"$id": "https://a.test/s/1", "properties": {"anchor": {"$ref": "#pet"}, "id": {"$ref": "https://a.test/s/cat"}, "relative": {"$ref": "cat"}, "file": {"$ref": "dog.json"}, "member": {"$ref": "cat#/properties/c"}}}"##,
      ["anchor": ["p": 1], "id": ["c": 2], "relative": ["c": 2], "file": ["d": 3], "member": 2],
      schemas:
        #"{"Pet": {"$anchor": "pet", "properties": {"p": {"const": 1}}}, "Cat": {"$id": "https://a.test/s/cat", "properties": {"c": {"const": 2}}}, "Dog": {"$id": "dog.json", "properties": {"d": {"const": 3}}}, "Empty": {"$id": ""}}"#,
      version: "3.2.0"),
    made("Bounds", #"{"type": "integer", "minimum": 3, "exclusiveMinimum": true}"#, 4),
  ]

  private static func responses(_ responses: String, path: String = "/x") -> String {
    #"{"\#(path)": {"get": {"responses": \#(responses)}}}"#
  }

  private static func response(_ content: String, headers: String = "{}") -> String {
    #"{"description": "", "headers": \#(headers), "content": \#(content)}"#
  }

  private static let describedResponses: [PlayedImport] = [
    document(
      "A fragment in a path isn't sent",
      #"{"/auth#basic": {"post": {"responses": {"200": \#(response(#"{"application/json": {"example": {"kind": "basic"}}}"#))}}}}"#,
      [send("POST", "/auth", .json(200, ["kind": "basic"]))]),
    document(
      "Two fragments of one path are one request",
      #"{"/a#x": {"get": {"responses": {"200": \#(response(#"{"application/json": {"example": 1}}"#))}}}, "/a#y": {"get": {"responses": {"200": \#(response(#"{"application/json": {"example": 2}}"#))}}}}"#,
      script: ["Left out, because it has the same request: GET /a#y."],
      [send("GET", "/a", .json(200, 1)), send("GET", "/a", .json(200, 1))]),
    document(
      "A query in a path tells requests apart",
      #"{"/a?k=x": {"get": {"responses": {"200": \#(response(#"{"application/json": {"example": 1}}"#))}}}, "/a?k=y": {"get": {"responses": {"200": \#(response(#"{"application/json": {"example": 2}}"#))}}}}"#,
      [send("GET", "/a?k=y", .json(200, 2)), send("GET", "/a?k=x", .json(200, 1))]),
    document(
      "A parameter in the query of a path is any text",
      #"{"/a?k={k}": {"get": {"responses": {"200": \#(response(#"{"application/json": {"example": 1}}"#))}}}}"#,
      [send("GET", "/a?k=7", .json(200, 1))]),
    document(
      "Bytes have a type, and a comment",
      responses(
        #"{"200": \#(response(#"{"image/png": {"schema": {"type": "string", "format": "binary"}}}"#))}"#
      ),
      script: ["its body is image/png, but the OpenAPI document has no example of it"],
      [
        send(
          "GET", "/x",
          .text(
            501,
            #"paths["/x"].get is not imported: its body is image/png, but the OpenAPI document has no example of it"#
          ))
      ]),
    document(
      "Text without a schema", responses(#"{"200": \#(response(#"{"text/html": {}}"#))}"#),
      script: ["Check the response: write the body, of type text/html."],
      [send("GET", "/x", .text(200, ""), gets: ["Content-Type": ["text/html"]])]),
    document(
      "JSON without a schema", responses(#"{"200": \#(response(#"{"application/json": {}}"#))}"#),
      script: ["Check the response: write the body, of type application/json."],
      [send("GET", "/x", .json(200, [:]))]),
    document(
      "An example as `dataValue`",
      responses(
        #"{"200": \#(response(#"{"application/json": {"examples": {"a": {"dataValue": {"d": 1}}}}}"#))}"#
      ),
      [send("GET", "/x", .json(200, ["d": 1]))]),
    document(
      "An example in another document",
      responses(
        #"{"200": \#(response(#"{"application/json": {"schema": {"type": "integer"}, "examples": {"a": {"externalValue": "a.json"}}}}"#))}"#
      ),
      script: [
        "Check the response: its example isn't used, because it is given as `externalValue`."
      ],
      [send("GET", "/x", .json(200, 1))]),
    document(
      "JSON that is only in another document",
      responses(
        #"{"200": \#(response(#"{"application/json": {"examples": {"a": {"externalValue": "a.json"}}}}"#))}"#
      ),
      [
        send(
          "GET", "/x",
          .text(
            501,
            #"paths["/x"].get is not imported: its body is application/json, but the OpenAPI document has no example of it"#
          ))
      ]),
    document(
      "The first success is given",
      responses(
        #"{"default": \#(response(#"{"application/json": {"example": 0}}"#)), "404": {"description": ""}, "202": \#(response(#"{"application/json": {"example": 2}}"#))}"#
      ),
      [send("GET", "/x", .json(202, 2))]),
    document(
      "A range of statuses begins with its first",
      responses(
        #"{"2XX": \#(response(#"{"application/json": {"example": 1}}"#)), "5XX": {"description": ""}}"#
      ),
      [send("GET", "/x", .json(200, 1))]),
    document(
      "A default is 200",
      responses(#"{"default": \#(response(#"{"application/json": {"example": 1}}"#))}"#),
      [send("GET", "/x", .json(200, 1))]),
    document(
      "No response is left out", responses("{}"),
      [send("GET", "/x", .leftOut("no response"))], messages: ["1 left out"]),
    document(
      "The example of a media type comes before its schema",
      responses(
        #"{"200": \#(response(#"{"application/json": {"schema": {"type": "integer", "example": 2}, "example": 1}}"#))}"#
      ),
      [send("GET", "/x", .json(200, 1))]),
    document(
      "The first of several examples is given",
      responses(
        #"{"200": \#(response(#"{"application/json": {"examples": {"b": {"value": 1}, "a": {"value": 2}}}}"#))}"#
      ),
      [send("GET", "/x", .json(200, 1))]),
    document(
      "Null as the example of a media type",
      responses(
        #"{"200": \#(response(#"{"application/json": {"schema": {"type": "string", "nullable": true}, "example": null}}"#))}"#
      ),
      [send("GET", "/x", .json(200, .null))]),
    document(
      "An example that is the text of an object",
      responses(#"{"200": \#(response(#"{"application/json": {"example": "{\"a\": 1}"}}"#))}"#),
      [send("GET", "/x", .json(200, ["a": 1]))]),
    document(
      "An example whose type differs from its schema",
      responses(
        #"{"200": \#(response(#"{"application/json": {"schema": {"type": "object", "properties": {"a": {"type": "string"}}}, "example": {"a": 1}}}"#))}"#
      ),
      [send("GET", "/x", .json(200, ["a": "1"]))]),
    document(
      "JSON comes before other types, whatever their order",
      responses(
        #"{"200": \#(response(#"{"text/plain": {"example": "t"}, "application/json": {"example": 1}}"#))}"#
      ),
      [send("GET", "/x", .json(200, 1))]),
    document(
      "A type keeps its parameters",
      responses(#"{"200": \#(response(#"{"application/json;version=2": {"example": 1}}"#))}"#),
      [send("GET", "/x", .json(200, 1), gets: ["Content-Type": ["application/json;version=2"]])]),
    document(
      "Text",
      responses(
        #"{"200": \#(response(#"{"text/plain": {"schema": {"type": "integer", "example": 7}}}"#))}"#
      ),
      [send("GET", "/x", .text(200, "7"), gets: ["Content-Type": ["text/plain"]])]),
    document(
      "XML of a schema is left out",
      responses(#"{"200": \#(response(#"{"application/xml": {"schema": {"type": "object"}}}"#))}"#),
      [send("GET", "/x", .leftOut("application/xml"))]),
    document(
      "XML of an example",
      responses(#"{"200": \#(response(#"{"application/xml": {"example": "<a/>"}}"#))}"#),
      [send("GET", "/x", .text(200, "<a/>"), gets: ["Content-Type": ["application/xml"]])]),
    document(
      "Headers with an example, or that are required",
      responses(
        #"{"200": \#(response(#"{"application/json": {"example": 1}}"#, headers: #"{"Vary": {"schema": {"type": "string", "example": "Accept"}}, "X-N": {"required": true, "schema": {"type": "integer", "minimum": 3}}, "X-O": {"schema": {"type": "string"}}, "Content-Type": {"required": true, "schema": {"type": "string"}}}"#))}"#
      ),
      [
        send(
          "GET", "/x", .json(200, 1),
          gets: ["Vary": ["Accept"], "X-N": ["3"], "X-O": [], "Content-Type": ["application/json"]])
      ]),
    document(
      "A range of types is a comment, or left out",
      #"{"/json": {"get": {"responses": {"200": \#(response(#"{"*/*": {"example": 1}}"#))}}}, "/bytes": {"get": {"responses": {"200": \#(response(#"{"*/*": {"schema": {"type": "string", "format": "binary"}}}"#))}}}, "/image": {"get": {"responses": {"200": \#(response(#"{"image/*": {"example": "x"}}"#))}}}, "/text": {"get": {"responses": {"200": \#(response(#"{"text/*": {"example": "x"}}"#))}}}}"#,
      script: ["Check the response: `*/*` is a range of types, sent as application/json."],
      [
        send("GET", "/json", .json(200, 1)),
        send("GET", "/bytes", .leftOut("`*/*` is a range of types")),
        send("GET", "/image", .leftOut("`image/*` is a range of types")),
        send("GET", "/text", .text(200, "x"), gets: ["Content-Type": ["text/plain"]]),
      ]),
    document(
      "Objects in headers, and cookies",
      responses(
        #"{"200": \#(response(#"{"application/json": {"example": 1}}"#, headers: #"{"X-A": {"example": {"b": 2, "a": 1}}, "X-B": {"explode": true, "example": {"b": 2, "a": [1, 3]}}, "X-C": {"content": {"application/json": {"example": {"a": [1]}}}}, "Set-Cookie": {"example": ["a=1", "b=2"]}}"#))}"#
      ),
      [
        send(
          "GET", "/x", .json(200, 1),
          gets: [
            "X-A": ["a,1,b,2"], "X-B": ["a=1,3,b=2"], "X-C": [#"{"a":[1]}"#],
            "Set-Cookie": ["a=1", "b=2"],
          ])
      ]),
    document(
      "Operations next to the reference of a path",
      ##"{"/a": {"get": {"responses": {"200": \##(response(#"{"application/json": {"example": 1}}"#))}}, "post": {"responses": {"201": {"description": ""}}}}, "/b": {"$ref": "#/paths/~1a", "post": {"responses": {"202": {"description": ""}}}}}"##,
      [
        send("GET", "/b", .json(200, 1)), send("POST", "/b", .text(202, "")),
        send("POST", "/a", .text(201, "")),
      ]),
    document(
      "An operation with a reference to another document is left out",
      ##"{"/a": {"get": {"responses": {"200": \##(response(#"{"application/json": {"schema": {"$ref": "b.json#/B"}}}"#))}}, "put": {"responses": {"200": {"$ref": "#/lost"}}}, "post": {"responses": {"201": {"description": ""}}}}}"##,
      [
        send("GET", "/a", .leftOut("the reference `b.json#/B` points to another document")),
        send("PUT", "/a", .leftOut("the reference `#/lost` points to nothing")),
        send("POST", "/a", .text(201, "")),
      ], messages: ["2 left out"]),
    document(
      "References of operations and of their responses",
      ##"{"/a": {"get": {"$ref": "b.json#/get"}, "put": {"$ref": "#/paths/~1b/put"}, "post": {"responses": {"$ref": "#/components/schemas/All"}}}, "/b": {"put": {"responses": {"201": {"description": ""}}}}, "/c": {"$ref": "b.json"}, "/d": {"$ref": "#/paths/~1d"}, "/e": {"$ref": "#/lost"}, "/f": 1, "/g": {"get": 1, "put": {"responses": {"204": {"description": ""}}}}, "h": {}}"##,
      schemas: #"{"All": {"202": {"description": ""}}}"#,
      [
        send("GET", "/a", .leftOut("the reference `b.json#/get` points to another document")),
        send("PUT", "/a", .text(201, "")), send("POST", "/a", .text(202, "")),
        send("DELETE", "/c", .leftOut("the reference `b.json` points to another document")),
        send("GET", "/d", .leftOut("the references form a cycle")),
        send("GET", "/e", .leftOut("the reference `#/lost` points to nothing")),
        send("GET", "/f", .leftOut("expected an object")),
        send("GET", "/g", .leftOut("the description has no response")),
        send("PUT", "/g", .text(204, "")),
      ],
      messages: [
        "7 left out", #"paths.h: is not imported: `h` isn't a path; write `/h`"#,
      ]),
    document(
      "An operation whose address is unknown has no route",
      #"{"/a": {"get": {"servers": [{}], "responses": {"200": {"description": ""}}}, "put": {"responses": {"204": {"description": ""}}}}}"#,
      script: [#"-- paths["/a"].get is not imported: `servers[0]`: "#],
      [send("PUT", "/a", .text(204, ""))],
      messages: ["2 operations, 1 response, 1 left out"]),
    document(
      "A reference to a media type",
      ##"{"/a": {"get": {"responses": {"200": \##(response(##"{"application/json": {"$ref": "#/paths/~1b/get/responses/200/content/application~1json"}}"##))}}}, "/b": {"get": {"responses": {"200": \##(response(#"{"application/json": {"example": 1}}"#))}}}}"##,
      version: "3.2.0", [send("GET", "/a", .json(200, 1))]),
    document(
      "Parameters of a path",
      #"{"/a/{id}/b.{ext}": {"parameters": [{"name": "id", "in": "path"}], "get": {"deprecated": true, "responses": {"200": \#(response(#"{"application/json": {"example": 1}}"#))}}}}"#,
      [send("GET", "/a/7/b.json", .json(200, 1))]),
    document(
      "A 204 has no body",
      responses(#"{"204": \#(response(#"{"application/json": {"example": 1}}"#))}"#),
      [send("GET", "/x", .text(204, ""))]),
    PlayedImport(
      title: "YAML has lost the quotes of texts", document: .null,
      text: """
        openapi: 3.0.0
        info: {title: e, version: 0.0.1}
        paths:
          /x:
            get:
              responses:
                "200":
                  description: ok
                  content:
                    application/json:
                      schema:
                        type: object
                        properties:
                          code: {type: string, example: 10001}
                          zip: {type: string, example: 1e3}
                          version: {type: string, default: 1.10}
                          flag: {type: string, example: true}
                          choice: {type: string, enum: [1.0, 2.0]}
        """,
      requests: [
        send(
          "GET", "/x",
          .json(
            200,
            ["code": "10001", "zip": "1e3", "version": "1.10", "flag": "true", "choice": "1.0"]))
      ]),
  ]

  @Test("A generated value is valid for the schema", arguments: madeValues)
  func schemas(_ played: PlayedImport) async throws { try await played.check(file: "a.yaml") }

  @Test("An operation has one response", arguments: describedResponses)
  func operations(_ played: PlayedImport) async throws { try await played.check(file: "a.yaml") }

  @Test(
    "A server's variables use their defaults, each once",
    arguments: [
      (
        #""url": "https://{r}.h.test/{v}", "variables": {"r": {"default": "eu"}, "v": {"default": "v1"}}"#,
        "http \"https://eu.h.test\""
      ),
      (#""url": "https://h.test/{r}{r}", "variables": {"r": {"default": "a"}}"#, "GET /aa/p"),
      (#""url": "//h.test""#, "http \"https://h.test\""), (#""url": "/v2""#, "GET /v2/p"),
    ])
  func server(server: String, script: String) throws {
    let folder = try TemporaryFolder([
      "a.json":
        #"{"openapi": "3.0.0", "servers": [{\#(server)}], "paths": {"/p": {"get": {"responses": {"200": {"description": ""}}}}}}"#
    ])
    let process = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    #expect(process.output.contains(script), "\(process.output)")
  }

  @Test("A server with cyclic or growing variables is rejected")
  func hostileServer() throws {
    let folder = try TemporaryFolder([
      "a.json":
        #"{"openapi": "3.0.0", "servers": [{"url": "https://h/{a}", "variables": {"a": {"default": "{b}{b}"}, "b": {"default": "{a}{a}"}}}], "paths": {}}"#,
      "b.json":
        #"{"openapi": "3.0.0", "servers": [{"url": "https://h/\#(String(repeating: "{a}", count: 100))", "variables": {"a": {"default": "\#(String(repeating: "x", count: 1000))"}}}], "paths": {}}"#,
    ])
    #expect(
      try MockLuaProcess(["import", "a.json"], in: folder).messages == """
        a.json:1: servers[0].url: the default of the server variable `a` has braces: {b}{b}; write a value without \
        other variables

        """)
    #expect(
      try MockLuaProcess(["import", "b.json"], in: folder).messages
        == """
        a.json:1: servers[0].url: the address of the server is longer than 2000 bytes; shorten it

        """.replacing("a.json", with: "b.json"))
  }
}
