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

/** Scripts, styles and fonts of the page. A worker is none: it has a policy of its own. */
const PART_OF_PAGE = /^\/(before-paint|assets\/[\w.-]+)\.(js|css|woff2)$/;

/** Icons and the manifest, which hold nothing that a browser runs. */
const PICTURE = /^\/[\w-]+\.(svg|png|webmanifest)$/;

/**
 * Headers of every answer by its address, computed once. Those that count only for documents are left out elsewhere: a phone gets them
 * with each file and call. Source: OWASP Secure Headers Project, OWASP REST Security Cheat Sheet; the defaults of helmet 8.
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
