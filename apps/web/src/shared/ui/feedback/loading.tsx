import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "@mantine/core";

/** A skeleton that screen readers announce as loading. */
export function Loading({ height = "auto" }: { height?: number | string }) {
  const { t } = useLingui();
  return <Skeleton role="progressbar" aria-busy aria-label={t`Loading`} radius="md" height={height} />;
}
