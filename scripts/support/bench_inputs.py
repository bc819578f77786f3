"""Writes the same configuration in three languages, each in its idiomatic style.

`scenario.lua` uses the scenario language, `plain.lua` prints literal tables through lua-cjson, and
`configuration.jsonnet` is for jsonnet. `contract.json` contains the requirements of an app with such services. The same
numbers produce the same files. Decimals have at most seven digits, because lua-cjson writes at most fourteen.
"""

import json
import pathlib
import random

CITIES = ["Lisbon", "Zürich", "Kraków", "Turku", "Ghent", "Porto", "Graz", "Leeds"]
STATES = ["placed", "packed", "shipped", "delivered", "returned"]


def write(folder: pathlib.Path, services: int, methods: int):
    """Writes the files of a configuration with the given numbers of services and methods."""
    folder.mkdir(parents=True)
    model = [service(index, methods) for index in range(1, services + 1)]
    (folder / "scenario.lua").write_text(scenario(model))
    (folder / "plain.lua").write_text(plain(model))
    (folder / "configuration.jsonnet").write_text(jsonnet(model))
    contract_text = json.dumps(contract(model), indent=2, sort_keys=True)
    (folder / "contract.json").write_text(contract_text + "\n")


def service(index: int, count: int) -> dict:
    """A service: a shared key, and methods with their responses."""
    chance = random.Random(index)
    key = f"status{index}"
    methods = {f"method{number}": [response(chance, key) for _ in range(chance.randint(1, 3))]
               for number in range(1, count + 1)}
    return {"name": f"S{index}", "key": key, "methods": methods}


def response(chance: random.Random, key: str) -> dict:
    """A response: occasionally an error, otherwise nested data."""
    if chance.random() < 0.15:
        return {"error": ("networkTimeout", "The server didn't answer in time")}
    value = {
        "id": chance.randint(1, 10**9),
        "status": chance.choice(STATES),
        "total": chance.randint(1, 10**7) / 1000,
        "isGift": chance.random() < 0.5,
        "note": None if chance.random() < 0.3 else "Leave it \"at the door\"\nor ring twice",
        "address": {"street": f"{chance.randint(1, 99)} Long Street", "city": chance.choice(CITIES),
                    "location": [chance.randint(-900, 900) / 8, chance.randint(-900, 900) / 8]},
        "items": [{"sku": f"SKU-{chance.randint(1000, 9999)}", "quantity": chance.randint(1, 5),
                   "price": chance.randint(100, 9999) / 100, "tags": ["new", "sale"]}
                  for _ in range(chance.randint(2, 5))],
    }
    result = {"value": value}
    if chance.random() < 0.4:
        result["set"] = {key: chance.randint(0, 9)}
    if chance.random() < 0.4:
        result["after"] = chance.choice([50, 100, 250])
    return result


def literal(value, null: str, assign: str, brackets: tuple[str, str]) -> str:
    """A value as a literal, with the language's syntax for null, fields, and lists."""
    if value is None:
        return null
    if isinstance(value, dict):
        # `error` is a keyword of jsonnet.
        fields = ((json.dumps(key) if key == "error" and assign == ": " else key)
                  + assign + literal(item, null, assign, brackets) for key, item in value.items())
        return "{ " + ", ".join(fields) + " }"
    if isinstance(value, list):
        items = ", ".join(literal(item, null, assign, brackets) for item in value)
        return brackets[0] + items + brackets[1]
    return json.dumps(value, ensure_ascii=False)


def scenario(model: list[dict]) -> str:
    """The configuration in the scenario language."""
    def data(value):
        return literal(value, "null", " = ", ("{ ", " }"))

    def answer(response):
        if "error" in response:
            return "fail({}, {})".format(*map(json.dumps, response["error"]))
        text = f"reply {data(response['value'])}"
        if "set" in response:
            text += f" :set {data(response['set'])}"
        if "after" in response:
            text += f" :after({response['after']})"
        return text

    lines = ["shared {"] + [f"  {item['key']} = 0," for item in model] + ["}"]
    for item in model:
        lines += ["", f"service \"{item['name']}\" :bind \"{item['key']}\" {{"]
        for name, responses in item["methods"].items():
            if len(responses) == 1:
                lines.append(f"  {name} = {answer(responses[0])},")
            else:
                lines.append(f"  {name} = {{")
                lines += [f"    {answer(response)}," for response in responses]
                lines.append("  },")
        lines.append("}")
    return "\n".join(lines) + "\n"


