import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";

import { FailedPage } from "./failed-page.tsx";

/** Replaces a screen that failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  function again() {
    reset();
    void router.invalidate();
  }
  return <FailedPage error={error} onRetry={again} />;
}
