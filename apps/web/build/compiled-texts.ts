import { compileMessage } from "@lingui/message-utils/compileMessage";
import { parseAst, type Plugin } from "vite";

import { type Edit, edited } from "./edits.ts";

const COMPILER = "@lingui/message-utils/compileMessage";

/**
 * Compiles the English texts in the screens of a production build, as the catalogues of the other languages are. The parser of messages
 * would be part of the first page.
 */
export function compiledTexts(): Plugin {
  return {
    name: "compiled-texts",
    apply: "build",
    enforce: "post",
    resolveId: {
      order: "pre",
      filter: { id: new RegExp(`^${COMPILER}$`) },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${COMPILER}$`) },
      handler: () => "export const compileMessage = (text) => [text];",
    },
    transform: {
      filter: { id: /\/web\/src\/.+\.tsx?$/, code: "message:" },
      handler(code) {
        const edits: Edit[] = [];
        findTexts(parseAst(code), edits);
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const nameOf = ({ key }: Node) => (isNode(key) ? key["name"] : undefined);

/** Finds the values of `message` beside an `id`: that is what the macros make of a text. */
function findTexts(node: unknown, edits: Edit[]): void {
  if (Array.isArray(node)) for (const one of node) findTexts(one, edits);
  else if (isNode(node)) {
    const { properties } = node;
    if (node["type"] === "ObjectExpression" && Array.isArray(properties)) addText(properties, edits);
    for (const value of Object.values(node)) findTexts(value, edits);
  }
}

function addText(properties: readonly Node[], edits: Edit[]): void {
  const text = properties.find((one) => nameOf(one) === "message")?.["value"];
  if (!properties.some((one) => nameOf(one) === "id") || !isNode(text)) return;
  const { value, start: from, end: to } = text;
  if (typeof value !== "string" || typeof from !== "number" || typeof to !== "number") return;
  const compiled = compileMessage(value);
  if (compiled.length === 1 && compiled[0] === value) return;
  edits.push({ from, to, text: JSON.stringify(compiled) });
}
