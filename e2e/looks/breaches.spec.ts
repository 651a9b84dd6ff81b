import { expect, test } from "../fixtures.ts";
import { countPixels, lookOfPage } from "./look-of-page.ts";

const input = {
  alarmTokens: ["--state-critical", "--state-low"],
  abnormal: "[data-state=critical]",
  drawings: "img",
  named: "[data-testid^=tile-]",
  textPx: 12,
  targetPx: 44,
};

/** A page at which every rule holds. */
const calm = `
  <style>* { transition-duration: 0.01ms !important } :root { --state-critical: #c92a2a; --state-low: #f2aa1a } body { margin: 0; font: 16px sans-serif; font-variant-numeric: tabular-nums }</style>
  <p>21.5 °C, see <a href="#">the floor</a></p>
  <button style="font: inherit; width: 44px; height: 44px">Go</button>
  <p data-state="critical" style="color: #c92a2a">2 alarms</p>
  <p data-testid="tile-First" style="background: #c92a2a">First</p>`;

for (const { rule, breach, fault } of [
  { rule: "text", breach: '<p style="font-size: 11.9px">Small</p>', fault: 'p "Small": 11.9 px' },
  {
    rule: "target",
    breach: '<button style="font: inherit; width: 44px; height: 43px">Low</button>',
    fault: 'button "Low": 44 × 43 px',
  },
  {
    rule: "digits",
    breach: '<p style="font-variant-numeric: normal">21</p>',
    fault: 'p "#": normal',
  },
  {
    rule: "alarm colour",
    breach: '<p style="color: #f2aa1a">Fine</p>',
    fault: 'p "Fine": color --state-low',
  },
])
  test(`the check of looks reports a breach of the rule for ${rule}`, async ({ page }) => {
    await page.setContent(calm);
    expect((await page.evaluate(lookOfPage, input)).faults).toEqual([]);
    await page.setContent(calm + breach);
    const { faults } = await page.evaluate(lookOfPage, input);
    expect(faults.map((one) => `${one.rule}: ${one.element}: ${one.figure}`)).toEqual([`${rule}: ${fault}`]);
  });

test("the check of looks counts the surface and saturated pixels outside of abnormal states and drawings", async ({
  page,
}) => {
  await page.setViewportSize({ width: 100, height: 100 });
  const blocks = ["", "", 'data-state="critical"'].map(
    (state) => `<div ${state} style="width: 100px; height: 10px; background: #c92a2a"></div>`,
  );
  await page.setContent(`<body style="margin: 0">${blocks.join("")}</body>`);
  const { masks } = await page.evaluate(lookOfPage, input);
  const png = (await page.screenshot()).toString("base64");
  const pixels = await page.evaluate(countPixels, { png, masks, saturatedFrom: 64 });
  expect(pixels).toEqual({ surface: 0.7, surfaceColor: "#ffffff", saturated: 0.2 });
});
