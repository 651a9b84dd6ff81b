import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "@mantine/core";

interface Props {
  /** Pixels; without it the class sets the height. */
  height?: number;
  className?: string | undefined;
}

/** A skeleton that screen readers announce as loading. */
export function Loading({ height, className }: Props) {
  const { t } = useLingui();
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
