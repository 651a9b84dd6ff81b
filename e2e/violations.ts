import type { Page } from "@playwright/test";
import axe from "axe-core";

import { expect } from "./fixtures.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks one after the other, each with stable colours. */
const QUIET_LOOKS = 4;

/** Changing colours take some frames, even with reduced motion; a late answer begins another change. */
export async function comeToRest(page: Page): Promise<void> {
  let quiet = 0;
  await expect
    .poll(
      async () => {
        const isMoving = await page.evaluate(() =>
          document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === "running"),
        );
        quiet = isMoving ? 0 : quiet + 1;
        return quiet;
      },
      { intervals: [100] },
    )
    .toBeGreaterThanOrEqual(QUIET_LOOKS);
}

async function findViolations(page: Page): Promise<string[]> {
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
  return found.map(
    ({ id, nodes: [first] }) => `${id}: ${first?.html.slice(0, 120)} ${first?.failureSummary}`,
  );
}

/**
 * The problems that axe finds on a page at rest, by its rules for WCAG 2.2 AA and its own best practices: a line each. It looks twice when
 * it finds one, because an answer that comes meanwhile begins another change of colours.
 */
export async function violations(page: Page): Promise<string[]> {
  await comeToRest(page);
  const found = await findViolations(page);
  if (found.length === 0) return found;
  await comeToRest(page);
  return findViolations(page);
}
