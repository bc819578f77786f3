// swift-tools-version: 6.2
// What is asked of the environment; the products; the targets in the order in which one builds on the other,
// examples and tests behind them; the helpers that keep each target to a line or two.
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

// MARK: - What is asked of the environment

/// The sanitizers of what scripts/fuzz builds, such as `fuzzer,address`: only then there are fuzzers among the targets.
let sanitizers = Context.environment["MOCKLUA_FUZZ"]
/// Set to anything, it takes the package swift-syntax on Linux too, and not the toolchain's own modules.
let takesSyntaxPackage = Context.environment["MOCKLUA_SWIFT_SYNTAX"] != nil
/// Where Lua comes from: `package` for tomsci/LuaSwift, a folder with such a package, or empty for the system's library.
///
/// Linux distributions have a library; SDKs of Apple's have none, so that Lua is compiled there.
let luaSource = Context.environment["MOCKLUA_LUA_PACKAGE"] ?? (isLinux ? "" : "package")
/// Set to anything, a stand-in for Apple's Combine runs the code for it on Linux: for scripts/check-apple alone.
let standsInForCombine = isLinux && Context.environment["MOCKLUA_COMBINE_STAND_IN"] != nil
/// Set to anything, the command is built as on a Mac without libmicrohttpd and libyaml: for scripts/check-apple alone.
let isWithoutHTTP = Context.environment["MOCKLUA_WITHOUT_MICROHTTPD"] != nil
/// Set to anything, there are no macros: the command has no use for them, and a plugin cannot be linked as statically
/// as the command is.
let isForCommand = Context.environment["MOCKLUA_WITHOUT_MACROS"] != nil

// MARK: - Settings

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
/// Of all Swift but the macros: sanitizers watch what is fuzzed, and not the tools that the build runs.
let settings = features + (sanitizers.map { [.unsafeFlags(["-sanitize=\($0)"])] } ?? [])
let settingsForMacros = isForCommand ? settings + [.define("MOCKLUA_WITHOUT_MACROS")] : settings
let settingsOfC: [CSetting] =
  (sanitizers.map {
    [.unsafeFlags(["-fsanitize=\($0.replacing("fuzzer", with: "fuzzer-no-link"))"])]
  } ?? [])
  + (luaSource.isEmpty ? [] : [.define("MOCKLUA_COMPILES_LUA")])
let settingsOfHTTP: [CSetting] =
  (isForCommand && isLinux ? [.define("MOCKLUA_WITHOUT_TLS")] : [])
  + (isWithoutHTTP ? [.define("MOCKLUA_WITHOUT_MICROHTTPD")] : [])

let settingsOfYAML: [CSetting] =
  isWithoutHTTP ? [.define("MOCKLUA_WITHOUT_LIBYAML")] : []

/// The modules of swift-syntax that the toolchain has; nil where the package is used.
let syntaxFolder = toolchainSyntax()
let settingsOfSyntax =
  features + (syntaxFolder.map { [.unsafeFlags(["-I", $0])] } ?? [])
let linkingOfSyntax: [LinkerSetting] =
  syntaxFolder.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []

/// Where Lua can be compiled: it starts processes, which tvOS, watchOS and visionOS do not let an app do.
let systemsWithLua: [Platform] = [.linux, .macOS, .macCatalyst, .iOS]
/// Where the command runs: the SDKs of other systems have no line editor.
let systemsOfCommand: [Platform] = [.linux, .macOS]

// MARK: - Products

let package = Package(
  name: "MockLua",
  platforms: [
    .macOS(.v13), .iOS(.v16), .macCatalyst(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1),
  ],
  products: libraries(
    "LuaRuntime", "MockServices", "MockHTTP", "MockHTTPServer", "HandMadeMocks", "MockDebugModes",
    "MockPreviews",
    "MockServicesTesting", "MockScenarios", "MockScenariosXCTest", "MockLua", "MockLuaTesting")
    + [
      .executable(name: "mocklua", targets: ["MockLuaCLI"]),
      .plugin(name: "MockLuaPlugin", targets: ["MockLuaPlugin"]),
    ],
  dependencies: syntaxPackage() + luaPackage(),
  swiftLanguageModes: [.v6]
)

