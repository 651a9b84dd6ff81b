import { PLAN_HEIGHT, PLAN_WIDTH } from "@verandah/contract/floor-plans/floor-plans.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { SaxesParser, type SaxesTagNS } from "saxes";

import {
  groupElements,
  hiddenElements,
  keptAttributes,
  keptElements,
  shapeElements,
  styleProperties,
} from "./svg-allowed.ts";
import { cleanDeclarations, cleanHref, cleanStyleSheet, isSafeValue, referencesOf } from "./svg-values.ts";

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
/** Maximum depth, more than regular drawings have. Browsers process a drawing recursively. */
const DEPTH_MAX = 100;
/** Maximum number and length of the labels that are reported as lost. */
const LOST_MAX = 50;
const LABEL_MAX = 80;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? "");

/** Maximum number of shapes, each counted as often as it is drawn. Also the maximum number of references in the text. */
const SHAPES_MAX = 100_000;
/** Maximum nesting of elements with ids and of references to references, together. */
const CHAIN_MAX = 100;

interface Part {
  shapes: number;
  /** How often the part draws each other part: its children and the parts to which it refers. */
  readonly parts: Map<string, number>;
}

/** Counts the shapes that a browser has to draw. A few references to references can mean billions of shapes. */
function createSvgWeight() {
  const whole: Part = { shapes: 0, parts: new Map() };
  const byId = new Map<string, Part>();
  let shapes = 0;
  let references = 0;

  function include(part: Part, id: string): void {
    part.parts.set(id, (part.parts.get(id) ?? 0) + 1);
  }

  function weigh(part: Part, known: Map<Part, number>, depth = 0): number {
    const before = known.get(part);
    if (before !== undefined) return before;
    if (depth > CHAIN_MAX) return Number.POSITIVE_INFINITY;
    // A part that draws itself gets this result for the inner occurrence.
    known.set(part, Number.POSITIVE_INFINITY);
    let sum = part.shapes;
    for (const [id, times] of part.parts) {
      const target = byId.get(id);
      if (target) sum += times * weigh(target, known, depth + 1);
    }
    known.set(part, sum);
    return sum;
  }

  return {
    /** Adds one element. `ancestorId` is the id of the nearest ancestor with an id, `targets` are the ids to which the element refers. */
    add(own: string | undefined, ancestorId: string | undefined, targets: readonly string[]): void {
      const outer = (ancestorId !== undefined && byId.get(ancestorId)) || whole;
      let part = outer;
      if (own !== undefined) {
        include(outer, own);
        part = byId.get(own) ?? { shapes: 0, parts: new Map() };
        byId.set(own, part);
      }
      part.shapes += 1;
      for (const id of targets) include(part, id);
      shapes += 1;
      references += targets.length;
    },
    /** Whether the elements alone exceed the limit, without the shapes that references draw. */
    hasTooManyElements: () => shapes > SHAPES_MAX || references > SHAPES_MAX,
    drawsTooManyShapes: () => weigh(whole, new Map()) > SHAPES_MAX,
  };
}

interface OpenElement {
  /** Name of the element in the clean drawing; undefined when it is removed with its content. */
  readonly name: string | undefined;
  /** Id of the element, or of the nearest ancestor with an id. */
  readonly id: string | undefined;
  /** The text of the outermost removed element, if a browser would show it. */
  readonly lost: { text: string } | undefined;
}

export interface CleanSvg {
  svg: string;
  /** Texts of removed elements that a browser would show. */
  lostLabels: string[];
  /** Whether the drawing has a view box, or a width and a height. */
  hasSize: boolean;
}

const oneLine = (label: string) => label.replaceAll(/\s+/g, " ").trim();

/**
 * Writes a new drawing from the elements, attributes and styles that only draw. It omits scripts, event handlers, foreign content and
 * references outside the drawing.
 *
 * @returns undefined for a text that is not an SVG, or has no visible content
 * @throws AppError `drawing-too-detailed`
 */
