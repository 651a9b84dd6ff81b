import { type MouseEvent, type ReactNode, use } from "react";

import { AddressContext } from "../search-state.ts";

interface Props {
  alarmId: number;
  className?: string | undefined;
  id?: string;
  children: ReactNode;
}

/** Opens an alarm's details over the present screen. */
export function AlarmLink({ alarmId, className, id, children }: Props) {
  const { change, hrefWith } = use(AddressContext);
  function open(event: MouseEvent) {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    change({ alarm: alarmId });
  }
  return (
    <a href={hrefWith({ alarm: alarmId })} onClick={open} className={className} id={id}>
      {children}
    </a>
  );
}
