import type { SiteDescription } from "@verandah/field/site.ts";

/** A place on a floor's plan, plan units (420 wide, 590 high, from the upper left). Source: spec 2 §9 map bounds. */
export type PlanPoint = [x: number, y: number];

/** The usual weather of a city. */
export interface Climate {
  lowCelsius: number;
  highCelsius: number;
  humidityGramPerKg: number;
  pressureHectopascal: number;
  /** Fine dust on a normal day, µg/m³. */
  pm25: number;
}

export interface SensorModel {
  ssid: string;
  name: string;
  position: PlanPoint;
}

export interface ZoneModel {
  key: string;
  name: string;
  outline: PlanPoint[];
  areas: { key: string; name: string }[];
  spaces?: NonNullable<SiteDescription["buildings"][number]["floors"][number]["zones"][number]["spaces"]>;
  areaSquareMetre: number;
  seats: number;
  /** Direction of its outer wall, degrees clockwise from north. */
  facingDegree: number;
  /** Window area that lets the sun in, with shades. */
  sunSquareMetre: number;
  sensors: SensorModel[];
}

export interface AhuModel {
  ssid: string;
  name: string;
  floorKey: string;
  position: PlanPoint;
  zoneKeys: string[];
  /** BACnet device instance. */
  instance: number;
  gateway: string;
}

export interface VavModel {
  ssid: string;
  name: string;
  zoneKey: string;
  /** The air handling unit that supplies it. */
  ahu: string;
  position: PlanPoint;
  /** BACnet device instance. */
  instance: number;
  gateway: string;
}

/** Lamps that are dimmed together. */
export interface CircuitModel {
  /** Its name in the physics: the device's ssid and, when that has several, the channel. */
  key: string;
  /** The device and the suffix of its points. */
  ssid: string;
  suffix: "" | "_1" | "_2";
  areaKey: string;
  /** Which of the zone's sensors it lights. */
  sensor: number;
}

/** A DALI group or a lighting controller with channels. */
export interface LightModel {
  ssid: string;
  name: string;
  edge: string;
  zoneKey: string;
  areaKey: string;
  position: PlanPoint;
  circuits: CircuitModel[];
}

export interface MeterModel {
  ssid: string;
  name: string;
  floorKey: string;
  measures: "lighting" | "air";
  unitId: number;
  gateway: string;
}

/** A parking bay. */
export interface BayModel {
  ssid: string;
  name: string;
  edge: string;
  zoneKey: string;
  position: PlanPoint;
}

/** A charger of electric cars. */
export interface ChargerModel extends BayModel {
  /** Ssid of the bay whose car it charges. */
  bay: string;
}

export interface FloorModel {
  key: string;
  name: string;
  floorType: "wlms" | "parking";
  zones: ZoneModel[];
  ahus: AhuModel[];
  vavs: VavModel[];
  dalis: LightModel[];
  wacs: LightModel[];
  meters: MeterModel[];
  bays: BayModel[];
  chargers: ChargerModel[];
}

export interface ChillerModel {
  ssid: string;
  name: string;
  buildingKey: string;
  /** BACnet device instance. */
  instance: number;
  gateway: string;
}

export interface UpsModel {
  ssid: string;
  name: string;
  buildingKey: string;
  /** Floors whose sockets and controllers it supplies. */
  floorKeys: string[];
  ratedWatt: number;
  snmpVersion: "2c" | "3";
  gateway: string;
}

export interface PumpModel {
  ssid: string;
  name: string;
  zoneKey: string;
  position: PlanPoint;
  /** Latitude and longitude, degrees. */
  geo: [number, number];
}

export interface BuildingModel {
  key: string;
  name: string;
  floors: FloorModel[];
  chillers: ChillerModel[];
  upses: UpsModel[];
  pumps: PumpModel[];
}

export interface CampusModel {
  key: string;
  name: string;
  city: string;
  timeZone: string;
  latitude: number;
  longitude: number;
  climate: Climate;
  buildings: BuildingModel[];
  gateways: { ssid: string; name: string }[];
  /** How many times as often as in the demo its devices report, and its gateways poll. */
  pace?: number;
  weatherStations: { ssid: string; name: string; buildingKey: string }[];
  /** Tariff and contract demand in the site file. */
  energy?: SiteDescription["energy"];
  importer: { ssid: string; name: string };
  /** Name of the site's description file. */
  siteFile: string;
}

export function floorsOf(campus: CampusModel): FloorModel[] {
  return campus.buildings.flatMap((building) => building.floors);
}

export function zonesOf(campus: CampusModel): ZoneModel[] {
  return floorsOf(campus).flatMap((floor) => floor.zones);
}

export function sensorsOf(campus: CampusModel): SensorModel[] {
  return zonesOf(campus).flatMap((zone) => zone.sensors);
}

export function ahusOf(campus: CampusModel): AhuModel[] {
  return floorsOf(campus).flatMap((floor) => floor.ahus);
}

export function lightsOf(floor: FloorModel): LightModel[] {
  return [...floor.dalis, ...floor.wacs];
}

/** The UPS that feeds a floor's electronics. */
export function upsOfFloor(campus: CampusModel, floorKey: string): string | undefined {
  return campus.buildings
    .flatMap((building) => building.upses)
    .find((ups) => ups.floorKeys.includes(floorKey))?.ssid;
}

/** A floor that has rooms only. */
export const bareFloor = { ahus: [], vavs: [], dalis: [], wacs: [], meters: [], bays: [], chargers: [] };
