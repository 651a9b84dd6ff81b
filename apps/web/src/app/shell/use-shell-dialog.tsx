import { useLingui } from "@lingui/react/macro";
import { notifications } from "@mantine/notifications";
import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from "react";

import { ServerUnreachable } from "#shared/call.ts";
import { errorText } from "#shared/texts/error-text.ts";

/** Source: spec 2 §9 (toast 3000 ms). */
const TOAST_MS = 3_000;

export type DialogName = "password" | "notifications" | "campus";
type Dialog = ComponentType<{ onClose: () => void; onChanged: () => void }>;

const loaders: Record<DialogName, () => Promise<Dialog>> = {
  password: async () => (await import("../../features/auth/change-password-dialog.tsx")).ChangePasswordDialog,
  notifications: async () =>
    (await import("../../features/notifications/notification-settings-dialog.tsx"))
      .NotificationSettingsDialog,
  campus: async () => (await import("../../features/auth/switch-campus-dialog.tsx")).SwitchCampusDialog,
};

/** The dialog that the user menu opened, and a function to open one. The focus returns to the element before. */
export function useShellDialog(
  main: RefObject<HTMLElement | null>,
): [ReactNode, (name: DialogName, from: HTMLElement | null) => Promise<void>] {
  const { t } = useLingui();
  const opener = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<{ name: DialogName; Content: Dialog }>();
  const doneTexts: Partial<Record<DialogName, string>> = {
    password: t`New Password added successfully`,
    notifications: t`Notification settings saved`,
  };

  async function open(name: DialogName, from: HTMLElement | null) {
    opener.current = from;
    try {
      const Content = await loaders[name]();
      setShown({ name, Content });
    } catch {
      // Without a server there is no dialog; the screen behind it stays.
      const message = errorText(new ServerUnreachable());
      notifications.show({ color: "red", message, role: "alert", withCloseButton: false });
    }
  }

  function close() {
    setShown(undefined);
    // The drawer and its button may have been removed.
    const next = opener.current?.isConnected ? opener.current : main.current;
    next?.focus({ preventScroll: true });
  }

  function changed(name: DialogName) {
    close();
    notifications.show({
      color: "green",
      message: doneTexts[name],
      autoClose: TOAST_MS,
      role: "status",
      withCloseButton: false,
    });
  }

  const dialog = shown && <shown.Content onClose={close} onChanged={() => changed(shown.name)} />;
  return [dialog, open];
}
