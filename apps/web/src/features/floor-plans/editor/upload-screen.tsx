import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { floorPlanQuery } from "#data/floor-plans.queries.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { PlanEditor } from "./plan-editor.tsx";

/** Chooses a floor and uploads its drawing; draws its zones and places its devices. */
export function UploadScreen() {
  const { t } = useLingui();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  const plan = useQuery({ ...floorPlanQuery(floor?.id ?? 0), enabled: floor !== undefined });
  const failure = error ?? (plan.data ? null : plan.error);
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
      <ErrorBanner text={isMissing && t`Place not found.`} error={failure} />
      {plan.data ? (
        <PlanEditor key={plan.data.id} loaded={plan.data} />
      ) : (
        !failure && !isMissing && <Loading height={600} />
      )}
    </Stack>
  );
}
