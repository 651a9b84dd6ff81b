import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { childTypes, editTreeItem } from "@verandah/contract/campuses/campus-tree.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { numberText } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useOfflineReason } from "#shared/texts/use-offline-reason.ts";
import { type Fact, FactList } from "#shared/ui/fact-list.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";

import { AddDeviceDialog } from "./add-device-dialog.tsx";
import { AddItemDialog } from "./add-item-dialog.tsx";
import { EditItemDialog } from "./edit-item-dialog.tsx";
import { MovePlaceDialog } from "./move-place-dialog.tsx";
import { isMovable, type TreeItem } from "./tree-items.ts";
import { problemsOf, useItemTexts } from "./use-item-texts.ts";

interface Props {
  root: TreeItem;
  path: readonly TreeItem[];
  /** Called with the key of a new item. */
  onAdded: (key: string) => void;
}

/** The known facts of one item, the last of `path`. */
export function ItemDetails({ root, path, onAdded }: Props) {
  const { t } = useLingui();
  const { campus, role } = useSession();
  const [action, setAction] = useState<"edit" | "move" | "add" | "addDevice">();
  const texts = useItemTexts();
  const reasonText = useOfflineReason();
  const item = path.at(-1);
  if (!item) return null;
  const { place, status, device } = item;
  const cause = path.find((one) => !one.isInUse);
  const causeName = cause?.title ?? "";
  const lastSeenAt = device?.lastSeenAt;
  const facts: Fact[] = [
    [t`Type`, texts.typeText(item)],
    [t`Deactivated`, cause && (cause === item ? t`Commands are refused` : t`With ${causeName}`)],
    [t`Alarms and connection`, problemsOf(item).join(" · ")],
    [t`Reason`, device?.offlineReason && reasonText(device.offlineReason)],
    [t`Devices`, status && numberText(status.noOfDevices)],
    [t`Seats`, place?.seats !== undefined && numberText(place.seats)],
    [t`Facilities`, place?.facilities?.join(", ")],
    [t`Address`, device?.ssid],
    [t`Last seen`, device && (lastSeenAt ? fullText(lastSeenAt, campus.timeZone) : t`Never`)],
  ];
  return (
    <Card component="section" aria-label={t`Details`} padding="sm">
      <Title order={2} size="h5">
        {item.title}
      </Title>
      {path.length > 1 && (
        <Text size="sm" c="dimmed">
          {path
            .slice(0, -1)
            .map(({ title }) => title)
            .join(" › ")}
        </Text>
      )}
      {item.state && (
        <Group gap={6} mt={8}>
          <StateIcon state={item.state} isColored />
          <Text size="sm" fw={600}>
            {texts.stateText(item)}
          </Text>
        </Group>
      )}
      <FactList my={12} facts={facts} />
      {device && (
        <Link to="/admin/device" search={{ device: device.ssid }}>
          {t`Open the device`}
        </Link>
      )}
      {place && (place.type === "building" || place.type === "floor" || place.type === "zone") && (
        <Link to={`/admin/${place.type}/${place.id}/dashboard`}>{t`Open the dashboard`}</Link>
      )}
      {admits(editTreeItem.access, role.id) && (
        <Group gap="xs" mt="md">
          {path.length > 1 && (
            <Button variant="default" size="compact-md" onClick={() => setAction("edit")}>
              <Trans>Edit</Trans>
            </Button>
          )}
          {isMovable(item.type) && (
            <Button variant="default" size="compact-md" onClick={() => setAction("move")}>
              {t`Move`}
            </Button>
          )}
          {place && place.type !== "seat" && place.type !== "room" && (
            <Button variant="default" size="compact-md" onClick={() => setAction("addDevice")}>
              <Trans>Add a device</Trans>
            </Button>
          )}
          {place && childTypes[place.type].length > 0 && (
            <Button variant="default" size="compact-md" onClick={() => setAction("add")}>
              <Trans>Add</Trans>
            </Button>
          )}
        </Group>
      )}
      {action === "edit" && <EditItemDialog root={root} path={path} onClose={() => setAction(undefined)} />}
      {action === "move" && <MovePlaceDialog root={root} path={path} onClose={() => setAction(undefined)} />}
      {action === "addDevice" && place && (
        <AddDeviceDialog place={place} onClose={() => setAction(undefined)} />
      )}
      {action === "add" && place && (
        <AddItemDialog place={place} onAdded={onAdded} onClose={() => setAction(undefined)} />
      )}
    </Card>
  );
}
