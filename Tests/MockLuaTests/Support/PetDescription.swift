/// An OpenAPI description used by tests.
enum PetDescription {
  static let text = #"""
    {"openapi":"3.0.3","servers":[{"url":"https://{env}.example.com/v1/","variables":{"env":{"default":"api"}}}],"paths":{
    "/pets":{"get":{"operationId":"listPets","responses":{"200":{"content":{"application/json":{"schema":{"type":"array","maxItems":3,"items":{"$ref":"#/components/schemas/Pet"}}}}},"default":{"$ref":"#/components/responses/Error"}}},"post":{"operationId":"createPet","responses":{"201":{"description":""},"4XX":{"description":""}}}},
    "/pets/{id}":{"get":{"operationId":"getPet","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Pet"}}}},"404":{"description":""}}},"parameters":[]},
    "/photo":{"servers":[{"url":"/files"}],"get":{"operationId":"photo","responses":{"200":{"content":{"image/*":{}}}}}},
    "/any":{"get":{"operationId":"any","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Any"}}}}}}},
    "/texts":{"get":{"operationId":"texts","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Texts"}}}}}}},
    "/nots":{"get":{"operationId":"nots","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Nots"}}}}}}},
    "/lost":{"get":{"operationId":"lost","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/None"}}}},"201":{"$ref":"other.json#/a"}}}},
    "/twice":{"get":{"operationId":"twice","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}}
    },"components":{"schemas":{
    "Pet":{"type":"object","required":["id","name","secret"],"additionalProperties":false,"properties":{"id":{"type":"integer","minimum":1,"exclusiveMaximum":100},"name":{"type":"string","minLength":2,"pattern":"^[A-Z]"},"secret":{"type":"string","writeOnly":true},"kind":{"type":"string","enum":["dog","cat"],"nullable":true},"mother":{"$ref":"#/components/schemas/Pet"},"tag":{"oneOf":[{"type":"string"},{"type":"object","required":["a"],"properties":{"a":{"type":["integer","null"]}}}]}}},
    "Any":{"type":"object","properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]},"b":{"const":5},"c":{"allOf":[{"minimum":0},{"maximum":9}]},"d":{"oneOf":[{"type":"integer"},{"type":"number"}]},"e":{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"boolean"}},"f":{"maximum":5,"exclusiveMaximum":true},"g":false,"i":{"minimum":9007199254740993},"j":{"exclusiveMaximum":18446744073709551615},"h":{"$ref":"#/components/schemas/Loop"}},"additionalProperties":{"type":"string"}},
    "Texts":{"properties":{"date":{"format":"date"},"time":{"format":"date-time"},"uuid":{"format":"uuid"},"email":{"format":"email"},"uri":{"format":"uri"},"host":{"format":"hostname"}}},
    "Nots":{"properties":{"a":{"not":{"type":"string"}},"b":{"not":{"$ref":"#/components/schemas/Error"}},"c":{"not":{"multipleOf":2}},"d":{"not":{"anyOf":[{"const":1},{"properties":{"e":{"format":"hostname"}}}]}},"e":{"not":{}},"f":{"oneOf":[{"multipleOf":2},{"multipleOf":3}]},"g":{"oneOf":[{"multipleOf":2},{"type":"integer"},{"minimum":1}]}}},
    "Loop":{"allOf":[{"$ref":"#/components/schemas/Loop"},{"type":"string"}]},
    "S0":{"anyOf":[{"$ref":"#/components/schemas/S1"},{"$ref":"#/components/schemas/S1"},{"allOf":[{"$ref":"#/components/schemas/S1"}]}]},
    "S1":{"properties":{"a":{"$ref":"#/components/schemas/S0"}},"required":["z"]},
    "Error":{"type":"object","required":["code"],"properties":{"code":{"type":"integer"}}}},
    "responses":{"Error":{"content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Error"}}}}}}}
    """#
}
