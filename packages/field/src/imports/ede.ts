import { unitOfBacnet } from "@verandah/equipment/unit-conversions.ts";
import type { Unit } from "@verandah/equipment/units.ts";

import { INSTANCE_MAX, type ObjectTypeName, objectTypeNames, objectTypes } from "../protocols/bacnet.ts";
import { columnKey, type CsvRow, type ImportCode, type ImportProblem, problem, readCsv } from "./csv-rows.ts";

/** An object of an EDE file. */
export interface EdeObject {
  row: number;
  keyName: string;
  deviceInstance: number;
  objectName: string;
  /** Number of the object type. Source: ASHRAE 135 §21, BACnetObjectType. */
  objectType: number;
  /** Name of the object type, for one that has a value. */
  objectTypeName?: ObjectTypeName | undefined;
  objectInstance: number;
  description?: string | undefined;
  defaultValue?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  isCommandable?: boolean | undefined;
  supportsCov?: boolean | undefined;
  /** Undefined without a code, and for a code without a unit in the catalogue. */
  unit?: Unit | undefined;
  unitCode?: number | undefined;
  stateTexts?: readonly string[] | undefined;
  vendorAddress?: string | undefined;
}

export interface EdeFile {
  project?: string | undefined;
  layout?: string | undefined;
  objects: EdeObject[];
  /** A row with a problem has no object. */
  problems: ImportProblem[];
}

const typeNames: ReadonlyMap<number, ObjectTypeName> = new Map(
  objectTypeNames.map((name) => [objectTypes[name], name]),
);
const OBJECT_TYPE_MAX = 1_023;

type Column = Exclude<keyof EdeObject, "row" | "objectTypeName" | "unit">;

/** Columns by the names that versions 1 and 2 of the layout give them. Source: BACnet Interest Group Europe, Engineering Data Exchange. */
const columns: Readonly<Record<Column, readonly string[]>> = {
  keyName: ["keyname"],
  deviceInstance: ["deviceobjinstance", "deviceobjectinstance", "deviceinstance"],
  objectName: ["objectname"],
  objectType: ["objecttype"],
  objectInstance: ["objectinstance"],
  description: ["description"],
  defaultValue: ["presentvaluedefault"],
  min: ["minpresentvalue"],
  max: ["maxpresentvalue"],
  isCommandable: ["commandable", "settable"],
  supportsCov: ["supportscov"],
  stateTexts: ["statetextreference"],
  unitCode: ["unitcode"],
  vendorAddress: ["vendorspecificaddress"],
};
const required = ["deviceInstance", "objectName", "objectType", "objectInstance"] as const;
const HEADING = ["objectname", "objectinstance"];

const yesAndNo: ReadonlyMap<string, boolean | undefined> = new Map([
  ["", undefined],
  ...["y", "yes", "true", "1", "j", "ja"].map((yes) => [yes, true] as const),
  ...["n", "no", "false", "0", "nein"].map((no) => [no, false] as const),
]);

/** A number with a decimal point or a decimal comma. */
const numberOf = (text: string): number =>
  /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text.replace(",", ".")) : Number.NaN;

type StateTexts = ReadonlyMap<number, readonly string[]>;

/** The texts of states by their reference numbers: the first text is that of the first state, or of inactive. */
export function readStateTexts(bytes: Uint8Array): { texts: StateTexts; problems: ImportProblem[] } {
  const { rows, problems } = readCsv(bytes, ["text1"]);
  const texts = new Map<number, string[]>();
  for (const { row, cells } of rows) {
    const [reference = "", ...states] = cells;
    const last = states.findLastIndex((text) => text !== "");
    if (/^\d+$/.test(reference)) texts.set(Number(reference), states.slice(0, last + 1));
    // Rows before the first reference are the heading.
    else if (texts.size > 0) problems.push(problem(row, "number", undefined, reference));
  }
  if (texts.size + problems.length === 0) problems.push(problem(1, "no-rows"));
  return { texts, problems };
}

