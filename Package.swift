// swift-tools-version: 6.2
// The environment variables; the products; the targets, each after the targets that it depends on, with examples and
// tests last; and helpers that keep each target short.
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

// MARK: - Environment variables

/// The sanitizers for scripts/fuzz, such as `fuzzer,address`; the fuzzers are only targets if this is set.
let sanitizers = Context.environment["MOCKLUA_FUZZ"]
/// If set to any value, uses the swift-syntax package on Linux too, instead of the toolchain's own modules.
let takesSyntaxPackage = Context.environment["MOCKLUA_SWIFT_SYNTAX"] != nil
/// The source of Lua: `package` for tomsci/LuaSwift, the path of a similar package, or empty for the system's library.
///
/// Linux distributions have a library. Apple's SDKs don't, so Lua is compiled there.
let luaSource = Context.environment["MOCKLUA_LUA_PACKAGE"] ?? (isLinux ? "" : "package")
/// If set to any value, a stand-in for Apple's Combine is used on Linux; only for scripts/check-apple.
let standsInForCombine = isLinux && Context.environment["MOCKLUA_COMBINE_STAND_IN"] != nil
/// If set to any value, builds the command as on a Mac without libmicrohttpd and libyaml; only for scripts/check-apple.
let isWithoutHTTP = Context.environment["MOCKLUA_WITHOUT_MICROHTTPD"] != nil
/// If set to any value, leaves out the macros.
///
/// The command doesn't use them, and a macro plugin can't be linked statically like the command.
let isForCommand = Context.environment["MOCKLUA_WITHOUT_MACROS"] != nil

// MARK: - Settings

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
/// The settings of all Swift targets except macros: sanitizers check the fuzzed code, and not the tools of the build.
let settings = features + (sanitizers.map { [.unsafeFlags(["-sanitize=\($0)"])] } ?? [])
let settingsForMacros = isForCommand ? settings + [.define("MOCKLUA_WITHOUT_MACROS")] : settings
let settingsOfC: [CSetting] =
  (sanitizers.map {
    [.unsafeFlags(["-fsanitize=\($0.replacing("fuzzer", with: "fuzzer-no-link"))"])]
  } ?? [])
  + (luaSource.isEmpty ? [] : [.define("MOCKLUA_COMPILES_LUA")])
let settingsOfHTTP: [CSetting] =
  (isForCommand && isLinux
    ? [.define("MOCKLUA_WITHOUT_TLS"), .define("MOCKLUA_WITHOUT_WSLAY")] : [])
  + (isWithoutHTTP ? [.define("MOCKLUA_WITHOUT_MICROHTTPD")] : [])

let settingsOfYAML: [CSetting] =
  isWithoutHTTP ? [.define("MOCKLUA_WITHOUT_LIBYAML")] : []

/// The folder of the toolchain's swift-syntax modules; nil if the package is used.
let syntaxFolder = toolchainSyntax()
let settingsOfSyntax =
  features + (syntaxFolder.map { [.unsafeFlags(["-I", $0])] } ?? [])
let linkingOfSyntax: [LinkerSetting] =
  syntaxFolder.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []

/// The platforms for which Lua can be compiled; it can start processes, which tvOS, watchOS, and visionOS don't allow.
let systemsWithLua: [Platform] = [.linux, .macOS, .macCatalyst, .iOS]
/// The platforms of the command, since other SDKs have no line editor.
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
    "MockServicesTesting", "MockScenarios", "MockScenariosXCTest", "MockLua", "MockLuaTesting",
    "MockLuaTools")
    + [
      .executable(name: "mocklua", targets: ["MockLuaCLI"]),
      .plugin(name: "MockLuaPlugin", targets: ["MockLuaPlugin"]),
    ],
  dependencies: syntaxPackage() + luaPackage(),
  swiftLanguageModes: [.v6]
)

// MARK: - Layers of MockServices, each depending only on earlier ones

package.targets += [
  // The system's C library under one name.
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
  // The common parts of all the ways in which a request is routed.
  target(
    "MockRoutes",
    ["MockCalls", "MockConfiguration", "MockContainer", "MockData", "MockPlatform"]),
]
if standsInForCombine {
  package.targets.append(.target(name: "Combine", path: "scripts/support/combine"))
}

// MARK: - Lua runtime

