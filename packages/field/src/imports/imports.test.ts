import { expect, test } from "vitest";

import { readEde, readStateTexts } from "./ede.ts";
import { pointsFileColumns, readPointsFile } from "./points-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const EDE_HEADING =
  "# keyname;device obj.-instance;object-name;object-type;object-instance;description;present-value-default;min-present-value;max-present-value;settable;supports COV;hi-limit;low-limit;state-text-reference;unit-code;vendor-specific-address";
const ede = (...rows: string[]) =>
  bytes(
    [
      "#Engineering-Data-Exchange - B.I.G.-EU",
      "PROJECT_NAME;Library",
      "VERSION_OF_LAYOUT;2.3",
      "#mandatory;mandatory;mandatory;mandatory;mandatory;optional",
      EDE_HEADING,
      ...rows,
    ].join("\r\n"),
  );

test("an EDE file with semicolons and decimal commas has its objects with type, unit, limits and state texts", () => {
  const { texts } = readStateTexts(
    bytes("#State Text Reference;Text 1;Text 2;Text 3\r\n7;Off;On;;\r\n8;Auto;Hand;Off\r\n"),
  );
  const file = readEde(
    ede(
      "T1;3000;AHU1.SA-T;0;12;Supply air;21,5;-20,00;60,00;N;Y;;;;64;A1",
      "",
      "M1;3000;AHU1.Mode;19;4;;;;;Y;N;;;8;;",
    ),
    texts,
  );
  expect(file.problems).toEqual([]);
  expect(file).toMatchObject({ project: "Library", layout: "2.3" });
  expect(file.objects).toEqual([
    {
      row: 6,
      keyName: "T1",
      deviceInstance: 3000,
      objectName: "AHU1.SA-T",
      objectType: 0,
      objectTypeName: "analog-input",
      objectInstance: 12,
      description: "Supply air",
      defaultValue: 21.5,
      min: -20,
      max: 60,
      isCommandable: false,
      supportsCov: true,
      unit: "degF",
      unitCode: 64,
      vendorAddress: "A1",
    },
    expect.objectContaining({
      row: 8,
      objectTypeName: "multi-state-value",
      isCommandable: true,
      stateTexts: ["Auto", "Hand", "Off"],
    }),
  ]);
  expect(texts.get(7)).toEqual(["Off", "On"]);
});

test("a file of state texts without references is refused, and a row without one is reported", () => {
  expect(readStateTexts(bytes("Off;On\n")).problems).toEqual([{ row: 1, code: "no-rows" }]);
  const { texts, problems } = readStateTexts(bytes("#Reference;Text 1;Text 2\n1;Off;On\nx;No;Yes\n"));
  expect([...texts]).toEqual([[1, ["Off", "On"]]]);
  expect(problems).toEqual([{ row: 3, code: "number", value: "x" }]);
});

test("an EDE file with commas, quotes and other names of columns is read", () => {
  const file = readEde(
    bytes(
      'keyname,device obj.-instance,object-name,object-type,object-instance,description,commandable,unit-code\nK,1,"Pipe 2"" supply, north",2,5,"say ""hi""",true,62\n',
    ),
  );
  expect(file.problems).toEqual([]);
  expect(file.objects[0]).toMatchObject({
    objectName: 'Pipe 2" supply, north',
    description: 'say "hi"',
    isCommandable: true,
    unit: "degC",
  });
});

test("problems of an EDE file have the row, the column as it is named, and the text", () => {
  const file = readEde(
    ede(
      ";x;A;0;1;;;;;;;;;;;",
      ";5;;0;1;;;;;;;;;;;",
      ";5;B;0;9999999;;;;;;;;;;;",
      ";5;C;0;2;;;abc;;maybe;;;;;;",
      ";5;D;0;3;;;;;;;;;;;",
      ";5;E;0;3;;;;;;;;;;;",
      ";5;F;0;4;;;;;;;;;;4711;",
    ),
  );
  expect(file.problems).toEqual([
    { row: 6, column: "device obj.-instance", code: "number", value: "x" },
    { row: 7, column: "object-name", code: "empty" },
    { row: 8, column: "object-instance", code: "range", value: "9999999" },
    { row: 9, column: "min-present-value", code: "number", value: "abc" },
    { row: 9, column: "settable", code: "yes-or-no", value: "maybe" },
    { row: 11, column: "object-instance", code: "repeated", value: "5:0:3" },
  ]);
  expect(file.objects.map(({ objectName }) => objectName)).toEqual(["D", "F"]);
  // A maker's own unit is no problem of the file.
  expect(file.objects[1]).toMatchObject({ unit: undefined, unitCode: 4711 });
});

test("an EDE file without heading, without a needed column, or without rows is refused with the reason", () => {
  expect(readEde(bytes("a;b;c\n1;2;3\n")).problems).toEqual([{ row: 1, code: "no-heading" }]);
  expect(readEde(bytes("")).problems).toEqual([{ row: 1, code: "no-heading" }]);
  expect(readEde(bytes("keyname;object-name;object-instance\nK;A;1\n")).problems).toEqual([
    { row: 1, code: "column-missing", column: "deviceobjinstance" },
    { row: 1, code: "column-missing", column: "objecttype" },
  ]);
  expect(readEde(ede()).problems).toEqual([{ row: 5, code: "no-rows" }]);
});

