import type { Light, Lights } from "@verandah/contract/lighting/lights.ts";
import { channelOf, channelSuffixes, groupLights, type LightPoint } from "@verandah/equipment/light-group.ts";

import type { Measured } from "#data/live/readings.ts";

export type MeasuredLight = Measured<Light>;

/** One channel of a lighting controller. */
export interface LightMember {
  ssid: string;
  suffix: string;
}

/** The lights of one card: those of a zone or an area, or one controller. */
export interface LightCardData {
  key: string;
  name: string;
  lights: readonly Light[];
  /** Zone of the card, for its people. */
  zoneId: number | null;
  level: "all" | "zone" | "area" | "lamp";
  /** A card of one analog controller has a choice of its channels. */
  hasChannels: boolean;
}

export interface CardLink {
  to: string;
  search?: Readonly<Record<string, unknown>>;
}

/** The screen below a card: the areas of a zone, the lamps of an area, or a lamp; none for all lights of a place. */
export function linkOfCard({ key, level }: LightCardData): CardLink | undefined {
  if (level === "all") return undefined;
  if (level === "zone") return { to: `/admin/zone/${key}/areas` };
  if (level === "area") return { to: "/admin/areadetail", search: { area: Number(key) } };
  return { to: "/admin/device", search: { device: key } };
}

const valueOf = (light: MeasuredLight, id: string): number | null => {
  const reading = light.values.find(({ param_id: known }) => known === id);
  return light.state === "online" && reading?.quality === "good" ? reading.param_value : null;
};

/** All channels of some lights. */
export const membersOf = (lights: readonly Light[]): LightMember[] =>
  lights.flatMap(({ ssid, type }) => channelSuffixes[type].map((suffix) => ({ ssid, suffix })));

/** The state of a channel; unknown without a good value of an online light. */
export const stateOfChannel = (light: MeasuredLight, suffix: string) =>
  channelOf((id) => valueOf(light, id), suffix);

/** The state of some lights by the specification's rules, and how many of their channels are offline. */
export function stateOfLights(lights: readonly MeasuredLight[]) {
  const channels = lights.flatMap((light) =>
    channelSuffixes[light.type].map((suffix) => stateOfChannel(light, suffix)),
  );
  return {
    ...groupLights(channels),
    offline: membersOf(lights.filter(({ state }) => state === "offline")).length,
  };
}

/** Lights and people for display when their values are old. */
export const unknownLights = (data: Lights): Lights => ({
  ...data,
  lights: data.lights.map((light) => ({ ...light, state: "unknown" })),
  occupancy: data.occupancy.map((one) => ({ ...one, people: null })),
});

/** Last contact of the light that has not reported for the longest time; null when one never reported. */
export function lastSeenOf(lights: readonly MeasuredLight[]): string | null {
  const seen = lights.map(
    ({ values }) =>
      values
        .map(({ measured_time: at }) => at ?? "")
        .toSorted()
        .at(-1) ?? "",
  );
  return seen.toSorted()[0] || null;
}

/** Confirmed values of a point of the channels of some lights. */
export const valuesOfChannels = (lights: readonly MeasuredLight[], paramId: LightPoint): number[] =>
  lights.flatMap((light) =>
    channelSuffixes[light.type].flatMap((suffix) => valueOf(light, paramId + suffix) ?? []),
  );

/** The newest command of some lights. */
export const newestCommandOf = (lights: readonly Light[]): Light["newestCommand"] =>
  lights
    .flatMap(({ newestCommand }) => newestCommand ?? [])
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1) ?? null;

/** A card for each zone of a floor, each area of a zone, or each controller of an area; before several cards one for all their lights. */
export function cardsOf(
  data: Lights,
  place: string,
  zoneId: number | undefined,
  areaId: number | undefined,
): LightCardData[] {
  const cards = partsOf(data, zoneId, areaId);
  if (cards.length < 2) return cards;
  const lights = cards.flatMap((card) => card.lights);
  const all = { key: "all", name: place, zoneId: zoneId ?? null, level: "all", hasChannels: false } as const;
  return [{ ...all, lights }, ...cards];
}

function partsOf(
  { zones, lights }: Lights,
  zoneId: number | undefined,
  areaId: number | undefined,
): LightCardData[] {
  if (areaId !== undefined)
    return lights
      .filter((light) => light.areaId === areaId)
      .map((light) => ({
        key: light.ssid,
        name: light.name,
        lights: [light],
        zoneId: light.zoneId,
        level: "lamp",
        hasChannels: light.type === "WAC",
      }));
  const zone = zones.find(({ id }) => id === zoneId);
  const places = zone ? zone.areas : zones;
  return places
    .map(({ id, name }) => ({
      key: String(id),
      name,
      lights: lights.filter((light) => (zone ? light.areaId : light.zoneId) === id),
      zoneId: zone ? zone.id : id,
      level: zone ? ("area" as const) : ("zone" as const),
      hasChannels: false,
    }))
    .filter((card) => card.lights.length > 0);
}
