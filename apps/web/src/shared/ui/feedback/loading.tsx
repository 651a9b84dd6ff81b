import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "@mantine/core";

import { ErrorBanner } from "./error-banner.tsx";

interface Props {
  /** Why the load failed: shown in place of the skeleton. */
  error?: Error | null;
  /** Pixels; without it the class sets the height. */
  height?: number;
  className?: string | undefined;
}

/** A skeleton that screen readers announce as loading. */
export function Loading({ error, height, className }: Props) {
  const { t } = useLingui();
  if (error) return <ErrorBanner error={error} />;
  return (
    <Skeleton
      role="progressbar"
      aria-busy
      aria-label={t`Loading`}
      radius="md"
      {...(height !== undefined && { height })}
      {...(className && { className })}
    />
  );
}