package.targets += [
  .target(name: "CMockLua", dependencies: [lua()], cSettings: settingsOfC),
  target("LuaRuntime", ["CLibrary", "CMockLua", "MockData", "MockPlatform"]),
]
if luaSource.isEmpty {
  package.targets.append(system("CLua", pkgConfig: "lua5.4", apt: "liblua5.4-dev"))
}

// MARK: - Modules that users import

package.targets += macros()
package.targets += [
  target(
    "MockServices",
    (isForCommand ? [] : ["MockServicesMacros"]) + combine() + [
      "MockCalls", "MockConfiguration", "MockContainer", "MockData", "MockPlatform", "MockSessions",
    ],
    exclude: ["Schema"], settings: settingsForMacros),
  // A separate target, since only requests require Foundation's networking.
  target(
    "MockHTTP",
    [
      "MockCalls", "MockConfiguration", "MockContainer", "MockData", "MockPlatform", "MockRoutes",
    ]),
  // Separate from MockServices, because it requires all of Foundation, which the command doesn't use.
  target("HandMadeMocks", ["MockServices"]),
  .target(name: "CMockServicesTesting"),
  target("MockServicesTesting", ["CMockServicesTesting", "MockServices"]),
  // Only the developer mode's code requires a digest.
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
  // Requires XCTest to link.
  target(
    "MockScenariosXCTest",
    [
      .target(name: "MockLua", condition: .when(platforms: systemsWithLua)), "MockScenarios",
      "MockServices",
    ]),
]

// MARK: - Scenarios in Lua

package.targets += [
  // Embeds files into the program during the build, and compiles Lua files.
  .executableTarget(name: "FileEmbedder", dependencies: [lua()]),
  .plugin(
    name: "EmbeddingPlugin", capability: .buildTool(), dependencies: ["FileEmbedder"],
    path: "Sources/EmbeddingPlugin"),
  // Without libyaml, OpenAPI descriptions can't be YAML.
  system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
  .target(name: "CYAMLReader", dependencies: ["CYAML"], cSettings: settingsOfYAML),
  target(
    "MockLua",
    [
      "CLibrary", "CMockPlatform",
      .target(name: "CYAMLReader", condition: .when(platforms: [.linux, .macOS])),
      "LuaRuntime", "MockCalls", "MockConfiguration", "MockContainer", "MockData",
      "MockPlatform", "MockRoutes", "MockSessions",
    ],
    exclude: ["Language"], plugins: ["EmbeddingPlugin"]),
  // The tools for scripts, separate from MockLua because no test needs them: a console, checks, definitions for editors,
  // replaying traces, and presets.
  target(
    "MockLuaTools",
    [
      "CLibrary", "LuaRuntime", "MockCalls", "MockConfiguration", "MockContainer", "MockData",
      "MockLua", "MockPlatform", "MockRoutes",
    ],
    exclude: ["Language"], plugins: ["EmbeddingPlugin"]),
  // Scripts from recordings or configurations.
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
      "MockLua", "MockPlatform", "MockRecording", "MockServices", "MockServicesTesting",
    ]),
]

// MARK: - The command

