import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe has against a page, by its rules for WCAG 2.2 AA and its own best practices: a line each. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    // What is well is told too, element by element, unless it is not asked for.
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    // Without frames of others there is no need of a second page to put the results together in.
    .setLegacyMode()
    .analyze();
  return found.map((violation) => `${violation.id}: ${violation.nodes[0]?.html.slice(0, 120) ?? ""}`);
}
