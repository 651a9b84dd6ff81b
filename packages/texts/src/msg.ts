import { generateMessageId } from "@lingui/message-utils/generateMessageId";

/** A text of the catalogues. `message` is the English one, with `{name}` in place of values, as ICU has it. */
export interface Text {
  readonly id: string;
  readonly message: string;
}

type Described = { readonly message: string; readonly context?: string; readonly comment?: string };

/**
 * Declares a text, as the macro of Lingui does in the browser: `context` separates texts that only English writes alike, `comment` is for
 * translators. `npm run texts -w apps/web` puts it into the catalogues.
 */
export function msg(eventBy: TemplateStringsArray | Described): Text {
  const { message, context }: Described = "raw" in eventBy ? { message: eventBy.join("") } : eventBy;
  return { id: generateMessageId(message, context), message };
}
