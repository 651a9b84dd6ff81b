import { type RoleId, roles } from "./roles.ts";

/** Addresses of the app that need no session. */
const openPaths = /^\/(display\/|forgot-password$|reset-password$|set-up$)/;
/** The farmer's own addresses below `/admin`; the app answers others, because it knows all screens. */
const farmerPaths = /^\/admin(\/|\/dashboard|\/login)?$/;

/**
 * The file that answers an address: the app, or the small page with the login and the farmer's pumps.
 *
 * @param role of the session; undefined without one
 */
export function pageFile(pathname: string, role: RoleId | undefined): "index.html" | "farmer.html" {
  if (openPaths.test(pathname)) return "index.html";
  if (role === undefined) return "farmer.html";
  const isFarmers =
    role === roles.pumpCustomer && (!pathname.startsWith("/admin/") || farmerPaths.test(pathname));
  return isFarmers ? "farmer.html" : "index.html";
}
