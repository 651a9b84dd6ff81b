import { shownLine } from "@verandah/equipment/shown-text.ts";
import { type Unit, unitCodes } from "@verandah/equipment/units.ts";

import { isParamId, isSsid } from "../identifiers.ts";
import { columnKey, type CsvRow, type ImportCode, type ImportProblem, problem, readCsv } from "./csv-rows.ts";

/** Fields of an address by the names of the protocol, such as `instance`, `object`, `register` and `oid`. */
type Fields = Record<string, string>;

export interface ImportedDevice {
  /** The first row of the device. */
  row: number;
  ssid: string;
  /** An empty text for what the file leaves out. */
  name: string;
  type: string;
  place: string;
  protocol: string;
  address: Fields;
  points: { row: number; id: string; unit: Unit | undefined; address: Fields }[];
}

export interface PointsFile {
  devices: ImportedDevice[];
  /** At most one problem a row. A row with one adds nothing. */
  problems: ImportProblem[];
}

/**
 * Columns of the file of points, in the order of an export: one row a point. The facts of a device are in each of its rows, or only in one.
 * `address.<field>` (of the device) and `point_address.<field>` are further columns.
 */
export const pointsFileColumns = ["device", "device_name", "type", "place", "protocol", "point", "unit"];
const REQUIRED = ["device", "point"];
const addressColumn = /^(?:address|point_address)\.[a-z]\w*$/i;
const ofDevice = /^(?:device_name|type|place|protocol|address\..*)$/;

const NAME_MAX = 120;
const shownName = shownLine(NAME_MAX);
const units: ReadonlySet<string> = new Set(unitCodes);
const isUnit = (text: string): text is Unit => units.has(text);

/** The position of each column, and the problems of the heading. */
function readHeading({ row, cells }: CsvRow): { places: Map<string, number>; problems: ImportProblem[] } {
  const known = new Map(pointsFileColumns.map((column) => [columnKey(column), column]));
  const places = new Map<string, number>();
  const problems: ImportProblem[] = [];
  for (const [at, cell] of cells.entries()) {
    if (cell === "") continue;
    const column = addressColumn.test(cell) ? cell : known.get(columnKey(cell));
    if (!column) problems.push(problem(row, "column-unknown", cell));
    else if (places.has(column)) problems.push(problem(row, "column-repeated", cell));
    else places.set(column, at);
  }
  const missing = REQUIRED.filter((column) => !places.has(column));
  problems.push(...missing.map((column) => problem(row, "column-missing", column)));
  return { places, problems };
}

type Wrong = [code: ImportCode, column: string, value?: string];

function wrongOf({ device = "", device_name: name, point = "", unit }: Partial<Fields>): Wrong | undefined {
  if (device === "") return ["empty", "device"];
  if (!isSsid(device)) return ["ssid", "device", device];
  if (name && !shownName.safeParse(name).success) return ["name", "device_name", name];
  if (point !== "" && !isParamId(point)) return ["point-id", "point", point];
  return unit && !isUnit(unit) ? ["unit", "unit", unit] : undefined;
}

const fieldsOf = (cells: Fields, prefix: string): Fields =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([column, text]) =>
      column.startsWith(prefix) && text !== "" ? [[column.slice(prefix.length), text]] : [],
    ),
  );

/** The devices and points of a CSV file. Whether their types, places and addresses exist is for the import to check. */
export function readPointsFile(bytes: Uint8Array): PointsFile {
  const { rows, problems } = readCsv(bytes, REQUIRED);
  const [heading, ...others] = rows;
  if (problems.length > 0) return { devices: [], problems };
  if (!heading) return { devices: [], problems: [problem(1, "no-heading")] };
  const { places, problems: wrongColumns } = readHeading(heading);
  if (wrongColumns.length > 0) return { devices: [], problems: wrongColumns };
  if (others.length === 0) return { devices: [], problems: [problem(heading.row, "no-rows")] };
  const devices = new Map<string, { row: number; facts: Fields; points: ImportedDevice["points"] }>();
  const known = new Set<string>();
  for (const { row, cells } of others) {
    const texts: Fields = Object.fromEntries([...places].map(([column, at]) => [column, cells[at] ?? ""]));
    const { device: ssid = "", point: id = "", unit = "" } = texts;
    const before = devices.get(ssid) ?? { row, facts: {}, points: [] };
    const facts = Object.fromEntries(
      Object.entries(texts).filter(([column, text]) => ofDevice.test(column) && text !== ""),
    );
    const other = Object.keys(facts).find(
      (column) => (before.facts[column] ?? facts[column]) !== facts[column],
    );
    const key = JSON.stringify([ssid, id]);
    const isRepeated = id !== "" && known.has(key);
    const wrong: Wrong | undefined =
      wrongOf(texts) ??
      (other ? ["differs", other, facts[other] ?? ""] : undefined) ??
      (isRepeated ? ["repeated", "point", id] : undefined);
    if (wrong) {
      problems.push(problem(row, ...wrong));
      continue;
    }
    known.add(key);
    Object.assign(before.facts, facts);
    const address = fieldsOf(texts, "point_address.");
    if (id !== "") before.points.push({ row, id, unit: isUnit(unit) ? unit : undefined, address });
    devices.set(ssid, before);
  }
  const all = [...devices].map(([ssid, { row, facts, points }]): ImportedDevice => {
    const { device_name: name = "", type = "", place = "", protocol = "" } = facts;
    return { row, ssid, name, type, place, protocol, address: fieldsOf(facts, "address."), points };
  });
  return { devices: all, problems };
}
