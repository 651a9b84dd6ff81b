/** Sources that our pages may load from. The component library writes its theme as inline styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

/** Scripts, styles and fonts of the page. A worker does not match, because it needs a policy. */
const PART_OF_PAGE = /^\/(before-paint|assets\/[\w.-]+)\.(js|css|woff2)$/;

/** Icons and the manifest. They contain no code. */
const PICTURE = /^\/[\w-]+\.(svg|png|webmanifest)$/;

/**
 * Returns the headers of an answer by its URL. Other answers leave out the headers that only documents need, because each file and call
 * would transfer them again. Source: OWASP Secure Headers Project, OWASP REST Security Cheat Sheet; the defaults of helmet 8.
 */
export function securityHeadersOf(isHttps: boolean): (url: string) => Record<string, string> {
  const ofParts = {
    "cross-origin-resource-policy": "same-origin",
    ...(isHttps && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
    "x-content-type-options": "nosniff",
  };
  const ofCalls = {
    ...ofParts,
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "x-frame-options": "SAMEORIGIN",
  };
  const ofDocuments = {
    ...ofCalls,
    "content-security-policy": contentSecurityPolicy,
    "cross-origin-opener-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "referrer-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
  };
  return (url) => {
    if (PART_OF_PAGE.test(url)) return ofParts;
    return url.startsWith("/v1/") || PICTURE.test(url) ? ofCalls : ofDocuments;
  };
}
