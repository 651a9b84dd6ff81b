import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Checkbox, Group, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import {
  IconArmchair,
  IconBuilding,
  IconBuildingCommunity,
  IconCpu,
  IconDoor,
  IconLayoutGrid,
  IconParking,
  IconSquare,
  IconStack2,
} from "@tabler/icons-react";
import { listPlaceStatuses } from "@verandah/contract/buildings.ts";
import { getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { listRemovals } from "@verandah/contract/campuses/removals.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { useDeferredValue, useMemo, useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { byName } from "#shared/by-name.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Columns } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { Tree } from "#shared/ui/tree.tsx";

import { ItemDetails } from "./item-details.tsx";
import { RemovedItemsDialog } from "./removed-items.tsx";
import { pathTo, searchTree, type TreeItem, treeOf } from "./tree-items.ts";
import { useItemTexts } from "./use-item-texts.ts";

/** The places of the campus with their seats, rooms and devices. Source: spec 1 §2 (campus tree). */
export function CampusTreeScreen() {
  const { t } = useLingui();
  const { campus } = useSession();
  const places = useRoute(getCampusTree, { id: campus.id, context: "lms" });
  const devices = useRoute(listDevices, { id: campus.id }, { select: byName });
  const statuses = useRoute(listPlaceStatuses, { id: campus.id });
  const error = places.error ?? devices.error ?? statuses.error;
  const isOutdated = useIsOutdated([devices, statuses]);
  const root = useMemo(
    () => places.data && treeOf(places.data, devices.data ?? [], statuses.data ?? [], isOutdated),
    [places.data, devices.data, statuses.data, isOutdated],
  );
  return (
    <Stack gap={14}>
      <PageTitle>{t`Places and devices`}</PageTitle>
      <Section of={{ ...places, data: devices.isPending ? undefined : root, error }} height={420}>
        {(tree) => <CampusTree root={tree} />}
      </Section>
    </Stack>
  );
}

function CampusTree({ root }: { root: TreeItem }) {
  const { t } = useLingui();
  const { role } = useSession();
  const [search, change] = useSearchState();
  const text = searchText(search["find"]) ?? "";
  const hasProblemsOnly = search["problems"] === 1;
  const deferredText = useDeferredValue(text);
  const isSearching = deferredText.trim() !== "" || hasProblemsOnly;
  const result = useMemo(
    () => searchTree(root, { text: deferredText, hasProblemsOnly }),
    [root, deferredText, hasProblemsOnly],
  );
  const shown = isSearching ? result.root : root;
  const selectedKey = searchText(search["item"]) ?? root.key;
  const [revealedKey, reveal] = useState(selectedKey);
  const revealed = new Set(
    pathTo(root, revealedKey)
      ?.slice(0, -1)
      .map(({ key }) => key),
  );
  return (
    <>
      <Group gap="md" align="flex-end">
        <TextInput
          type="search"
          label={t`Find a place or device`}
          value={text}
          onChange={({ currentTarget }) =>
            change({ find: currentTarget.value || undefined }, { replace: true })
          }
        />
        <Checkbox
          mb={8}
          label={t`Only devices with alarms or without connection`}
          checked={hasProblemsOnly}
          onChange={({ currentTarget }) =>
            change({ problems: currentTarget.checked ? 1 : undefined }, { replace: true })
          }
        />
        {admits(listRemovals.access, role.id) && (
          <Button variant="default" mb={2} onClick={() => change({ removed: 1 })}>
            {t`Removed items`}
          </Button>
        )}
        <Text size="sm" mb={8} role="status">
          {isSearching && plural(result.count, { one: "# match", other: "# matches" })}
        </Text>
      </Group>
      {search["removed"] === 1 && (
        <RemovedItemsDialog onClose={() => change({ removed: undefined }, { replace: true })} />
      )}
      <Columns of="minmax(0, 1fr) 320px">
        <Card component="section" aria-label={t`Campus`} padding={6}>
          {shown ? (
            <PlaceTree
              key={isSearching ? `${deferredText}/${hasProblemsOnly}` : undefined}
              label={t`Places and devices`}
              root={shown}
              selectedKey={selectedKey}
              revealed={isSearching ? result.opened : revealed}
              onSelect={(item) => change({ item }, { replace: true })}
            />
          ) : (
            <Text c="dimmed" p="sm">
              <Trans>Nothing matches.</Trans>
            </Text>
          )}
        </Card>
        <ItemDetails
          key={selectedKey}
          root={root}
          path={pathTo(root, selectedKey) ?? [root]}
          onAdded={(item) => {
            reveal(item);
            change({ item, find: undefined, problems: undefined }, { replace: true });
          }}
          onRemoved={(item) => change({ item }, { replace: true })}
        />
      </Columns>
    </>
  );
}

const icons = {
  campus: IconBuildingCommunity,
  building: IconBuilding,
  floor: IconStack2,
  zone: IconLayoutGrid,
  area: IconSquare,
  seat: IconArmchair,
  room: IconDoor,
  device: IconCpu,
};

interface Props {
  label: string;
  root: TreeItem;
  selectedKey: string;
  /** Items that are open until they are closed, as well as those that the server names. */
  revealed: ReadonlySet<string>;
  onSelect: (key: string) => void;
}

/** The tree of places and devices, each with its state and its faults. */
function PlaceTree({ revealed, ...tree }: Props) {
  return (
    <Tree
      {...tree}
      keyOf={({ key }) => key}
      isOpenAtFirst={({ key, place }) => revealed.has(key) || (place?.expanded ?? false)}
      renderRow={(item) => <Item item={item} />}
    />
  );
}

function Item({ item }: { item: TreeItem }) {
  const texts = useItemTexts();
  const Icon = item.place?.floor_type === "parking" ? IconParking : icons[item.type];
  const note = texts.note(item);
  return (
    <>
      <Icon size={18} stroke={1.6} color="var(--mantine-color-dimmed)" aria-hidden />
      {/* The word "Deactivated" is in the row as well. */}
      <Text span inherit truncate {...(!item.isInUse && { c: "dimmed", td: "line-through" })}>
        {item.title}
      </Text>
      {item.state && <StateIcon state={item.state} isColored />}
      {note !== "" && (
        <Text span truncate fz={12.5} flex="1000 1 0">
          {note}
        </Text>
      )}
      <VisuallyHidden>{` ${texts.stateText(item)}`}</VisuallyHidden>
    </>
  );
}
