import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

const style = readFileSync(path.join(import.meta.dirname, "building-picture.module.css"), "utf8");

/** The fill of a rule, as relative luminance. Source: WCAG 2.2, relative luminance. */
function luminanceOf(selector: string): number {
  const rule = style.slice(style.indexOf(`${selector} {`)).split("}")[0] ?? "";
  const hex = /fill: #([0-9a-f]{6})/.exec(rule)?.[1] ?? "";
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? [])
    .map((part) => Number.parseInt(part, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("the mark of a zone on an amber floor is far lighter than the floor", () => {
  const amber = luminanceOf('[data-state] .window[data-issue="true"]');
  const mark = luminanceOf('[data-state="low"] .window[data-issue="true"]');
  expect((mark + 0.05) / (amber + 0.05)).toBeGreaterThan(1.7);
});
