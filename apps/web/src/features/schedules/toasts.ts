import { notifications } from "@mantine/notifications";

/** Source: spec 1 §9 Toast duration. */
const TOAST_MS = 3_000;

/** Says at the edge of the screen that something was done. */
export function toastDone(message: string): void {
  notifications.show({
    color: "green",
    message,
    autoClose: TOAST_MS,
    role: "status",
    withCloseButton: false,
  });
}

/** Says at the edge of the screen why something was not done. */
export function toastRefused(message: string): void {
  notifications.show({ color: "red", message, autoClose: TOAST_MS, role: "alert", withCloseButton: false });
}
