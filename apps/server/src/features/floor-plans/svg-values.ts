import { readPng } from "./png-reader.ts";
import { styleProperties } from "./svg-allowed.ts";

/** A reference within the drawing. */
const ownReference = /^#[\w.:-]+$/;
const ownUrls = /url\(\s*["']?#[\w.:-]+["']?\s*\)/gi;
/** Text that could refer to other resources, hide such a reference, or end the value. */
const unsafeParts = /[\\<>{};@]|url|src|image|expression|import|javascript|data:|behavio/i;

/** Whether the value of a property cannot load or run anything. */
export function isSafeValue(value: string): boolean {
  return !unsafeParts.test(value.replace(ownUrls, ""));
}

/** The ids in a value. */
export function referencesOf(value: string): string[] {
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id]) => id ?? "");
}

/** The known and harmless declarations of a style. */
export function cleanDeclarations(text: string): string {
  return text
    .split(";")
    .map((declaration) => {
      const [name, value = ""] = halves(declaration, ":");
      return styleProperties.has(name) && isSafeValue(value) ? `${name}:${value}` : "";
    })
    .filter(Boolean)
    .join(";");
}

/** The simple rules of a style sheet. All other rules are removed. */
export function cleanStyleSheet(text: string): string {
  if (text.includes("\\")) return "";
  return withoutComments(text)
    .split("}")
    .map((rule) => {
      const [before, declarations = ""] = halves(rule, "{");
      // An at-rule may precede the selector.
      const selector = before.slice(before.lastIndexOf(";") + 1).trim();
      const kept = cleanDeclarations(declarations);
      return kept && /^[\w.,#>*\s-]+$/.test(selector) ? `${selector}{${kept}}` : "";
    })
    .join("");
}

/** The texts before and after the last `sign`. Without a regular expression, which would read a long text repeatedly. */
function halves(text: string, sign: string): [before: string, after?: string] {
  const at = text.lastIndexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function withoutComments(text: string): string {
  const [first = "", ...others] = text.split("/*");
  return first + others.map((part) => part.slice(endOfComment(part))).join("");
}

function endOfComment(part: string): number {
  const at = part.indexOf("*/");
  return at < 0 ? part.length : at + 2;
}

/** A reference within the drawing, or an embedded picture; undefined for any other reference. */
export function cleanHref(element: string, value: string): string | undefined {
  if (element !== "image") return ownReference.test(value) ? value : undefined;
  const [, base64] = /^data:image\/png;base64,([\w+/=\s]+)$/.exec(value) ?? [];
  if (base64 === undefined) return undefined;
  const picture = readPng(Buffer.from(base64, "base64"));
  return picture && `data:image/png;base64,${picture.toString("base64")}`;
}
