// swift-tools-version: 6.2
import PackageDescription

// Modules stand in the order of the data: see "A map of Sources" in README.md. A module may depend
// only on modules named before it; the executable comes last.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func cLibrary(_ name: String, pkgConfig: String?, package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(name)Tests", exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "bulletin",
    products: [
        .executable(name: "bulletin", targets: ["bulletin"]),
        .executable(name: "category-trainer", targets: ["CategoryTrainer"]),
    ],
    targets: [
        // C libraries of Debian 12, imported without a compiled shim.
        cLibrary("CLibXML2", pkgConfig: "libxml-2.0", package: "libxml2-dev"),
        cLibrary("CLibCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        cLibrary("CLibCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        // Without pkg-config: its file asks for a preprocessor definition that SwiftPM refuses with a warning.
        cLibrary("CUTF8Proc", pkgConfig: nil, package: "libutf8proc-dev"),
        cLibrary("CJansson", pkgConfig: "jansson", package: "libjansson-dev"),
        // For the app's back end: passwords hashed with bcrypt, which libcrypto has not, as htpasswd writes them.
        cLibrary("CLibCrypt", pkgConfig: "libcrypt", package: "libcrypt-dev"),
        // Packed tables, embedded at build time: a Swift literal of their size stops the compiler.
        .target(
            name: "CTables", path: "Sources/CTables",
            exclude: ["html-entities.txt", "news-codes.table", "section-names.table", "text-model.table"]),

        // Values and text.
        module("News"),
        module("Threads"),
        module("PlainText", ["CUTF8Proc", "CTables"]),
        module("JSON", ["CJansson"]),
        module("XMLTree", ["CLibXML2"]),

        // From the world to items.
        module("HTTP", ["CLibCurl"]),
        module("Feeds", ["CLibXML2", "XMLTree", "News", "PlainText"]),
        module("Fetching", ["HTTP", "Feeds", "News", "Threads"]),

        // From items to bulletins: pure.
        module("Categories", ["News", "PlainText", "CTables"]),
        module("TimeZones", ["News", "PlainText"]),
        module("Stories", ["News", "PlainText", "TimeZones", "CLibCrypto"]),
        module("HubLanguage", ["JSON", "XMLTree"]),
        module("Bulletins", ["News", "PlainText", "HubLanguage"]),

        // From bulletins to outcomes.
        module("Ledger", ["News", "Stories", "CSQLite"]),
        module("NotificationHub", ["News", "HTTP", "HubLanguage", "JSON", "XMLTree", "CLibCrypto"]),
        module(
            "Preview",
            [
                "News", "PlainText", "HTTP", "Bulletins", "HubLanguage", "NotificationHub", "JSON", "XMLTree",
                "CLibCrypto",
            ]),
        module(
            "Broadcasting",
            [
                "News", "Fetching", "Feeds", "HTTP", "Stories", "Categories", "Bulletins", "Ledger", "HubLanguage",
                "NotificationHub", "PlainText", "Preview",
            ]),

        // The edge of what listens: below both the local hub and the app's back end.
        module("HTTPServer", ["Threads", "CMicroHTTPD", "CLibCrypto"]),

        // The service's side: never imports NotificationHub, or client and fake would share their mistakes.
        module("HubEmulator", ["News", "HubLanguage", "JSON", "XMLTree", "HTTPServer", "CLibCrypto", "CSQLite"]),

        // Between the app and the hub: registrations of signed-in users.
        module(
            "AppBackend",
            [
                "News", "HubLanguage", "JSON", "NotificationHub", "HTTPServer", "Threads", "CLibCrypt", "CLibCrypto",
                "CSQLite",
            ]),

        // The program.
        module("Settings", ["News", "PlainText", "JSON", "HubLanguage", "TimeZones", "CTables"]),
        module("Terminal", ["News", "PlainText", "JSON"]),
        .executableTarget(
            name: "bulletin",
            dependencies: [
                "News", "PlainText", "JSON", "Feeds", "HTTP", "Fetching", "Categories", "Stories", "Bulletins",
                "Ledger",
                "HubLanguage", "NotificationHub", "Preview", "Broadcasting", "HTTPServer", "HubEmulator", "AppBackend",
                "Settings", "Terminal",
            ],
            path: "Sources/bulletin", swiftSettings: strict),
        .executableTarget(
            name: "CategoryTrainer", dependencies: ["News", "PlainText", "Categories", "Threads"],
            path: "Sources/CategoryTrainer", swiftSettings: strict),

        // What the client costs, over HTTP and HTTPS: see its one file.
        .executableTarget(
            name: "HubBenchmark", dependencies: ["News", "HTTP", "HubLanguage", "NotificationHub"],
            path: "Tests/HubBenchmark", swiftSettings: strict),

        // Tests: one target for each module; EndToEndTests run the built program.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        tests("News"),
        tests("PlainText"),
        tests("JSON"),
        tests("XMLTree"),
        tests("HTTP"),
        tests("Feeds", ["News", "PlainText"]),
        tests("Fetching", ["News", "Feeds", "HTTP"], exclude: ["Fixtures"]),
        tests("Categories", ["News", "PlainText"], exclude: ["Snapshots"]),
        tests("TimeZones", ["News"]),
        tests("Stories", ["News", "TimeZones"]),
        tests("HubLanguage", ["JSON"]),
        tests("Bulletins", ["News", "HubLanguage"]),
        tests("Ledger", ["News", "Stories", "TimeZones", "CSQLite"]),
        tests("NotificationHub", ["News", "HTTP", "HubLanguage", "JSON"], exclude: ["Fixtures"]),
        tests(
            "Preview", ["News", "Bulletins", "HubLanguage", "JSON", "NotificationHub", "PlainText"],
            exclude: ["Snapshots"]),
        tests(
            "Broadcasting",
            ["News", "Stories", "Ledger", "Bulletins", "NotificationHub", "HTTP", "Fetching", "Preview"]),
        tests("HubEmulator", ["News", "HubLanguage", "JSON", "XMLTree", "HTTPServer"]),
        tests("AppBackend", ["News", "HubLanguage", "JSON", "HTTP", "HTTPServer", "NotificationHub"]),
        tests("Settings", ["News", "JSON", "TimeZones"]),
        tests("Terminal", ["News"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["bulletin", "TestSupport", "News", "JSON", "HubEmulator", "HubLanguage"],
            path: "Tests/EndToEndTests", exclude: ["Snapshots"], swiftSettings: strict),
    ],
    cLanguageStandard: .gnu2x
)
