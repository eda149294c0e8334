internal import CLibCurl

extension Transfer {
    /// Why the transfer ended without an answer.
    func error(for code: CURLcode, at now: Double) -> TransferError {
        let kind = kind(of: code)
        return error(kind, detail: detail(kind, code, address: state.pointee.address), at: now)
    }

    /// An error of this transfer with what is known about it.
    func error(_ kind: TransferError.Kind, detail: String, at now: Double) -> TransferError {
        TransferError(
            kind: kind, detail: detail, requestBytesSent: state.pointee.requestBytesSent,
            elapsed: max(0, now - state.pointee.started))
    }

    private func kind(of code: CURLcode) -> TransferError.Kind {
        switch state.pointee.problem {
        case .bodyTooLarge: return .tooLarge
        case .headersTooLarge: return .badAnswer
        case .privateAddress: return isBetweenRedirects ? .badRedirect : .badAddress
        case .wouldRepeat: return .cutOff
        case nil: break
        }
        // Before a connection is up, everything else is that there is none.
        let isConnected = state.pointee.bytesBeforeRequest != nil && !isBetweenRedirects
        switch code {
        case CURLE_URL_MALFORMAT where isBetweenRedirects: return .badRedirect
        case CURLE_UNSUPPORTED_PROTOCOL where isBetweenRedirects: return .badRedirect
        case CURLE_URL_MALFORMAT: return .badAddress
        // Also what libcurl says when the answer is not HTTP.
        case CURLE_UNSUPPORTED_PROTOCOL: return isConnected ? .badAnswer : .badAddress
        case CURLE_TOO_MANY_REDIRECTS: return .badRedirect
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .nameNotResolved
        case CURLE_OPERATION_TIMEDOUT where isConnected: return .timedOut
        case CURLE_OPERATION_TIMEDOUT:
            let isResolved = state.pointee.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0
            return isResolved ? .notConnected : .nameNotResolved
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CRL_BADFILE:
            return .notTrusted
        case CURLE_FILESIZE_EXCEEDED: return .tooLarge
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: return .badAnswer
        case CURLE_ABORTED_BY_CALLBACK: return .cancelled
        default: return isConnected ? .cutOff : .notConnected
        }
    }

    /// A redirect was read and the connection to where it leads is not up.
    private var isBetweenRedirects: Bool {
        state.pointee.redirects.count > state.pointee.redirectsAtRequest
    }

    private var isHTTP: Bool {
        let scheme = state.pointee.effectiveAddress.prefix { $0 != ":" }.lowercased()
        return scheme == "http" || scheme == "https"
    }

    private func detail(_ kind: TransferError.Kind, _ code: CURLcode, address: String) -> String {
        let redirects = state.pointee.redirects
        switch (kind, state.pointee.problem) {
        case (_, .headersTooLarge?): return "the headers of the answer are too large"
        case (_, .privateAddress(let refused)?):
            return redirected("private addresses are refused, and this is \(refused)", redirects.last?.address)
        case (_, .wouldRepeat?): return "the connection ended before the answer came"
        case (.tooLarge, _): return "the answer is larger than \(size(state.pointee.maximumBodyBytes))"
        case (.badRedirect, _) where code == CURLE_TOO_MANY_REDIRECTS:
            return endlessRedirects(from: address, redirects)
        case (.badRedirect, _) where !isHTTP:
            return "redirected to \(redirects.last?.address ?? ""), which is not fetched"
        // The target could not even be read, so libcurl still holds the address before.
        case (.badRedirect, _): return libraryWords(code, address: address)
        default: return redirected(libraryWords(code, address: address), redirects.last?.address)
        }
    }

    /// The last redirect was not followed, so its address is the one before it.
    private func endlessRedirects(from address: String, _ redirects: [HTTPResponse.Redirect]) -> String {
        let asked = [withoutCredentials(address)] + redirects.dropLast().map(\.address)
        let last = asked.last ?? ""
        return Set(asked).count < asked.count
            ? "redirected in a circle at \(last)" : "redirected more than \(asked.count - 1) times, last to \(last)"
    }

    private func redirected(_ words: String, _ address: String?) -> String {
        guard let address else { return words }
        return "\(words) (redirected to \(address))"
    }

    /// libcurl's own words. It never repeats a whole address, but a host or port misread from one may be a password.
    private func libraryWords(_ code: CURLcode, address: String) -> String {
        let general = String(cString: curl_easy_strerror(code))
        let particular = String(cString: words)
        // After a second try on a fresh connection the words are still those of the first.
        guard !particular.isEmpty, !state.pointee.wasRepeated else { return general }
        if let secret = secret(in: address), particular.contains(secret) { return general }
        return particular
    }

    private func size(_ bytes: Int) -> String {
        if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
    }
}
