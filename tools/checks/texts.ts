import { globSync } from "node:fs";

import { readCatalogue, translated } from "../../packages/texts/src/catalogue.ts";
import { msg } from "../../packages/texts/src/msg.ts";
import { type Check, readText, repository } from "./check.ts";

const sources = ["apps/server/src/**/*.ts", "packages/contract/src/**/*.ts"];
/** A text in the code: a template without values, or a message and its context. */
const DECLARED = /\bmsg(?:`([^`$\\]*)`|\(\{\s*message: "([^"\\]*)",\s*context: "([^"\\]*)",?\s*\}\))/g;
const TRANSLATION = /[\p{Script=Devanagari}\p{Script=Kannada}]/u;

/** Words that the catalogues had beside another one for the same thing. */
const secondWords = {
  hi: /शेड्यूल|कैंपस|अलर्ट|अनदेख|मानचित्र|यूज़र|नियंत्रक|कमांड/u,
  kn: /ಬುಕಿಂಗ್|ಉಪಕರಣ|ಸೌಕರ್ಯ|ನಿರ್ಲಕ್ಷ|ಕೋಣೆ|ಶೆಡ್ಯೂಲ|ತಿರಸ್ಕರಿಸ|ಕಮಾಂಡ್/u,
};

/** The faults of the texts of a file. The build of the web app checks those of the screens. */
function faultsIn(
  file: string,
  catalogues: readonly (readonly [string, ReadonlyMap<string, string>])[],
): string[] {
  const code = readText(file);
  const declared = [...code.matchAll(DECLARED)];
  const missing = declared.flatMap(([, plain, message = plain ?? "", context]) => {
    const { id } = msg(context === undefined ? { message } : { message, context });
    const lacking = catalogues.filter(([, texts]) => !texts.get(id)).map(([language]) => language);
    return lacking.length > 0 ? [`${file}: "${message}" has no text in ${lacking.join(", ")}`] : [];
  });
  return [
    ...missing,
    ...(declared.length < [...code.matchAll(/\bmsg[`(]/g)].length ? [`${file}: a text is not plain`] : []),
    ...(TRANSLATION.test(code) ? [`${file}: a translation belongs into its catalogue`] : []),
  ];
}

/** Every text of the server and the contract is in each catalogue, and nowhere else; a thing has one word in a language. */
export const texts: Check = {
  name: "texts",
  run: () => {
    const catalogues = translated.map((language) => [language, readCatalogue(language)] as const);
    const files = globSync(sources, { cwd: repository }).filter((file) => !file.endsWith(".test.ts"));
    const faults = files.flatMap((file) => faultsIn(file, catalogues));
    const words = catalogues.flatMap(([language, all]) =>
      [...all.values()].filter((text) => secondWords[language].test(text)),
    );
    return [
      ...faults,
      ...(faults.length > 0 ? ["npm run texts -w apps/web adds texts to the catalogues."] : []),
      ...words.map((text) => `Another word is in use for a thing in: ${text}`),
    ].join("\n");
  },
};
