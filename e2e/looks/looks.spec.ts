import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";

import type { Page, TestInfo } from "@playwright/test";

import { expect, test } from "../fixtures.ts";
import { LEFT } from "../follow.ts";
import { findFloorId, goTo, isThere, kindOf, memberScreens, staffScreens } from "../screens.ts";
import { comeToRest } from "../violations.ts";
import { countPixels, type Fault, type Look, lookOfPage, type Pixels } from "./look-of-page.ts";
import { abnormal, alarmTokens, drawings, limits, named, SATURATED_FROM } from "./rules.ts";

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
type Size = keyof typeof sizes;
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

const isFull = process.env["FULL"] !== undefined;

/** Parts below the window load when they are in view. */
async function showAll(page: Page): Promise<void> {
  const loading = page.locator("[aria-busy=true]");
  await expect(page.locator(`main h1:not([${LEFT}])`)).toBeVisible();
  await expect
    .poll(async () => {
      await page.evaluate(() => document.querySelector("[aria-busy=true]")?.scrollIntoView());
      return loading.count();
    })
    .toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await isThere(page);
  await comeToRest(page);
}

/** Measures what the window shows; `decoder` is another page, which decodes the picture. */
async function measure(page: Page, decoder: Page, size: Size): Promise<Look & Pixels> {
  const look = await page.evaluate(lookOfPage, {
    alarmTokens,
    abnormal,
    drawings,
    named: Object.keys(named).join(),
    textPx: limits.textPx,
    targetPx: limits.targetPx[size],
  });
  const png = (await page.screenshot()).toString("base64");
  const pixels = await decoder.evaluate(countPixels, {
    png,
    masks: look.masks,
    saturatedFrom: SATURATED_FROM,
  });
  return { ...look, ...pixels, faults: [...look.faults, ...faultsOf(pixels)] };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function faultsOf({ surface, surfaceColor, saturated }: Pixels): Fault[] {
  const faults: Fault[] = [];
  if (surface < limits.surface)
    faults.push({ rule: "surface", element: surfaceColor, figure: percent(surface) });
  if (saturated > limits.saturated)
    faults.push({ rule: "saturation", element: "the window", figure: percent(saturated) });
  return faults;
}

const lineOf = ({ rule, element }: Fault, screen: string) => `${rule}: ${element}: ${screen}`;

/** The table of all measured screens. */
function writeTable(
  { outputDir }: TestInfo["project"],
  title: string,
  rows: readonly (readonly string[])[],
  faults: readonly string[],
): void {
  const head = ["Screen", "Surface", "Saturated", "Smallest text, px", "Smallest target, px", "Faults"];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  mkdirSync(outputDir, { recursive: true });
  const text = [`## ${title}`, lines.join("\n"), ...faults].join("\n\n");
  appendFileSync(path.join(outputDir, "looks.md"), `${text}\n\n`);
}

interface Walk {
  username: string;
  size: Size;
  scheme: Scheme;
  /** Addresses after the user's first screen. */
  screens: (floorId: string) => string[];
}

const users: Record<string, Walk["screens"]> = {
  admin: staffScreens,
  member: memberScreens,
  farmer: () => [],
};

/** In the daily run only the first screen, in one look. */
const walks: readonly Walk[] = isFull
  ? Object.entries(users).flatMap(([username, screens]) =>
      schemes.flatMap((scheme) =>
        (["wide", "narrow"] as const).map((size) => ({ username, size, scheme, screens })),
      ),
    )
  : [{ username: "admin", size: "wide", scheme: "light", screens: () => [] }];

for (const { username, size, scheme, screens } of walks)
  test(`the screens of ${username} look calm, and are large enough to read and to press, ${size} and ${scheme}`, async ({
    page,
    context,
    loginAs,
  }, { project }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(sizes[size]);
    await loginAs(username);
    await showAll(page);
    const first = new URL(page.url()).pathname;
    const floorId = username === "farmer" ? "" : await findFloorId(page);
    const decoder = await context.newPage();
    const found = new Set<string>();
    const rows: string[][] = [];
    for (const address of [first, ...screens(floorId)]) {
      if (address !== first) await goTo(page, address);
      await showAll(page);
      const { surface, saturated, smallestTextPx, smallestTargetPx, faults } = await measure(
        page,
        decoder,
        size,
      );
      const screen = kindOf(address) + new URL(address, page.url()).search.replace(/\d+/g, "#");
      for (const fault of faults) found.add(lineOf(fault, screen));
      expect.soft(faults.map((fault) => `${lineOf(fault, screen)}: ${fault.figure}`)).toEqual([]);
      rows.push([
        screen,
        percent(surface),
        percent(saturated),
        `${smallestTextPx}`,
        `${smallestTargetPx}`,
        `${faults.length}`,
      ]);
    }
    writeTable(project, `${username} ${size} ${scheme}`, rows, [...found]);
  });
