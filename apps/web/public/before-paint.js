// Runs before the first paint: otherwise the theme would flash. The content security policy does not allow an inline script.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    chosen = null;
  }
  var isDark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");

  // zod would try `new Function`, which the policy forbids and the browser reports.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
})();
