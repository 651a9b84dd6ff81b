import { useLingui } from "@lingui/react/macro";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import { type Found, FOUND_MAX, search } from "@verandah/contract/search.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";

import { buildingActions, screenWords } from "./search-words.ts";

/** One line of the search, with its address. */
export interface SearchEntry {
  readonly name: string;
  /** The places around it. */
  readonly about?: string;
  readonly to: string;
  /** Of a screen: its path, which has further words. */
  readonly path?: string;
  readonly search?: Readonly<Record<string, string | number>>;
  /** In place of the address. */
  readonly run?: () => void;
}

interface SearchGroup {
  readonly name: string;
  readonly entries: readonly SearchEntry[];
}

/** An action with what a text is compared with: its words, and the place that it changes. */
interface ActionEntry extends SearchEntry {
  readonly words: string;
  readonly place: string;
}

const has = (text: string, words: readonly string[]) =>
  words.every((word) => text.toLocaleLowerCase().includes(word));

/** Whether each word begins a word of a text. */
function begins(text: string, words: readonly string[]): boolean {
  const lower = text.toLocaleLowerCase();
  const starts = [...lower.split(/\s+/), ...lower.split(/[\s\p{P}]+/u)];
  return words.every((word) => starts.some((start) => start.startsWith(word)));
}

/** Those of the screens, places, devices, people and actions that have all words of a text. An action that the words name comes first. */
export function useSearchGroups(
  text: string,
  screens: readonly SearchEntry[],
): { groups: SearchGroup[]; error: Error | null; isLoading: boolean } {
  const { t, i18n } = useLingui();
  const { role, building } = useSession();
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = useRoute(search, words.length > 0 ? { text } : undefined, { keepsLast: true });
  const canSwitch = admits(sendCommands.access, role.id);
  const { data: floors, isLoading: isLoadingFloors } = useRoute(
    listLocationMetrics,
    { id: building.id },
    { enabled: canSwitch },
  );
  const { data: lights, isLoading: isLoadingLights } = useRoute(
    listLights,
    canSwitch && words.length > 0 ? { id: building.id } : undefined,
  );
  const switches = [
    ["on", t`Lights on`, t({ message: "turn switch on lamps the in of at floor", comment: "Search words" })],
    [
      "off",
      t`Lights off`,
      t({ message: "turn switch off out lamps the in of at floor", comment: "Search words" }),
    ],
    [
      "auto",
      t`Lights to Auto`,
      t({ message: "set automatic lamps the in of at floor", comment: "Search words" }),
    ],
  ] as const;

  const ofFloors = (floors ?? [])
    .filter(({ id }) => lights?.lights.some(({ floorId }) => floorId === id))
    .flatMap((floor) =>
      switches.map(([to, name, more]): ActionEntry => ({
        name: `${name}: ${floor.name}`,
        words: more,
        place: floor.name,
        to: "/admin/floors",
        search: { floor: floor.id, lights: to },
      })),
    );
  const ofBuilding = buildingActions
    .filter(({ access }) => admits(access, role.id))
    .map((one): ActionEntry => ({ ...one, name: i18n._(one.name), words: i18n._(one.words), place: "" }));
  const actions =
    words.length > 0
      ? [...ofFloors, ...ofBuilding].filter((one) => begins(`${one.name} ${one.words}`, words))
      : [];

  const kinds = Map.groupBy(words.length > 0 ? (found.data ?? []) : [], ({ kind }) => kind);
  const foundOf = (kind: Found["kind"]) => (kinds.get(kind) ?? []).map(entryOf);
  const byName = screens.filter(({ name }) => has(name, words));
  const byWords = screens.filter(
    (one) => !byName.includes(one) && begins(`${one.name} ${wordsOf(one)}`, words),
  );
  const otherGroups = [
    { name: t`Screens`, entries: [...byName, ...byWords].slice(0, FOUND_MAX) },
    { name: t`Places`, entries: [...foundOf("place"), ...foundOf("space")] },
    { name: t`Devices`, entries: foundOf("device") },
    { name: t`People`, entries: foundOf("person") },
    { name: t`Users`, entries: foundOf("user") },
  ];
  const ofActions = { name: t`Actions`, entries: actions.slice(0, FOUND_MAX) };
  // A text that has only the name of a place means the place.
  const isPlaceOnly = actions.every(({ place }) => begins(place, words));
  const position = actions.some(isNamed) ? 0 : isPlaceOnly ? otherGroups.length : 1;
  const groups = otherGroups.toSpliced(position, 0, ofActions);
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    error: found.error,
    isLoading: found.isPlaceholderData || found.isLoading || isLoadingFloors || isLoadingLights,
  };

  function wordsOf({ path = "" }: SearchEntry): string {
    const more = screenWords[path];
    return more ? i18n._(more) : "";
  }

  /** An action of a place is named by the action and the place, another one unless a screen has that name. */
  function isNamed({ place }: ActionEntry): boolean {
    if (place === "") return byName.length === 0;
    const ofPlace = words.filter((word) => begins(place, [word]));
    return ofPlace.length > 0 && ofPlace.length < words.length;
  }
}

/** An entry that leads to the screen of a found item. */
function entryOf({ kind, id, name, type, within }: Found): SearchEntry {
  const entry = { name, about: within.join(" › ") };
  if (kind === "device") return { ...entry, to: deviceScreen(type), search: { device: id } };
  if (kind === "space")
    return { ...entry, to: type === "room" ? `/admin/room/${id}/dashboard` : `/admin/seat/${id}` };
  if (kind === "person")
    return { ...entry, to: "/admin/seat-booking", search: { tab: "booked", search: name } };
  if (kind === "user") return { ...entry, to: "/admin/users", search: { search: name } };
  if (type === "GL_LOCATION_TYPE_CAMPUS") return { ...entry, to: "/admin/home" };
  if (type === "GL_LOCATION_TYPE_AREA")
    return { ...entry, to: "/admin/areadetail", search: { area: Number(id) } };
  const context = { GL_LOCATION_TYPE_FLOOR: "floor", GL_LOCATION_TYPE_ZONE: "zone" }[type] ?? "building";
  return { ...entry, to: `/admin/${context}/${id}/dashboard` };
}