export function cleanSvg(text: string): CleanSvg | undefined {
  const written: string[] = [];
  const lost: { text: string }[] = [];
  const labels: { text: string }[] = [];
  let hasSize = false;
  const open: OpenElement[] = [];
  const weight = createSvgWeight();
  let style = "";
  let hasShapes = false;

  function start(tag: SaxesTagNS): void {
    if (open.length >= DEPTH_MAX) throw new AppError("drawing-too-detailed");
    const isRoot = open.length === 0;
    if (isRoot && (tag.uri !== SVG || tag.local !== "svg")) throw new NotAnSvgError();
    const isInside = isRoot || open.at(-1)?.name !== undefined;
    const name = isInside && tag.uri === SVG ? nameOf(tag.local) : undefined;
    const attributes = name === undefined ? new Map<string, string>() : attributesOf(tag, name);
    const id = attributes.get("id");
    const ancestorId = open.at(-1)?.id;
    open.push({ name, id: id ?? ancestorId, lost: lostOf(tag, name) });
    if (name === undefined) return;
    if (name === "text") labels.push({ text: "" });
    weight.add(
      id,
      ancestorId,
      [...attributes].flatMap(([key, value]) => (key === "href" ? [value.slice(1)] : referencesOf(value))),
    );
    if (weight.hasTooManyElements()) throw new AppError("drawing-too-detailed");
    hasShapes ||= shapeElements.has(name);
    if (isRoot) {
      const viewBox = viewBoxOf(attributes);
      hasSize = viewBox !== undefined;
      attributes.set("xmlns", SVG).set("viewBox", viewBox ?? `0 0 ${PLAN_WIDTH} ${PLAN_HEIGHT}`);
    }
    const list = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`);
    written.push(`<${name}${list.join("")}>`);
  }

  /** Where the text of an element is collected if the element is removed and a browser would show its text. */
  function lostOf(tag: SaxesTagNS, name: string | undefined): { text: string } | undefined {
    if (name !== undefined || hiddenElements.has(tag.local)) return undefined;
    const outer = open.at(-1);
    if (outer && outer.name === undefined) return outer.lost;
    return tag.uri === SVG ? { text: "" } : undefined;
  }

  function addLost(label: { text: string }, content: string): void {
    if (content.trim() === "") return;
    if (label.text === "" && lost.length >= LOST_MAX) return;
    if (label.text === "") lost.push(label);
    label.text += ` ${content}`;
  }

  function addText(content: string): void {
    const { name, lost: label } = open.at(-1) ?? {};
    if (label) addLost(label, content);
    if (name === "style") style += content;
    if (name !== "text" && name !== "tspan") return;
    written.push(escaped(content));
    const shown = labels.at(-1);
    if (shown) shown.text += content;
  }

  function end(): void {
    const name = open.pop()?.name;
    if (name === undefined) return;
    if (name === "style") {
      written.push(escaped(cleanStyleSheet(style)));
      style = "";
    }
    written.push(`</${name}>`);
  }

  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", start);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", end);
  parser.on("error", () => {
    throw new NotAnSvgError();
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof NotAnSvgError) return undefined;
    throw error;
  }
  if (weight.drawsTooManyShapes()) throw new AppError("drawing-too-detailed");
  if (!hasShapes) return undefined;
  // A drawing may have a plain text for programs that cannot show the removed one.
  const shown = new Set(labels.map((label) => oneLine(label.text)));
  const lostLabels = lost
    .map((label) => oneLine(label.text))
    .filter((label) => !shown.has(label))
    .map((label) => label.slice(0, LABEL_MAX).toWellFormed());
  return { svg: written.join(""), lostLabels: [...new Set(lostLabels)], hasSize };
}

class NotAnSvgError extends Error {}

function nameOf(local: string): string | undefined {
  if (groupElements.has(local)) return "g";
  return keptElements.has(local) ? local : undefined;
}

function attributesOf(tag: SaxesTagNS, name: string): Map<string, string> {
  const kept = new Map<string, string>();
  for (const { local, uri, value } of Object.values(tag.attributes)) {
    const clean =
      uri === "" || (uri === XLINK && local === "href") ? cleanAttribute(name, local, value) : undefined;
    if (clean) kept.set(local, clean);
  }
  return kept;
}

function cleanAttribute(element: string, name: string, value: string): string | undefined {
  if (name === "href") return cleanHref(element, value.trim());
  if (name === "style") return cleanDeclarations(value);
  if (name === "id" || name === "class") return /^[\w.:\s-]+$/.test(value) ? value : undefined;
  const isKept = keptAttributes.has(name) || styleProperties.has(name);
  return isKept && isSafeValue(value) ? value : undefined;
}

/** Pixels of the units of length. A percentage is of a window that is unknown. Source: CSS Values and Units 4, 6.2. */
const unitPixels: Record<string, number> = {
  "": 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
};

/** A length in pixels; 0 for an unknown one. */
function pixelsOf(length = ""): number {
  const [, number, unit = ""] = /^\s*([\d.]+)\s*([a-z%]*)\s*$/i.exec(length) ?? [];
  return Math.round(Number(number ?? 0) * (unitPixels[unit.toLowerCase()] ?? 0) * 1_000) / 1_000;
}

/** The view box of the drawing, which scales the drawing to the plan. Without one, the size. */
function viewBoxOf(attributes: ReadonlyMap<string, string>): string | undefined {
  const own = attributes.get("viewBox");
  if (own !== undefined) return own;
  const [width, height] = [pixelsOf(attributes.get("width")), pixelsOf(attributes.get("height"))];
  return width > 0 && height > 0 ? `0 0 ${width} ${height}` : undefined;
}
