import { expect, test } from "vitest";

import { readDrawing } from "./drawings.ts";

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

test.each([
  [
    "foreign content",
    '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">Lab <b>1</b><style>b{}</style></div></foreignObject>',
    ["Lab 1"],
  ],
  ["a text on a path", '<text><textPath href="#a">North  wing</textPath></text>', ["North wing"]],
  [
    "foreign content with a plain text for other programs",
    "<switch><foreignObject><p>Lab 1</p></foreignObject><text><tspan>Lab</tspan> 1</text></switch>",
    [],
  ],
  [
    "a long text, and the same as plain text",
    `<switch><foreignObject>${"Lab 1 ".repeat(30)}</foreignObject><text>${"Lab 1 ".repeat(30)}</text></switch>`,
    [],
  ],
  [
    "nothing that is shown",
    "<title>Plan</title><script>1</script><style>a{}</style><metadata>x</metadata><foreignObject> </foreignObject>",
    [],
  ],
  ["labels of one text", "<foreignObject>A</foreignObject><foreignObject>A</foreignObject>", ["A"]],
])("names the labels that are lost with %s", (_what, inside, lostLabels) => {
  expect(readDrawing(Buffer.from(svg(`<path d="M0 0"/>${inside}`))).lostLabels).toEqual(lostLabels);
});

test("reports at most 50 lost labels, and the beginning of each", () => {
  const many = Array.from(
    { length: 60 },
    (_, at) => `<foreignObject>${at} ${"x".repeat(500)}</foreignObject>`,
  );
  const others = '<filter id="f"></filter>'.repeat(60);
  const { lostLabels } = readDrawing(Buffer.from(svg(`<path d="M0 0"/>${others}${many.join("")}`)));
  expect(lostLabels).toHaveLength(50);
  expect(lostLabels[0]).toHaveLength(80);
});
