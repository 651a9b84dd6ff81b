import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";

import { useRoute } from "#data/query/use-route.ts";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { PlanEditor } from "./plan-editor.tsx";

/** Chooses a floor and uploads its drawing; draws its zones and places its devices. */
export function UploadScreen() {
  const { t } = useLingui();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  const plan = useRoute(getFloorPlan, floor && { id: floor.id });
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{t`Floor plan editor`}</PageTitle>
          <Text
            size="sm"
            c="dimmed"
          >{t`A floor's drawing, its zones, and where its devices, seats and rooms are.`}</Text>
        </div>
        <Group align="flex-end" gap="sm">
          <FloorSelect floors={floors} floor={floor} onChoose={choose} />
          {floor && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/admin/devicemap" search={{ floor: floor.id }} {...props} />}
            >
              {t`Open the map`}
            </Button>
          )}
        </Group>
      </Group>
      <Section
        of={{ ...plan, error: error ?? plan.error }}
        height={600}
        errorText={isMissing && t`Place not found.`}
      >
        {(loaded) => <PlanEditor key={loaded.id} loaded={loaded} />}
      </Section>
    </Stack>
  );
}
