//! The origin check: only this server's own pages may send requests to it.

use crate::dto::Fault;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The host names under which the server answers, with their ports: `127.0.0.1:1941`.
#[derive(Clone, Debug, Default)]
pub struct ServerNames(Vec<String>);

impl ServerNames {
    /// Returns the local names of this computer and the given host names, each with the port.
    pub fn new(port: u16, others: &[String]) -> ServerNames {
        let own = ["localhost", "127.0.0.1", "[::1]"].into_iter().map(str::to_owned);
        let all = own.chain(others.iter().map(|name| name.to_ascii_lowercase()));
        // Browsers omit the default port.
        let both = |name: String| [format!("{name}:{port}"), name].into_iter().take(if port == 80 { 2 } else { 1 });
        ServerNames(all.flat_map(both).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Returns an IP address as written in a URL.
pub fn host_of(ip: IpAddr) -> String {
    if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }
}

/// The content security policy: the page loads nothing from other origins and is never framed.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Checks a request and adds the security headers to the response.
pub async fn check_origin(State(names): State<Arc<ServerNames>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&names, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    };
    for (name, value) in HEADERS {
        // Fonts and paintings never change, and say so.
        response.headers_mut().entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn admit(names: &ServerNames, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Fault> {
    let text = |name: HeaderName| single_header(headers, &name);
    let is_own_target = uri.authority().is_none_or(|authority| names.has(authority.as_str()));
    if !is_own_target || !text(HOST)?.is_some_and(|host| names.has(host)) {
        return Err(Fault::forbidden("unknown host name; `--host-name` adds a name for this server"));
    }
    let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| names.has(host));
    if text(ORIGIN)?.is_some_and(|origin| !is_own(origin)) {
        return Err(Fault::forbidden("cross-origin request refused"));
    }
    let site = text(HeaderName::from_static("sec-fetch-site"))?;
    let is_foreign = site.is_some_and(|site| !["same-origin", "none"].contains(&site));
    // Links from other sites, such as webmail, may lead here. All other requests from other sites are refused.
    let is_visit = text(HeaderName::from_static("sec-fetch-mode"))? == Some("navigate") && method == Method::GET;
    if is_foreign && !is_visit {
        return Err(Fault::forbidden("cross-origin request refused"));
    }
    match *method {
        Method::GET | Method::HEAD => Ok(()),
        Method::POST => admit_post(text(CONTENT_TYPE)?, text(HeaderName::from_static("x-grognard"))?),
        _ => Err(Fault::forbidden("only GET and POST are allowed")),
    }
}

/// Returns the only value of a header. Duplicates are refused, because a proxy and a browser may pick different ones.
fn single_header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Fault> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(_), Some(_)) => Err(Fault::malformed(format!("expected one `{name}` header, found several"))),
        (value, _) => Ok(value.map(|value| value.to_str().unwrap_or_default())),
    }
}

/// Checks headers that other sites' forms and scripts cannot set.
fn admit_post(kind: Option<&str>, mark: Option<&str>) -> Result<(), Fault> {
    let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    if kind.is_none_or(|kind| !kind.eq_ignore_ascii_case("application/json")) {
        return Err(Fault::unsupported("expected the content type application/json"));
    }
    match mark {
        Some("1") => Ok(()),
        _ => Err(Fault::forbidden("the `x-grognard` header is missing")),
    }
}
