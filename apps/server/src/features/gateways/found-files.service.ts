import type * as contract from "@verandah/contract/gateways/scans.ts";
import type { FoundDevice } from "@verandah/field/found-devices.ts";
import type { ImportProblem } from "@verandah/field/imports/csv-rows.ts";
import { type EdeObject, readEde } from "@verandah/field/imports/ede.ts";
import { type ImportedDevice, readPointsFile } from "@verandah/field/imports/points-file.ts";

import { inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { getManaged } from "./gateways.service.ts";
import * as repository from "./scans.repository.ts";

/** Maximum number of problems in a reply. */
const ERRORS_MAX = 200;

function deviceOfObjects(instance: number, objects: readonly EdeObject[]): FoundDevice {
  return {
    protocol: "bacnet",
    key: String(instance),
    // The file does not have the address in the network.
    address: { instance },
    pointsFrom: 0,
    remarks: [],
    points: objects.flatMap(
      ({ objectTypeName, objectInstance, objectName, description, unit, unitCode, isCommandable }) =>
        objectTypeName === undefined
          ? []
          : [
              {
                name: objectName.slice(0, 120),
                address: { object: [objectTypeName, objectInstance] },
                ...(unit ? { unit } : unitCode !== undefined && { fieldUnit: String(unitCode) }),
                ...(description !== undefined && { description: description.slice(0, 120) }),
                isWritable: isCommandable ?? objectTypeName.endsWith("output"),
              },
            ],
    ),
  };
}

/** A field of an address: a number, `analog-input:3` as an object, or a text. */
function fieldOf(text: string): unknown {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  const [, object, instance] = /^([a-z-]+)[:, ]+(\d+)$/.exec(text) ?? [];
  return object === undefined ? text : [object, Number(instance)];
}

const fieldsOf = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fieldOf(text)]));

const deviceOfFile = ({ ssid, name, protocol, address, points }: ImportedDevice): FoundDevice => ({
  protocol,
  key: ssid,
  address: fieldsOf(address),
  name: name || ssid,
  pointsFrom: 0,
  remarks: [],
  points: points.map((point) => ({
    name: point.id,
    id: point.id,
    address: fieldsOf(point.address),
    ...(point.unit && { unit: point.unit }),
  })),
});

function readFile(
  kind: "ede" | "points",
  content: string,
): { devices: FoundDevice[]; problems: ImportProblem[] } {
  const bytes = Buffer.from(content, "base64");
  if (kind === "points") {
    const { devices, problems } = readPointsFile(bytes);
    return { devices: devices.map(deviceOfFile), problems };
  }
  const { objects, problems } = readEde(bytes);
  const byDevice = Map.groupBy(objects, ({ deviceInstance }) => deviceInstance);
  return { devices: Array.from(byDevice, ([instance, own]) => deviceOfObjects(instance, own)), problems };
}

/**
 * Takes devices and points from a file as if a scan had found them: all, or with an error none.
 *
 * @throws AppError `not-found`, `gateway-of-files`
 */
export const addFoundFile: Service<typeof contract.addFoundFile> = async (ctx, { id, kind, content }) => {
  const gateway = await getManaged(ctx, id);
  const { devices, problems } = readFile(kind, content);
  if (problems.length === 0)
    await inTransaction(ctx, async (inner) => {
      for (const device of devices) await repository.saveFound(inner.db, id, device, inner.now());
      await recordAudit(inner, {
        action: "read-points-file",
        target: `gateway:${gateway.ssid}`,
        after: { kind, devices: devices.length },
      });
    });
  return {
    devices: devices.length,
    errorCount: problems.length,
    errors: problems
      .slice(0, ERRORS_MAX)
      .map(({ row, column = null, code, value = null }) => ({ row, column, code, value })),
  };
};
