import { msg, type Text } from "@verandah/texts/msg.ts";

export interface ProblemEntry {
  status: number;
  text: Text;
  /** What the body says where a screen shows another text. */
  title?: string;
  /** What the body says for clients that look for a text of old. */
  message?: string;
}

/** Failures that end a session. The login shows why, and does without the other texts. */
export const sessionProblems = {
  "session-ended": { status: 401, text: msg`Your session has ended.` },
  "session-closed": { status: 440, text: msg`You have been logged out.` },
  "session-replaced": { status: 440, text: msg`You were logged out because you logged in elsewhere.` },
} as const satisfies Record<string, ProblemEntry>;
