import type { Page } from "@playwright/test";
import axe from "axe-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The problems that axe finds on a page, by its rules for WCAG 2.2 AA and its own best practices: a line each. */
export async function violations(page: Page): Promise<string[]> {
  // Reading its source takes as long as checking a screen.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (values) => {
    const { violations: all } = await axe.run(document, {
      runOnly: { type: "tag", values },
      // By default axe reports the passed elements too.
      resultTypes: ["violations"],
    });
    return all;
  }, tags);
  return found.map((violation) => `${violation.id}: ${violation.nodes[0]?.html.slice(0, 120) ?? ""}`);
}
