import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangleFilled, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { SubsystemStatus } from "@verandah/contract/buildings.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";
import { Fragment } from "react";

import { useIsOld } from "#shared/age.ts";
import { EquipmentIcon } from "#shared/equipment/equipment-icon.tsx";
import { numberText } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { shownState, StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";

import { factsOf } from "../summarise-status.ts";
import { useSystemNames } from "./use-system-names.ts";

import classes from "./status-cards.module.css";

type Side = SubsystemStatus["network"];

const ids = ["hvac", "chiller", "lighting", "ups", "energy"] as const;
/** A card has the icon of its first type. */
const typeOf = (id: SubsystemStatus["id"]) =>
  builtInTypes.find(({ subsystem }) => subsystem === id)?.type ?? "";

interface Props {
  /** Undefined while they load. */
  statuses: readonly SubsystemStatus[] | undefined;
  /** They could not be loaded. */
  isFailed: boolean;
}

/** One card for each of the building's systems. Source: spec 2 §2 Building overview. */
export function StatusCards({ statuses, isFailed }: Props) {
  const { t } = useLingui();
  const stateText = useStateText();
  const isOld = useIsOld();
  const names = useSystemNames();
  return (
    <section aria-label={t`Systems`} className={classes["cards"]}>
      {ids.map((id) => {
        const status = statuses?.find((candidate) => candidate.id === id);
        const state = shownState(status?.state ?? "unknown", isOld);
        const sides = [
          [t`Network Status`, status?.network],
          [t`Field Device Status`, status?.fieldDevices],
        ] as const;
        return (
          <article key={id} className={classes["card"]} data-state={state} aria-label={names[id]}>
            <div className={classes["head"]}>
              <h2 className={classes["title"]}>
                <EquipmentIcon type={typeOf(id)} size={18} />
                {names[id]}
              </h2>
              {!isOld && <Since status={status} />}
              <span className={classes["state"]} data-state={state}>
                {state !== "fine" && <StateIcon state={state} isColored />}
                <VisuallyHidden>{stateText(state)}</VisuallyHidden>
              </span>
            </div>
            <dl className={classes["sides"]}>
              {sides.map(([name, side]) => (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {!statuses && !isFailed ? (
                      <Skeleton width={48} height={14} my={3} />
                    ) : (
                      <SideState side={isOld ? undefined : side} />
                    )}
                  </dd>
                </Fragment>
              ))}
            </dl>
            {status && <CardAlarms status={status} />}
          </article>
        );
      })}
    </section>
  );
}

/** The number of alarms of a system with the worst message; otherwise why its state is unknown. */
function CardAlarms({ status }: { status: SubsystemStatus }) {
  const messageOf = useAlarmMessage();
  const { alarm, noOfCritical, noOfLow } = status;
  const facts = status.noOfDevices === 0 ? [] : factsOf(status);
  const counts = [
    noOfCritical > 0 && plural(noOfCritical, { one: "# critical alarm", other: "# critical alarms" }),
    noOfLow > 0 && plural(noOfLow, { one: "# low alarm", other: "# low alarms" }),
  ].filter((text) => text !== false);
  return (
    <div className={classes["alarms"]}>
      {counts.length > 0 && (
        <Link to="/admin/eventsviewer" className={classes["counts"]} data-state={status.state}>
          {counts.join(" · ")}
        </Link>
      )}
      {alarm && (
        <AlarmLink alarmId={alarm.Alarm_Id} className={classes["alarm"]}>
          {alarm.Device_name}: {messageOf(alarm)}
        </AlarmLink>
      )}
      {facts.length > 0 && <span className={classes["facts"]}>{facts.join(" · ")}</span>}
    </div>
  );
}

function SideState({ side }: { side: Side | undefined }) {
  const { t } = useLingui();
  if (!side || side.state === "none") return <span className={classes["none"]}>{t`No data`}</span>;
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

/** Start of a system's oldest warning. */
function Since({ status }: { status: SubsystemStatus | undefined }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const oldest = [status?.network.since, status?.fieldDevices.since].flatMap((at) => at ?? []).toSorted()[0];
  if (!oldest) return null;
  const since = momentText(oldest);
  return <span className={classes["since"]}>{t`since ${since}`}</span>;
}
