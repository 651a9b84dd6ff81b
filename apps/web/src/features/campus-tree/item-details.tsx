import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { addDevice } from "@verandah/contract/campuses/campus-devices.ts";
import {
  childTypes,
  editTreeItem,
  type CampusTreeNode,
  addTreeItem,
} from "@verandah/contract/campuses/campus-tree.ts";
import { moveObstacle } from "@verandah/contract/campuses/place-moves.ts";
import { getNetworkStatus } from "@verandah/contract/devices/network.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { numberText } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { useOfflineReason } from "#shared/texts/use-offline-reason.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { type Fact, FactList } from "#shared/ui/fact-list.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { FormDialog, changedFields } from "#shared/ui/form/form.tsx";

import { DeviceChanges } from "./device-changes.tsx";
import { MoveObstacles } from "./move-obstacles.tsx";
import { MovePlaceDialog } from "./move-place-dialog.tsx";
import { RefusedChange } from "./refused-change.tsx";
import { RemoveItemDialog } from "./remove-item-dialog.tsx";
import { isMovable, kindOf, type TreeItem, placesFor, valuesOf } from "./tree-items.ts";
import { problemsOf, useItemTexts } from "./use-item-texts.ts";
import { useRoomFields } from "./use-room-fields.ts";

interface Props {
  root: TreeItem;
  path: readonly TreeItem[];
  /** Called with the key of a new item. */
  onAdded: (key: string) => void;
  /** Called with the key of the item above one that was removed. */
  onRemoved: (key: string) => void;
}

/** The known facts of one item, the last of `path`. */
export function ItemDetails({ root, path, onAdded, onRemoved }: Props) {
  const { t } = useLingui();
  const { campus, role } = useSession();
  const [action, setAction] = useState<"edit" | "move" | "add" | "addDevice" | "remove">();
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
    [t`Key in site files`, place?.key],
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
        <Link to={deviceScreen(device.type)} search={{ device: device.ssid }}>
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
          {path.length > 1 && (
            <Button variant="default" size="compact-md" onClick={() => setAction("remove")}>
              {t`Remove`}
            </Button>
          )}
        </Group>
      )}
      {device && admits(editTreeItem.access, role.id) && <DeviceChanges device={device} />}
      {action === "edit" && <EditItemDialog root={root} path={path} onClose={() => setAction(undefined)} />}
      {action === "move" && <MovePlaceDialog root={root} path={path} onClose={() => setAction(undefined)} />}
      {action === "remove" && (
        <RemoveItemDialog
          root={root}
          path={path}
          onRemoved={onRemoved}
          onClose={() => setAction(undefined)}
        />
      )}
      {action === "addDevice" && place && (
        <AddDeviceDialog place={place} onClose={() => setAction(undefined)} />
      )}
      {action === "add" && place && (
        <AddItemDialog place={place} onAdded={onAdded} onClose={() => setAction(undefined)} />
      )}
    </Card>
  );
}

const TITLE_MAX = 120;

type AddedType = SentOf<typeof addTreeItem>["type"];

interface AddItemDialogProps {
  place: CampusTreeNode;
  onAdded: (key: string) => void;
  onClose: () => void;
}

/** Adds a place, seat or room below a place. */
function AddItemDialog({ place, onAdded, onClose }: AddItemDialogProps) {
  const { t } = useLingui();
  const add = useChange(addTreeItem);
  const { typeNames } = useItemTexts();
  const roomFields = useRoomFields();
  const types: readonly AddedType[] = childTypes[place.type];
  const placeName = place.title;
  const facilities: string[] = [];

  return (
    <FormDialog
      title={t`Add to ${placeName}`}
      onClose={onClose}
      initial={{ type: types[0], title: "", isParking: false, seats: 4, facilities }}
      action={t`Add`}
      submit={({ type, title, isParking, ...room }) => {
        if (!type) return undefined;
        const call = add.mutateAsync({
          parent: place.id,
          type,
          title,
          ...(type === "floor" && { floor_type: isParking ? "parking" : "wlms" }),
          ...(type === "room" && room),
        });
        return call.then(({ id }) => `${type}-${id}`);
      }}
      done={({ title }) => t`${title} is added.`}
      onDone={onAdded}
    >
      {({ values: { type } }) => [
        {
          name: "type",
          label: t`Type`,
          kind: "choice",
          options: types.map((value) => ({ value, label: typeNames[value] })),
        },
        { name: "title", label: t`Name`, maxLength: TITLE_MAX, isRequired: true, "data-autofocus": true },
        type === "floor" && { name: "isParking", label: t`Parking deck`, kind: "switch" },
        ...(type === "room" ? roomFields : []),
      ]}
    </FormDialog>
  );
}

