import { compileMessage } from "@lingui/message-utils/compileMessage";
import { type ESTree, parseAst, type Plugin, Visitor } from "vite";

import { type Edit, edited } from "./edits.ts";

const COMPILER = "@lingui/message-utils/compileMessage";

/**
 * Compiles the English texts in the code of a production build, like the files of the other languages. Otherwise the first page would
 * contain the parser of messages.
 *
 * @param english receives the texts of all modules by their ids
 */
export function compiledTexts(english: Map<string, string>): Plugin {
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
      filter: { id: /\/(web|contract)\/src\/.+\.tsx?$/, code: "message:" },
      handler(code) {
        const edits: Edit[] = [];
        new Visitor({
          ObjectExpression({ properties }) {
            const [id, message] = [valueOf(properties, "id"), valueOf(properties, "message")];
            if (!id || !message) return;
            english.set(id.value, message.value);
            const tokens = compileMessage(message.value);
            if (tokens.length === 1 && tokens[0] === message.value) return;
            edits.push({ from: message.start, to: message.end, text: JSON.stringify(tokens) });
          },
        }).visit(parseAst(code));
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

/** A text of an object under a key: the macros create objects of `id` and `message` for texts. */
function valueOf(
  properties: readonly ESTree.ObjectPropertyKind[],
  key: string,
): ESTree.StringLiteral | undefined {
  const found = properties.find(
    (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === key,
  );
  const value = found?.type === "Property" ? found.value : undefined;
  return value?.type === "Literal" && typeof value.value === "string" ? value : undefined;
}
