import type { Socket } from "node:dgram";
import { EventEmitter } from "node:events";

import { upsTest } from "@verandah/equipment/types/ups.ts";
import snmp from "net-snmp";

import type { Values } from "../../physics/measured.ts";
import type { Commands } from "../../physics/surroundings/influence.ts";
import { bindUdp, portOf } from "../bacnet/udp-transport.ts";
import {
  ALARM_TABLE,
  lineTables,
  PHASES,
  presentAlarms,
  scalarObjects,
  TEST_ID,
  TEST_LOCK,
  testOid,
} from "./ups-objects.ts";

/**
 * A bound socket for the SNMP library, which would bind it itself and cannot use any free port. It counts malformed packets instead of
 * failing on them, and neither receives nor sends while `isSilent`.
 */
class UdpGate extends EventEmitter {
  malformed = 0;
  readonly #socket: Socket;
  readonly #isSilent: () => boolean;

  constructor(socket: Socket, isSilent: () => boolean, onRequest: () => void) {
    super();
    this.#socket = socket;
    this.#isSilent = isSilent;
    socket.on("message", (packet, from) => {
      if (isSilent()) return;
      try {
        onRequest();
        this.emit("message", packet, from);
      } catch {
        this.malformed++;
      }
    });
    socket.on("error", () => {});
  }

  /** The socket is bound already. */
  bind(): void {}

  address() {
    return this.#socket.address();
  }

