extension HubAnswer {
    /// The cause behind a status, where one status stands for several: 401 and 403 do.
    static func kind(of refusal: HubRefusal, status: Int) -> HubRefusal.Kind {
        let says = refusal.detail.lowercased()
        switch status {
        case 400: return .badRequest
        case 401 where says.contains("claim"): return .missingRight
        case 401: return .unauthorized(tokenFault(refusal.subCode, says))
        case 403: return kindOfForbidden(refusal, says)
        case 404: return refusal.operation.thing == nil || says.contains("hosted") ? .hubNotFound : .notFound
        // The documentation tells a rate that is too high by 409 for registrations alone.
        case 409 where refusal.operation == .writeRegistration: return .throttled
        case 410 where refusal.operation.thing != nil: return .gone
        case 412 where refusal.operation.thing != nil: return .changedMeanwhile
        case 413: return .tooLarge
        case 429: return .throttled
        case 500: return .serverError
        case 503: return .busy
        default: return .status(status)
        }
    }

    private static func tokenFault(_ subCode: Int?, _ says: String) -> HubRefusal.TokenFault {
        if subCode == 40_106 || says.contains("expiredtoken") { return .expired }
        if subCode == 40_103 || says.contains("invalidsignature") || says.contains("invalid signature") {
            return .invalidSignature
        }
        if subCode == 40_104 || says.contains("invalidaudience") { return .invalidAudience }
        return says.contains("token signature") ? .invalidSignature : .other
    }

    /// Older versions of the API told throttling by 403, and the same status stands for size, quota, tier and rights.
    /// A valid key without Send was seen to get an empty body.
    private static func kindOfForbidden(_ refusal: HubRefusal, _ says: String) -> HubRefusal.Kind {
        if refusal.retryAfter != nil { return .throttled }
        if ["too large", "size", "too long", "too big"].contains(where: says.contains) { return .tooLarge }
        if says.contains("quota") { return .quotaExceeded }
        if says.contains("tier") || says.contains("sku") { return .notInTier }
        let isAboutRights = ["claim", "right", "authoriz", "permission"].contains(where: says.contains)
        return says.isEmpty || isAboutRights ? .missingRight : .forbidden
    }
}