// MARK: - The layers under MockServices: each knows those before it only

package.targets += [
  // The C library of the system, by one name.
  target("CLibrary"),
  .target(name: "CMockPlatform"),
  target("MockPlatform", ["CLibrary", "CMockPlatform"], declaresPrivacy: true),
  target("MockData", ["CLibrary", "MockPlatform"]),
  system("CZlib", apt: "zlib1g-dev"),
  target(
    "MockConfiguration", ["CLibrary", "CMockPlatform", "CZlib", "MockData", "MockPlatform"],
    declaresPrivacy: true),
  target(
    "MockCalls",
    combine() + ["CLibrary", "CMockPlatform", "MockConfiguration", "MockData", "MockPlatform"],
    settings: settingsForMacros),
  target(
    "MockSessions",
    ["CMockPlatform", "MockCalls", "MockConfiguration", "MockData", "MockPlatform"]),
  target(
    "MockContainer",
    ["MockCalls", "MockConfiguration", "MockData", "MockPlatform", "MockSessions"]),
  // What all ways have in common by which a request reaches its route.
  target("MockRoutes", ["MockCalls", "MockConfiguration", "MockContainer", "MockData"]),
]
if standsInForCombine {
  package.targets.append(.target(name: "Combine", path: "scripts/support/combine"))
}

// MARK: - Running Lua

package.targets += [
  .target(name: "CMockLua", dependencies: [lua()], cSettings: settingsOfC),
  target("LuaRuntime", ["CMockLua", "MockData", "MockPlatform"]),
]
if luaSource.isEmpty {
  package.targets.append(system("CLua", pkgConfig: "lua5.4", apt: "liblua5.4-dev"))
}

// MARK: - What users import

package.targets += macros()
package.targets += [
  target(
    "MockServices",
    (isForCommand ? [] : ["MockServicesMacros"]) + combine() + [
      "MockCalls", "MockConfiguration", "MockContainer", "MockData", "MockPlatform", "MockSessions",
    ],
    exclude: ["Schema"], settings: settingsForMacros),
  // Apart, since only requests need Foundation's networking.
  target(
    "MockHTTP",
    ["MockCalls", "MockConfiguration", "MockContainer", "MockPlatform", "MockRoutes"]),
  // Apart from MockServices, since they need the whole of Foundation, which the command does without.
  target("HandMadeMocks", ["MockServices"]),
  .target(name: "CMockServicesTesting"),
  target("MockServicesTesting", ["CMockServicesTesting", "MockServices"]),
  // Only the code of the developer mode needs a digest.
  system("CCrypto", pkgConfig: isLinux ? "libcrypto" : nil, apt: "libssl-dev"),
  target(
    "MockDebugModes",
    ["MockServices", .target(name: "CCrypto", condition: .when(platforms: [.linux]))],
    declaresPrivacy: true),
  // Only previews need SwiftUI.
  target("MockPreviews", ["MockServices"]),
  .target(name: "CMockScenarios"),
  target(
    "MockScenarios", ["CLibrary", "CMockPlatform", "CMockScenarios", "MockServices"]),
  // Whoever links it needs XCTest.
  target("MockScenariosXCTest", ["MockScenarios", "MockServices"]),
]

// MARK: - Scenarios in Lua

package.targets += [
  // Puts files into the program while the package is built, and compiles those in Lua.
  .executableTarget(name: "FileEmbedder", dependencies: [lua()]),
  .plugin(
    name: "EmbeddingPlugin", capability: .buildTool(), dependencies: ["FileEmbedder"],
    path: "Sources/EmbeddingPlugin"),
  target(
    "MockLua",
    [
      "CLibrary", "LuaRuntime", "MockCalls", "MockConfiguration", "MockContainer", "MockData",
      "MockPlatform", "MockRoutes", "MockSessions",
    ],
    exclude: ["Language"], plugins: ["EmbeddingPlugin"]),
  // Scripts from what was recorded, or stands in other formats.
  target(
    "MockRecording",
    [
      "CLibrary", "MockCalls", "MockConfiguration", "MockContainer", "MockData", "MockLua",
      "MockPlatform", "MockRoutes",
    ]),
  target(
    "MockLuaTesting",
    [
      "CLibrary", "LuaRuntime", "MockCalls", "MockConfiguration", "MockContainer", "MockData",
      "MockLua", "MockPlatform", "MockRecording", "MockServicesTesting",
    ]),
]

