/** The part of a payload that a template of Home Assistant shows. */
export interface TemplateValue {
  /** Names of nested members, joined by dots; empty for the whole payload. */
  path: string;
  /** The value is the one at the path × `scale` + `offset`. */
  scale: number;
  offset: number;
  /** The texts that the template shows for a value that is true, and for any other. */
  texts?: [whenTrue: string, otherwise: string];
}

const MAX_LENGTH = 1_000;
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const TEXT = String.raw`(?:"[^"]*"|'[^']*')`;
/** `.get("name")`, `.name`, `["name"]` or `[0]`. */
const STEP = String.raw`\.get\(\s*${TEXT}[^()]*\)|\.[A-Za-z_]\w*|\[\s*(?:\d+|${TEXT})\s*\]`;
const PATH = `value(?:_json(?:${STEP})*)?`;
const STEPS = new RegExp(STEP, "g");
const NAME = new RegExp(`${TEXT}|[\\w]+`, "g");
/** Filters that round a number, or leave it as it is. */
const FILTERS = /\|\s*(?:float|int|round|default|is_defined|lower|upper|string|trim)\b(?:\s*\([^()]*\))?/g;
const TERM = new RegExp(String.raw`^(\(*)\s*(${PATH})((?:\s*\)|\s*[*/+-]\s*${NUMBER})*)$`);
const OPERATIONS = new RegExp(String.raw`\)|([*/+-])\s*(${NUMBER})`, "g");
const STATEMENT =
  /^\{%-?\s*if\s+([^{}%]+?)\s*-?%\}\s*([^{}]*?)\s*\{%-?\s*else\s*-?%\}\s*([^{}]*?)\s*\{%-?\s*endif\s*-?%\}$/;
const CHOICE = new RegExp(`^(${TEXT})\\s+if\\s+(.+?)\\s+else\\s+(${TEXT})$`);

const withoutQuotes = (text: string) => text.slice(1, -1);

function pathOf(term: string): string {
  const names = (term.match(STEPS) ?? []).map((step) => {
    const name = (step.startsWith(".get(") ? step.slice(4) : step).match(NAME)?.[0] ?? "";
    return /^["']/.test(name) ? withoutQuotes(name) : name;
  });
  return names.map((name) => name.replaceAll(".", "\\.")).join(".");
}

/** A path with operations from left to right, such as `(value_json.a - 32) * 5 / 9`. */
function termOf(expression: string): TemplateValue | undefined {
  const plain = expression
    .replaceAll(new RegExp(String.raw`\|\s*multiply\(\s*(${NUMBER})\s*\)`, "g"), "* $1")
    .replaceAll(FILTERS, "")
    .replaceAll(/\b(?:float|int|round)\s*\(/g, "(")
    .replaceAll(new RegExp(String.raw`,\s*${NUMBER}\s*\)`, "g"), ")")
    .trim()
    // A list of words for numbers: the number itself is the value.
    .replace(/^\{[^{}]*\}\s*\[(.*)\]$/, "$1")
    .replace(new RegExp(String.raw`^(${NUMBER})\s*\*\s*(${PATH})$`), "$2 * $1");
  const [, open = "", path, operations = ""] = TERM.exec(plain) ?? [];
  if (path === undefined) return undefined;
  const value = { path: pathOf(path), scale: 1, offset: 0 };
  let depth = open.length;
  let isSum = false;
  for (const [text, sign, number] of operations.matchAll(OPERATIONS)) {
    if (text === ")") {
      depth--;
      isSum = false;
    } else if (sign === "+" || sign === "-") {
      value.offset += Number(number) * (sign === "+" ? 1 : -1);
      isSum = true;
    } else {
      const factor = sign === "*" ? Number(number) : 1 / Number(number);
      if (isSum || factor === 0 || !Number.isFinite(factor)) return undefined;
      value.scale *= factor;
      value.offset *= factor;
    }
  }
  return depth === 0 ? value : undefined;
}

/**
 * The value that a template of Home Assistant shows. Value paths, simple filters, operations with numbers, and two texts for one condition
 * are known; there is no template engine. Source: Home Assistant, "MQTT sensor", value_template.
 *
 * @returns undefined when the template does more
 */
export function readTemplate(template: string): TemplateValue | undefined {
  const text = template.trim();
  if (text.length > MAX_LENGTH) return undefined;
  const statement = STATEMENT.exec(text);
  const [, inner] = /^\{\{-?\s*([^]*?)\s*-?\}\}$/.exec(text) ?? [];
  const expression = statement ? `"${statement[2]}" if ${statement[1]} else "${statement[3]}"` : inner;
  if (expression === undefined) return undefined;
  const [, whenTrue, condition, otherwise] = CHOICE.exec(expression) ?? [];
  if (whenTrue === undefined || otherwise === undefined) return termOf(expression);
  const value = termOf(condition ?? "");
  return value && { ...value, texts: [withoutQuotes(whenTrue), withoutQuotes(otherwise)] };
}
