import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconHelpCircle,
  IconPower,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import {
  type MeasuredUnit,
  setpointKinds,
  type ZoneSummary,
} from "@verandah/contract/hvac/air-comparison.ts";
import type { ReactNode } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useIsOld } from "#shared/age.ts";
import type { MeasuredUnits } from "#shared/equipment/air-values.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { Aged, Section, type Shown } from "#shared/ui/section.tsx";

import { comparisonInks } from "./comparison-mark.tsx";

interface Props {
  query: Shown<MeasuredUnits>;
  zones: readonly ZoneSummary[];
  /** The units that belong to the zones; undefined: all of the query. */
  units?: readonly MeasuredUnit[];
  /** Initial values of the change of setpoints, as in its address. */
  selected?: string | undefined;
  /** It is one of several parts of its screen. */
  isPart?: boolean;
  children: ReactNode;
}

/** Readings against setpoints of a place: how many zones are off setpoint, the way to change setpoints, and the units. */
export function HvacPart({ query, zones, units, selected, isPart = false, children }: Props) {
  const { t } = useLingui();
  const session = useSession();
  const isWithoutUnits = query.data?.units.length === 0;
  const canChange =
    query.data !== undefined && !isWithoutUnits && admits(sendCommands.access, session.role.id);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" align="end">
        <Aged of={query}>
          <ZonesSummary zones={zones} units={units ?? query.data?.units ?? []} />
        </Aged>
        {canChange && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/admin/configuresetpoint" search={selected ? { of: selected } : {}} {...props} />
            )}
          >
            {t`Change setpoints`}
          </Button>
        )}
      </Group>
      <Section of={query} isPart={isPart}>
        {() => (isWithoutUnits ? <Text c="dimmed">{t`No air handling here.`}</Text> : children)}
      </Section>
    </Stack>
  );
}

interface ZonesSummaryProps {
  zones: readonly ZoneSummary[];
  /** All units and boxes shown, to count those that do not report. */
  units: readonly MeasuredUnit[];
}

const icons = {
  missed: IconAlertTriangleFilled,
  held: IconCircleCheckFilled,
  off: IconPower,
  unknown: IconHelpCircle,
} as const;

/** Number of zones off setpoint, and of zones without data. */
function ZonesSummary({ zones, units }: ZonesSummaryProps) {
  const { t } = useLingui();
  const isOld = useIsOld();
  if (zones.length === 0) return null;
  const count = zones.length;
  const { within } = setpointKinds.zone;
  const countOf = (comparison: ZoneSummary["comparison"]) =>
    zones.filter((zone) => zone.comparison === comparison).length;
  const [missed, held, off] = [countOf("missed"), countOf("held"), countOf("off")];
  const offline = units.filter((unit) => unit.state === "offline").length;
  const unreached = units.filter((unit) => unit.state === "unknown").length;
  const isAllKnown = missed + held + off === count && offline + unreached === 0;
  const parts = [
    missed > 0
      ? plural(count, {
          one: `# zone is more than ${within} °C from its setpoint`,
          other: `${missed} of # zones are more than ${within} °C from their setpoint`,
        })
      : held > 0 &&
        plural(count, {
          one: "# zone holds its setpoint",
          other: `${held} of # zones hold their setpoint`,
        }),
    off > 0 && plural(off, { one: "Unit off in # zone", other: "Unit off in # zones" }),
    offline > 0 && plural(offline, { one: "# unit offline", other: "# units offline" }),
    unreached > 0 && plural(unreached, { one: "# unit does not report", other: "# units do not report" }),
  ].filter((part) => part !== false);
  const known = missed > 0 ? "missed" : !isAllKnown ? "unknown" : held > 0 ? "held" : "off";
  const state = isOld ? "unknown" : known;
  const Icon = icons[state];
  return (
    <StateText
      component="p"
      m={0}
      c={comparisonInks[state]}
      data-state={state}
      style={{ gap: 6, whiteSpace: "normal" }}
    >
      <Icon size={16} aria-hidden />
      {isOld || parts.length === 0 ? t`No data at the moment` : parts.join(" · ")}
    </StateText>
  );
}
