import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { SearchFields } from "../search-state.ts";

interface Props {
  alarmId: number;
  className?: string | undefined;
  id?: string;
  children: ReactNode;
}

/** Opens an alarm's details over the present screen. */
export function AlarmLink({ alarmId, className, id, children }: Props) {
  return (
    <Link
      to="."
      search={(before: SearchFields) => ({ ...before, alarm: alarmId })}
      resetScroll={false}
      className={className}
      {...(id !== undefined && { id })}
    >
      {children}
    </Link>
  );
}