def plain(model: list[dict]) -> str:
    """The configuration as Lua tables, printed by lua-cjson."""
    def data(value):
        return literal(value, "null", " = ", ("{ ", " }"))

    lines = ["local cjson = require \"cjson\"", "local null = cjson.null",
             "local configuration = { sharedState = {}, services = {} }"]
    for item in model:
        lines += ["", f"configuration.sharedState.{item['key']} = {{ initial = 0 }}",
                  f"configuration.services.{item['name']} = {{",
                  f"  bindings = {{ {item['key']} = \"{item['key']}\" }},", "  methods = {"]
        for name, responses in item["methods"].items():
            lines.append(f"    {name} = {{ responses = {{")
            lines += [f"      {data(entry(response))}," for response in responses]
            lines.append("    } },")
        lines += ["  },", "}"]
    return "\n".join(lines + ["", "print(cjson.encode(configuration))"]) + "\n"


def jsonnet(model: list[dict]) -> str:
    """The configuration for jsonnet."""
    def data(value):
        return literal(value, "null", ": ", ("[", "]"))

    lines = ["{", "  sharedState: {"]
    lines += [f"    {item['key']}: {{ initial: 0 }}," for item in model]
    lines += ["  },", "  services: {"]
    for item in model:
        lines += [f"    {item['name']}: {{",
                  f"      bindings: {{ {item['key']}: \"{item['key']}\" }},", "      methods: {"]
        for name, responses in item["methods"].items():
            lines.append(f"        {name}: {{ responses: [")
            lines += [f"          {data(entry(response))}," for response in responses]
            lines.append("        ] },")
        lines += ["      },", "    },"]
    return "\n".join(lines + ["  },", "}"]) + "\n"


def entry(response: dict) -> dict:
    """A response in the configuration's JSON format."""
    if "error" in response:
        code, message = response["error"]
        return {"result": "error", "error": {"code": code, "message": message}}
    fields = {"result": "success", "value": response["value"]}
    if "set" in response:
        fields["updateSharedState"] = response["set"]
    if "after" in response:
        fields["delayMs"] = response["after"]
    return fields


def contract(model: list[dict]) -> dict:
    """The requirements of the services: each method takes an identifier and an object, and returns an order."""
    integer, number, string, boolean = ({"type": kind} for kind in ("integer", "number", "string", "boolean"))

    def named(name):
        return {"$ref": f"#/types/{name}"}

    def several(shape):
        return {"type": "array", "items": shape}

    def maybe(shape):
        return {"anyOf": [shape, {"type": "null"}]}

    def members(**shapes):
        required = sorted(name for name, shape in shapes.items() if "anyOf" not in shape)
        return {"type": "object", "properties": shapes, "required": required, "additionalProperties": False}

    types = {
        "Address": members(street=string, city=string, location=several(number)),
        "Item": members(sku=string, quantity=integer, price=number, tags=several(string)),
        "Status": {"enum": STATES},
    }
    services = {}
    for item in model:
        name = item["name"]
        types[f"{name}.Order"] = members(
            id=integer, status=named("Status"), total=number, isGift=boolean, note=maybe(string),
            address=named("Address"), items=several(named("Item")))
        types[f"{name}.Request"] = members(
            customer=string, quantity=integer, express=maybe(boolean), address=named("Address"))
        method = {
            "parameters": [
                {"label": "id", "type": "String", "shape": string},
                {"label": "request", "type": "Request", "shape": named(f"{name}.Request")}],
            "result": "Order", "shape": named(f"{name}.Order"),
            "isAsync": True, "canThrow": True, "waits": True}
        services[name] = {
            "name": name, "methods": [{"key": key, **method} for key in sorted(item["methods"])],
            "properties": [
                {"name": item["key"], "type": "Int", "shape": integer, "isSettable": False}]}
    return {"version": 2, "services": services, "types": types}