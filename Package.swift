// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(Linux)
  let isLinux = true
#else
  let isLinux = false
#endif

// scripts/fuzz names the sanitizers. They watch what is fuzzed, and not the tools that the build runs.
let sanitizers = Context.environment["MOCKLUA_FUZZ"]
let sanitizersOfC = sanitizers?.replacing("fuzzer", with: "fuzzer-no-link")

let toolSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let swiftSettings =
  toolSettings + (sanitizers.map { [.unsafeFlags(["-sanitize=\($0)"])] } ?? [])

let settingsOfC: [CSetting] =
  (sanitizersOfC.map { [.unsafeFlags(["-fsanitize=\($0)"])] } ?? [])
  + (luaPackage() == nil ? [] : [.define("MOCKLUA_COMPILES_LUA")])

/// The toolchain's own swift-syntax; nil where the package is used: on macOS, or where
/// `MOCKLUA_SWIFT_SYNTAX` is set.
///
/// SwiftPM says nowhere which toolchain it belongs to, but this manifest has loaded a library of it.
func toolchainSyntax() -> String? {
  var folder: String?
  #if os(Linux)
    guard Context.environment["MOCKLUA_SWIFT_SYNTAX"] == nil,
      let maps = fopen("/proc/self/maps", "r")
    else { return nil }
    defer { fclose(maps) }
    var buffer = [CChar](repeating: 0, count: 8192)
    while folder == nil, fgets(&buffer, Int32(buffer.count), maps) != nil {
      let line = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let start = line.firstIndex(of: "/") else { continue }
      let path = line[start...].split(separator: "\n").first ?? ""
      let library = "/pm/ManifestAPI/libPackageDescription.so"
      if path.hasSuffix(library) { folder = path.dropLast(library.count) + "/host" }
    }
    if let found = folder, access(found + "/SwiftSyntaxMacros.swiftmodule", R_OK) != 0 {
      folder = nil
    }
  #endif
  return folder
}

let syntaxFolder = toolchainSyntax()
let syntaxPackage: [Package.Dependency] =
  syntaxFolder == nil
  ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"604.0.0")] : []
var syntaxSettings = toolSettings
var syntaxLibraries: [LinkerSetting] = []
if let syntaxFolder {
  syntaxSettings.append(.unsafeFlags(["-I", syntaxFolder]))
  // The modules name the libraries that they need.
  let flags = ["-L", syntaxFolder, "-Xlinker", "-rpath", "-Xlinker", syntaxFolder]
  syntaxLibraries.append(.unsafeFlags(flags))
}

/// Products of the swift-syntax package; none where the toolchain has them.
func syntax(_ products: String...) -> [Target.Dependency] {
  guard syntaxFolder == nil else { return [] }
  return products.map { .product(name: $0, package: "swift-syntax") }
}

/// The package that Lua comes from; nil for the system's library.
///
/// Linux distributions have a library. SDKs of Apple's have none, so that Lua is compiled there, and wherever
/// `MOCKLUA_LUA_PACKAGE` is set: to `package`, or to a folder that has such a package.
func luaPackage() -> (dependency: Package.Dependency, name: String)? {
  let wanted = Context.environment["MOCKLUA_LUA_PACKAGE"] ?? (isLinux ? "" : "package")
  switch wanted {
  case "": return nil
  case "package":
    return (.package(url: "https://github.com/tomsci/LuaSwift.git", from: "1.0.0"), "LuaSwift")
  default:
    let folder = String(wanted.split(separator: "/").last ?? "")
    return (.package(path: wanted), folder)
  }
}

/// A stand-in for Apple's Combine, so that the code for it runs on Linux: for scripts/check-apple alone.
let standsInForCombine = isLinux && Context.environment["MOCKLUA_COMBINE_STAND_IN"] != nil
let combineStandIn: [Target] =
  standsInForCombine ? [.target(name: "Combine", path: "scripts/support/combine")] : []
let combine: [Target.Dependency] = standsInForCombine ? ["Combine"] : []

/// Builds the command as on a Mac that has no libmicrohttpd: for scripts/check-apple alone.
let isWithoutHTTP = Context.environment["MOCKLUA_WITHOUT_MICROHTTPD"] != nil

