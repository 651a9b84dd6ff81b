import { type ComponentPropsWithoutRef, type MouseEvent, use } from "react";

import { AddressContext } from "../search-state.ts";

interface Props extends ComponentPropsWithoutRef<"a"> {
  alarmId: number;
}

/** Opens an alarm's details over the present screen. */
export function AlarmLink({ alarmId, children, ...link }: Props) {
  const { change, hrefWith } = use(AddressContext);
  function open(event: MouseEvent) {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    change({ alarm: alarmId });
  }
  return (
    <a {...link} href={hrefWith({ alarm: alarmId })} onClick={open}>
      {children}
    </a>
  );
}