package.targets += [
  // State from recordings.
  target(
    "MockLearning",
    [
      "MockCalls", "MockConfiguration", "MockData", "MockLua", "MockRecording", "MockRoutes",
    ]),
  // Libraries don't require an HTTP server. Without libmicrohttpd, the command is built without the inspector.
  system(
    "CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
  // Debian has no static library of wslay, which the static command would need.
  system(
    "CWslay", pkgConfig: isLinux ? nil : "libwslay", apt: "libwslay-dev", brew: "wslay"),
  // libmicrohttpd uses it for TLS. Debian has no static libraries of all that it needs.
  system("CGnuTLS", pkgConfig: "gnutls", apt: "libgnutls28-dev", brew: "gnutls"),
  .target(
    name: "CHTTPServer",
    dependencies: ["CMicrohttpd", "CWslay"] + (isForCommand && isLinux ? [] : ["CGnuTLS"]),
    cSettings: settingsOfHTTP,
    linkerSettings: isForCommand
      ? []
      : [
        .linkedLibrary("wslay", .when(platforms: [.linux])),
        .linkedLibrary("md", .when(platforms: [.linux])),
      ]),
  target(
    "MockHTTPServer",
    [
      "CHTTPServer", "CLibrary", "MockCalls", "MockConfiguration", "MockContainer", "MockData",
      "MockPlatform", "MockRoutes",
    ]),
  // A separate target, so that the page is only converted to code when it has changed.
  target("InspectorPage", exclude: ["Page"], plugins: ["EmbeddingPlugin"]),
  target(
    "MockInspector",
    [
      "CLibrary", "InspectorPage", "LuaRuntime", "MockCalls", "MockConfiguration", "MockContainer",
      "MockData", "MockHTTPServer", "MockLua", "MockLuaTools", "MockPlatform", "MockRecording",
      "MockRoutes", "MockSessions",
    ]),
  // The language reference that the command provides to agents, with links to articles of the documentation. A separate
  // target, so that the articles are only converted to code when they have changed.
  target("LanguageReference", exclude: ["Articles"], plugins: ["EmbeddingPlugin"]),
  system("CEdit", pkgConfig: isLinux ? "libedit" : nil, apt: "libedit-dev"),
  .target(
    name: "CLineEditor", dependencies: ["CEdit"],
    linkerSettings: [.linkedLibrary("edit", .when(platforms: [.macOS]))]),
  program(
    "MockLuaCLI",
    [
      "CLibrary", "LanguageReference",
      .target(name: "CLineEditor", condition: .when(platforms: systemsOfCommand)),
      .target(name: "MockInspector", condition: .when(platforms: systemsOfCommand)),
      "MockCalls", "MockConfiguration", "MockContainer", "MockData",
      .target(name: "MockHTTPServer", condition: .when(platforms: systemsOfCommand)),
      "MockLearning", "MockLua", "MockLuaTools", "MockPlatform", "MockRecording", "MockRoutes",
      "MockSessions",
    ]),
  // `swift package mocklua`. It requests no permissions, because SwiftPM would then ask all users for them.
  .plugin(
    name: "MockLuaPlugin",
    capability: .command(
      intent: .custom(
        verb: "mocklua",
        description: "Checks, converts, and plays mock scenarios. For help, run `mocklua --help`.")),
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
  // The unit tests of WeatherApp, which is built in Xcode, with the sources under test.
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

// MARK: - Tests, named after their targets

package.targets += [
  // Code that several test targets share.
  target(
    "TestSupport", ["CLibrary", "CMockScenarios", "MockData", "MockPlatform"],
    path: "Tests/TestSupport"),
  tests("LuaRuntimeTests", ["LuaRuntime", "TestSupport"]),
  tests("MockPlatformTests", ["CMockPlatform", "MockPlatform", "TestSupport"]),
  tests("MockDataTests", ["MockData", "TestSupport"]),
  tests(
    "MockConfigurationTests",
    ["FuzzChecks", "MockConfiguration", "MockData", "MockPlatform", "TestSupport"]),
  tests(
    "MockCallsTests", ["MockCalls", "MockConfiguration", "MockData", "MockPlatform", "TestSupport"]),
  // Launched by tests: makes the calls that the tests request, through a live session.
  program("SessionApp", ["MockServices"], path: "Tests/SessionApp"),
  // Launched by tests: the process of a test, which they can kill.
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
  // Launched by tests: prints the configuration that it received.
  program("TransportReader", ["MockServices"], path: "Tests/TransportReader"),
  // Launched and killed by tests: overwrites a recording.
  program(
    "RecordingWriter", ["MockConfiguration", "MockData", "MockRecording"],
    path: "Tests/RecordingWriter"),
  // Launched by tests: passes on a configuration in a file.
  program("TransportWriter", ["MockScenarios", "MockServices"], path: "Tests/TransportWriter"),
  tests(
    "MockScenariosTests",
    [
      "MockLua", "MockScenarios", "MockScenariosXCTest", "MockServices", "TransportReader",
      "TransportWriter",
      "MockLuaCLI",
    ]),
  tests(
    "MockLuaTests",
    [
      "MockLua", "LuaRuntime", "MockLuaTools", "MockPlatform", "MockScenarios", "HandMadeMocks",
      "MockDebugModes", "MockServicesTesting", "TestSupport",
    ],
    exclude: ["Presets/awkward.lua", "Presets/login.lua"]),
  tests(
    "MockLuaTestingTests",
    [
      "MockLua", "MockLuaCLI", "MockLuaTesting", "MockLuaTools", "MockPlatform", "MockRecording",
      "MockScenarios", "MockServices", "RecordingWriter", "SessionApp", "TestSupport",
    ],
    exclude: ["Scripts", "Tutorial/loans.lua"]),
  // A separate target, so that other tests don't affect its measurements.
  tests(
    "ExploringTests",
    ["MockLua", "MockLuaTesting", "MockLuaTools", "MockScenarios", "MockServices", "SessionApp"],
    exclude: ["First/cities.lua"]),
  tests(
    "MockInspectorTests",
    [
      "CMockPlatform", "InspectorPage", "MockInspector", "MockLua", "MockLuaCLI", "MockScenarios",
      "MockServices", "SessionApp",
    ]),
  // Launched by tests: makes HTTP requests for them.
  program("HTTPApp", ["MockHTTP", "MockServices", "TestSupport"], path: "Tests/HTTPApp"),
  tests(
    "MockHTTPTests",
    [
      "CMockPlatform", "HTTPApp", "MockCalls", "MockHTTP", "MockHTTPServer", "MockLearning",
      "MockLua", "MockLuaCLI", "MockLuaTesting", "MockLuaTools", "MockPlatform",
      "MockRecording", "MockRoutes", "MockScenarios", "MockServices", "TestSupport",
    ],
    exclude: ["First/cities.lua", "Fixtures"]),
  tests(
    "MockLuaCLITests",
    [
      "FuzzChecks", "LanguageReference", "MockHTTPServer", "MockInspector", "MockLearning",
      "MockLua", "MockLuaCLI", "MockLuaTools", "MockPlatform", "MockRecording", "MockRoutes",
      "MockServices",
      "TestSupport",
    ]),
  // The checks of fuzzing for one input, which the tests also run for the inputs in the corpus.
  target(
    "FuzzChecks",
    ["CMockLua", "LuaRuntime", "MockLua", "MockLuaTools", "MockServices", "MockSessions"],
    path: "Tests/Fuzz",
    exclude: [
      "Calls", "Configuration", "Corpus", "Driver", "Frames", "Matcher", "README.md", "Regex",
      "Script", "Wire",
    ],
    sources: ["Checks", "Support"]),
  tests("FuzzTests", ["FuzzChecks", "TestSupport"]),
]
package.targets += fuzzers("Wire", "Configuration", "Matcher", "Regex", "Script", "Calls", "Frames")
if standsInForCombine {
  // Keep the tests of targets that can import Combine, and of an app that shows observed values.
  let tests = ["MockCallsTests", "MockContainerTests", "MockServicesTests", "BankingAppTests"]
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

// MARK: - Helpers

/// Returns library products, each with the target of the same name.
func libraries(_ names: String...) -> [Product] {
  names.map { .library(name: $0, targets: [$0]) }
}

/// Returns a library in Swift.
///
/// With `declaresPrivacy`, the target has a manifest with the reasons for calling system functions that Apple
/// restricts. A target with a resource depends on all of Foundation, so the manifest is left out on Linux.
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

/// Returns an executable in Swift.
func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// Returns a test target in Swift.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  exclude: [String] = [], sources: [String]? = nil, settings: [SwiftSetting] = settings,
  linking: [LinkerSetting]? = nil
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, sources: sources,
    swiftSettings: settings, linkerSettings: linking)
}

/// Returns a system library with a module map.
func system(
  _ name: String, pkgConfig: String? = nil, apt: String, brew: String? = nil
) -> Target {
  .systemLibrary(
    name: name, path: "modulemaps/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt])] + (brew.map { [.brew([$0])] } ?? []))
}

/// Returns the macro plugin and its expansion code.
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

/// Returns the programs that scripts/fuzz runs, or nothing without sanitizers.
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

/// Returns the stand-in for Combine, if it is used.
func combine() -> [Target.Dependency] { standsInForCombine ? ["Combine"] : [] }

/// Returns the product with the module `CLua`, which contains the headers of Lua in the system's library and in the
/// package.
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
    // A later minor version might contain Lua 5.5, which starts differently.
    [.package(url: "https://github.com/tomsci/LuaSwift.git", .upToNextMinor(from: "1.0.0"))]
  default: [.package(path: luaSource)]
  }
}

/// Returns products of the swift-syntax package; empty if the toolchain's modules are used.
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

/// Returns the folder of the toolchain's own swift-syntax; nil on macOS, or if the package is requested.
///
/// SwiftPM doesn't provide the path of its toolchain, but this manifest has loaded a library from it.
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