/// What libraries that apps take say of the functions of the system for which Apple asks a reason.
///
/// A target with a resource takes all of Foundation, so that Linux has none.
let privacyManifest = "PrivacyInfo.xcprivacy"
let privacyResource: [Resource] = isLinux ? [] : [.process(privacyManifest)]
let excludedPrivacy = isLinux ? [privacyManifest] : []

/// Where Lua can be compiled: it starts processes, which tvOS, watchOS and visionOS do not let an app do.
let systemsWithLua: [Platform] = [.linux, .macOS, .macCatalyst, .iOS]
/// Where the command runs: the SDKs of other systems have no line editor.
let systemsOfCommand: [Platform] = [.linux, .macOS]

// Both have a module `CLua` with the headers of Lua.
let lua = luaPackage()
let luaModule: Target.Dependency =
  lua.map {
    .product(name: "Lua", package: $0.name, condition: .when(platforms: systemsWithLua))
  } ?? "CLua"
let luaLibrary: [Target] =
  lua != nil
  ? []
  : [
    .systemLibrary(
      name: "CLua", path: "modulemaps/CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"])])
  ]

// The command has no use for macros, and a plugin cannot be linked as statically as the command is.
let isForCommand = Context.environment["MOCKLUA_WITHOUT_MACROS"] != nil
let macroPlugin: [Target.Dependency] = isForCommand ? [] : ["MockServicesMacros"]
let servicesSettings =
  isForCommand ? swiftSettings + [.define("MOCKLUA_WITHOUT_MACROS")] : swiftSettings

let pluginDependencies: [Target.Dependency] =
  ["MockServicesExpansion"] + syntax("SwiftSyntaxMacros", "SwiftCompilerPlugin")
let expansionTestDependencies: [Target.Dependency] =
  ["MockServicesExpansion"]
  + syntax(
    "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros")

/// The programs that scripts/fuzz runs; none otherwise.
func fuzzers(_ names: String...) -> [Target] {
  guard let sanitizers else { return [] }
  let driver = Target.target(name: "CFuzzDriver", path: "Tests/Fuzz/Driver")
  return [driver]
    + names.map { name in
      .executableTarget(
        name: "Fuzz\(name)", dependencies: ["CFuzzDriver", "FuzzChecks"],
        path: "Tests/Fuzz/\(name)",
        swiftSettings: swiftSettings,
        linkerSettings: [.unsafeFlags(["-sanitize=\(sanitizers)"])])
    }
}

