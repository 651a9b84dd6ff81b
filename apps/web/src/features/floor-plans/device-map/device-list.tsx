import { useLingui } from "@lingui/react/macro";
import { Card, Text, Title, UnstyledButton } from "@mantine/core";

import type { MapMarker } from "#shared/maps/map-marker.tsx";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";

import classes from "./device-list.module.css";

interface Props {
  /** Plural name of the devices. */
  title: string;
  markers: readonly MapMarker[];
  marked: string | undefined;
  /** One was chosen; undefined: the marked one was chosen again. */
  onMark: (ssid: string | undefined) => void;
}

/** The devices of a map as a list; the selected one is marked on the map. */
export function DeviceList({ title, markers, marked, onMark }: Props) {
  const { t } = useLingui();
  const stateText = useStateText();
  return (
    <Card component="section" aria-label={title} padding="sm" className={classes["card"] ?? ""}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {markers.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">{t`No devices of this type on this floor.`}</Text>
      )}
      <ul className={classes["list"]}>
        {markers.map(({ id, name, state, lines, position }) => (
          <li key={id}>
            <UnstyledButton
              className={classes["row"] ?? ""}
              aria-pressed={id === marked}
              onClick={() => onMark(id === marked ? undefined : id)}
            >
              <StateIcon state={state} size={16} isColored />
              <span>
                <strong>{name}</strong>
                <Text span size="sm" c="dimmed" display="block">
                  {[stateText(state), ...lines, ...(position ? [] : [t`Not on the plan`])].join(" · ")}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
