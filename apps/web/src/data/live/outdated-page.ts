/** How often an outdated page checks whether it may reload, ms. */
const LOOK_MS = 10_000;
/** The time between two attempts at one build, ms: when its files do not arrive, the service worker answers with the old page again. */
const AGAIN_MS = 60_000;
/** The time and the scripts of the last attempt. */
const key = "verandah.reloaded-for";

let looking: ReturnType<typeof setInterval> | undefined;

/**
 * Reloads a page of another build than the server's, which may send replies that the page cannot read. It waits while a field has the focus
 * or a dialog is open.
 *
 * @param scripts paths of the scripts that the server's pages load, with blanks between; undefined without a built page
 */
export function reloadOutdatedPage(scripts: string | undefined): void {
  const own = [...document.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute("src");
  if (scripts === undefined || !own?.startsWith("/assets/") || scripts.split(" ").includes(own)) return;
  const [attemptAt = "", ...attempted] = (sessionStorage.getItem(key) ?? "").split(" ");
  const waitUntil = attempted.join(" ") === scripts ? Number(attemptAt) + AGAIN_MS : 0;
  clearInterval(looking);
  looking = setInterval(look, LOOK_MS);
  look();

  function look(): void {
    if (
      Date.now() < waitUntil ||
      document.querySelector('[role="dialog"]') ||
      document.activeElement?.matches("input, textarea, select")
    )
      return;
    clearInterval(looking);
    sessionStorage.setItem(key, `${Date.now()} ${scripts ?? ""}`);
    window.location.reload();
  }
}