test("byte order marks, UTF-16 and Windows-1252 are read", () => {
  const text = `${EDE_HEADING}\n;5;Kühler;0;1;°C;;;;;;;;;62;\n`;
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
  const windows1252 = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  for (const file of [bytes(text), bytes(`\uFEFF${text}`), utf16, windows1252])
    expect(readEde(file).objects[0]).toMatchObject({ objectName: "Kühler", description: "°C", keyName: "" });
});

test("a row with an open quote is refused with its row", () => {
  expect(readEde(ede(";5;A;0;1;;;;;;;;;;;", ';5;"B;0;2;;;;;;;;;;;')).problems).toEqual([
    { row: 7, code: "quote-open" },
  ]);
});

test("a row without an end is refused", () => {
  const [wrong] = readEde(ede(`;5;${"A".repeat(30_000)};0;1;;;;;;;;;;;`)).problems;
  expect(wrong).toEqual({ row: 6, code: "row-long" });
});

test("a file of too many rows is refused", () => {
  const file = readEde(bytes(`${EDE_HEADING}\n${"a\n".repeat(50_000)}`));
  expect(file).toEqual({ objects: [], problems: [{ row: 50_000, code: "too-many-rows" }] });
});

test("18,000 rows are read", () => {
  const rows = Array.from({ length: 18_000 }, (_, at) => `K${at};5;Point ${at};0;${at};;;;;N;N;;;;62;`);
  const { objects, problems } = readEde(ede(...rows));
  expect(problems).toEqual([]);
  expect(objects).toHaveLength(18_000);
  expect(objects.at(-1)).toMatchObject({ row: 18_005, objectInstance: 17_999 });
});

const points = (...rows: string[]) =>
  bytes(
    [`${pointsFileColumns.join(",")},address.address,address.instance,point_address.object`, ...rows].join(
      "\n",
    ),
  );

test("a file of points has its devices, with facts that only one row has", () => {
  const file = readPointsFile(
    points(
      "AHU-1,Unit 1,AHU,Tower A/Floor 5,bacnet,Supply Air Temperature,degF,10.0.0.5,1001,analog-input 1",
      ",,,,,,,,,",
      "AHU-1,,,,,Return Air Temperature,,,,analog-input 2",
      'EM-2,"Meter, north",ENERGYMETER,,modbus,,,10.0.0.9,,',
    ),
  );
  expect(file.problems).toEqual([]);
  expect(file.devices).toEqual([
    {
      row: 2,
      ssid: "AHU-1",
      name: "Unit 1",
      type: "AHU",
      place: "Tower A/Floor 5",
      protocol: "bacnet",
      address: { address: "10.0.0.5", instance: "1001" },
      points: [
        { row: 2, id: "Supply Air Temperature", unit: "degF", address: { object: "analog-input 1" } },
        { row: 4, id: "Return Air Temperature", unit: undefined, address: { object: "analog-input 2" } },
      ],
    },
    {
      row: 5,
      ssid: "EM-2",
      name: "Meter, north",
      type: "ENERGYMETER",
      place: "",
      protocol: "modbus",
      address: { address: "10.0.0.9" },
      points: [],
    },
  ]);
});

test("problems of a file of points have the row, the column and the text", () => {
  const file = readPointsFile(
    points(
      ",Unit,AHU,,bacnet,CO2,,,,",
      "AHU 1,Unit,AHU,,bacnet,CO2,,,,",
      "AHU-1,Unit,AHU,,bacnet,CO2,ppm,,7,",
      "AHU-1,Unit,AHU,,bacnet,CO2,ppm,,,",
      "AHU-1,Other,AHU,,bacnet,Fire Alarm,,,,",
      "AHU-1,,,,,Fire Alarm,,,8,",
      "AHU-1,,,,,Fire Alarm,furlong,,,",
      `AHU-1,,,,,${"x".repeat(90)},,,,`,
      `AHU-2,${"n".repeat(130)},,,,CO2,,,,`,
    ),
  );
  expect(file.problems).toEqual([
    { row: 2, column: "device", code: "empty" },
    { row: 3, column: "device", code: "ssid", value: "AHU 1" },
    { row: 5, column: "point", code: "repeated", value: "CO2" },
    { row: 6, column: "device_name", code: "differs", value: "Other" },
    { row: 7, column: "address.instance", code: "differs", value: "8" },
    { row: 8, column: "unit", code: "unit", value: "furlong" },
    { row: 9, column: "point", code: "point-id", value: "x".repeat(80) },
    { row: 10, column: "device_name", code: "name", value: "n".repeat(80) },
  ]);
  expect(file.devices.map(({ ssid, points: { length } }) => [ssid, length])).toEqual([["AHU-1", 1]]);
});

test("a heading of a file of points with wrong, repeated or missing columns is refused", () => {
  expect(readPointsFile(bytes("device;pont;type;Type\nA;CO2;AHU;AHU\n")).problems).toEqual([
    { row: 1, column: "pont", code: "column-unknown" },
    { row: 1, column: "Type", code: "column-repeated" },
    { row: 1, column: "point", code: "column-missing" },
  ]);
  expect(readPointsFile(bytes("")).problems).toEqual([{ row: 1, code: "no-heading" }]);
  expect(readPointsFile(points()).problems).toEqual([{ row: 1, code: "no-rows" }]);
});

test("a spreadsheet's line with the delimiter is no row", () => {
  const file = readPointsFile(bytes("sep=;\r\nDevice;Point;Device name\r\nAHU-1;CO2;Unit, 1\r\n"));
  expect(file.problems).toEqual([]);
  expect(file.devices[0]).toMatchObject({ row: 2, ssid: "AHU-1", name: "Unit, 1" });
});
