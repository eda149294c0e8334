internal import HTTP

/// What asks for a feed: servers choose by it, and some refuse a request that accepts everything alike.
private let acceptedTypes =
    "application/atom+xml, application/rss+xml, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.5"

/// The request for a feed: with its validators, and its own headers in place of ours.
func httpRequest(for request: FeedRequest, _ address: String) -> HTTPRequest {
    var headers = [HTTPHeader("Accept", acceptedTypes)]
    // Both where both are known: a server that understands the first ignores the second (RFC 9110 13.1.3).
    if let etag = request.validators.etag { headers.append(HTTPHeader("If-None-Match", etag)) }
    if let date = request.validators.lastModified { headers.append(HTTPHeader("If-Modified-Since", date)) }
    let own = Set(request.headers.map { $0.name.lowercased() })
    headers.removeAll { own.contains($0.name.lowercased()) }
    return HTTPRequest(address: address, headers: headers + request.headers, settings: request.settings)
}