let package = Package(
  name: "MockLua",
  platforms: [
    .macOS(.v13), .iOS(.v16), .macCatalyst(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1),
  ],
  products: [
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "MockServices", targets: ["MockServices"]),
    .library(name: "HandMadeMocks", targets: ["HandMadeMocks"]),
    .library(name: "MockDebugModes", targets: ["MockDebugModes"]),
    .library(name: "MockPreviews", targets: ["MockPreviews"]),
    .library(name: "MockServicesTesting", targets: ["MockServicesTesting"]),
    .library(name: "MockScenarios", targets: ["MockScenarios"]),
    .library(name: "MockScenariosXCTest", targets: ["MockScenariosXCTest"]),
    .library(name: "MockLua", targets: ["MockLua"]),
    .library(name: "MockLuaTesting", targets: ["MockLuaTesting"]),
    .executable(name: "mocklua", targets: ["MockLuaCLI"]),
    .plugin(name: "MockLuaPlugin", targets: ["MockLuaPlugin"]),
  ],
  dependencies: syntaxPackage + (lua.map { [$0.dependency] } ?? []),
  targets: luaLibrary + combineStandIn + [
    .systemLibrary(
      name: "CCrypto",
      path: "modulemaps/CCrypto",
      pkgConfig: isLinux ? "libcrypto" : nil,
      providers: [.apt(["libssl-dev"])]
    ),
    .systemLibrary(
      name: "CZlib", path: "modulemaps/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "CMockLua",
      dependencies: [luaModule],
      cSettings: settingsOfC
    ),
    .systemLibrary(
      name: "CEdit",
      path: "modulemaps/CEdit",
      pkgConfig: isLinux ? "libedit" : nil,
      providers: [.apt(["libedit-dev"])]
    ),
    .target(
      name: "CLineEditor",
      dependencies: ["CEdit"]
    ),
    // The Lua side of the language is compiled while the package is built.
    .executableTarget(name: "LanguageCompiler", dependencies: [luaModule]),
    .plugin(
      name: "LanguagePlugin", capability: .buildTool(), dependencies: ["LanguageCompiler"],
      path: "Sources/LanguagePlugin"),
    // The rules that the coders of Lua's values and of JSON share, and how messages show what they quote.
    // Apart, so that LuaRuntime knows neither mocks nor Foundation.
    .target(name: "ValueForms", swiftSettings: swiftSettings),
    .target(
      name: "LuaRuntime", dependencies: ["CMockLua", "ValueForms"], swiftSettings: swiftSettings),
    // Apart from the plugin, since SwiftPM builds the tests of a plugin for the wrong place on Linux.
    .target(
      name: "MockServicesExpansion",
      dependencies: syntax(
        "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros"),
      swiftSettings: syntaxSettings
    ),
    .macro(
      name: "MockServicesMacros", dependencies: pluginDependencies, swiftSettings: syntaxSettings,
      linkerSettings: syntaxLibraries),
    .target(name: "CMockPlatform"),
    // The layers under MockServices, which re-exports them: each knows those before it only.
    .target(
      name: "MockPlatform", dependencies: ["CMockPlatform", "CZlib"], exclude: excludedPrivacy,
      resources: privacyResource, swiftSettings: swiftSettings),
    .target(
      name: "MockData", dependencies: ["MockPlatform", "ValueForms"], swiftSettings: swiftSettings),
    .target(
      name: "MockConfiguration", dependencies: ["MockData", "MockPlatform", "ValueForms"],
      exclude: excludedPrivacy, resources: privacyResource, swiftSettings: swiftSettings),
    .target(
      name: "MockCalls",
      dependencies: combine + [
        "CMockPlatform", "MockConfiguration", "MockData", "MockPlatform", "ValueForms",
      ],
      swiftSettings: servicesSettings),
    .target(
      name: "MockSessions",
      dependencies: [
        "CMockPlatform", "MockCalls", "MockConfiguration", "MockData", "MockPlatform", "ValueForms",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "MockContainer",
      dependencies: [
        "MockCalls", "MockConfiguration", "MockData", "MockPlatform", "MockSessions", "ValueForms",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "MockServices",
      dependencies: macroPlugin + combine + [
        "MockCalls", "MockConfiguration", "MockContainer", "MockData", "MockPlatform",
        "MockSessions",
      ],
      exclude: ["Schema"], swiftSettings: servicesSettings),
    // Apart from MockServices, since they need the whole of Foundation, which the command does without.
    .target(name: "HandMadeMocks", dependencies: ["MockServices"], swiftSettings: swiftSettings),
    .target(
      name: "MockServicesTesting", dependencies: ["MockServices"], swiftSettings: swiftSettings),
    // Apart from MockServices, since only the code of the developer mode needs a digest.
    .target(
      name: "MockDebugModes",
      dependencies: [
        "MockServices", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
      ],
      exclude: excludedPrivacy, resources: privacyResource, swiftSettings: swiftSettings),
    // Apart from MockServices, since only previews need SwiftUI.
    .target(name: "MockPreviews", dependencies: ["MockServices"], swiftSettings: swiftSettings),
    .target(name: "CMockScenarios"),
    .target(
      name: "MockScenarios",
      dependencies: ["CMockPlatform", "CMockScenarios", "MockServices", "ValueForms"],
      swiftSettings: swiftSettings),
    // Apart, since whoever links it needs XCTest.
    .target(
      name: "MockScenariosXCTest", dependencies: ["MockScenarios", "MockServices"],
      swiftSettings: swiftSettings),
    .target(
      name: "MockLua",
      dependencies: ["LuaRuntime", "MockConfiguration", "MockServices", "ValueForms"],
      exclude: ["Language"],
      swiftSettings: swiftSettings,
      plugins: ["LanguagePlugin"]
    ),
    .target(
      name: "MockLuaTesting",
      dependencies: ["LuaRuntime", "MockLua", "MockServices", "MockServicesTesting", "ValueForms"],
      swiftSettings: swiftSettings),
    // The page that `mocklua serve` shows. For the command alone: no library has a need of HTTP. Where this is
    // not there, the command is built without the inspector.
    .systemLibrary(
      name: "CMicrohttpd",
      path: "modulemaps/CMicrohttpd",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
    ),
    .target(
      name: "CHTTPServer",
      dependencies: ["CMicrohttpd"],
      cSettings: (isForCommand && isLinux ? [.define("MOCKLUA_WITHOUT_TLS")] : [])
        + (isWithoutHTTP ? [.define("MOCKLUA_WITHOUT_MICROHTTPD")] : [])
    ),
    // Apart, so that the page is turned into code only when it has changed.
    .target(
      name: "InspectorPage",
      resources: [
        "index.html", "style.css", "icon.svg", "app.js", "calls.js", "detail.js", "dom.js",
        "panels.js", "script.js", "server.js",
      ].map { .embedInCode("Page/\($0)") } + [.embedInCode("openapi.json")],
      swiftSettings: swiftSettings),
    .target(
      name: "MockInspector",
      dependencies: [
        "CHTTPServer", "CMockPlatform", "InspectorPage", "LuaRuntime", "MockLua", "MockServices",
        "ValueForms",
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "MockLuaCLI",
      dependencies: [
        .target(name: "CLineEditor", condition: .when(platforms: systemsOfCommand)),
        .target(name: "MockInspector", condition: .when(platforms: systemsOfCommand)), "MockLua",
        "MockServices", "ValueForms",
      ],
      swiftSettings: swiftSettings),
    // `swift package mocklua`. Permissions would be asked of everybody, also of those who only look at a script.
    .plugin(
      name: "MockLuaPlugin",
      capability: .command(
        intent: .custom(
          verb: "mocklua",
          description: "Emits, checks and plays mock scenarios; `mocklua --help` tells more.")),
      path: "Sources/MockLuaPlugin"),
    .executableTarget(
      name: "MockLuaBenchmarks",
      dependencies: ["CMockPlatform", "LuaRuntime", "MockLua", "MockScenarios", "MockServices"],
      swiftSettings: swiftSettings),
    .target(
      name: "ReservationExample", dependencies: ["MockServices"],
      path: "examples/Reservation/Sources", swiftSettings: swiftSettings),
    .testTarget(
      name: "ReservationExampleTests",
      dependencies: ["ReservationExample", "MockServices", "MockServicesTesting", "MockLua"],
      path: "examples/Reservation/Tests", swiftSettings: swiftSettings),
    // The unit tests of WeatherApp, which Xcode builds, with the sources that they test.
    .testTarget(
      name: "WeatherExampleTests", dependencies: ["MockLua", "MockLuaTesting", "MockServices"],
      path: "examples/WeatherApp",
      exclude: ["Sources/WeatherApp.swift", "Sources/WeatherView.swift", "UITests", "project.yml"],
      sources: ["Sources", "UnitTests"], swiftSettings: swiftSettings),
    .target(
      name: "ShopExample", dependencies: ["MockServices"], path: "examples/Shop/Sources",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ShopExampleTests",
      dependencies: ["ShopExample", "MockLua", "MockLuaTesting", "MockServices"],
      path: "examples/Shop/Tests", swiftSettings: swiftSettings),
    .target(
      name: "DebugModesKit", dependencies: ["MockDebugModes", "MockServices"],
      path: "examples/DebugModes/Sources/DebugModesKit", swiftSettings: swiftSettings),
    .executableTarget(
      name: "DebugModesApp", dependencies: ["DebugModesKit", "MockDebugModes", "MockServices"],
      path: "examples/DebugModes/Sources/DebugModesApp", swiftSettings: swiftSettings),
    .testTarget(
      name: "DebugModesTests",
      dependencies: [
        "DebugModesApp", "DebugModesKit", "MockDebugModes", "MockScenarios", "MockServices",
      ],
      path: "examples/DebugModes/Tests/DebugModesTests", swiftSettings: swiftSettings),
    .target(
      name: "BankingKit", dependencies: ["MockServices"],
      path: "examples/BankingApp/Sources/BankingKit", swiftSettings: swiftSettings),
    .target(
      name: "BankingPresets", dependencies: ["MockScenarios", "MockServices"],
      path: "examples/BankingApp/Sources/BankingPresets", swiftSettings: swiftSettings),
    .executableTarget(
      name: "BankingApp", dependencies: ["BankingKit", "MockServices", "MockLua"],
      path: "examples/BankingApp/Sources/BankingApp", swiftSettings: swiftSettings),
    .testTarget(
      name: "LuaRuntimeTests", dependencies: ["LuaRuntime"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockServicesTests",
      dependencies: [
        "FuzzChecks", "MockCalls", "MockConfiguration", "MockContainer", "MockData", "MockPlatform",
        "MockServices", "ValueForms",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HandMadeMocksTests", dependencies: ["HandMadeMocks", "MockServicesTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockDebugModesTests", dependencies: ["MockDebugModes", "MockLua"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockPreviewsTests", dependencies: ["MockPreviews", "MockServices"],
      exclude: ["Resources"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockServicesMacrosTests",
      dependencies: expansionTestDependencies,
      swiftSettings: syntaxSettings,
      linkerSettings: syntaxLibraries
    ),
    .testTarget(
      name: "MockMacroTests",
      dependencies: ["MockCalls", "MockLua", "MockLuaTesting", "MockPlatform", "MockServices"],
      swiftSettings: swiftSettings),
    // Launched by tests: says which configuration has reached it.
    .executableTarget(
      name: "TransportReader", dependencies: ["MockServices"], path: "Tests/TransportReader",
      swiftSettings: swiftSettings),
    // Launched by tests: hands a configuration over in a file.
    .executableTarget(
      name: "TransportWriter", dependencies: ["MockScenarios", "MockServices"],
      path: "Tests/TransportWriter", swiftSettings: swiftSettings),
    .testTarget(
      name: "MockScenariosTests",
      dependencies: [
        "MockScenarios", "MockScenariosXCTest", "MockServices", "TransportReader",
        "TransportWriter", "MockLuaCLI",
      ],
      swiftSettings: swiftSettings),
    // Launched by tests: makes the calls that they ask for, through a live session.
    .executableTarget(
      name: "SessionApp", dependencies: ["MockServices"], path: "Tests/SessionApp",
      swiftSettings: swiftSettings),
    // Launched by tests: a test's process, which they can kill.
    .executableTarget(
      name: "SessionServer", dependencies: ["MockLua", "MockServices"],
      path: "Tests/SessionServer", swiftSettings: swiftSettings),
    // Run by scripts/check-launches.
    .executableTarget(
      name: "SessionLauncher", dependencies: ["MockLua", "MockScenarios", "MockServices"],
      path: "Tests/SessionLauncher", swiftSettings: swiftSettings),
    .testTarget(
      name: "MockSessionsTests",
      dependencies: [
        "CMockPlatform", "MockData", "MockLua", "MockScenarios", "MockServices", "MockSessions",
        "MockLuaCLI", "SessionApp", "SessionServer",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaTests",
      dependencies: [
        "MockLua", "LuaRuntime", "MockScenarios", "HandMadeMocks", "MockDebugModes",
        "MockServicesTesting",
      ],
      exclude: ["Presets/awkward.lua", "Presets/login.lua"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaTestingTests", dependencies: ["MockLuaTesting", "MockScenarios", "SessionApp"],
      exclude: ["Scripts"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockTraceTests",
      dependencies: [
        "MockInspector", "MockLua", "MockLuaCLI", "MockLuaTesting", "MockScenarios", "MockServices",
        "SessionApp",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "BankingAppTests",
      dependencies: [
        "BankingApp", "BankingKit", "BankingPresets", "MockLua", "MockScenarios",
        "MockScenariosXCTest", "MockServices",
      ],
      path: "examples/BankingApp/Tests/BankingAppTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "MockInspectorTests",
      dependencies: [
        "CMockPlatform", "MockInspector", "MockLua", "MockLuaCLI", "MockScenarios", "MockServices",
        "SessionApp",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaCLITests",
      dependencies: ["MockInspector", "MockLuaCLI", "MockServices", "ValueForms"],
      swiftSettings: swiftSettings),
    // What fuzzing checks of one input; the tests do so with the inputs that are worth keeping.
    .target(
      name: "FuzzChecks",
      dependencies: [
        "CMockLua", "LuaRuntime", "MockLua", "MockServices", "MockSessions", "ValueForms",
      ],
      path: "Tests/Fuzz",
      exclude: [
        "Calls", "Configuration", "Corpus", "Driver", "Frames", "Matcher", "README.md", "Regex",
        "Script",
        "Wire",
      ],
      sources: ["Checks", "Support"], swiftSettings: swiftSettings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzChecks"], swiftSettings: swiftSettings),
  ] + fuzzers("Wire", "Configuration", "Matcher", "Regex", "Script", "Calls", "Frames"),
  swiftLanguageModes: [.v6]
)
