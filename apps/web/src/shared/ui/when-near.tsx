import { type ReactNode, useEffect, useRef, useState } from "react";

import { ServerUnreachable } from "../call.ts";
import { useLoaded } from "../use-loaded.ts";
import { ErrorBanner } from "./feedback/error-banner.tsx";
import { Loading } from "./feedback/loading.tsx";
import { useIsNarrow } from "./use-is-narrow.ts";

const PLACE_PX = 300;

interface Props<M> {
  /** Stable: a constant of its module. */
  importer: () => Promise<M>;
  render: (module: M) => ReactNode;
}

/** A part of a screen that a phone loads when it is scrolled into view, and a wide screen at once. */
export function WhenNear<M>({ importer, render }: Props<M>) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(!useIsNarrow());
  const { loaded, hasFailed } = useLoaded(importer, isNear);
  useEffect(() => {
    if (!place.current || loaded) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setIsNear(entries.some((one) => one.isIntersecting)),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loaded]);
  if (loaded) return render(loaded);
  return (
    <div ref={place}>
      {hasFailed ? <ErrorBanner error={new ServerUnreachable()} /> : <Loading height={PLACE_PX} />}
    </div>
  );
}
