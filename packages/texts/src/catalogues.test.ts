import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { readCatalogue, translated } from "./catalogue.ts";
import { msg } from "./msg.ts";

const repository = path.resolve(import.meta.dirname, "../../..");
const files = globSync(["apps/server/src/**/*.ts", "packages/contract/src/**/*.ts"], { cwd: repository });
/** By file. The build of the web app checks the texts of the screens. */
const code = files
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => [file, readFileSync(path.join(repository, file), "utf8")] as const);

/** A text in the code: a template without values, or a message and its context. */
const DECLARED = /\bmsg(?:`([^`$\\]*)`|\(\{\s*message: "([^"\\]*)",\s*context: "([^"\\]*)",?\s*\}\))/g;
const TRANSLATION = /[\p{Script=Devanagari}\p{Script=Kannada}]/u;

/** Words that the catalogues had beside another one for the same thing. */
const secondWords = {
  hi: /शेड्यूल|कैंपस|अलर्ट|अनदेख|मानचित्र|यूज़र|नियंत्रक|कमांड/u,
  kn: /ಬುಕಿಂಗ್|ಉಪಕರಣ|ಸೌಕರ್ಯ|ನಿರ್ಲಕ್ಷ|ಕೋಣೆ|ಶೆಡ್ಯೂಲ|ತಿರಸ್ಕರಿಸ|ಕಮಾಂಡ್/u,
};

describe.each(translated)("the catalogue of %s", (language) => {
  const texts = readCatalogue(language);

  test("has every text of the server and the contract", () => {
    const declared = code.flatMap(([file, text]) =>
      Array.from(text.matchAll(DECLARED), ([, plain, message = plain ?? "", context]) => {
        const { id } = msg(context === undefined ? { message } : { message, context });
        return { file, message, id };
      }),
    );
    expect(declared.length).toBeGreaterThan(100);
    // npm run texts -w apps/web adds texts to the catalogues.
    expect(declared.filter(({ id }) => !texts.get(id))).toEqual([]);
  });

  test("has one word for a thing", () => {
    expect([...texts.values()].filter((text) => secondWords[language].test(text))).toEqual([]);
  });
});

const isWrong = (text: string) =>
  TRANSLATION.test(text) || [...text.matchAll(DECLARED)].length < [...text.matchAll(/\bmsg[`(]/g)].length;

test("texts in the code are plain, and translations are in the catalogues only", () => {
  expect(code.filter(([, text]) => isWrong(text)).map(([file]) => file)).toEqual([]);
});
