import { useLingui } from "@lingui/react/macro";
import { Card, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { StateIcon } from "../ui/feedback/state.tsx";
import { useShownConnection } from "./equipment-head.tsx";

import classes from "./equipment-list.module.css";

type DeviceDetails = ReplyOf<typeof getDevice>;

const byName = (devices: DeviceDetails["feeds"]) =>
  devices.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));

/** The devices that supply a device, and those that it supplies. Nothing when there are none. */
export function RelatedEquipment({ device: { fedBy, feeds } }: { device: DeviceDetails }) {
  const { t } = useLingui();
  const shownConnection = useShownConnection();
  if (!fedBy && feeds.length === 0) return null;
  const rows = [
    ...(fedBy ? [{ ...fedBy, relation: t`Supplied by` }] : []),
    ...byName(feeds).map((device) => ({ ...device, relation: t`Supplies` })),
  ];
  return (
    <Card component="section" aria-labelledby="related" padding="sm">
      <Title order={2} size="h5" id="related">{t`Related equipment`}</Title>
      <ul className={classes["list"]}>
        {rows.map(({ ssid, name, state, relation }) => (
          <li key={ssid} data-state={shownConnection(state)}>
            <StateIcon state={shownConnection(state)} size={16} />
            <Link to="/admin/device" search={{ device: ssid }}>
              {name}
            </Link>
            <span className={classes["aside"]}>{relation}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
