import HTTPServer
import HubLanguage
import NotificationHub
import TestSupport
import Testing

@testable import AppBackend

/// Who may do what, and what is taken for a request: all of it pure.
@Suite struct RulesTests {
    private static let rules = TagRules(
        categoryTags: ["World", "Sports"],
        byUser: [
            ("Desk", ["{category}", "Local_*", "from:anna"]), ("wide", ["*"]), ("follower", ["from:*"]), ("none", []),
        ])

    /// The user, the tags, and what comes of them: the tags that are set, or the status.
    private static let tags: [(user: String, tags: [String], result: Result<[String], Denial>)] = [
        ("anna", ["Sports", "World", "Sports"], .success(["Sports", "World"])), ("anna", [], .success([])),
        ("anna", ["sports"], .failure(403)), ("anna", ["Local_North"], .failure(403)),
        ("none", ["World"], .failure(403)),
        ("desk", ["World", "Local_North", "from:anna"], .success(["World", "Local_North", "from:anna"])),
        ("desk", ["Local"], .failure(403)), ("desk", ["from:bob"], .failure(403)),
        ("anna", ["a b"], .failure(400)), ("anna", ["World,username:bob"], .failure(400)),
        ("anna", [""], .failure(400)),
        ("anna", ["Wörld"], .failure(400)), ("anna", [String(repeating: "x", count: 121)], .failure(400)),
        // However it is written, and whatever is allowed: nobody becomes another.
        ("wide", ["username:bob"], .failure(403)), ("wide", ["USERNAME:bob"], .failure(403)),
        ("wide", ["Username:wide"], .failure(403)), ("wide", [" username:bob"], .failure(403)),
        ("wide", ["$UserId:{bob}"], .failure(403)), ("wide", ["$installationid:{x}"], .failure(403)),
        ("wide", ["$x"], .failure(403)), ("wide", ["\tusername:bob"], .failure(403)),
        ("wide", ["Anything", "usernames:bob"], .success(["Anything", "usernames:bob"])),
        // What somebody sends is read by those alone of whom the configuration says so.
        ("wide", ["from:anna"], .failure(403)), ("wide", ["FROM:anna"], .failure(403)),
        ("follower", ["from:anna"], .success(["from:anna"])), ("follower", ["World"], .failure(403)),
        ("wide", (1...59).map { "t\($0)" }, .success((1...59).map { "t\($0)" })),
        ("wide", (1...60).map { "t\($0)" }, .failure(400)),
    ]

