import { notifications } from "@mantine/notifications";

/** Source: spec 1 §9 Toast duration. */
const TOAST_MS = 3_000;

/** Shows a toast about a success. */
export function toastDone(message: string): void {
  notifications.show({
    color: "green",
    message,
    autoClose: TOAST_MS,
    role: "status",
    withCloseButton: false,
  });
}

/** Shows a toast with the reason of a failure. */
export function toastRefused(message: string): void {
  notifications.show({ color: "red", message, autoClose: TOAST_MS, role: "alert", withCloseButton: false });
}
