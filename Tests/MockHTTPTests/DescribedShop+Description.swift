extension DescribedShop {
  /// An OpenAPI description in YAML, with each kind of parameter and body.
  static let description = #"""
    openapi: 3.0.3
    info: { title: Shop, version: "1.0" }
    servers: [{ url: "https://shop.example/v1" }]
    paths:
      /items:
        get:
          operationId: listItems
          parameters:
            - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 }, example: 20 }
            - { name: sort, in: query, schema: { type: string, enum: [name, price] } }
            - { name: tag, in: query, schema: { type: array, maxItems: 2, items: { type: string, minLength: 2 } } }
            - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } }, example: [1, 2] }
            - { name: sizes, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: number } } }
            - { name: after, in: query, schema: { type: string, format: date }, example: "2026-01-31" }
            - { name: open, in: query, schema: { type: boolean } }
            - { name: price, in: query, style: deepObject, schema: { type: object, properties: { min: { type: number }, max: { type: number } }, additionalProperties: false } }
            - { name: page, in: query, schema: { type: object, required: [number], properties: { number: { type: integer }, size: { type: integer } } } }
            - { name: filter, in: query, content: { application/json: { schema: { type: object, required: [color], properties: { color: { type: string } } }, example: { color: red } } } }
            - { name: any, in: query, schema: { oneOf: [{ type: integer }, { type: string, pattern: "^[a-z]+$" }] } }
            - { name: X-Trace, in: header, schema: { type: string, pattern: "^[0-9a-f]{4}$" }, example: 00ff }
            - { name: session, in: cookie, schema: { type: integer } }
          responses:
            "200":
              description: The items.
              content:
                application/json:
                  schema: { type: array, items: { $ref: "#/components/schemas/Item" } }
                  examples:
                    two: { value: [{ id: 1, name: Tea }, { id: 2, name: Coffee }] }
                    none: { value: [] }
            "404":
              description: Nothing is there.
              content:
                application/json:
                  schema: { $ref: "#/components/schemas/Problem" }
                  examples:
                    gone: { value: { code: 4, reason: gone } }
                    moved: { value: { code: 5, reason: moved } }
            default:
              description: Another error.
              content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } }
        post:
          operationId: addItem
          parameters:
            - { name: Idempotency-Key, in: header, required: true, schema: { type: string, format: uuid } }
          requestBody:
            required: true
            content:
              application/json: { schema: { $ref: "#/components/schemas/Item" } }
          responses: { "201": { description: Added. } }
      /items/{itemId}:
        parameters:
          - { name: itemId, in: path, required: true, schema: { type: integer, minimum: 1 }, example: 7 }
        get:
          operationId: getItem
          responses: { "200": { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } } }
        put:
          operationId: replaceItem
          parameters:
            - { name: itemId, in: path, required: true, schema: { type: integer, maximum: 999 } }
            - { name: version, in: query, required: true, schema: { type: integer }, example: 3 }
          requestBody:
            content:
              application/merge-patch+json: { schema: { type: object, additionalProperties: false, properties: { name: { type: string }, price: { type: number } } } }
              text/plain: {}
          responses: { "204": { description: Replaced. } }
      /colors/{names}:
        get:
          parameters:
            - { name: names, in: path, required: true, schema: { type: array, items: { type: string, enum: [red, blue] } } }
          responses: { "200": { description: The colors. } }
      /login:
        post:
          operationId: login
          requestBody:
            required: true
            content:
              application/x-www-form-urlencoded:
                schema:
                  type: object
                  required: [user, age]
                  properties:
                    user: { type: string, minLength: 3 }
                    age: { type: integer }
                    roles: { type: array, items: { type: string } }
                    sizes: { type: array, items: { type: integer } }
                    pages: { type: array, items: { type: integer } }
                encoding:
                  user: { explode: false }
                  sizes: { explode: false }
                  pages: { style: pipeDelimited }
          responses: { "200": { description: In., content: { text/plain: { example: welcome } } } }
      /photos:
        post:
          operationId: upload
          requestBody:
            required: true
            content:
              multipart/form-data:
                schema:
                  type: object
                  required: [file]
                  properties:
                    file: { type: string, format: binary }
                    stars: { type: integer, maximum: 5 }
                    about: { type: object, required: [title], properties: { title: { type: string } } }
          responses: { "201": { description: Uploaded. } }
    components:
      schemas:
        Problem: { type: object, required: [code], properties: { code: { type: integer }, reason: { type: string } } }
        Item:
          type: object
          required: [id, name]
          additionalProperties: false
          properties:
            id: { type: integer, readOnly: true }
            name: { type: string, minLength: 2, maxLength: 20, example: Tea }
            secret: { type: string, writeOnly: true }
            price: { type: number, minimum: 0, exclusiveMinimum: true }
            tags: { type: array, maxItems: 2, items: { type: string } }
            maker: { $ref: "#/components/schemas/Maker" }
            code: { anyOf: [{ type: integer }, { type: string, pattern: "^[A-Z]{3}$" }] }
            until: { type: string, format: date-time, nullable: true }
        Maker: { type: object, required: [name], properties: { name: { type: string }, mail: { type: string, format: email } } }
    """#
}
