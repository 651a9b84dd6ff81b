import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";

import { useSession } from "#data/query/session.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { SetpointBatch } from "./setpoint-batch.tsx";
import { SetpointForm } from "./setpoint-form.tsx";

/** The setpoints of many units at once: selection, preview, command, and progress until each is confirmed. */
export function SetpointScreen() {
  const { t } = useLingui();
  const { building } = useSession();
  const [search] = useSearchState();
  const batchIds = searchText(search["batch"])?.split(",") ?? [];
  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`Configure setpoint`}</PageTitle>
        <Text size="sm" c="dimmed">
          {building.name}
        </Text>
      </div>
      {batchIds.length > 0 ? (
        <SetpointBatch batchIds={batchIds} value={Number(searchText(search["to"]))} />
      ) : (
        <SetpointForm />
      )}
    </Stack>
  );
}