    @Test func nobodyTakesWhatIsAnothers() throws {
        for (name, tags, expected) in Self.tags {
            let user = try #require(UserName(name))
            let result = Result { () throws(Denial) in try Self.rules.checked(tags, for: user) }
            switch (result, expected) {
            case (.success(let found), .success(let wanted)): #expect(found == wanted, "\(name): \(tags)")
            case (.failure(let found), .failure(let wanted)): #expect(found.status == wanted.status, "\(name): \(tags)")
            default: Issue.record("\(name): \(tags) gave \(result)")
            }
        }
        for text in ["", "a b", "a:b", "a,b", "a/b", "ä", "$x", String(repeating: "x", count: 112)] {
            #expect(UserName(text) == nil, "\(text)")
        }
        let anna = try #require(UserName("anna"))
        #expect(UserName("Anna") == anna && UserName("Anna")?.tag.text == "username:Anna")

        let notify = NotifyRules(bySender: [("desk", ["*"]), ("Bob", ["Anna"]), ("default", ["carl"])])
        let pairs = [
            ("desk", "anna", true), ("bob", "ANNA", true), ("bob", "carl", false), ("anna", "carl", true),
            ("anna", "bob", false), ("anna", "Anna", true),
        ]
        for (sender, user, may) in pairs {
            #expect(
                notify.may(try #require(UserName(sender)), notify: try #require(UserName(user))) == may, "\(sender)")
        }
        #expect(!NotifyRules(bySender: []).may(anna, notify: try #require(UserName("bob"))))

        let owners: [([String], Owner)] = [
            ([], .nobody), (["World", "$InstallationId:{x}"], .nobody), (["username:Anna"], .user(key: "anna")),
            (["USERNAME:anna", "username:ANNA"], .user(key: "anna")), (["username:anna", "username:bob"], .unclear),
        ]
        for (tags, owner) in owners { #expect(Owner(tags: tags) == owner, "\(tags)") }

        func registration(_ id: String, _ tags: String...) -> Registration {
            Registration(id: id, platform: .fcmV1, handle: .token("t"), tags: tags)
        }
        let all = [
            registration("1", "username:bob"), registration("2", "World"), registration("3", "username:anna"),
            registration("4", "$InstallationId:{b}", "username:bob"),
            registration("5", "$InstallationId:{a}", "username:anna"),
            registration("6", "username:anna", "username:bob"),
        ]
        let kept = HandleDecision(all, for: anna, isMoved: false)
        #expect(kept.candidates.map(\.id) == ["2", "3"])
        #expect(kept.otherRegistrations.isEmpty && kept.otherInstallations.isEmpty)
        let moved = HandleDecision(all, for: anna, isMoved: true)
        #expect(moved.candidates == kept.candidates && moved.otherInstallations == ["b"])
        #expect(moved.otherRegistrations.map(\.id) == ["1", "6"])
    }

    /// A body, whether it is a registration's or an installation's, and what is wrong with it; nil for nothing.
    private static let bodies: [(body: String, isOlder: Bool, says: String?)] = [
        (#"{"Platform":"apns","Handle":"ab12","Tags":["World"]}"#, false, nil),
        (#"{"platform":"FCM","handle":"x","tags":null,"template":true,"more":[1]}"#, false, nil),
        (#"{"platform":"ios","instId":"8f3c-a","deviceToken":"ab12"}"#, true, nil),
        ("", false, "not JSON"), (#"{"Platform":"apns","Handle":"ab12""#, false, "not JSON: line 1"),
        ("[]", false, "object"),
        (#"{"Platform":"apns","platform":"wns","Handle":"ab12"}"#, false, "twice"),
        (#"{"Handle":"ab12"}"#, false, "platform is missing"), (#"{"Platform":1,"Handle":"ab12"}"#, false, "platform"),
        (#"{"Platform":"mpns","Handle":"x"}"#, false, "platform “mpns” is not known"),
        (#"{"Platform":"apns","Handle":"xyz"}"#, false, "no token of APNs"),
        (#"{"Platform":"wns","Handle":"http://x.example"}"#, false, "https"),
        (#"{"Platform":"fcm","Handle":"a b"}"#, false, "characters that no token has"),
        (#"{"Platform":"fcm","Handle":"x","Tags":"World"}"#, false, "array of texts"),
        (#"{"Platform":"fcm","Handle":"x","Tags":["World",1]}"#, false, "array of texts"),
        (#"{"Platform":"fcm","Handle":"x","Template":"yes"}"#, false, "true or false"),
        (#"{"platform":"ios","instId":"a/b","deviceToken":"ab12"}"#, true, "instId"),
        (#"{"platform":"ios","instId":"12-34","deviceToken":"ab12"}"#, true, "instId"),
        (#"{"platform":"ios","deviceToken":"ab12"}"#, true, "instId is missing"),
    ]

    @Test func requestsAndSignInsAreReadForWhatTheyAre() async throws {
        for (body, isOlder, says) in Self.bodies {
            let denial: Denial?
            do throws(Denial) {
                if isOlder {
                    _ = try InstallationForm(Array(body.utf8))
                } else {
                    _ = try RegistrationForm(Array(body.utf8))
                }
                denial = nil
            } catch {
                denial = error
            }
            #expect(
                (denial == nil) == (says == nil) && denial?.words.contains(says ?? "") != false,
                "\(body): \(denial?.words ?? "")")
            #expect(denial.map { $0.status == 400 } != false)
        }
        let texts: [(String, String?)] = [
            (#""Wer \"da\"? <b>\n🚀""#, "Wer \"da\"? <b>\n🚀"), ("Hello", nil), (#""""#, nil), (#"" \n""#, nil),
            (#""a\u0000b""#, nil),
            (#""a\u001bb""#, nil), (#"["a"]"#, nil),
        ]
        for (body, text) in texts { #expect((try? notificationText(Array(body.utf8))) == text, "\(body)") }

        let calls: [(String, String, AppCall?)] = [
            ("POST", "/api/register?handle=a%2Bb", .newID(handle: "a+b")), ("POST", "/api/register", .installation),
            ("PUT", "/api/register/1-2-3", .register(id: "1-2-3")), ("DELETE", "/api/register/x", .unregister(id: "x")),
            ("POST", "/api/notifications?pns=apns&to_tag=anna", .notify(service: "apns", user: "anna")),
            ("GET", "/healthz", .health), ("PUT", "/api/register/a%0Ab", nil),
            ("DELETE", "/api/register/..", nil), ("DELETE", "/api/register/..%2Fx", nil),
            ("PUT", "/api/register/%2e", nil), ("PUT", "/api/register", nil),
            ("GET", "/api/register/1-2-3", nil), ("GET", "/", nil), ("POST", "/api/register/a/b", nil),
        ]
        for (method, target, call) in calls {
            #expect((try? AppCall(method, RequestTarget(target))) == call, "\(method) \(target)")
        }
        // What is logged of a path holds no token, wherever it was put.
        for (target, shown) in [
            ("/api/register?handle=secret", "/api/register"), ("/api/register/secret", "/api/register/…"),
            ("/api/register/1-2-3?x=secret", "/api/register/1-2-3"), ("/secret", "/…"), ("/api/secret/x", "/api/…"),
        ] { #expect(AppCall.shownPath(RequestTarget(target)) == shown) }

        let hash = String(BackendUnderTest.users("").dropFirst().dropLast())
        for (file, says) in [
            ("", "names nobody"), ("# none\n\n", "names nobody"), ("anna\n", "line 1: it begins with no user's name"),
            ("a b:\(hash)\n", "line 1"), ("anna:{SHA}x\n", "line 1: what stands after anna is no bcrypt hash"),
            ("anna:\(hash)\r\n\nANNA:\(hash)\n", "line 3: ANNA stands there twice"),
            ("anna:\(hash.replacing("$04$", with: "$31$"))", "no bcrypt hash of cost 4 to 17"),
        ] {
            let error = #expect(throws: UsersFileError.self) { try UsersFile(Array(file.utf8)) }
            #expect(
                error?.description.contains(says) == true && error?.description.contains("Q5u1") == false, "\(file)")
        }
        let users = try UsersFile(Array(BackendUnderTest.users("Anna", "bob").utf8))
        let signIn = try #require(SignIn(.file(users)))
        func verdict(_ user: String, _ password: String, at now: Int64) -> String {
            let header = BackendUnderTest.authorization(user, password)
            switch signIn.look(at: header, from: "192.0.2.1", now: now) {
            case .user(let user): return "known \(user)"
            case .none: return "none"
            case .limited(let seconds): return "limited \(seconds)"
            case .check(let credentials):
                switch signIn.check(credentials, from: "192.0.2.1", now: now) {
                case .user(let user): return "user \(user)"
                case .refused(let milliseconds): return "refused \(milliseconds)"
                case .limited(let seconds): return "limited \(seconds)"
                }
            }
        }
        let password = BackendUnderTest.password
        #expect(verdict("anna", password, at: 0) == "user Anna" && verdict("ANNA", password, at: 0) == "known Anna")
        #expect(
            ["Basic", "Bearer x", "Basic ###", "Basic YW5uYQ=="].allSatisfy { BasicCredentials(header: $0) == nil })
        #expect(BasicCredentials(header: "BASIC   YW5uYTp4")?.name == "anna")
        #expect(
            (1...10).map { verdict("anna", "wrong", at: $0 * 1_000) }.suffix(6)
                == Array(repeating: "refused 8000", count: 6))
        // Who was signed in stays so; a guess is not even looked at, nor is the right password of somebody new.
        #expect(
            verdict("anna", password, at: 20_000) == "known Anna"
                && verdict("anna", "wrong", at: 20_000) == "limited 581")
        #expect((1...10).map { verdict("nobody\($0)", "x", at: 30_000) }.last == "refused 8000")
        #expect(
            verdict("bob", password, at: 30_000) == "limited 571" && verdict("bob", password, at: 601_001) == "user bob"
        )
        signIn.replace(.file(try UsersFile(Array(BackendUnderTest.users("bob").utf8))))
        #expect(verdict("anna", password, at: 2_000_000).hasPrefix("refused"))

        // Ids stay bound when the program ends, and for the program beside it.
        try await withTemporaryFolder { folder in
            let (anna, bob) = (try #require(UserName("anna")), try #require(UserName("bob")))
            let store = try BindingStore(folder.path("ids"))
            #expect(
                store.claim("1-2-3", for: anna, at: 100) == .bound && store.claim("1-2-3", for: bob, at: 101) == .taken)
            let other = try BindingStore(folder.path("ids"))
            #expect(
                other.owner(of: "1-2-3", at: 102) == .success("anna")
                    && other.owner(of: "1-2-4", at: 102) == .success(nil))
            #expect(other.owner(of: "1-2-3", at: 100 + BindingStore.lifetime + 1) == .success(nil))
            for number in 1..<BindingStore.perUser { _ = other.claim("9-\(number)", for: anna, at: 100) }
            #expect(
                store.claim("1-2-5", for: anna, at: 103) == .tooMany
                    && store.claim("1-2-5", for: bob, at: 103) == .bound)
            store.forget(["1-2-3"])
            #expect(store.claim("1-2-6", for: anna, at: 103) == .bound)
            try folder.write("open", "", mode: 0o644)
            #expect(throws: AppBackendError.self) { try BindingStore(folder.path("open")) }
            try folder.write("other", "no database at all, but some text", mode: 0o600)
            #expect(throws: AppBackendError.self) { try BindingStore(folder.path("other")) }
        }
    }
}

extension Denial: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) { self.init(value, "") }
}
