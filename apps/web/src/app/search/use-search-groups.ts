import { useLingui } from "@lingui/react/macro";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { type Found, FOUND_MAX, search } from "@verandah/contract/search.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";

/** One line of the search, with its address. */
export interface SearchEntry {
  readonly name: string;
  /** The places around it. */
  readonly about?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number>>;
}

interface SearchGroup {
  readonly name: string;
  readonly entries: readonly SearchEntry[];
}

const has = (text: string, words: readonly string[]) =>
  words.every((word) => text.toLocaleLowerCase().includes(word));

/** Those of the screens, places, devices, people and actions that have all words of a text. */
export function useSearchGroups(
  text: string,
  screens: readonly SearchEntry[],
): { groups: SearchGroup[]; error: Error | null; isLoading: boolean } {
  const { t } = useLingui();
  const { role, building } = useSession();
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = useRoute(search, words.length > 0 ? { text } : undefined, { keepsLast: true });
  const canSwitch = admits(sendCommands.access, role.id);
  const { data: floors, isLoading: isLoadingFloors } = useRoute(
    listLocationMetrics,
    { id: building.id },
    { enabled: canSwitch },
  );
  const switches = { on: t`Lights on`, off: t`Lights off`, auto: t`Lights to Auto` };

  const actions = (canSwitch ? (floors ?? []) : []).flatMap((floor) =>
    Object.entries(switches).map(([lights, name]) => ({
      name: `${name}: ${floor.name}`,
      to: "/admin/floors",
      search: { floor: floor.id, lights },
    })),
  );
  const kinds = Map.groupBy(words.length > 0 ? (found.data ?? []) : [], ({ kind }) => kind);
  const foundOf = (kind: Found["kind"]) => (kinds.get(kind) ?? []).map(entryOf);
  const groups = [
    { name: t`Screens`, entries: some(screens) },
    { name: t`Places`, entries: [...foundOf("place"), ...foundOf("space")] },
    { name: t`Devices`, entries: foundOf("device") },
    { name: t`Users`, entries: foundOf("user") },
    { name: t`Actions`, entries: words.length > 0 ? some(actions) : [] },
  ].filter(({ entries }) => entries.length > 0);
  return {
    groups,
    error: found.error,
    isLoading: found.isPlaceholderData || found.isLoading || isLoadingFloors,
  };

  function some(entries: readonly SearchEntry[]): SearchEntry[] {
    return entries.filter(({ name }) => has(name, words)).slice(0, FOUND_MAX);
  }
}

/** An entry that leads to the screen of a found item. */
function entryOf({ kind, id, name, type, within }: Found): SearchEntry {
  const entry = { name, about: within.join(" › ") };
  if (kind === "device") return { ...entry, to: deviceScreen(type), search: { device: id } };
  if (kind === "space") return { ...entry, to: `/admin/seat/${id}` };
  if (kind === "user") return { ...entry, to: "/admin/users", search: { search: name } };
  if (type === "GL_LOCATION_TYPE_CAMPUS") return { ...entry, to: "/admin/home" };
  if (type === "GL_LOCATION_TYPE_AREA")
    return { ...entry, to: "/admin/areadetail", search: { area: Number(id) } };
  const context = { GL_LOCATION_TYPE_FLOOR: "floor", GL_LOCATION_TYPE_ZONE: "zone" }[type] ?? "building";
  return { ...entry, to: `/admin/${context}/${id}/dashboard` };
}