// MARK: - The command

package.targets += [
  // No library has a need of HTTP. Where libmicrohttpd is not there, the command is built without the inspector.
  system(
    "CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
  .target(name: "CHTTPServer", dependencies: ["CMicrohttpd"], cSettings: settingsOfHTTP),
  target(
    "MockHTTPServer",
    [
      "CHTTPServer", "CLibrary", "CMockPlatform", "MockCalls", "MockConfiguration", "MockContainer",
      "MockData", "MockPlatform", "MockRoutes",
    ]),
  // Apart, so that the page is turned into code only when it has changed.
  target("InspectorPage", exclude: ["Page"], plugins: ["EmbeddingPlugin"]),
  target(
    "MockInspector",
    [
      "CLibrary", "CMockPlatform", "InspectorPage", "LuaRuntime", "MockCalls", "MockConfiguration",
      "MockContainer", "MockData", "MockHTTPServer", "MockLua", "MockPlatform", "MockRecording",
      "MockSessions",
    ]),
  // What the command tells agents of the language: articles of the documentation, by links. Apart, so that they are
  // turned into code only when they have changed.
  target("LanguageReference", exclude: ["Articles"], plugins: ["EmbeddingPlugin"]),
  system("CEdit", pkgConfig: isLinux ? "libedit" : nil, apt: "libedit-dev"),
  .target(
    name: "CLineEditor", dependencies: ["CEdit"],
    linkerSettings: [.linkedLibrary("edit", .when(platforms: [.macOS]))]),
  // Where libyaml is not there, the command imports no YAML.
  system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
  .target(name: "CYAMLReader", dependencies: ["CYAML"], cSettings: settingsOfYAML),
  program(
    "MockLuaCLI",
    [
      "CLibrary", "CYAMLReader", "LanguageReference",
      .target(name: "CLineEditor", condition: .when(platforms: systemsOfCommand)),
      .target(name: "MockInspector", condition: .when(platforms: systemsOfCommand)),
      "MockCalls", "MockConfiguration", "MockContainer", "MockData",
      .target(name: "MockHTTPServer", condition: .when(platforms: systemsOfCommand)),
      "MockLua", "MockPlatform", "MockRecording", "MockRoutes", "MockSessions",
    ]),
  // `swift package mocklua`. Permissions would be asked of everybody, also of those who only look at a script.
  .plugin(
    name: "MockLuaPlugin",
    capability: .command(
      intent: .custom(
        verb: "mocklua",
        description: "Emits, checks and plays mock scenarios; `mocklua --help` tells more.")),
    path: "Sources/MockLuaPlugin"),
  program(
    "MockLuaBenchmarks",
    [
      "CLibrary", "CMockPlatform", "LuaRuntime", "MockHTTP", "MockLua", "MockScenarios",
      "MockServices",
    ]),
]

// MARK: - Examples

package.targets += [
  target("ReservationExample", ["MockServices"], path: "examples/Reservation/Sources"),
  tests(
    "ReservationExampleTests",
    ["ReservationExample", "MockServices", "MockServicesTesting", "MockLua"],
    path: "examples/Reservation/Tests"),
  // The unit tests of WeatherApp, which Xcode builds, with the sources that they test.
  tests(
    "WeatherExampleTests", ["MockLua", "MockLuaTesting", "MockServices"],
    path: "examples/WeatherApp",
    exclude: ["Sources/WeatherApp.swift", "Sources/WeatherView.swift", "UITests", "project.yml"],
    sources: ["Sources", "UnitTests"]),
  target("ForecastKit", path: "examples/Forecast/Sources/ForecastKit"),
  program(
    "ForecastApp", ["ForecastKit", "MockHTTP", "MockServices"],
    path: "examples/Forecast/Sources/ForecastApp"),
  tests(
    "ForecastExampleTests",
    [
      "ForecastApp", "ForecastKit", "MockHTTP", "MockLua", "MockLuaTesting", "MockScenarios",
      "MockServices",
    ],
    path: "examples/Forecast/Tests",
    exclude: ["forecast.json", "forecast.lua", "forecast.offline.json"]),
  target("ShopExample", ["MockServices"], path: "examples/Shop/Sources"),
  tests(
    "ShopExampleTests", ["ShopExample", "MockLua", "MockLuaTesting", "MockServices"],
    path: "examples/Shop/Tests"),
  target(
    "DebugModesKit", ["MockDebugModes", "MockServices"],
    path: "examples/DebugModes/Sources/DebugModesKit"),
  program(
    "DebugModesApp", ["DebugModesKit", "MockDebugModes", "MockServices"],
    path: "examples/DebugModes/Sources/DebugModesApp"),
  tests(
    "DebugModesTests",
    ["DebugModesApp", "DebugModesKit", "MockDebugModes", "MockScenarios", "MockServices"],
    path: "examples/DebugModes/Tests/DebugModesTests"),
  target("BankingKit", ["MockServices"], path: "examples/BankingApp/Sources/BankingKit"),
  target(
    "BankingPresets", ["MockScenarios", "MockServices"],
    path: "examples/BankingApp/Sources/BankingPresets"),
  program(
    "BankingApp", ["BankingKit", "MockServices", "MockLua"],
    path: "examples/BankingApp/Sources/BankingApp"),
  tests(
    "BankingAppTests",
    [
      "BankingApp", "BankingKit", "BankingPresets", "MockLua", "MockScenarios",
      "MockScenariosXCTest", "MockServices",
    ],
    path: "examples/BankingApp/Tests/BankingAppTests"),
]

// MARK: - Tests, each named after the target that it tests

package.targets += [
  // What several of them use.
  target("TestSupport", ["MockData", "MockPlatform"], path: "Tests/TestSupport"),
  tests("LuaRuntimeTests", ["LuaRuntime"]),
  tests("MockPlatformTests", ["CMockPlatform", "MockPlatform", "TestSupport"]),
  tests("MockDataTests", ["MockData", "TestSupport"]),
  tests(
    "MockConfigurationTests",
    ["FuzzChecks", "MockConfiguration", "MockData", "MockPlatform", "TestSupport"]),
  tests(
    "MockCallsTests", ["MockCalls", "MockConfiguration", "MockData", "MockPlatform", "TestSupport"]),
  // Launched by tests: makes the calls that they ask for, through a live session.
  program("SessionApp", ["MockServices"], path: "Tests/SessionApp"),
  // Launched by tests: a test's process, which they can kill.
  program("SessionServer", ["MockLua", "MockServices"], path: "Tests/SessionServer"),
  // Run by scripts/check-launches.
  program(
    "SessionLauncher", ["MockLua", "MockScenarios", "MockServices"], path: "Tests/SessionLauncher"),
  tests(
    "MockSessionsTests",
    [
      "CMockPlatform", "MockCalls", "MockData", "MockLua", "MockPlatform", "MockScenarios",
      "MockServices", "MockSessions", "MockLuaCLI", "SessionApp", "SessionServer",
    ]),
  tests("MockContainerTests", ["MockCalls", "MockPlatform", "MockServices"]),
  tests(
    "MockServicesExpansionTests",
    [isLinux ? "MockServicesExpansion" : "MockServicesMacros"]
      + syntax([
        "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
        "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
      ]),
    settings: settingsOfSyntax, linking: linkingOfSyntax),
  tests(
    "MockServicesTests",
    ["MockCalls", "MockLua", "MockLuaTesting", "MockPlatform", "MockServices"]),
  tests("HandMadeMocksTests", ["HandMadeMocks", "MockServicesTesting"]),
  tests("MockDebugModesTests", ["MockDebugModes", "MockLua"]),
  tests("MockPreviewsTests", ["MockPreviews", "MockServices"], exclude: ["Resources"]),
  // Launched by tests: says which configuration has reached it.
  program("TransportReader", ["MockServices"], path: "Tests/TransportReader"),
  // Launched by tests, which kill it: writes a recording over another.
  program(
    "RecordingWriter", ["MockConfiguration", "MockData", "MockRecording"],
    path: "Tests/RecordingWriter"),
  // Launched by tests: hands a configuration over in a file.
  program("TransportWriter", ["MockScenarios", "MockServices"], path: "Tests/TransportWriter"),
  tests(
    "MockScenariosTests",
    [
      "MockScenarios", "MockScenariosXCTest", "MockServices", "TransportReader", "TransportWriter",
      "MockLuaCLI",
    ]),
  tests(
    "MockLuaTests",
    [
      "MockLua", "LuaRuntime", "MockPlatform", "MockScenarios", "HandMadeMocks", "MockDebugModes",
      "MockServicesTesting", "TestSupport",
    ],
    exclude: ["Presets/awkward.lua", "Presets/login.lua"]),
  tests(
    "MockLuaTestingTests",
    [
      "MockLua", "MockLuaCLI", "MockLuaTesting", "MockPlatform", "MockRecording", "MockScenarios",
      "MockServices", "RecordingWriter", "SessionApp", "TestSupport",
    ],
    exclude: ["Scripts", "Tutorial/loans.lua"]),
  // Apart, so that nothing beside them takes part in what they measure.
  tests(
    "ExploringTests",
    ["MockLua", "MockLuaTesting", "MockScenarios", "MockServices", "SessionApp"],
    exclude: ["First/cities.lua"]),
  tests(
    "MockInspectorTests",
    [
      "CMockPlatform", "InspectorPage", "MockInspector", "MockLua", "MockLuaCLI", "MockScenarios",
      "MockServices", "SessionApp",
    ]),
  // Launched by tests: makes the requests that they ask for.
  program("HTTPApp", ["MockHTTP", "MockServices", "TestSupport"], path: "Tests/HTTPApp"),
  tests(
    "MockHTTPTests",
    [
      "HTTPApp", "MockCalls", "MockHTTP", "MockHTTPServer", "MockLua", "MockLuaCLI",
      "MockLuaTesting",
      "MockRecording", "MockRoutes", "MockScenarios", "MockServices", "TestSupport",
    ],
    exclude: ["First/cities.lua", "Fixtures"]),
  tests(
    "MockLuaCLITests",
    [
      "FuzzChecks", "LanguageReference", "MockHTTPServer", "MockInspector", "MockLuaCLI", "MockLua",
      "MockPlatform", "MockRecording", "MockRoutes", "MockServices",
      "TestSupport",
    ]),
  // What fuzzing checks of one input; the tests do so with the inputs that are worth keeping.
  target(
    "FuzzChecks",
    ["CMockLua", "LuaRuntime", "MockLua", "MockServices", "MockSessions"],
    path: "Tests/Fuzz",
    exclude: [
      "Calls", "Configuration", "Corpus", "Driver", "Frames", "Matcher", "README.md", "Regex",
      "Script", "Wire",
    ],
    sources: ["Checks", "Support"]),
  tests("FuzzTests", ["FuzzChecks"]),
]
package.targets += fuzzers("Wire", "Configuration", "Matcher", "Regex", "Script", "Calls", "Frames")
if standsInForCombine {
  // Those of what may import Combine, and of an app that shows what it observes.
  let tests = ["MockCallsTests", "MockContainerTests", "MockServicesTests", "BankingAppTests"]
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

// MARK: - Helpers

/// Library products, each of the target of its name.
func libraries(_ names: String...) -> [Product] {
  names.map { .library(name: $0, targets: [$0]) }
}

/// A library in Swift.
///
/// One that declares privacy has a manifest of why it calls functions of the system for which Apple asks a reason. A
/// target with a resource takes all of Foundation, so that Linux leaves it out.
func target(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  exclude: [String] = [], sources: [String]? = nil,
  declaresPrivacy: Bool = false, settings: [SwiftSetting] = settings,
  plugins: [Target.PluginUsage]? = nil
) -> Target {
  let manifest = "PrivacyInfo.xcprivacy"
  return .target(
    name: name, dependencies: dependencies, path: path,
    exclude: exclude + (declaresPrivacy && isLinux ? [manifest] : []), sources: sources,
    resources: declaresPrivacy && !isLinux ? [.process(manifest)] : nil,
    swiftSettings: settings, plugins: plugins)
}

/// An executable in Swift.
func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// Tests in Swift.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  exclude: [String] = [], sources: [String]? = nil, settings: [SwiftSetting] = settings,
  linking: [LinkerSetting]? = nil
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, sources: sources,
    swiftSettings: settings, linkerSettings: linking)
}

