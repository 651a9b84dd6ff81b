/**
 * Where to go after the login: the address of a screen that `/login?from=` names. Undefined for any other text, so that a prepared
 * link cannot lead away from this site: only paths below `/admin/`, on our own origin.
 */
export function returnPath(from: unknown): string | undefined {
  if (typeof from !== "string" || !from.startsWith("/admin/") || /[\\\p{Cc}]/u.test(from)) return undefined;
  const { pathname, search, hash } = new URL(from, window.location.origin);
  // Segments such as `..` may have led out of it.
  return pathname.startsWith("/admin/") ? pathname + search + hash : undefined;
}

/** A path that has no page, to be named on the page that opens instead; undefined for other texts, which a prepared link may contain. */
export const missingPath = (path: unknown): string | undefined =>
  typeof path === "string" && /^\/[\w./~%-]{0,200}$/.test(path) ? path : undefined;
