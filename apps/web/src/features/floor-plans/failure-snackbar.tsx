import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback, useState } from "react";

import { errorText } from "#shared/texts/error-text.ts";
import { FloatingError } from "#shared/ui/feedback/floating-error.tsx";

type Asked = Pick<UseQueryResult, "error" | "errorUpdatedAt">;

/** The newest failure of some queries, red at the top, with the server's text. The user can close it, and it hides by itself. */
export function FailureSnackbar({ queries }: { queries: readonly Asked[] }) {
  const failed = queries.filter(({ error }) => error !== null);
  const newest = failed.toSorted((a, b) => b.errorUpdatedAt - a.errorUpdatedAt)[0];
  return newest ? <Snackbar key={newest.errorUpdatedAt} text={errorText(newest.error)} /> : null;
}

function Snackbar({ text }: { text: string }) {
  const [isClosed, setIsClosed] = useState(false);
  const close = useCallback(() => setIsClosed(true), []);
  return <FloatingError text={isClosed ? undefined : text} onClose={close} />;
}