/** Reads the cells of one row, and reports the wrong ones. */
function readObject(
  { row, cells }: CsvRow,
  columnAt: (column: Column) => number,
  stateTexts: StateTexts,
  fail: (column: Column, code: ImportCode, value?: string) => void,
): EdeObject {
  const textOf = (column: Column) => cells[columnAt(column)] ?? "";
  const optional = <T>(column: Column, code: ImportCode, read: (text: string) => T | undefined) => {
    const text = textOf(column);
    const value = text === "" ? undefined : read(text);
    if (text !== "" && value === undefined) fail(column, code, text);
    return value;
  };
  const number = (column: Column) =>
    optional(column, "number", (text) => (Number.isNaN(numberOf(text)) ? undefined : numberOf(text)));
  const yesOrNo = (column: Column) =>
    optional(column, "yes-or-no", (text) => yesAndNo.get(text.toLowerCase()));
  const count = (column: Column, max: number) => {
    const text = textOf(column);
    if (text === "") fail(column, "empty");
    else if (!/^\d+$/.test(text)) fail(column, "number", text);
    else if (Number(text) > max) fail(column, "range", text);
    return Number(text);
  };
  const objectType = count("objectType", OBJECT_TYPE_MAX);
  const unitCode = number("unitCode");
  const objectName = textOf("objectName");
  if (objectName === "") fail("objectName", "empty");
  return {
    row,
    keyName: textOf("keyName"),
    deviceInstance: count("deviceInstance", INSTANCE_MAX),
    objectName,
    objectType,
    objectTypeName: typeNames.get(objectType),
    objectInstance: count("objectInstance", INSTANCE_MAX),
    description: textOf("description") || undefined,
    defaultValue: number("defaultValue"),
    min: number("min"),
    max: number("max"),
    isCommandable: yesOrNo("isCommandable"),
    supportsCov: yesOrNo("supportsCov"),
    unit: unitCode === undefined ? undefined : unitOfBacnet(unitCode),
    unitCode,
    stateTexts: stateTexts.get(number("stateTexts") ?? Number.NaN),
    vendorAddress: textOf("vendorAddress") || undefined,
  };
}

/** The objects of an EDE file (BACnet Engineering Data Exchange). `stateTexts` are those of its file of state texts. */
export function readEde(bytes: Uint8Array, stateTexts: StateTexts = new Map()): EdeFile {
  const { rows, problems } = readCsv(bytes, HEADING);
  const file: EdeFile = { objects: [], problems };
  if (problems.length > 0) return file;
  const headingAt = rows.findIndex(({ cells }) => {
    const names = new Set(cells.map(columnKey));
    return HEADING.every((name) => names.has(name));
  });
  const heading = rows[headingAt];
  if (!heading) return { ...file, problems: [problem(1, "no-heading")] };
  for (const { cells } of rows.slice(0, headingAt)) {
    if (columnKey(cells[0] ?? "") === "projectname") file.project = cells[1];
    if (columnKey(cells[0] ?? "") === "versionoflayout") file.layout = cells[1];
  }
  const keys = heading.cells.map(columnKey);
  const columnAt = (column: Column) => keys.findIndex((key) => columns[column].includes(key));
  const missing = required.filter((column) => columnAt(column) === -1);
  file.problems.push(...missing.map((column) => problem(heading.row, "column-missing", columns[column][0])));
  if (missing.length > 0) return file;
  const known = new Set<string>();
  for (const row of rows.slice(headingAt + 1).filter(({ cells }) => !cells[0]?.startsWith("#"))) {
    const wrong: ImportProblem[] = [];
    const fail = (column: Column, code: ImportCode, value?: string) => {
      wrong.push(problem(row.row, code, heading.cells[columnAt(column)]?.replace(/^#\s*/, ""), value));
    };
    const object = readObject(row, columnAt, stateTexts, fail);
    const key = `${object.deviceInstance}:${object.objectType}:${object.objectInstance}`;
    if (wrong.length === 0 && known.size === known.add(key).size) fail("objectInstance", "repeated", key);
    if (wrong.length === 0) file.objects.push(object);
    file.problems.push(...wrong);
  }
  if (file.objects.length + file.problems.length === 0) file.problems.push(problem(heading.row, "no-rows"));
  return file;
}
