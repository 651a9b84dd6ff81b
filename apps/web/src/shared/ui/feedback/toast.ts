import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { createElement, type ReactNode } from "react";

import { errorText } from "../../texts/error-text.ts";
import { TOAST_EVENT } from "./toast-event.ts";

/** Source: spec 2 §9 Toast. */
const TOAST_MS = 3_000;
/** For messages that the user did not cause. Source: spec 2 §9, the longest. */
const NEWS_MS = 6_000;

interface Toast {
  kind: "success" | "error" | "news";
  text: string;
  /** Above the text. */
  title?: string;
  /** Stays until it is dismissed. */
  stays?: boolean;
  /** Instead of the usual time, ms. */
  forMs?: number;
  /** Beside the text. */
  action?: ReactNode;
  /** A toast of the same id is shown once; without one, of the same text. */
  id?: string;
}

const colors = { success: "green", error: "red", news: "yellow" } as const;

/** Shows a message at the edge of the screen and announces it to screen readers: an error at once, others when there is time. */
export function showToast({ kind, text, title, stays = false, forMs, action, id }: Toast): void {
  window.dispatchEvent(new Event(TOAST_EVENT));
  notifications.show({
    id: id ?? `${kind}: ${text}`,
    ...(title !== undefined && { title }),
    message: action
      ? createElement(Group, { gap: "sm", justify: "space-between", wrap: "nowrap" }, text, action)
      : text,
    color: colors[kind],
    autoClose: stays ? false : (forMs ?? (kind === "news" ? NEWS_MS : TOAST_MS)),
    role: kind === "error" ? "alert" : "status",
    closeButtonProps: { "aria-label": i18n._(msg`Close`) },
  });
}

/** Shows why something failed. */
export const toastFailure = (error: unknown): void => showToast({ kind: "error", text: errorText(error) });
