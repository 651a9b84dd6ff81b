import { useLingui } from "@lingui/react/macro";
import { Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { type Override, listOverrides } from "@verandah/contract/commands/overrides.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { OverrideRow } from "./override-row.tsx";
import { ReleaseFloor } from "./release-floor.tsx";

import classes from "./overrides-card.module.css";

/** Overrides in force in the building, or of one device, each with its user, reason, end and energy. */
export function OverridesCard({ ssid }: { ssid?: string }) {
  const { t } = useLingui();
  const { building } = useSession();
  const listed = useRoute(listOverrides, { building: building.id });
  const data = listed.data?.filter((one) => ssid === undefined || one.ssid === ssid);
  return (
    <SectionCard
      title={t`Overrides in force`}
      aside={ssid !== undefined && <Link to="/admin/controls">{t`All of the building`}</Link>}
    >
      <Section
        of={{ ...listed, data }}
        height={60}
        isPart
        empty={t`None. Everything follows its schedule or its own default.`}
      >
        {(overrides) =>
          ssid === undefined ? <ByFloor overrides={overrides} /> : <Rows overrides={overrides} />
        }
      </Section>
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
