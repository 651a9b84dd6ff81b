import { parseAst, type Plugin } from "vite";

import { type Edit, edited } from "./edits.ts";

const isOfPages = /\/web\/src\/.+\.tsx?$/;
/** With the schemas that the contract shares with site files. */
const isOfContract =
  /\/packages\/(contract\/src\/.+|equipment\/src\/(shown-text|energy-settings|offline-reasons))\.ts$/;
/** The server checks requests and replies; a page trusts its own server. */
const notForPages = new Set(["input", "reply", "summary", "sample", "minorTopics"]);

/** Initial values that may call something. */
const makes = new Set([
  "CallExpression",
  "NewExpression",
  "MemberExpression",
  "ObjectExpression",
  "ArrayExpression",
]);

/**
 * Removes the schemas of routes from a production build. With them, the login would load the schema library. Forms that validate with a
 * schema of the contract load the library with their own screen.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: "contract-without-schemas",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: [isOfContract, isOfPages] },
      handler(code, id) {
        if (isOfContract.test(id)) return { code: withoutSchemas(code), map: null };
        const use = useOfSchema(code);
        if (use) this.error(`${use} does not exist in a page: use a schema of its own, as in auth-forms.ts`);
        return undefined;
      },
    },
  };
}

const endWithComma = (code: string, end: number) => end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);

/** Checks that a page uses only the parts of a route that it has. */
function useOfSchema(code: string): string | undefined {
  const imports = code.matchAll(/import \{([^}]*)\} from "@verandah\/contract\//g);
  const names = [...imports].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return names
    .flatMap((name) => [...notForPages].map((field) => `${name}.${field}`))
    .find((use) => new RegExp(`\\b${RegExp.escape(use)}\\b`).test(code));
}

/** @param code JavaScript of a module */
function withoutSchemas(code: string): string {
  const edits: Edit[] = [];
  for (const statement of parseAst(code).body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { init } of declaration.declarations) {
      if (!init || !makes.has(init.type) || !code.slice(init.start, init.end).includes("(")) continue;
      // Creating the value has no other effect.
      edits.push({ from: init.start, to: init.start, text: "/* @__PURE__ */ (() => (" });
      edits.push({ from: init.end, to: init.end, text: "))()" });
      if (init.type !== "CallExpression") continue;
      const [shape] = init.arguments;
      if (init.callee.type !== "Identifier" || init.callee.name !== "route") continue;
      if (shape?.type !== "ObjectExpression") continue;
      for (const property of shape.properties)
        if (
          property.type === "Property" &&
          property.key.type === "Identifier" &&
          notForPages.has(property.key.name)
        )
          edits.push({ from: property.start, to: endWithComma(code, property.end), text: "" });
    }
  }
  return edited(code, edits);
}
