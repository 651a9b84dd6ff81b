import { crc32, deflateSync } from "node:zlib";

import { AppError } from "@verandah/contract/problems.ts";
import { expect, test } from "vitest";

import { cleanDrawing } from "./clean-drawing.ts";
import { readDrawing } from "./drawings.ts";

const svg = (inside: string, attributes = 'viewBox="0 0 420 590"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

const read = (text: string) => readDrawing(Buffer.from(text)).bytes.toString();

/** The code of the thrown error. */
function refusalOf(bytes: Buffer | string): string {
  try {
    readDrawing(Buffer.from(bytes));
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "accepted";
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function aPng({
  width = 2,
  height = 2,
  more,
}: { width?: number; height?: number; more?: Buffer } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const pixels = deflateSync(Buffer.alloc(height * (1 + 3 * width)));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    more ?? Buffer.alloc(0),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("keeps shapes, groups, texts, gradients, own references and plain styles", () => {
  const inside =
    '<defs><linearGradient id="g1"><stop offset="0" stop-color="#fff"></stop></linearGradient>' +
    '<symbol id="image-door"><path d="M0 0h9"></path></symbol></defs>' +
    "<style>.wall,.a &gt; .b{stroke:#222;fill:none}</style>" +
    '<g class="wall" transform="translate(2 3)"><rect x="1" y="2" width="30" height="40" fill="url(#g1)"></rect>' +
    '<use href="#image-door"></use></g><text x="5" y="6" style="font-size:12px">R &amp; D &lt;1&gt;</text>';
  expect(read(svg(inside))).toBe(
    `<svg viewBox="0 0 420 590" xmlns="http://www.w3.org/2000/svg">${inside}</svg>`,
  );
});

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["a script of another name space", '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
  ["a handler", '<rect onload="alert(1)" onclick="alert(1)" width="1" height="1"/>'],
  [
    "foreign content",
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil.example"/></body></foreignObject>',
  ],
  ["an external picture", '<image href="https://evil.example/x.png"/>'],
  ["an external picture by xlink", '<image xlink:href="//evil.example/x.png"/>'],
  ["a picture that is a document", '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
  ["an external use element", '<use href="https://evil.example/x.svg#a"/>'],
  ["a link", '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>'],
  [
    "an animation of a link",
    '<a><animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/></a>',
  ],
  [
    "an import",
    "<style>@import url(https://evil.example/x.css); @import 'https://evil.example/y.css';</style>",
  ],
  ["a font", "<style>@font-face{font-family:x;src:url(https://evil.example/x.woff)}</style>"],
  [
    "an external background",
    '<rect style="fill:url(https://evil.example/#a);background:url(//evil.example)" width="1" height="1"/>',
  ],
  ["a hidden address", "<style>rect{fill:u\\72l(https://evil.example/)}</style>"],
  ["an address within a comment", "<style>rect{fill:ur/**/l(//evil.example/)}</style>"],
  ["a style's end", "<style>rect{fill:red}<![CDATA[</style><script>alert(1)</script>]]></style>"],
  [
    "an external filter",
    '<rect filter="url(//evil.example#f)" mask="url( //evil.example#f )" width="1" height="1"/>',
  ],
  ["an unknown attribute", '<rect href="//evil.example" src="//evil.example" width="1" height="1"/>'],
  ["a style sheet beside it", '<?xml-stylesheet href="https://evil.example/x.css"?>'],
  ["a handler element", '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>'],
])("%s cannot run or load anything", (_name, inside) => {
  const clean = read(svg(`<path d="M0 0h1"/>${inside}`));
  expect(clean).toContain('<path d="M0 0h1"></path>');
  expect(clean).not.toMatch(
    /evil|alert|script|onload|onclick|handler|foreign|iframe|animate|<set|import|@|font-face|url\((?!#)|data:/i,
  );
});

test.each([
  ["a shape of another name space", '<x:rect xmlns:x="urn:other" width="7"/>'],
  ["a shape within a removed element", '<foreignObject><rect width="7"/></foreignObject>'],
  ["an attribute of another name space", '<rect xmlns:x="urn:other" x:width="7"/>'],
])("removes %s from the drawing", (_name, inside) => {
  expect(read(svg(`<path d="M0 0"/>${inside}`))).not.toContain('width="7"');
});

test("removes a style sheet with an escaped letter", () => {
  const hidden = "<style>.a{fill:red} .b\\7b{fill:blue}</style>";
  expect(read(svg(`<path d="M0 0"/>${hidden}`))).not.toContain("fill");
});

test("removes a document type and does not expand its entities", () => {
  const typed = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://evil.example/svg11.dtd">${svg('<path d="M0 0"/>')}`;
  expect(read(typed)).not.toContain("evil");
  const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>${svg("<text>&b;</text>")}`;
  expect(refusalOf(bomb)).toBe("drawing-unreadable");
});

test("adds a view box with the size of the drawing or of the plan", () => {
  const shape = '<path d="M0 0"/>';
  expect(read(svg(shape, 'width="800px" height="600px"'))).toContain('viewBox="0 0 800 600"');
  expect(read(svg(shape, 'width="210mm" height="29.7cm"'))).toContain('viewBox="0 0 793.701 1122.52"');
  expect(read(svg(shape, 'width="10in" height="72pt"'))).toContain('viewBox="0 0 960 96"');
  expect(read(svg(shape, 'width="100%"'))).toContain('viewBox="0 0 420 590"');
  expect(read(svg(shape, 'width="100%" height="100%"'))).toContain('viewBox="0 0 420 590"');
  const sizes = ["", 'width="100%" height="100%"', 'width="9" height="9"', 'viewBox="0 0 9 9"'];
  expect(sizes.map((one) => readDrawing(Buffer.from(svg(shape, one))).hasSize)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test.each([
  ["nothing", ""],
  ["a text", "Ground floor"],
  ["a web page", "<html><body>Ground floor</body></html>"],
  [
    "a web page that contains an SVG",
    '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"><path/></svg></html>',
  ],
  ["an SVG without a name space", "<svg><path d='M0 0'/></svg>"],
  ["an incomplete SVG", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/>'],
  ["an SVG without visible content", svg("<script>alert(1)</script>")],
  ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex")],
  [
    "an SVG with a byte of another encoding",
    Buffer.concat([
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/><text>'),
      Buffer.from([0xe9]),
      Buffer.from("</text></svg>"),
    ]),
  ],
  ["another encoding", Buffer.from("fffe3c0073007600", "hex")],
  ["an incomplete PNG", aPng().subarray(0, 40)],
  ["a PNG with a wrong byte", Buffer.from(aPng().map((byte, at) => (at === 45 ? byte ^ 1 : byte)))],
  ["a PNG without a header", Buffer.concat([aPng().subarray(0, 8), aPng().subarray(33)])],
  ["a PNG with two headers", aPng({ more: aPng().subarray(8, 33) })],
  ["a PNG without pixels", Buffer.concat([aPng().subarray(0, 33), chunk("IEND", Buffer.alloc(0))])],
])("rejects %s", (_name, bytes) => {
  expect(refusalOf(bytes)).toBe("drawing-unreadable");
});

test("accepts 2 MB and rejects one byte more", () => {
  const frame = svg('<path d="M0 0"/><!---->');
  const padded = (length: number) => frame.replace("<!---->", `<!--${" ".repeat(length - frame.length)}-->`);
  expect(refusalOf(padded(2_097_152))).toBe("accepted");
  expect(refusalOf(padded(2_097_153))).toBe("drawing-too-large");
});

test("removes metadata and trailing data from a PNG", () => {
  const text = chunk("tEXt", Buffer.from("GPS\0 12.97 77.59"));
  const drawing = readDrawing(Buffer.concat([aPng({ more: text }), Buffer.from("<script>")]));
  expect(drawing).toEqual({ type: "image/png", bytes: aPng(), lostLabels: [], hasSize: true });
});

test("keeps an embedded picture if it is a PNG", () => {
  const href = `data:image/png;base64,${aPng().toString("base64")}`;
  expect(read(svg(`<image xlink:href="${href}" width="9" height="9"/>`))).toContain(`<image href="${href}"`);
  const other = `data:image/png;base64,${Buffer.from("GIF89a").toString("base64")}`;
  expect(refusalOf(svg(`<image href="${other}"/>`))).toBe("accepted");
  expect(read(svg(`<image href="${other}"/>`))).not.toContain("href");
});

/** The header of a PNG with this size. */
const header = (width: number, height: number) => {
  const png = aPng();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

test("accepts 40 megapixels and rejects more", () => {
  expect(refusalOf(header(8_000, 5_000))).toBe("accepted");
  expect(refusalOf(header(8_000, 5_001))).toBe("drawing-too-detailed");
  expect(refusalOf(header(4_294_967_295, 1))).toBe("drawing-too-detailed");
});

/** A group that draws the previous one ten times. */
const level = (at: number) => `<g id="l${at}">${`<use href="#l${at - 1}"/>`.repeat(10)}</g>`;

test("rejects nested references that expand beyond the limit of shapes", () => {
  const levels = (count: number) =>
    svg(`<g id="l0"><path d="M0 0"/></g>${Array.from({ length: count }, (_, at) => level(at + 1)).join("")}`);
  expect(refusalOf(levels(3))).toBe("accepted");
  expect(refusalOf(levels(9))).toBe("drawing-too-detailed");
  expect(refusalOf(svg('<g id="a"><use href="#a"/></g>'))).toBe("drawing-too-detailed");
  expect(refusalOf(svg("<g>".repeat(200) + "</g>".repeat(200)))).toBe("drawing-too-detailed");
});

/** A drawing whose first group draws the next one, and so on. */
const chain = (length: number) =>
  svg(
    `${Array.from({ length }, (_, at) => `<g id="l${at}"><use href="#l${at + 1}"/></g>`).join("")}<g id="l${length}"><path d="M0 0"/></g>`,
  );

test("accepts a chain of a hundred references", () => {
  expect(refusalOf(chain(90))).toBe("accepted");
  expect(refusalOf(chain(150))).toBe("drawing-too-detailed");
});

const fills = (count: number) => svg(`<path fill="${"url(#a)".repeat(count)}" d="M0 0"/>`);

test("counts references through the groups that contain them, and limits each id", () => {
  const shapes = '<path d="M0 0"/>'.repeat(300);
  const inner = `<defs><g id="outer"><g id="inner">${shapes}</g></g></defs>`;
  const uses = (count: number) => svg(`${inner}<g>${'<use href="#outer"/>'.repeat(count)}</g>`);
  expect(refusalOf(uses(300))).toBe("accepted");
  expect(refusalOf(uses(340))).toBe("drawing-too-detailed");
  expect(refusalOf(fills(100_000))).toBe("accepted");
  expect(refusalOf(fills(100_001))).toBe("drawing-too-detailed");
});

test("cleans a drawing in a thread with a time limit, with the same rejections as without the thread", async () => {
  const drawing = Buffer.from(svg('<path d="M0 0"/><script>alert(1)</script>'));
  expect(await cleanDrawing(drawing)).toEqual(readDrawing(drawing));
  await expect(cleanDrawing(Buffer.from("no drawing"))).rejects.toMatchObject({ code: "drawing-unreadable" });
  await expect(cleanDrawing(drawing, 1)).rejects.toMatchObject({ code: "drawing-too-detailed" });
});

test("reads a hostile drawing of maximum size in linear time", () => {
  const size = 2_000_000;
  // A second or less, without the time of other programs. Quadratic time would be minutes on any machine.
  const timeMaxMs = 5_000;
  for (const inside of [
    `<path d="M0 0"/><style>${"/*".repeat(size / 2)}</style>`,
    `<path d="M0 0"/><style>${"a".repeat(size)}</style>`,
    `<path d="M0 0"/><style>${"a{".repeat(size / 2)}</style>`,
    `<path style="fill:${" ".repeat(size)}x" d="M0 0"/>`,
    `<path fill="${"url(#".repeat(size / 5)}" d="M0 0"/>`,
    `<image href="data:image/png;base64,${"A".repeat(size)}!"/>`,
    '<g id="a"/>'.repeat(size / 12),
  ]) {
    const before = process.threadCpuUsage();
    refusalOf(svg(inside));
    const usedMs = process.threadCpuUsage(before).user / 1_000;
    expect([inside.slice(0, 30), usedMs < timeMaxMs]).toEqual([inside.slice(0, 30), true]);
  }
});
