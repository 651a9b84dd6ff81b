import { readFileSync } from "node:fs";

import { parse } from "yaml";
import { z } from "zod";

/** An invalid setting. The message is for the person who changes the settings. */
export class SettingsError extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = "SettingsError";
  }
}

/** Reads and checks a file. @throws SettingsError with the file and every wrong field */
export function readYaml<T extends z.ZodType>(file: string, schema: T, what: string): z.output<T> {
  let raw: unknown;
  try {
    raw = parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SettingsError(
      `Cannot read ${what} ${file}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new SettingsError(`Wrong ${what} ${file}:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
