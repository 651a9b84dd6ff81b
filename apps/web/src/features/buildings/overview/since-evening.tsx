import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { getSinceEvening, type SinceEvening } from "@verandah/contract/home.ts";
import { listOccurrences } from "@verandah/contract/schedules/schedule-days.ts";
import type { ReactNode } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { Section } from "#shared/ui/section.tsx";

import classes from "./since-evening.module.css";

/** What happened in a building since the evening, in one line; each part leads to its list. */
export function SinceEveningLine({ buildingId }: { buildingId: number }) {
  const { role } = useSession();
  const isAdmitted = admits(getSinceEvening.access, role.id);
  const happened = useRoute(getSinceEvening, { id: buildingId }, { enabled: isAdmitted });
  if (!isAdmitted) return null;
  return (
    <Section of={happened} height={40} isPart>
      {(data) => <Line {...data} />}
    </Section>
  );
}

function Line({ since, alarms, commands, schedules }: SinceEvening) {
  const { t } = useLingui();
  const { role } = useSession();
  const moment = useMomentText()(since);
  const title = t({ message: `Since ${moment}`, comment: "What happened since the evening" });
  const { critical, low, active } = alarms;
  const came = [
    critical > 0 && t`${critical} critical`,
    low > 0 && t`${low} low`,
    critical + low > 0 && t`${active} still active`,
  ].filter(Boolean);
  const isOld = useIsOld();
  const { sent, failed } = commands;
  const { done, missed } = schedules;
  return (
    <section className={classes["line"]} aria-label={title} data-old={isOld}>
      <h2 className={classes["title"]}>
        {title}
        {isOld && ` · ${t`Not up to date`}`}
      </h2>
      <ul className={classes["parts"]}>
        <Part name={t`Alarms`}>
          <Link to="/admin/reportsviewer" search={{ from: since }} data-none={came.length === 0}>
            {came.length > 0 ? came.join(" · ") : t`None`}
          </Link>
        </Part>
        <Part name={t`Commands of users`}>
          <Link
            to="/admin/reportsviewer"
            search={{ report: "user-contol-details", from: since }}
            data-none={failed === 0}
          >
            {sent === 0
              ? t`None`
              : failed > 0
                ? t`${failed} of ${sent} failed`
                : t`${sent} sent, none failed`}
          </Link>
        </Part>
        <Part name={t`Schedules`}>
          {admits(listOccurrences.access, role.id) ? (
            <Link to="/admin/schedule" data-none={missed === 0}>
              {ran()}
            </Link>
          ) : (
            ran()
          )}
        </Part>
      </ul>
    </section>
  );

  function ran(): string {
    if (done + missed === 0) return t`None`;
    const text = plural(done, { one: "# action done", other: "# actions done" });
    return missed > 0 ? t`${text}, ${missed} missed` : text;
  }
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <span className={classes["name"]}>{name}</span> {children}
    </li>
  );
}
