import Testing

/// A script and its formatted form.
struct FormatSample: CustomTestStringConvertible {
  let name: String
  let source: String
  let text: String

  var testDescription: String { name }

  init(_ name: String, _ source: String, _ text: String) {
    (self.name, self.source, self.text) = (name, source, text)
  }

  private static let long = String(repeating: "x", count: 34)

  static let all = [
    FormatSample("nothing", "", ""),
    FormatSample("blank lines", "\n\n\n a()\n\n\n\nb()\n\n", "a()\n\nb()\n"),
    FormatSample("only a comment", "  -- hello  ", "-- hello\n"),
    FormatSample("a hash line", "#!/usr/bin/env mocklua\nx=1", "#!/usr/bin/env mocklua\nx = 1\n"),
    FormatSample("line ends", "a()\r\nb()\rc()\n\rd()", "a()\nb()\nc()\nd()\n"),
    FormatSample(
      "one line a statement", "local a,b=1,2 a,b=b,a;a();;b()",
      "local a, b = 1, 2\na, b = b, a\na()\nb()\n"),
    FormatSample("quotes", #"f'a' f'it"s' f'\'' f"b""#, "f \"a\"\nf 'it\"s'\nf '\\''\nf \"b\"\n"),
    FormatSample(
      "calls", "f{} f{a=1,} f(1)(2) f\"a\"(b) f\"a\"{b} a.b[c] . d:e(f)",
      "f {}\nf { a = 1 }\nf(1)(2)\nf \"a\" (b)\nf \"a\" { b }\na.b[c].d:e(f)\n"),
    FormatSample(
      "builders stand apart, other methods do not",
      "x=reply{}:after(1):times(2) y=slow:gate\"g\" z=rows:insert{} w=s:gsub(1,2):upper()",
      """
      x = reply {} :after(1) :times(2)
      y = slow :gate "g"
      z = rows:insert {}
      w = s:gsub(1, 2):upper()

      """),
    FormatSample(
      "operators", "x=-a- -b+#c..not d^2//3>>1&~e~=f x=- - -a x=not not-a",
      "x = -a - -b + #c .. not d ^ 2 // 3 >> 1 & ~e ~= f\nx = - - -a\nx = not not -a\n"),
    FormatSample(
      "numbers", "x={.5,1e+5,0x1p-3,0xe+1,3.,1 ..2}",
      "x = { .5, 1e+5, 0x1p-3, 0xe + 1, 3., 1 .. 2 }\n"),
    FormatSample(
      "long strings", "x=[[\na\n]]..a[ [[b]] ] x={[ [=[c]=] ]=1,['d']=2}",
      "x = [[\na\n]] .. a[ [[b]] ]\nx = { [ [=[c]=] ] = 1, [\"d\"] = 2 }\n"),
    FormatSample("a string over lines", "x='a\\\nb\\z\n   c'", "x = 'a\\\nb\\z\n   c'\n"),
    FormatSample(
      "attributes and labels", "local a<const>,b<close> =1,nil goto x ::x:: while a do break end",
      "local a <const>, b <close> = 1, nil\ngoto x\n::x::\nwhile a do break end\n"),
    FormatSample(
      "loops", "while a do b() end for i=1,2,3 do end for k,v in pairs(t) do f(k) g(v) end",
      """
      while a do b() end
      for i = 1, 2, 3 do end
      for k, v in pairs(t) do
        f(k)
        g(v)
      end

      """),
    FormatSample(
      "repeat", "repeat local x=f() until x\nrepeat\nf()\nuntil not x",
      "repeat local x = f() until x\nrepeat\n  f()\nuntil not x\n"),
    FormatSample(
      "conditions",
      "if a then b() end if a then b() elseif c then d() else e() end if a then\nelse\nb() end",
      """
      if a then b() end
      if a then b() elseif c then d() else e() end
      if a then
      else
        b()
      end

      """),
    FormatSample(
      "functions",
      "function a.b:c(x,...) return x,... end local function f() end local g=function(a,b)\nreturn end",
      """
      function a.b:c(x, ...) return x, ... end
      local function f() end
      local g = function(a, b)
        return
      end

      """),
    FormatSample(
      "a semicolon that means something", "f();(g or h)() local x=1;(f)() do;(f)() end",
      "f();\n(g or h)()\nlocal x = 1;\n(f)()\ndo (f)() end\n"),
    FormatSample(
      "tables that stand on lines stay there", "x={a=1,\nbb=2,c={d=1\n},e=5}",
      """
      x = {
        a  = 1,
        bb = 2,
        c = {
          d = 1,
        },
        e = 5,
      }

      """),
    FormatSample(
      "fields in a row",
      """
      x={
      a=1,
      long=2,

      b=3,
      -- c
      cc=4,
      ['d']=5,
      eee=6,
      f=function()
      end,
      g=7}
      """,
      """
      x = {
        a    = 1,
        long = 2,

        b = 3,
        -- c
        cc = 4,
        ["d"] = 5,
        eee = 6,
        f   = function() end,
        g   = 7,
      }

      """),
    FormatSample(
      "several fields on one line", "x={\na=1,b=2,\nccc=3,d=4}",
      "x = {\n  a = 1, b = 2,\n  ccc = 3, d = 4,\n}\n"),
    FormatSample(
      "comments behind, above and within",
      """
      a() -- one
      -- two

      -- three
      b(--[[four]]c) --[[five]] -- six
      if x then -- seven
      -- eight
      end -- nine
      """,
      """
      a() -- one
      -- two

      -- three
      b(--[[four]] c) --[[five]] -- six
      if x then -- seven
        -- eight
      end -- nine

      """),
    FormatSample(
      "comments in tables",
      """
      x={ -- one
      a, -- two
      b -- three
      ,-- four
      -- five

      c
      -- six
      }y={
      -- seven
      }
      """,
      """
      x = { -- one
        a, -- two
        b, -- three
        -- four
        -- five

        c,
        -- six
      }
      y = {
        -- seven
      }

      """),
    FormatSample(
      "comments where nobody writes any", "x= -- one\n1 f(a, -- two\nb) return -- three\nx",
      "x = -- one\n  1\nf(a, -- two\n  b)\nreturn -- three\n  x\n"),
    FormatSample(
      "a table that is too wide", "x={first='\(long)',second='\(long)',third=1}",
      """
      x = {
        first  = "\(long)",
        second = "\(long)",
        third  = 1,
      }

      """),
    FormatSample(
      "numbers that are too many", "x={\((100..<140).map { "\($0)" }.joined(separator: ","))}",
      """
      x = {
        \((100..<119).map { "\($0)" }.joined(separator: ", ")),
        \((119..<138).map { "\($0)" }.joined(separator: ", ")),
        138, 139,
      }

      """),
    FormatSample(
      "arguments that are too wide", "f('\(long)','\(long)',g('\(long)'))",
      "f(\"\(long)\", \"\(long)\",\n  g(\"\(long)\"))\n"),
    FormatSample(
      "builders that are too wide", "x={\na=reply{v='\(long)',w='\(long)'}:set{k=1}:after(10)}",
      """
      x = {
        a = reply { v = "\(long)", w = "\(long)" }
          :set { k = 1 } :after(10),
      }

      """),
    FormatSample(
      "a service that is too wide", "service'\(long)':bind'\(long)'{aaaa=reply(),bb=reply()}",
      """
      service "\(long)" :bind "\(long)" {
        aaaa = reply(),
        bb   = reply(),
      }

      """),
    FormatSample(
      "a condition that is too wide",
      "if a=='\(long)' and b=='\(long)' or c=='\(long)' then f() end",
      """
      if a == "\(long)" and b == "\(long)"
        or c == "\(long)" then
        f()
      end

      """),
    FormatSample(
      "a value below its name", "local name_of_it=f('\(long)','\(long)','a')",
      "local name_of_it =\n  f(\"\(long)\", \"\(long)\", \"a\")\n"),
    FormatSample(
      "a function as last argument", "variant('a',function()\nf()\nend)",
      "variant(\"a\", function()\n  f()\nend)\n"),
    FormatSample(
      "a function behind a builder", "x=reply(function(args)\nreturn 1 end):after(1)",
      "x = reply(function(args)\n  return 1\nend) :after(1)\n"),
  ]
}