/// A library of the system, by a module map.
func system(
  _ name: String, pkgConfig: String? = nil, apt: String, brew: String? = nil
) -> Target {
  .systemLibrary(
    name: name, path: "modulemaps/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt])] + (brew.map { [.brew([$0])] } ?? []))
}

/// The macro plugin and its expansion code.
///
/// On Linux, the expansion code is a separate target, because SwiftPM builds a plugin's tests for the wrong destination
/// there. On Apple platforms, it's part of the plugin. In a separate library, swift-syntax would be built from source
/// and then linked with Xcode's prebuilt swift-syntax (swiftlang/swift-package-manager#9261).
func macros() -> [Target] {
  let products = [
    "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
  ]
  guard isLinux else {
    return [
      .macro(
        name: "MockServicesMacros", dependencies: syntax(products + ["SwiftCompilerPlugin"]),
        swiftSettings: settingsOfSyntax)
    ]
  }
  return [
    target(
      "MockServicesExpansion", syntax(products), path: "Sources/MockServicesMacros/Expansion",
      settings: settingsOfSyntax),
    .macro(
      name: "MockServicesMacros",
      dependencies: ["MockServicesExpansion"]
        + syntax(["SwiftSyntaxMacros", "SwiftCompilerPlugin"]),
      path: "Sources/MockServicesMacros/Plugin",
      swiftSettings: settingsOfSyntax, linkerSettings: linkingOfSyntax),
  ]
}

/// The programs that scripts/fuzz runs; none otherwise.
func fuzzers(_ names: String...) -> [Target] {
  guard let sanitizers else { return [] }
  return [.target(name: "CFuzzDriver", path: "Tests/Fuzz/Driver")]
    + names.map { name in
      .executableTarget(
        name: "Fuzz\(name)", dependencies: ["CFuzzDriver", "FuzzChecks"],
        path: "Tests/Fuzz/\(name)", swiftSettings: settings,
        linkerSettings: [.unsafeFlags(["-sanitize=\(sanitizers)"])])
    }
}

/// The stand-in for Combine, where there is one.
func combine() -> [Target.Dependency] { standsInForCombine ? ["Combine"] : [] }

/// The module `CLua` with the headers of Lua, which the library of the system has as well as the package.
func lua() -> Target.Dependency {
  guard !luaSource.isEmpty else { return "CLua" }
  let package = luaSource == "package" ? "LuaSwift" : luaSource.split(separator: "/").last ?? ""
  return .product(
    name: "Lua", package: String(package), condition: .when(platforms: systemsWithLua))
}

func luaPackage() -> [Package.Dependency] {
  switch luaSource {
  case "": []
  case "package":
    // A later minor version may bring Lua 5.5, which starts in another way.
    [.package(url: "https://github.com/tomsci/LuaSwift.git", .upToNextMinor(from: "1.0.0"))]
  default: [.package(path: luaSource)]
  }
}

/// Products of the swift-syntax package; none where the toolchain has them.
func syntax(_ products: [String]) -> [Target.Dependency] {
  guard syntaxFolder == nil else { return [] }
  return products.map { .product(name: $0, package: "swift-syntax") }
}

func syntaxPackage() -> [Package.Dependency] {
  guard syntaxFolder == nil else { return [] }
  return [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"604.0.0")
  ]
}

/// The toolchain's own swift-syntax; nil on macOS, and where the package is asked for.
///
/// SwiftPM says nowhere which toolchain it belongs to, but this manifest has loaded a library of it.
func toolchainSyntax() -> String? {
  var folder: String?
  #if os(Linux)
    guard !takesSyntaxPackage, let maps = fopen("/proc/self/maps", "r") else { return nil }
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
