import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";

import { showToast, toastFailure } from "./toast.ts";

/** How long an action can be undone, ms. */
const UNDO_MS = 10_000;

/**
 * Reports an action, with a button that sends `undo`, a second action which restores the state before the first.
 *
 * @param undo may return the text of its end, when it restored only a part
 * @param id of the action: it is reported once
 */
export function showUndoToast(text: string, undo: () => Promise<unknown>, id = randomId()): void {
  function send() {
    notifications.hide(id);
    undo().then((end) => {
      const isPart = typeof end === "string";
      showToast({ kind: isPart ? "news" : "success", text: isPart ? end : i18n._(msg`Undone`) });
    }, toastFailure);
  }
  const button = (
    <Button size="compact-sm" variant="default" flex="none" onClick={send}>
      {i18n._(msg`Undo`)}
    </Button>
  );
  showToast({ kind: "success", text, id, forMs: UNDO_MS, action: button });
}
