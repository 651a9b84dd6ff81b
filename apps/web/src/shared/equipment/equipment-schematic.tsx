import { useLingui } from "@lingui/react/macro";
import { Card } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";
import type { ReactNode } from "react";

import { AhuSchematic } from "./schematic/ahu-schematic.tsx";

/** The drawing of each type that has one. */
const drawings: Readonly<Record<string, typeof AhuSchematic>> = { [ahu.type]: AhuSchematic };

interface Props {
  deviceType: string;
  name: string;
  latest: readonly ParameterReading[];
  /** Above the drawing. */
  children?: ReactNode;
}

/** A drawing of a device with its live values. Nothing for a type without a drawing. */
export function EquipmentSchematic({ deviceType, name, latest, children }: Props) {
  const { t } = useLingui();
  const Drawing = drawings[deviceType];
  if (!Drawing) return null;
  return (
    <Card component="section" aria-label={t`Schematic`} padding="sm">
      {children}
      <Drawing ahu={latest} name={name} />
    </Card>
  );
}
