import { PLAN_HEIGHT, PLAN_WIDTH } from "@verandah/contract/floor-plans/floor-plans.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { SaxesParser, type SaxesTagNS } from "saxes";

import {
  groupElements,
  keptAttributes,
  keptElements,
  shapeElements,
  styleProperties,
} from "./svg-allowed.ts";
import { cleanDeclarations, cleanHref, cleanStyleSheet, isSafeValue, referencesOf } from "./svg-values.ts";
import { createSvgWeight } from "./svg-weight.ts";

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
/** Maximum depth, more than regular drawings have. Browsers process a drawing recursively. */
const DEPTH_MAX = 100;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? "");

interface OpenElement {
  /** Name of the element in the clean drawing; undefined when it is removed with its content. */
  readonly name: string | undefined;
  /** Id of the element, or of the nearest ancestor with an id. */
  readonly id: string | undefined;
}

/**
 * Writes a new drawing from the elements, attributes and styles that only draw. It omits scripts, event handlers, foreign content and
 * references outside the drawing.
 *
 * @returns undefined for a text that is not an SVG, or has no visible content
 * @throws AppError `drawing-too-detailed`
 */
export function cleanSvg(text: string): string | undefined {
  const written: string[] = [];
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
    open.push({ name, id: id ?? ancestorId });
    if (name === undefined) return;
    weight.add(
      id,
      ancestorId,
      [...attributes].flatMap(([key, value]) => (key === "href" ? [value.slice(1)] : referencesOf(value))),
    );
    if (weight.hasTooManyElements()) throw new AppError("drawing-too-detailed");
    hasShapes ||= shapeElements.has(name);
    if (isRoot) attributes.set("xmlns", SVG).set("viewBox", viewBoxOf(attributes));
    const list = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`);
    written.push(`<${name}${list.join("")}>`);
  }

  function addText(content: string): void {
    const name = open.at(-1)?.name;
    if (name === "style") style += content;
    if (name === "text" || name === "tspan") written.push(escaped(content));
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
  return hasShapes ? written.join("") : undefined;
}

/** The text is not an SVG. */
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

/** The view box of the drawing, which scales the drawing to the plan. */
function viewBoxOf(attributes: ReadonlyMap<string, string>): string {
  const own = attributes.get("viewBox");
  if (own !== undefined) return own;
  const width = Number.parseFloat(attributes.get("width") ?? "");
  const height = Number.parseFloat(attributes.get("height") ?? "");
  return width > 0 && height > 0 ? `0 0 ${width} ${height}` : `0 0 ${PLAN_WIDTH} ${PLAN_HEIGHT}`;
}
