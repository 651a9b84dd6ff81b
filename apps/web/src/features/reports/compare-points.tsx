import { useLingui } from "@lingui/react/macro";
import { Button, Group, Pill, Select, Text } from "@mantine/core";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { COMPARED_POINTS_MAX } from "@verandah/contract/reports/reports.ts";
import { useState } from "react";

import { useLatest } from "#data/live/readings.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { useCutListText } from "#shared/ui/fields/use-cut-list-text.ts";
import { Panel } from "#shared/ui/layout.tsx";

import { usePointName } from "./use-point-name.ts";

/** Of all devices, those that the list shows. */
const DEVICES_SHOWN = 60;

interface Props {
  points: readonly string[];
  onChange: (points: string[]) => void;
}

/** Chooses up to eight points: a device, then one of its points. */
export function ComparePoints({ points, onChange }: Props) {
  const { t } = useLingui();
  const { building } = useSession();
  const pointName = usePointName();
  const [ssid, setSsid] = useState<string | null>(null);
  const [paramId, setParamId] = useState<string | null>(null);
  const { data: devices = [], error: devicesError } = useRoute(
    listDevices,
    { id: building.id },
    { select: byName },
  );
  const chosen = ssid !== null && paramId !== null ? `${ssid}/${paramId}` : undefined;
  const isFull = points.length >= COMPARED_POINTS_MAX;
  const canAdd = chosen !== undefined && !isFull && !points.includes(chosen);
  const cutText = useCutListText();

  function add() {
    if (!canAdd) return;
    onChange([...points, chosen]);
    setParamId(null);
  }

  return (
    <Panel component="section" aria-label={t`Points to compare`} py={12}>
      <Group align="flex-end" gap="sm">
        <Select
          flex="1 1 220px"
          maw={340}
          label={t`Device`}
          placeholder={t`Choose a device`}
          searchable
          limit={DEVICES_SHOWN}
          description={cutText(DEVICES_SHOWN, devices.length)}
          error={devicesError && errorText(devicesError)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          nothingFoundMessage={t`Nothing found`}
          data={devices.map((device) => ({ value: device.ssid, label: device.name }))}
          value={ssid}
          onChange={(value) => {
            setSsid(value);
            setParamId(null);
          }}
        />
        <PointSelect ssid={ssid} paramId={paramId} onChange={setParamId} />
        <Button variant="light" disabled={!canAdd} onClick={add}>{t`Add the point`}</Button>
        {isFull && <Text size="sm" c="dimmed" pb={8}>{t`Select up to 8 points.`}</Text>}
      </Group>
      {points.length > 0 && (
        <Group component="ul" gap={6} mt={10} aria-label={t`Compared points`}>
          {points.map((point) => {
            const name = pointName(point);
            return (
              <li key={point}>
                <Pill
                  size="md"
                  withRemoveButton
                  onRemove={() => onChange(points.filter((other) => other !== point))}
                  removeButtonProps={{ "aria-label": t`Remove ${name}`, "aria-hidden": false, tabIndex: 0 }}
                >
                  {name}
                </Pill>
              </li>
            );
          })}
        </Group>
      )}
    </Panel>
  );
}

interface PointSelectProps {
  ssid: string | null;
  paramId: string | null;
  onChange: (paramId: string | null) => void;
}

/** The points of a device, each with its latest value. */
function PointSelect({ ssid, paramId, onChange }: PointSelectProps) {
  const { t } = useLingui();
  const { nameOf, valueText } = usePointText();
  const { data: readings = [], error } = useLatest(ssid);
  return (
    <Select
      flex="1 1 220px"
      maw={340}
      label={t`Point`}
      placeholder={t`Choose a point`}
      searchable
      nothingFoundMessage={t`Nothing found`}
      disabled={ssid === null}
      error={error && errorText(error)}
      data={readings.map((reading) => ({
        value: reading.param_id,
        label:
          reading.param_value === null
            ? nameOf(reading.param_id)
            : `${nameOf(reading.param_id)} (${valueText(reading.param_id, reading.param_value, reading.unit)})`,
      }))}
      value={paramId}
      onChange={onChange}
    />
  );
}
