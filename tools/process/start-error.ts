/** A failure that the user can repair: its message is shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The text of a failure for the console: the message only when it is sufficient. */
export function describeFailure(error: unknown): string {
  if (error instanceof Error && ["StartError", "SettingsError"].includes(error.name)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
