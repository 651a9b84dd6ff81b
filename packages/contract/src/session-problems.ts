import { msg, type Text } from "@verandah/texts/msg.ts";

export interface ProblemEntry {
  status: number;
  text: Text;
  /** The text in the body when a screen shows another text. */
  title?: string;
  /** The text in the body for clients that search for an old text. */
  message?: string;
}

/** Failures that end a session. The login shows the reason, and does not load the other texts. */
export const sessionProblems = {
  "session-ended": { status: 401, text: msg`Your session has ended.` },
  "session-closed": { status: 440, text: msg`You have been logged out.` },
  "session-replaced": { status: 440, text: msg`You were logged out because you logged in elsewhere.` },
} as const satisfies Record<string, ProblemEntry>;
