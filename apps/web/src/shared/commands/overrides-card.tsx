import { useLingui } from "@lingui/react/macro";
import { Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { type Override, listOverrides } from "@verandah/contract/commands/overrides.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";

import { OverrideRow } from "./override-row.tsx";
import { ReleaseFloor } from "./release-floor.tsx";

import classes from "./overrides-card.module.css";

/** Overrides in force in the building, or of one device, each with its user, reason, end and energy. */
export function OverridesCard({ ssid }: { ssid?: string }) {
  const { t } = useLingui();
  const { building } = useSession();
  const { data, error } = useRoute(listOverrides, { building: building.id });
  const overrides = data?.filter((one) => ssid === undefined || one.ssid === ssid);
  return (
    <SectionCard
      title={t`Overrides in force`}
      aside={ssid !== undefined && <Link to="/admin/controls">{t`All of the building`}</Link>}
    >
      {!overrides && <Loading error={error} height={60} />}
      {overrides?.length === 0 && (
        <Text size="sm" c="dimmed">{t`None. Everything follows its schedule or its own default.`}</Text>
      )}
      {overrides && ssid !== undefined && <Rows overrides={overrides} />}
      {overrides && ssid === undefined && <ByFloor overrides={overrides} />}
    </SectionCard>
  );
}

function Rows({ overrides }: { overrides: readonly Override[] }) {
  return (
    <ul className={classes["rows"]}>
      {overrides.map((override) => (
        <OverrideRow key={override.commandId} override={override} />
      ))}
    </ul>
  );
}

/** The overrides of each floor, with a button that releases them all. */
function ByFloor({ overrides }: { overrides: readonly Override[] }) {
  const { building, role } = useSession();
  const floors = Map.groupBy(overrides, ({ floorId }) => floorId);
  return [...floors].map(([floorId, own]) => {
    const name = own[0]?.floorName ?? building.name;
    return (
      <section key={floorId} aria-label={name}>
        <div className={classes["floor"]}>
          <Title order={3} size="h6">
            {name}
          </Title>
          {admits(sendCommands.access, role.id) && <ReleaseFloor floorName={name} overrides={own} />}
        </div>
        <Rows overrides={own} />
      </section>
    );
  });
}
