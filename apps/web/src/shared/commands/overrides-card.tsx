import { useLingui } from "@lingui/react/macro";
import { Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { type Override, listOverrides } from "@verandah/contract/commands/overrides.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { OverrideRow } from "./override-row.tsx";
import { overridesText } from "./overrides-text.ts";
import { ReleaseOverrides } from "./release-overrides.tsx";

/** Overrides in force in the building, by action; or of one device. Each has its user, reason, end and energy. */
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
          ssid === undefined ? (
            <ByFloor overrides={overrides} />
          ) : (
            <Rows>
              {overrides.map((override) => (
                <OverrideRow key={override.commandId} override={override} />
              ))}
            </Rows>
          )
        }
      </Section>
    </SectionCard>
  );
}

const SEVERAL = "several";

/** The floor of an action. */
function floorOf(members: readonly Override[]) {
  const [first] = members;
  return members.every(({ floorId }) => floorId === first?.floorId) ? (first?.floorId ?? null) : SEVERAL;
}

/** The overrides of each floor with a button that releases them all, and their number. */
function ByFloor({ overrides }: { overrides: readonly Override[] }) {
  const { t } = useLingui();
  const { building, role } = useSession();
  const actions = [...Map.groupBy(overrides, ({ batchId }) => batchId).values()];
  const total = overridesText(actions.length, new Set(overrides.map(({ ssid }) => ssid)).size);
  return (
    <>
      <Text size="sm" mb="xs">
        <b>{total}</b> <Text span fz={12} c="dimmed">{t`A change of several devices is one override.`}</Text>
      </Text>
      {[...Map.groupBy(actions, floorOf)].map(([floor, own]) => {
        const known = own[0]?.[0]?.floorName ?? building.name;
        const name = floor === SEVERAL ? t`Several floors` : known;
        return (
          <section key={floor} aria-label={name}>
            <Group
              justify="space-between"
              gap={8}
              wrap="nowrap"
              style={{ borderBottom: "1px solid var(--app-line)" }}
            >
              <Title order={3} size="h6">
                {name}
              </Title>
              {floor !== SEVERAL && admits(sendCommands.access, role.id) && (
                <ReleaseOverrides
                  title={t`Release all overrides of ${name}`}
                  sentText={t`Release of all overrides of ${name} sent`}
                  overrides={overrides.filter(({ floorId }) => floorId === floor)}
                >
                  {t`Release all`}
                </ReleaseOverrides>
              )}
            </Group>
            <Rows>
              {own.map(
                ([first, ...others]) =>
                  first && <OverrideRow key={first.batchId} override={first} others={others} />,
              )}
            </Rows>
          </section>
        );
      })}
    </>
  );
}
