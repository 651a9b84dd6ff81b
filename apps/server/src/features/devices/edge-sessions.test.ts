import { connect } from "node:net";

import type { AcceptedBatch, Command } from "@verandah/contract/commands/commands.ts";
import type { CommandMessage } from "@verandah/field/payloads.ts";
import { topicOf } from "@verandah/field/topics.ts";
import { expect, test, vi } from "vitest";

import {
  dispatchCommands,
  recordCommandResult,
  requeueCommands,
} from "#features/commands/commands.service.ts";
import { recordForeignOverrides } from "#features/commands/foreign-overrides.service.ts";

import { addProcess, logIn, loginOf } from "../../testing/benches/processes.ts";
import { countStatements } from "../../testing/benches/statements.ts";
import { passwordOf, passwordSha256Of } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { gatewayWill, startTestIngest } from "../../testing/start-test-ingest.ts";
import { recordDeviceHealth, recordEdgeStatus, refreshDeviceStates } from "./devices.service.ts";
import { createEdgeLogins, type EdgeRow, leaveEdges, listEndedSessions } from "./edge-sessions.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const edgeState = async (app: App) =>
  (await app.query("select state from edges where ssid = 'T-GW'")).rows[0]?.["state"];

/** A command to the unit behind the gateway, which is online. */
async function sendCommand(app: App, edge: EdgeRow) {
  await recordEdgeStatus(app.ctx, edge, { state: "online", at: 0 });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24, ahu_in_air_temperature_sp: 24 });
  await refreshDeviceStates(app.ctx);
  const user = await app.as("operator");
  const writes = [{ ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp", value: 21 }];
  const { commands } = (await user.post("/v1/commands", { writes })).json<AcceptedBatch>();
  const id = commands[0]?.commandId ?? "";
  return { id, state: async () => (await user.get(`/v1/commands/${id}`)).json<Command>().state };
}

test("status, health, overrides and results of an earlier session of an edge change nothing", async () => {
  await using app = await startTestApp();
  const [a, b] = [await addProcess(app), await addProcess(app)];
  const earlier = await logIn(app, a);
  const later = await logIn(app, b);
  expect(later.session).toBe(earlier.session + 1);
  const command = await sendCommand(app, later);
  await dispatchCommands(app.ctx, () => true, b);

  const report = async (edge: EdgeRow) => {
    await recordEdgeStatus(app.ctx, edge, { state: "offline", at: 0 });
    await recordDeviceHealth(app.ctx, edge, {
      at: 0,
      devices: [{ device: "T-AHU", state: "offline", since: 0, missedPolls: 3 }],
    });
    const foreignOverrides = [{ point: "ahu_in_air_temperature_sp", priority: 5, value: 18 }];
    await recordForeignOverrides(app.ctx, edge, {
      devices: [{ device: "T-AHU", state: "online", since: 0, missedPolls: 0, foreignOverrides }],
    });
    await recordCommandResult(app.ctx, edge, { id: command.id, state: "verified", at: 0, value: 21 });
  };
  const seen = async () => {
    const { rows } = await app.query(
      "select reported_state, (select count(*)::int from foreign_overrides) as overrides from devices where ssid = 'T-AHU'",
    );
    return [await edgeState(app), rows[0], await command.state()];
  };
  await report(earlier);
  expect(await seen()).toEqual(["online", { reported_state: null, overrides: 0 }, "sent"]);
  await report(later);
  expect(await seen()).toEqual(["offline", { reported_state: "offline", overrides: 1 }, "verified"]);
});

test("many logins take few statements, and two logins of an edge are two sessions", async () => {
  await using app = await startTestApp();
  const a = await addProcess(app);
  const { ctx, statements } = countStatements(app);
  let sessions = 0;
  const begin = createEdgeLogins(
    ctx,
    async () => a,
    async (edges) => void (sessions += edges.length),
  );
  const right = ["T-GW", "T-S1", "T-S2", "T-GW"].map((ssid) => begin(loginOf(ssid)));
  const wrong = ["T-GW", "T-S1", "T-XX"].map((ssid) => begin(loginOf(ssid, "guess")));
  const edges = await Promise.all(right);
  expect(edges.map((edge) => edge?.ssid)).toEqual(["T-GW", "T-S1", "T-S2", "T-GW"]);
  expect(edges[3]?.session).toBe((edges[0]?.session ?? 0) + 1);
  expect(await Promise.all(wrong)).toEqual([undefined, undefined, undefined]);
  expect(sessions).toBe(4);
  // One for the first logins of an edge, one for the second ones, and one for the third ones, which are wrong. No other one reads passwords.
  expect(statements()).toBe(3);
});

test("a changed password and an added edge count at once at each process, without an event", async () => {
  await using app = await startTestApp();
  const processes = [await addProcess(app), await addProcess(app)].map((id) =>
    createEdgeLogins(
      app.ctx,
      async () => id,
      async () => undefined,
    ),
  );
  const logins = [loginOf("T-S1"), loginOf("T-S1", "renewed"), loginOf("T-NEW")];
  async function accepted(): Promise<boolean[][]> {
    const all: boolean[][] = [];
    for (const begin of processes) {
      const edges = await Promise.all(logins.map((login) => begin(login)));
      all.push(edges.map((edge) => edge !== undefined));
    }
    return all;
  }
  const before = [true, false, false];
  expect(await accepted()).toEqual([before, before]);
  await app.query("update edges set password_sha256 = $1 where ssid = 'T-S1'", [passwordSha256Of("renewed")]);
  await app.query(
    "insert into edges (campus_id, ssid, name, kind, password_sha256) select campus_id, $1, $1, kind, $2 from edges where ssid = 'T-S1'",
    ["T-NEW", passwordSha256Of("T-NEW")],
  );
  const after = [false, true, true];
  expect(await accepted()).toEqual([after, after]);
});

test("a failed login statement fails its logins, and the next ones are checked again", async () => {
  await using app = await startTestApp();
  const a = await addProcess(app);
  let id = a + 1_000;
  const begin = createEdgeLogins(
    app.ctx,
    async () => id,
    async () => undefined,
  );
  await expect(begin(loginOf("T-GW"))).rejects.toThrow("edges_process_id_fkey");
  id = a;
  expect(await begin(loginOf("T-GW"))).toMatchObject({ ssid: "T-GW" });
});

test("an edge that connects to another process leaves the first, whose last will changes nothing", async () => {
  await using app = await startTestApp();
  await using a = await startTestIngest(app);
  await using b = await startTestIngest(app);
  const first = await a.connect("T-GW", { will: gatewayWill });
  await first.publish("status", { state: "online", at: 0 });
  const closed = new Promise((resolve) => void first.client.once("close", () => resolve(true)));
  const second = await b.connect("T-GW", { will: gatewayWill });
  await second.publish("status", { state: "online", at: 0 });
  expect(await closed).toBe(true);
  await vi.waitFor(() => expect([a.ingest.broker.connections, b.ingest.broker.connections]).toEqual([0, 1]));
  // Time for its last will.
  await new Promise((done) => setTimeout(done, 200));
  expect(await edgeState(app)).toBe("online");
});

test("finds sessions that are over without an event", async () => {
  await using app = await startTestApp();
  const [a, b] = [await addProcess(app), await addProcess(app)];
  const held = [await logIn(app, a), await logIn(app, a, "T-S1")];
  expect(await listEndedSessions(app.ctx, held)).toEqual([]);
  await logIn(app, b);
  expect(await listEndedSessions(app.ctx, held)).toEqual([held[0]?.id]);
});

test("only the process with the connection sends a command, and again after a new connection", async () => {
  await using app = await startTestApp();
  const [a, b] = [await addProcess(app), await addProcess(app)];
  const command = await sendCommand(app, await logIn(app, a));
  const sent: string[] = [];
  const dispatch = (id: number, isConnected = true) =>
    dispatchCommands(
      app.ctx,
      (edge, message: CommandMessage) => {
        if (isConnected) sent.push(`${id === a ? "a" : "b"} ${edge} ${message.point}`);
        return isConnected;
      },
      id,
    );
  await dispatch(b);
  expect([sent, await command.state()]).toEqual([[], "accepted"]);
  await dispatch(a);
  expect([sent, await command.state()]).toEqual([["a T-GW ahu_in_air_temperature_sp"], "sent"]);

  await using other = await startTestIngest(app);
  const { client } = await other.connect("T-GW");
  expect(await command.state()).toBe("queued");
  expect(other.ingest.broker.publish("T-GW", "commands", {})).toBe(false);
  await client.subscribeAsync(topicOf("T-GW", "commands"), { qos: 1 });
  expect(other.ingest.broker.publish("T-GW", "commands", {})).toBe(true);
  await dispatch(a);
  expect(sent).toHaveLength(1);
  await dispatchCommands(
    app.ctx,
    (edge, message) => {
      sent.push(`other ${edge} ${message.point}`);
      return true;
    },
    other.processId,
  );
  expect(sent.slice(1)).toEqual(["other T-GW ahu_in_air_temperature_sp"]);
});

test("a command that is being sent while its edge logs in elsewhere is sent again there", async () => {
  await using app = await startTestApp();
  const [a, b] = [await addProcess(app), await addProcess(app)];
  const command = await sendCommand(app, await logIn(app, a));
  let login: Promise<EdgeRow> | undefined;
  const begin = createEdgeLogins(
    app.ctx,
    async () => b,
    (edges) => requeueCommands(app.ctx, edges),
  );
  const isSent = () => {
    // The connection at `a` is about to end.
    login = begin(loginOf("T-GW")).then((edge) => edge ?? Promise.reject(new Error("refused")));
    return true;
  };
  await dispatchCommands(app.ctx, isSent, a);
  await login;
  expect(await command.state()).toBe("queued");
});

const fieldOf = (text: string) => Buffer.from([0, text.length, ...Buffer.from(text)]);

/** Source: MQTT 3.1.1 §3.1. */
function connectPacket(ssid: string): Buffer {
  const head = Buffer.concat([fieldOf("MQTT"), Buffer.from([4, 0b1100_0010, 0, 0])]);
  const body = Buffer.concat([head, ...[ssid, ssid, passwordOf(ssid)].map(fieldOf)]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

test("a login that is abandoned before its answer ends the earlier connection", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const { client } = await field.connect("T-GW");
  const closed = new Promise((resolve) => void client.once("close", () => resolve(true)));
  const socket = connect(field.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(connectPacket("T-GW"), () => socket.destroy());
  expect(await closed).toBe(true);
});

test("edges of a process that was believed to have ended log in again", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const { client, publish } = await field.connect("T-GW", { will: gatewayWill, reconnectPeriod: 20 });
  await publish("status", { state: "online", at: 0 });
  await leaveEdges(app.ctx, [field.processId]);
  const again = new Promise((resolve) => void client.once("connect", () => resolve(true)));
  field.ingest.disconnectAll();
  expect(await again).toBe(true);
  await publish("status", { state: "online", at: 1 });
  const { rows } = await app.query("select state, process_id from edges where ssid = 'T-GW'");
  expect(rows).toEqual([{ state: "online", process_id: field.processId }]);
});
