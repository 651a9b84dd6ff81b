import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Text, Title, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getFleetMap, placePump, type PumpCluster } from "@verandah/contract/pumps/pump-map.ts";
import { listFleet } from "@verandah/contract/pumps/pumps.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { mapSize, UNITS_PER_DEGREE, unitsOnMap } from "#shared/maps/india-map.ts";
import { GridFooter } from "#shared/ui/data-grid/grid-footer.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Panel } from "#shared/ui/layout.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";

import { canPart, joinNear, linesOf, MAP_SHAPE, type MapView, viewOf } from "./fleet-map-view.ts";
import { useLevel, useProblemText } from "./use-problem-text.ts";

import classes from "./fleet-map.module.css";

type Area = SentOf<typeof getFleetMap>;

const sides = ["west", "south", "east", "north"] as const;
const areaOf = ({ west, south, east, north }: PumpCluster) => ({ west, south, east, north });

const KILOMETRES_PER_DEGREE = 111.32;

/** Pumps where they are; those that are near each other are one sign, which opens its part of the map. */
export function FleetMap() {
  const { t } = useLingui();
  /** From the whole fleet down to the part that is shown. */
  const [areas, setAreas] = useState<Area[]>([]);
  const [listed, setListed] = useState<PumpCluster>();
  const asked = useRoute(getFleetMap, areas.at(-1) ?? {}, { keepsLast: true });
  const { data, error } = asked;
  const view = viewOf(data?.clusters ?? []);
  const clusters = joinNear(data?.clusters ?? [], view);
  const open = (cluster: PumpCluster) => {
    const area = areaOf(cluster);
    const shown = areas.at(-1);
    const isShown = shown && sides.every((side) => shown[side] === area[side]);
    if (isShown || !canPart(cluster)) setListed(cluster);
    else setAreas([...areas, area]);
  };
  return (
    <Card component="section" padding="sm" aria-label={t`Map of the pumps`}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">{t`Map`}</Title>
        {areas.length > 0 && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              onClick={() => setAreas(areas.slice(0, -1))}
            >{t`Zoom out`}</Button>
            <Button size="xs" variant="default" onClick={() => setAreas([])}>{t`All pumps`}</Button>
          </Group>
        )}
      </Group>
      <ErrorBanner error={error} />
      {clusters.length > 0 && (
        <Aged of={asked}>
          <Panel p={0} pos="relative" style={{ aspectRatio: MAP_SHAPE, overflow: "hidden" }}>
            <Ground view={view} />
            {clusters.map((cluster) => (
              <Sign
                key={cluster.members[0]?.ssid}
                cluster={cluster}
                view={view}
                onOpen={() => open(cluster)}
              />
            ))}
          </Panel>
          <Caption view={view} latitude={clusters[0]?.latitude ?? 0} />
        </Aged>
      )}
      {data && <Unplaced count={data.unplaced} />}
      {listed && <PumpList cluster={listed} onClose={() => setListed(undefined)} />}
    </Card>
  );
}

/** The pumps of a cluster that no zoom level separates, by name in pages. */
function PumpList({ cluster, onClose }: { cluster: PumpCluster; onClose: () => void }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const listed = useRoute(
    listFleet,
    { page, sort: "name", order: "asc", ...areaOf(cluster) },
    { keepsLast: true },
  );
  const title = cluster.place ?? t`Pumps at one place`;
  return (
    <Dialog title={title} onClose={onClose}>
      <Section of={listed}>
        {({ rows }) => (
          <ul>
            {rows.map(({ ssid, name }) => (
              <li key={ssid}>
                <Link to={`/admin/dashboard?device=${encodeURIComponent(ssid)}`}>{name}</Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <GridFooter label={title} page={page} total={listed.data?.total} isTotalExact onPage={setPage} />
    </Dialog>
  );
}

/** Lines of longitude and latitude, and the outline of India while enough of it is seen. */
function Ground({ view }: { view: MapView }) {
  const style = {
    left: `${(-100 * view.left) / view.width}%`,
    top: `${(-100 * view.top) / view.height}%`,
    width: `${(100 * mapSize.width) / view.width}%`,
    height: `${(100 * mapSize.height) / view.height}%`,
  };
  const { meridians, parallels } = linesOf(view);
  return (
    <div aria-hidden>
      {view.width > mapSize.width / 12 && <div className={classes["outline"]} style={style} />}
      {meridians.map(({ text, share }) => (
        <span key={text} className={classes["meridian"]} style={{ left: `${100 * share}%` }}>
          {text}
        </span>
      ))}
      {parallels.map(({ text, share }) => (
        <span key={text} className={classes["parallel"]} style={{ top: `${100 * share}%` }}>
          {text}
        </span>
      ))}
    </div>
  );
}

interface SignProps {
  cluster: PumpCluster;
  view: MapView;
  onOpen: () => void;
}

const marks = { alarm: "! ", warning: "! ", unknown: "? ", fine: "" } as const;

function Sign({ cluster, view, onOpen }: SignProps) {
  const { t } = useLingui();
  const levelOf = useLevel();
  const problemText = useProblemText();
  const { pumps, place, members } = cluster;
  const { x, y } = unitsOnMap(cluster);
  const style = {
    left: `${(100 * (x - view.left)) / view.width}%`,
    top: `${(100 * (y - view.top)) / view.height}%`,
  };
  const level = levelOf(cluster);
  const [first] = members;
  const count = plural(pumps, { one: "# pump", other: "# pumps" });
  const name = (pumps === 1 ? first?.name : place) ?? t`Several places`;
  const states = problemText(cluster);
  const label = `${name}: ${pumps === 1 ? "" : `${count}, `}${states}`;
  const inside = (
    <>
      <b aria-hidden>{marks[level] + numberText(pumps)}</b>
      <span aria-hidden className={classes["name"]}>
        {name}
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
  const shared = {
    className: classes["sign"] ?? "",
    style,
    title: label,
    "data-level": level,
  };
  return pumps === 1 && first ? (
    <Link to={`/admin/dashboard?device=${encodeURIComponent(first.ssid)}`} {...shared}>
      {inside}
    </Link>
  ) : (
    <UnstyledButton {...shared} onClick={onOpen}>
      {inside}
    </UnstyledButton>
  );
}

function Caption({ view, latitude }: { view: MapView; latitude: number }) {
  const { t } = useLingui();
  const degrees = view.width / UNITS_PER_DEGREE;
  const width = numberText(degrees * KILOMETRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180));
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t`The map is ${width} km wide, north is at the top. Outline: MapSVG, CC BY 4.0`}
    </Text>
  );
}

function Unplaced({ count }: { count: number }) {
  const { t } = useLingui();
  const { role } = useSession();
  if (count === 0) return null;
  const pumps = plural(count, { one: "# pump has", other: "# pumps have" });
  return (
    <Text size="sm" mt={4}>
      {t`${pumps} no position yet.`}{" "}
      {admits(placePump.access, role.id) && <Link to="/admin/vdevice">{t`Set positions`}</Link>}
    </Text>
  );
}
