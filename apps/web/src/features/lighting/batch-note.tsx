import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Loader } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { useLightCommand } from "./use-light-command.ts";

import classes from "./lighting.module.css";

interface Props {
  command: ReturnType<typeof useLightCommand>;
  /** Shown when no batch is under way and none has failed. */
  children?: ReactNode;
}

/** Progress of a batch of lights, or those that did not follow with a button to command them again. */
export function BatchNote({ command, children }: Props) {
  const { t } = useLingui();
  const { isUnderWay, failed, retry } = command;
  const { done, total } = command.progress;
  return (
    <div className={classes["note"]} role="status">
      {isUnderWay ? (
        <>
          <Loader size={12} aria-hidden /> {t`${done} of ${total} confirmed`}
        </>
      ) : failed.length > 0 ? (
        <>
          <IconAlertTriangle size={14} aria-hidden />
          {plural(failed.length, { one: "# light did not follow", other: "# lights did not follow" })}
          <Button size="compact-xs" variant="default" onClick={retry}>
            {t`Try again`}
          </Button>
        </>
      ) : (
        children
      )}
    </div>
  );
}