const ID_MAX = 64;

interface AddDeviceDialogProps {
  place: CampusTreeNode;
  onClose: () => void;
}

/** Adds a device to a place. */
function AddDeviceDialog({ place, onClose }: AddDeviceDialogProps) {
  const { t } = useLingui();
  const add = useChange(addDevice);
  const typeName = useTypeName();
  const types = [...builtInTypes, ...useSiteTypes()];
  const { data: network, error: networkError } = useRoute(getNetworkStatus, {});
  const gateways = network?.children.filter(({ kind }) => kind === "gateway") ?? [];
  const placeName = place.title;

  return (
    <FormDialog
      title={t`Add a device to ${placeName}`}
      onClose={onClose}
      initial={{ title: "", type: "", ssid: "", gateway: "" }}
      fields={[
        { name: "title", label: t`Name`, maxLength: TITLE_MAX, isRequired: true, "data-autofocus": true },
        {
          name: "type",
          label: t`Type`,
          kind: "choice",
          options: types.map(({ type }) => ({ value: type, label: typeName(type) })),
          isRequired: true,
        },
        {
          name: "ssid",
          label: t`Address`,
          description: t`Its id at the gateway. The address of a device behind a gateway that has joined is set on the page Gateways.`,
          maxLength: ID_MAX,
          isRequired: true,
        },
        {
          name: "gateway",
          label: t`Gateway`,
          kind: "choice",
          options: gateways.flatMap(({ ssid, name }) =>
            ssid === null ? [] : [{ value: ssid, label: name }],
          ),
          isRequired: true,
        },
        <ErrorBanner key="network" error={networkError} />,
        <Text key="note" size="sm" c="dimmed">
          <Trans>The device has no data until the file of its gateway names it too.</Trans>
        </Text>,
      ]}
      action={t`Add`}
      submit={(values) => add.mutateAsync({ parent: place.id, ...values })}
      done={({ title }) => t`${title} is added.`}
    />
  );
}

interface EditItemDialogProps {
  root: TreeItem;
  /** To the item, which is the last. */
  path: readonly TreeItem[];
  onClose: () => void;
}

/** Renames, moves, deactivates or activates an item, and changes the facts of a room. What another administrator has changed since it opened is shown, and kept. */
function EditItemDialog({ root, path, onClose }: EditItemDialogProps) {
  const { t } = useLingui();
  const edit = useChange(editTreeItem);
  const roomFields = useRoomFields();
  const saved = valuesOf(path);
  const [opened] = useState(saved);
  const item = path.at(-1);
  const entry = item?.place ?? item?.device;
  if (!item || !entry) return null;
  const { id, version } = entry;
  const kind = kindOf(item);
  const places = placesFor(root, path);
  const { title } = saved;

  function renderFailure(error: unknown) {
    const obstacles = moveObstacle.options.flatMap((one) => {
      const names = isRefusal(error, "place-cannot-move") && refusedFieldText(error, one);
      return names ? [{ kind: one, names: [names] }] : [];
    });
    if (obstacles.length > 0) return <MoveObstacles obstacles={obstacles} />;
    const advice = t`Save again to add your change.`;
    return <RefusedChange root={root} path={path} opened={opened} error={error} advice={advice} />;
  }

  return (
    <FormDialog
      title={t`Edit ${title}`}
      onClose={onClose}
      initial={opened}
      fields={[
        { name: "title", label: t`Name`, maxLength: TITLE_MAX, isRequired: true, "data-autofocus": true },
        kind !== "place" && {
          name: "parent",
          label: t`Place`,
          kind: "choice",
          options: places.map(({ value, label }) => ({ value: Number(value), label })),
          searchable: true,
        },
        ...(opened.seats === undefined ? [] : roomFields),
        {
          name: "activated",
          label: t`Activated`,
          kind: "switch",
          description: t`Commands and bookings are refused while it is deactivated. Readings and alarms go on.`,
        },
      ]}
      submit={(values) => edit.mutateAsync({ kind, id, version, ...changedFields(values, opened) })}
      renderFailure={renderFailure}
      done={t`${title} is saved.`}
    />
  );
}
