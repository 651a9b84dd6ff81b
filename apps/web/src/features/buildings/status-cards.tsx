import { Trans, useLingui } from "@lingui/react/macro";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import {
  IconAirConditioning,
  IconBatteryCharging,
  IconBolt,
  IconBulb,
  IconCircleCheckFilled,
  IconAlertTriangleFilled,
  IconSnowflake,
} from "@tabler/icons-react";
import type { SubsystemStatus } from "@verandah/contract/buildings.ts";

import { numberText } from "#shared/format/number.ts";
import { momentText } from "#shared/format/time.ts";
import { useSession } from "#shared/session.ts";
import { useNow } from "#shared/use-now.ts";

import classes from "./status-cards.module.css";

type Side = SubsystemStatus["network"];

const ids = ["hvac", "chiller", "lighting", "ups", "energy"] as const;
const icons = {
  hvac: IconAirConditioning,
  chiller: IconSnowflake,
  lighting: IconBulb,
  ups: IconBatteryCharging,
  energy: IconBolt,
} as const;

interface Props {
  /** Undefined while they load. */
  statuses: readonly SubsystemStatus[] | undefined;
  /** They could not be loaded, or are too old. */
  isUnknown: boolean;
}

/** One card for each of the building's systems. Source: spec 2 §2 Building overview. */
export function StatusCards({ statuses, isUnknown }: Props) {
  const { t } = useLingui();
  const names = { hvac: t`HVAC`, chiller: t`Chiller`, lighting: t`Lighting`, ups: t`UPS`, energy: t`Energy` };
  return (
    <section aria-label={t`Systems`} className={classes["cards"]}>
      {ids.map((id) => {
        const status = isUnknown ? undefined : statuses?.find((candidate) => candidate.id === id);
        const Icon = icons[id];
        const isLoading = !statuses && !isUnknown;
        return (
          <article key={id} className={classes["card"]} data-state={cardState(status)} aria-label={names[id]}>
            <div className={classes["head"]}>
              <h2 className={classes["title"]}>
                <Icon size={18} stroke={1.7} aria-hidden />
                {names[id]}
              </h2>
              <Since status={status} />
            </div>
            <dl className={classes["sides"]}>
              <dt>
                <Trans>Network Status</Trans>
              </dt>
              <dd>
                {isLoading ? (
                  <Skeleton width={48} height={14} my={3} />
                ) : (
                  <SideState side={status?.network} />
                )}
              </dd>
              <dt>
                <Trans>Field Device Status</Trans>
              </dt>
              <dd>
                {isLoading ? (
                  <Skeleton width={48} height={14} my={3} />
                ) : (
                  <SideState side={status?.fieldDevices} />
                )}
              </dd>
            </dl>
          </article>
        );
      })}
    </section>
  );
}

function cardState(status: SubsystemStatus | undefined): Side["state"] {
  const sides = [status?.network.state, status?.fieldDevices.state];
  if (sides.includes("warning")) return "warning";
  return sides.includes("ok") ? "ok" : "none";
}

function SideState({ side }: { side: Side | undefined }) {
  const { t } = useLingui();
  if (!side || side.state === "none")
    return (
      <span className={classes["none"]}>
        <Trans>No data</Trans>
      </span>
    );
  if (side.state === "ok")
    return (
      <span className={classes["ok"]}>
        <IconCircleCheckFilled size={16} aria-hidden />
        {t({ message: "OK", comment: "A system without warnings" })}
      </span>
    );
  const { total } = side;
  const warnings = numberText(side.warnings);
  return (
    <span className={classes["warning"]} title={t`${warnings} of ${total}`}>
      <IconAlertTriangleFilled size={16} aria-hidden />
      <VisuallyHidden>{t`Warnings`}</VisuallyHidden>
      {warnings}
    </span>
  );
}

/** Since when the longest-lasting warning of a system stands. */
function Since({ status }: { status: SubsystemStatus | undefined }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const nowMs = useNow(60_000);
  const oldest = [status?.network.since, status?.fieldDevices.since].flatMap((at) => at ?? []).toSorted()[0];
  if (!oldest) return null;
  const since = momentText(oldest, nowMs, campus.timeZone);
  return <span className={classes["since"]}>{t`since ${since}`}</span>;
}
