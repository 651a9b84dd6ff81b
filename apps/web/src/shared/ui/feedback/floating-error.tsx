import { ErrorBanner } from "./error-banner.tsx";

import classes from "./floating-error.module.css";

/** Source: spec 2 §8 and §9 (error banner). */
const HIDE_AFTER_MS = 6_000;

/** An error over the top of the screen; it can be closed, and closes by itself. */
export function FloatingError({ text, onClose }: { text: string | undefined; onClose: () => void }) {
  return (
    <div className={classes["frame"]}>
      <ErrorBanner text={text} onClose={onClose} hideAfterMs={HIDE_AFTER_MS} />
    </div>
  );
}
