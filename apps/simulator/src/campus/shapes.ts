/** A place on a floor's plan, plan units (420 wide, 590 high, from the upper left). Source: spec 2 §9 map bounds. */
export type PlanPoint = [x: number, y: number];

/** The usual weather of a city. */
export interface Climate {
  lowCelsius: number;
  highCelsius: number;
  humidityGramPerKg: number;
  pressureHectopascal: number;
  /** Fine dust on an ordinary day, µg/m³. */
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
  areaSquareMetre: number;
  seats: number;
  /** Where its outer wall looks, degrees clockwise from north. */
  facingDegree: number;
  /** Window area that lets the sun in, shades counted. */
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

export interface FloorModel {
  key: string;
  name: string;
  floorType: "wlms" | "parking";
  zones: ZoneModel[];
  ahus: AhuModel[];
}

export interface CampusModel {
  key: string;
  name: string;
  city: string;
  timeZone: string;
  latitude: number;
  longitude: number;
  climate: Climate;
  buildings: { key: string; name: string; floors: FloorModel[] }[];
  gateways: { ssid: string; name: string }[];
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
