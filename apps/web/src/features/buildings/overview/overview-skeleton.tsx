import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "@mantine/core";

import classes from "./overview-screen.module.css";

/** Rows of a building of ordinary height; the real number follows. */
const ROWS = 10;

/** The floors' place while they load, in their final shape. */
export function OverviewSkeleton() {
  const { t } = useLingui();
  return (
    <section className={classes["floors"]} aria-busy aria-label={t`Loading`}>
      <div className={classes["box"]}>
        <Skeleton height="100%" mih={466} radius="md" />
      </div>
      <div className={classes["box"]}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} height={36} mb={10} radius="sm" />
        ))}
      </div>
    </section>
  );
}
