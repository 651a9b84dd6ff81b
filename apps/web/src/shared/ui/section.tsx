import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { AgeContext, type Loaded, useIsOld, useIsOutdated } from "../age.ts";
import { ErrorBanner, TryAgain } from "./feedback/error-banner.tsx";
import { Loading } from "./feedback/loading.tsx";

/** What a section shows: the reply of a query, or several together. */
export interface Shown<T> extends Loaded {
  readonly data: T | undefined;
}

/** What a query knows of its first answer. */
export type FirstLoad = Pick<UseQueryResult, "isLoading" | "failureCount">;
/** Whether the first answer is still on its way. Parts that it would move are shown after it. */
export const isAwaited = ({ isLoading, failureCount }: FirstLoad) => isLoading && failureCount === 0;

/**
 * Whether the parts of a place still wait for the first answers. They never disappear again: a part that loads a failed answer again would
 * end itself, and begin again, without an end.
 */
export function useIsAwaited(placeId: number, of: readonly FirstLoad[]): boolean {
  const isAwaitedNow = of.some(isAwaited);
  const [shownFor, setShownFor] = useState<number>();
  if (!isAwaitedNow && shownFor !== placeId) setShownFor(placeId);
  return isAwaitedNow && shownFor !== placeId;
}

/** Two replies as one: loaded when both are, and as old as the older. */
export const together = <A, B>(a: Shown<A>, b: Shown<B>): Shown<[A, B]> => ({
  dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
  error: a.error ?? b.error,
  data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
});

interface Props<T> {
  of: Shown<T>;
  /** In place of the data while it loads: of the same size, so that nothing moves. */
  placeholder?: ReactNode;
  /** Pixels of the placeholder. */
  height?: number;
  /** A smaller part: a failed reload of shown data has no message, because one outage would fill the screen with them. */
  isPart?: boolean;
  /** In place of the text of the error. It needs no error: the address may name a place that does not exist. */
  errorText?: string | false | undefined;
  /** In place of the banner of a failed load, before the way to try again: for a part that is too small for a banner. */
  failed?: ReactNode;
  /** In place of a list without entries. A text is small and dimmed. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Its contents are as old as these data. */
export function Aged({ of, children }: { of: Loaded | readonly Loaded[]; children: ReactNode }) {
  const isOutdated = useIsOutdated(of);
  const isWithinOld = useIsOld();
  return <AgeContext value={isOutdated || isWithinOld}>{children}</AgeContext>;
}

/** A part of a screen that shows loaded data: its placeholder, its error with a way to try again, and whether it is old (`useIsOld`). */
export function Section<T>({
  of,
  placeholder,
  height = 320,
  isPart = false,
  errorText,
  failed,
  empty,
  children,
}: Props<T>) {
  const { data, error } = of;
  const shown = () => {
    if (data === undefined) return !error && !errorText && (placeholder ?? <Loading height={height} />);
    if (empty === undefined || !Array.isArray(data) || data.length > 0) return children(data);
    return typeof empty === "string" ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      empty
    );
  };
  if (failed !== undefined && error && data === undefined)
    return (
      <>
        {failed}
        <TryAgain error={error} />
      </>
    );
  return (
    <Aged of={of}>
      {!(isPart && data !== undefined) && <ErrorBanner text={errorText} error={error} />}
      {shown()}
    </Aged>
  );
}