  send(
    buffer: Buffer,
    offset: number,
    length: number,
    port: number,
    address: string,
    done: (error: Error | null) => void,
  ): void {
    if (this.#isSilent()) return;
    // A closed client is not an error.
    this.#socket.send(buffer, offset, length, port, address, () => done(null));
  }

  close(done?: () => void): void {
    this.#socket.close(done);
  }
}

/** Access to read and to start tests: a community for SNMP v2c, or a user with authentication (SHA-256) and privacy (AES-128) for v3. */
export type UpsAccess =
  | { version: "2c"; community: string }
  | { version: "3"; user: string; authKey: string; privKey: string };

export interface UpsAgentOptions {
  /** Shown as sysName and upsIdentName. */
  name: string;
  host: string;
  /** Preferred UDP port; any free one if it is in use, or for 0. */
  preferredPort: number;
  access: UpsAccess;
  /** The present values of the UPS, faults included, by `param_id` and in the points' units. */
  measure: () => Values;
  /** Neither receives nor sends. */
  isSilent?: () => boolean;
  /** Acknowledges every write and does nothing. */
  ignoresWrites?: () => boolean;
  now?: () => number;
}

/** A UPS with an SNMP agent that has the UPS-MIB. Source: RFC 1628. */
export interface UpsAgent extends AsyncDisposable {
  readonly port: number;
  /** `host:port`. */
  readonly address: string;
  readonly malformed: number;
  /** The test that was requested last, and the number of requests. */
  commands(): Commands;
}

/** upsOutputSource. Source: RFC 1628 §4. */
const ON_BATTERY = 5;
const INTEGER_INDEX = { number: 1, name: "index", type: snmp.ObjectType.Integer, maxAccess: 1 };
const READ_ONLY = snmp.MaxAccess["read-only"];
const READ_WRITE = snmp.MaxAccess["read-write"];
/** The highest value of a TestAndIncr, after which it is 0. Source: RFC 2579 §2. */
const LOCK_MAX = 2_147_483_647;
const OFFERED = [upsTest.general, upsTest.battery];

/** A request for one object, as the library passes it: each write twice, to check all objects of the request before it sets any. */
interface MibRequest {
  testSet?: boolean;
  commitSet?: boolean;
  setValue: unknown;
  done(error?: { errorStatus: number }): void;
}

const refuse = (request: MibRequest) => request.done({ errorStatus: snmp.ErrorStatus.InconsistentValue });

/** Starts a UPS on its own UDP socket. */
export async function startUpsAgent(options: UpsAgentOptions): Promise<UpsAgent> {
  const { name, host, access, measure, now = Date.now } = options;
  const socket = await bindUdp(host, options.preferredPort);
  const port = portOf(socket);
  const objects = scalarObjects(name);
  let onBatterySinceMs: number | undefined;
  const test = { id: upsTest.none as number, starts: 0, lock: 0 };

  const gate = new UdpGate(socket, options.isSilent ?? (() => false), refresh);
  const agent = snmp.createAgent(
    {
      port,
      address: host,
      disableAuthorization: false,
      accessControlModelType: snmp.AccessControlModelType.Simple,
      dgramModule: { createSocket: () => gate },
    },
    // It drops refused requests without an answer, like the hardware.
    () => {},
  );
  const authorizer = agent.getAuthorizer();
  const rights = authorizer.getAccessControlModel();
  if (access.version === "2c") {
    authorizer.addCommunity(access.community);
    rights.setCommunityAccess(access.community, snmp.AccessLevel.ReadWrite);
  } else {
    authorizer.addUser({
      name: access.user,
      level: snmp.SecurityLevel.authPriv,
      authProtocol: snmp.AuthProtocols.sha256,
      authKey: access.authKey,
      privProtocol: snmp.PrivProtocols.aes,
      privKey: access.privKey,
    });
    rights.setUserAccess(access.user, snmp.AccessLevel.ReadWrite);
  }

  const mib = agent.getMib();
  for (const { name: object, oid, type, fixed } of objects) {
    mib.registerProvider({
      name: object,
      type: snmp.MibProviderType.Scalar,
      oid,
      scalarType: type,
      maxAccess: READ_ONLY,
    });
    mib.setScalarValue(object, fixed ?? 0);
  }
  mib.registerProvider({
    ...TEST_LOCK,
    type: snmp.MibProviderType.Scalar,
    scalarType: snmp.ObjectType.Integer,
    maxAccess: READ_WRITE,
    handler(request: MibRequest) {
      if (request.testSet && request.setValue !== test.lock) return refuse(request);
      if (request.commitSet) test.lock = test.lock === LOCK_MAX ? 0 : test.lock + 1;
      request.done();
    },
  });
  mib.registerProvider({
    ...TEST_ID,
    type: snmp.MibProviderType.Scalar,
    scalarType: snmp.ObjectType.OID,
    maxAccess: READ_WRITE,
    handler(request: MibRequest) {
      const asked = OFFERED.find((id) => testOid(id) === request.setValue);
      if (request.testSet && asked === undefined) return refuse(request);
      if (request.commitSet && asked !== undefined && !options.ignoresWrites?.()) {
        test.id = asked;
        test.starts += 1;
      }
      request.done();
    },
  });

  for (const { name: table, oid, columns } of lineTables) {
    const numbers = Object.keys(columns).map(Number);
    mib.registerProvider({
      name: table,
      type: snmp.MibProviderType.Table,
      oid,
      maxAccess: snmp.MaxAccess["not-accessible"],
      tableColumns: [
        INTEGER_INDEX,
        ...numbers.map((number) => ({
          number,
          name: `${table}${number}`,
          type: snmp.ObjectType.Integer,
          maxAccess: READ_ONLY,
        })),
      ],
      tableIndex: [{ columnName: INTEGER_INDEX.name }],
    });
    for (const line of PHASES.keys()) mib.addTableRow(table, [line + 1, ...numbers.map(() => 0)]);
  }

  mib.registerProvider({
    ...ALARM_TABLE,
    type: snmp.MibProviderType.Table,
    maxAccess: snmp.MaxAccess["not-accessible"],
    tableColumns: [
      INTEGER_INDEX,
      { number: 2, name: "upsAlarmDescr", type: snmp.ObjectType.OID, maxAccess: READ_ONLY },
    ],
    tableIndex: [{ columnName: INTEGER_INDEX.name }],
  });
  let alarmRows = 0;

  /** Updates the objects before they are read. */
  function refresh(): void {
    const values = measure();
    for (; alarmRows > 0; alarmRows--) mib.deleteTableRow(ALARM_TABLE.name, [alarmRows]);
    for (const alarm of presentAlarms(values)) mib.addTableRow(ALARM_TABLE.name, [++alarmRows, alarm]);
    if (values.ups_Status !== ON_BATTERY) onBatterySinceMs = undefined;
    else onBatterySinceMs ??= now();
    const seconds = onBatterySinceMs === undefined ? 0 : Math.floor((now() - onBatterySinceMs) / 1_000);
    mib.setScalarValue(TEST_ID.name, testOid(test.id));
    mib.setScalarValue(TEST_LOCK.name, test.lock);
    for (const object of objects)
      if (object.measured) mib.setScalarValue(object.name, object.measured(values, seconds));
    for (const { name: table, columns } of lineTables)
      for (const [line, phase] of PHASES.entries())
        for (const [number, shown] of Object.entries(columns))
          mib.setTableSingleCell(table, Number(number), [line + 1], shown(values, phase));
  }

  return {
    port,
    address: `${host}:${port}`,
    get malformed() {
      return gate.malformed;
    },
    commands: () => ({ ups_test: test.id, ups_test_start: test.starts }),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => gate.close(done));
    },
  };
}
