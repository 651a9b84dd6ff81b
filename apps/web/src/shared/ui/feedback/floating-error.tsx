import { Box } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback, useState } from "react";

import { errorText } from "../../texts/error-text.ts";
import { ErrorBanner } from "./error-banner.tsx";

/** Source: spec 2 §8 and §9 (error banner). */
const HIDE_AFTER_MS = 6_000;

/** An error over the top of the screen; it can be closed, and closes by itself. */
export function FloatingError({ text, onClose }: { text: string | undefined; onClose: () => void }) {
  return (
    <Box
      pos="fixed"
      top={12}
      left="50%"
      w="min(480px, 100vw - 24px)"
      style={{ zIndex: 300, translate: "-50%" }}
    >
      <ErrorBanner text={text} onClose={onClose} hideAfterMs={HIDE_AFTER_MS} />
    </Box>
  );
}

export type Failing = Pick<UseQueryResult, "error" | "errorUpdatedAt">;

/** The newest failure of some queries, red at the top, with the server's text. The user can close it, and it hides by itself. */
export function FailureSnackbar({ queries }: { queries: readonly Failing[] }) {
  const failed = queries.filter(({ error }) => error !== null);
  const newest = failed.toSorted((a, b) => b.errorUpdatedAt - a.errorUpdatedAt)[0];
  return newest ? <Snackbar key={newest.errorUpdatedAt} text={errorText(newest.error)} /> : null;
}

function Snackbar({ text }: { text: string }) {
  const [isClosed, setIsClosed] = useState(false);
  const close = useCallback(() => setIsClosed(true), []);
  return <FloatingError text={isClosed ? undefined : text} onClose={close} />;
}
