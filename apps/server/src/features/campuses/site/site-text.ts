import { SITE_ROWS_MAX, type SiteError, siteRuleTexts } from "@verandah/contract/campuses/site-file.ts";
import {
  type InputRule,
  inputRule,
  type InputRuleCode,
  inputRuleText,
  inputRuleTexts,
} from "@verandah/contract/input-rules.ts";
import { type SiteDescription, siteDescription } from "@verandah/field/site.ts";

export type Path = readonly (string | number)[];

/** An error of a site file: its place, the code of its rule, and the value in the text of the rule. */
export interface PathError {
  path: Path;
  code: keyof typeof siteRuleTexts | InputRuleCode | "text";
  value: string;
}

/** A read file. Parsers of other formats return the same: a site, and where its values are in the file. */
interface ReadSite {
  /** The content, not checked; undefined after errors. */
  site: unknown;
  errors: SiteError[];
  /** The first errors with their lines, in the order of the lines. */
  locate: (errors: readonly PathError[]) => SiteError[];
}

/** White space, then a sign, a text, a number or a word. Source: RFC 8259 §2 to §7. */
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON has no control characters in a text
  /[\t\n\r ]*(?:[{}[\],:]|"(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b)/y;
/** Deeper than a site file. Without the limit, a file of brackets could overflow the stack. */
const DEPTH_MAX = 20;

class Unexpected extends Error {
  readonly at: number;
  readonly code: "json" | "field-twice" | "character";
  readonly path: Path;
  constructor(at: number, path: Path, code: Unexpected["code"] = "json") {
    super(code);
    this.at = at;
    this.path = [...path];
    this.code = code;
  }
}

/**
 * Reads a JSON text and calls `visit` with the path of each value, and the offset of its name or, in a list, of itself. Own code, because
 * V8 names no position for some errors, and the last of two equal names wins without an error.
 *
 * @throws Unexpected
 */
function scan(text: string, visit: (path: Path, at: number) => void): void {
  const path: (string | number)[] = [];
  let end = 0;
  let at = 0;
  let token = "";

  function read(): string {
    TOKEN.lastIndex = end;
    const found = TOKEN.exec(text)?.[0];
    if (found === undefined)
      throw new Unexpected(end + (/^[\t\n\r ]*/.exec(text.slice(end))?.[0].length ?? 0), path);
    end = TOKEN.lastIndex;
    token = found.trimStart();
    at = end - token.length;
    // PostgreSQL cannot store it.
    if (token.includes("\\u0000")) throw new Unexpected(at, path, "character");
    return token;
  }
  function expect(...wanted: string[]): string {
    if (!wanted.includes(read())) throw new Unexpected(at, path);
    return token;
  }
  /** Reads entries up to `close`; the next token is already read. */
  function readEntries(close: string, readEntry: (index: number) => void): void {
    if (path.length >= DEPTH_MAX) throw new Unexpected(at, path);
    if (read() === close) return;
    for (let index = 0; ; index += 1) {
      readEntry(index);
      if (expect(",", close) === close) return;
      read();
    }
  }
  function readValue(): void {
    if (token === "{") {
      const names = new Set<string>();
      readEntries("}", () => {
        if (!token.startsWith('"')) throw new Unexpected(at, path);
        const name: string = JSON.parse(token);
        path.push(name);
        if (names.size === names.add(name).size) throw new Unexpected(at, path, "field-twice");
        visit(path, at);
        expect(":");
        read();
        readValue();
        path.pop();
      });
    } else if (token === "[")
      readEntries("]", (index) => {
        path.push(index);
        visit(path, at);
        readValue();
        path.pop();
      });
    else if (token.length === 1 && "}],:".includes(token)) throw new Unexpected(at, path);
  }

  read();
  readValue();
  if (text.slice(end).trim() !== "") {
    read();
    throw new Unexpected(at, path);
  }
}

/** Lines and columns of offsets in a text, from 1. */
function createPlaceOf(text: string): (at: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (at) => {
    const line = starts.findLastIndex((start) => start <= at);
    return { line: line + 1, column: at - (starts[line] ?? 0) + 1 };
  };
}

const keyOf = (path: Path) => path.join(".");

/** Reads the text of a site file, or its content. */
export function readSite(given: unknown): ReadSite {
  if (typeof given !== "string") {
    const locate = (errors: readonly PathError[]) =>
      errors
        .slice(0, SITE_ROWS_MAX)
        .map(({ path, ...error }) => ({ line: null, column: null, path: keyOf(path), ...error }));
    return { site: given, errors: [], locate };
  }
  const text = given.startsWith("\uFEFF") ? given.slice(1) : given;
  try {
    scan(text, () => undefined);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const { at, code, path } = error;
    const value = code === "field-twice" ? String(path.at(-1)) : text.slice(at, at + 40).split("\n")[0];
    const found = { ...createPlaceOf(text)(at), path: keyOf(path), code, value: value?.trim() ?? "" };
    return { site: undefined, errors: [found], locate: () => [] };
  }
  const locate = (errors: readonly PathError[]) => locateIn(text, errors.slice(0, SITE_ROWS_MAX));
  return { site: JSON.parse(text), errors: [], locate };
}

function locateIn(text: string, errors: readonly PathError[]): SiteError[] {
  const offsets = new Map<string, number>();
  /** A missing field has the place of the group that lacks it. */
  const paths = errors.map(({ path }) =>
    Array.from({ length: path.length }, (_, at) => keyOf(path.slice(0, at + 1))),
  );
  const wanted = new Set(paths.flat());
  scan(text, (path, at) => {
    const key = keyOf(path);
    if (wanted.has(key)) offsets.set(key, at);
  });
  const placeOf = createPlaceOf(text);
  return errors
    .map(({ path, ...error }, index) => {
      const at = paths[index]?.flatMap((key) => offsets.get(key) ?? []).at(-1) ?? 0;
      return { ...placeOf(at), path: keyOf(path), ...error };
    })
    .toSorted((one, other) => one.line - other.line || one.column - other.column);
}

/** Checks a site by itself. */
export function checkSite(content: unknown): { site?: SiteDescription; errors: PathError[] } {
  const rules = new Map<string, InputRule>();
  const parsed = siteDescription.safeParse(content, {
    error: (issue) => {
      const rule = inputRule(issue);
      const text = inputRuleText(rule);
      rules.set(text, rule);
      return text;
    },
  });
  if (parsed.success) return { site: parsed.data, errors: [] };
  const errors = parsed.error.issues.map((issue): PathError => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    if (issue.code === "unrecognized_keys") path.push(issue.keys[0] ?? "");
    if (issue.code === "custom" && issue.params)
      return { path, code: issue.params["rule"], value: String(issue.params["value"]) };
    const rule = rules.get(issue.message);
    // Without a rule, the schema has a message of its own.
    return rule ? { path, value: "", ...rule } : { path, code: "text", value: issue.message };
  });
  return { errors };
}

const ruleTexts: Record<string, { message: string }> = { ...inputRuleTexts, ...siteRuleTexts };

/** An error in English, with its place. */
export function lineOf({ line, column, path, code, value }: SiteError): string {
  const place = line === null ? path : [`line ${line}, column ${column}`, path].filter(Boolean).join(", ");
  return `${place}: ${ruleTexts[code]?.message.replace("{value}", () => value) ?? value}`;
}
