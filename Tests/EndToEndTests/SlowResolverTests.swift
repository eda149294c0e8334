import Glibc
import TestSupport
import Testing

@Suite struct SlowResolverTests {
    /// A look-up that takes far longer than any feed may, and says so in a file when it has ended.
    static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <netdb.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        int getaddrinfo(const char *name, const char *port, const struct addrinfo *hints, struct addrinfo **found) {
            int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
            if (name != NULL && strstr(name, "slow") != NULL) {
                sleep(20);
                close(creat(getenv("SLOW_LOOK_UP_ENDED"), 0600));
                return EAI_AGAIN;
            }
            real = (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))
                dlsym(RTLD_NEXT, "getaddrinfo");
            return real(name, port, hints, found);
        }
        """

    static let compiler = "/usr/bin/gcc"

    @Test(.enabled(if: access(compiler, X_OK) == 0, "gcc is needed to build a slow resolver"))
    func aLookUpThatHangsStopsNeitherOtherTransfersNorTheEndOfTheRun() async throws {
        let server = try #require(CannedServer { _ in .answer(200, [], rss("w", ["Bridge opens"])) })
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            try folder.write("slow.c", SlowResolverTests.library)
            let built = try await Program(at: SlowResolverTests.compiler, environment: ["PATH": "/usr/bin:/bin"]).run(
                ["-shared", "-fPIC", "-w", "-o", folder.path("slow.so"), folder.path("slow.c"), "-ldl"])
            #expect(built.code == 0, "\(built.errorText)")
            let mark = folder.path("ended")
            let program = Program(environment: ["LD_PRELOAD": folder.path("slow.so"), "SLOW_LOOK_UP_ENDED": mark])
            // Two at a time: the slow ones hold every place until their own time is up.
            let feeds = ["http://slow.invalid/1", "http://slow.invalid/2"] + (0..<6).map { "\(server.address)/\($0)" }
            let outcome = try await program.run(
                ["items", "--format", "count", "--transfers", "2", "--timeout", "1s"] + feeds)
            #expect(access(mark, F_OK) != 0, "the run waited for the look-up")
            #expect(outcome.code == 1 && outcome.errorText.contains("http://slow.invalid/2: no host of that name"))
            #expect(server.requests.count == 6)
        }
    }
}
