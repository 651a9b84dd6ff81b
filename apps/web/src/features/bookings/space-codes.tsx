import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { type SpaceKind, searchBookable } from "@verandah/contract/bookings/bookings.ts";
import { useState } from "react";
import { renderSVG } from "uqr";

import { useRoute } from "#data/query/use-route.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

const HOUR_MS = 3_600_000;

/** QR codes of a floor's seats or rooms, to be printed: each leads to the page of its space. */
export function SpaceCodesScreen() {
  const { t } = useLingui();
  const { floors, floor, choose, error } = useChosenFloor();
  const [kind, setKind] = useState<SpaceKind>("seat");
  return (
    <Stack gap={14}>
      <div data-no-print>
        <PageTitle>{t`QR codes`}</PageTitle>
        <Text size="sm" c="dimmed">
          <Trans>
            A phone that reads the code of a seat or room opens its page, with check-in and booking.
          </Trans>
        </Text>
        <Group align="flex-end" gap="md" mt="sm">
          <FloorSelect
            floors={floors.filter(({ floorType }) => floorType === "wlms")}
            floor={floor}
            onChoose={choose}
          />
          <SegmentedControl
            aria-label={t`Kind of place`}
            data={[
              { value: "seat", label: t`Seats` },
              { value: "room", label: t`Rooms` },
            ]}
            value={kind}
            onChange={(value) => setKind(value === "room" ? "room" : "seat")}
          />
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            <Trans>Print</Trans>
          </Button>
        </Group>
      </div>
      <ErrorBanner error={error} />
      {floor && <Codes floorId={floor.id} kind={kind} />}
    </Stack>
  );
}

function Codes({ floorId, kind }: { floorId: number; kind: SpaceKind }) {
  const { t } = useLingui();
  // Only the names are shown, so any time will do.
  const [from] = useState(() => new Date().toISOString());
  const to = new Date(Date.parse(from) + HOUR_MS).toISOString();
  const listed = useRoute(searchBookable, { id: floorId, kind, from, to });
  return (
    <Section of={listed} isPart>
      {(spaces) =>
        spaces.length === 0 ? (
          <Text c="dimmed">{t`There are none on this floor.`}</Text>
        ) : (
          <AutoGrid component="ul" min={150} gap={14}>
            {spaces.map((space) => {
              const address = `${window.location.origin}/admin/seat/${space.id}`;
              return (
                <Panel component="li" key={space.id} px={10} ta="center">
                  <img
                    width={120}
                    style={{ display: "block", margin: "auto", background: "#fff" }}
                    alt={address}
                    src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(address, { border: 2 }))}`}
                  />
                  <div>
                    <strong>{space.name}</strong>
                  </div>
                  <span>
                    {space.zone.name}, {space.floor.name}
                  </span>
                </Panel>
              );
            })}
          </AutoGrid>
        )
      }
    </Section>
  );
}
