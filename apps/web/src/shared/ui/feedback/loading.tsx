import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "@mantine/core";

/** A lower one is a single line, px. */
const ROWS_FROM_PX = 60;

/** A skeleton that screen readers announce as loading. In the staff's app a high one shows rows (`staff.css`). */
export function Loading({ height = "auto" }: { height?: number | string }) {
  const { t } = useLingui();
  return (
    <Skeleton
      role="progressbar"
      aria-busy
      aria-label={t`Loading`}
      radius="md"
      height={height}
      data-rows={height === "100%" || Number(height) > ROWS_FROM_PX}
    />
  );
}
