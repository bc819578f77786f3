import MockLua

/// The functions that an imported script defines if its rules and responses call them.
enum WireMockHelpers {
  /// Returns the definitions of some helpers, in dependency order.
  static func definitions(of names: Set<String>) -> [LuaPiece] {
    source.split(separator: "\n\n").filter { text in
      names.contains { text.contains("local function \($0)(") }
    }.map { LuaPiece(String($0)) }
  }

  /// The definitions in dependency order, separated by empty lines.
  private static let source = """
    -- One value, or any of several.
    local function any(pattern)
      return is.any_of(is.all_of(is.anything_but(is.type "array"), pattern), is.any_item(pattern))
    end

    -- An element of a list, or a member of an object.
    local function each(pattern)
      return is.any_of(is.any_item(pattern), is.any_member(pattern))
    end

    -- The text of a number that passes a test. In Java, it can end in `d` or `f`. In Lua, it can be hexadecimal.
    local function number(test)
      return is.all_of(is.type "string", function(text)
        local number = not text:find "[xX]" and tonumber((text:gsub("[dDfF]%s*$", "")))
        return number and test(number)
      end)
    end

    -- The text of a string, a number, or a boolean. The order of an object's members is unknown.
    local function as_text(pattern)
      return is.any_of(is.text(pattern), function(value)
        if type(value) ~= "table" then return false end
        error("the JSON path finds an object or a list, and its text isn't compared", 0)
      end)
    end

    -- A value as a template shows it.
    local function text(value)
      if value == nil or value == null then return "" end
      return type(value) == "string" and value or json.encode(value)
    end

    -- A value that WireMock shows in the same form, unlike objects, lists, and large or small numbers.
    local function scalar(value)
      if type(value) == "table" then error("the template shows an object or a list, whose text is unknown", 0) end
      local size = math.type(value) == "float" and math.abs(value) or 1
      if size >= 1e7 or size < 0.001 and size > 0 then
        error("the template shows a large or small number, whose text is unknown", 0)
      end
      return value
    end

    -- The data of JSON. Other text is sent unchanged.
    local function json_or_text(text)
      local is_json, data = pcall(json.decode, text)
      if is_json then return data end
      return bytes { base64 = base64(text) }
    end

    -- One of the values of a name.
    local function nth(values, n)
      if type(values) == "string" then values = { values } end
      return values and values[n]
    end

    -- What a body has at a path of names and indices.
    local function at(request, ...)
      local value = request.raw.json
      if value == nil and request.raw.body then error("the template shows a part of the body, which isn't JSON", 0) end
      for _, step in ipairs { ... } do
        if type(value) ~= "table" then return nil end
        value = value[step]
      end
      return value
    end

    -- A part of the path between slashes.
    local function segment(request, n)
      for part in request.raw.path:gmatch "[^/]+" do
        if n == 1 then return part end
        n = n - 1
      end
    end

    -- Random characters out of some.
    local function random_text(length, characters)
      local text = ""
      for _ = 1, length do
        local place = random(#characters)
        text = text .. characters:sub(place, place)
      end
      return text
    end
    """
}
