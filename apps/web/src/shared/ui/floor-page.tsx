import { useLingui } from "@lingui/react/macro";
import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { type Floor, useChosenFloor } from "../use-chosen-floor.ts";
import { ErrorBanner } from "./feedback/error-banner.tsx";
import { FloorSelect } from "./fields/floor-select.tsx";
import { PageTitle } from "./page-title.tsx";

interface Props {
  title: string;
  /** After the choice of the floor. */
  renderChoices?: (floor: Floor | undefined) => ReactNode;
  children: (floor: Floor) => ReactNode;
}

/** A screen of one floor, which is chosen beside the title. */
export function FloorPage({ title, renderChoices, children }: Props) {
  const { t } = useLingui();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <PageTitle>{title}</PageTitle>
        <Group align="flex-end" gap="sm">
          <FloorSelect floors={floors} floor={floor} onChoose={choose} />
          {renderChoices?.(floor)}
        </Group>
      </Group>
      <ErrorBanner text={isMissing && t`Place not found.`} error={error} />
      {floor && children(floor)}
    </Stack>
  );
}
