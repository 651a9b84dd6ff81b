import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { connect as connectTls, type ConnectionOptions } from "node:tls";

import { certificate } from "@verandah/field/testing/certificate.ts";
import { expect, test } from "vitest";

import { runScript } from "./rig/host-commands.ts";
import { findPorts, waitFor } from "./rig/rig.ts";

const folder = path.resolve(import.meta.dirname, "../../deploy");
/** The exposure of a unit that systemd calls OK, times 10. */
const EXPOSURE_MAX = 30;

test.each(globSync("*.service", { cwd: path.join(folder, "systemd") }))(
  "systemd finds the exposure of %s to be 3 or less",
  (unit) => {
    const file = path.join(folder, "systemd", unit);
    const args = ["security", "--offline=yes", `--threshold=${EXPOSURE_MAX}`, file];
    // A larger exposure is an error of the program.
    const text = execFileSync("systemd-analyze", args, { encoding: "utf8", stdio: "pipe" });
    expect(text).toContain("Overall exposure level");
  },
);

test("the linters find no fault in the Compose file and the Dockerfile", async () => {
  // A fault is an error of the script.
  expect(await runScript("lint", folder)).toContain("Issues: None found");
});

test.each(["haproxy.cfg", "haproxy-cells.cfg"])("HAProxy accepts %s", (file) => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), "verandah-haproxy-"));
  try {
    writeFileSync(path.join(scratch, "verandah.pem"), `${certificate.cert}\n${certificate.key}`);
    const text = readFileSync(path.join(folder, file), "utf8")
      .replaceAll("/etc/haproxy/certs", scratch)
      .replaceAll("/etc/haproxy/cells.map", path.join(folder, "cells.map"));
    writeFileSync(path.join(scratch, file), text);
    // A fault is an error of the program.
    const args = ["-c", "-n", "100", "-f", path.join(scratch, file)];
    expect(execFileSync("haproxy", args, { encoding: "utf8", stdio: "pipe" })).toContain("valid");
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

/** The settings of NATS for a server on this machine. @returns their file */
function writeNatsSettings(scratch: string, { client = 0, cluster = 0 }): string {
  for (const name of ["certificate.pem", "authority.pem"])
    writeFileSync(path.join(scratch, name), certificate.cert);
  writeFileSync(path.join(scratch, "key.pem"), certificate.key);
  const text = readFileSync(path.join(folder, "nats.conf"), "utf8")
    .replaceAll("/etc/nats", scratch)
    .replaceAll("HOST_NAME", "host1")
    .replaceAll("10.0.0.", "127.0.0.")
    .replaceAll("HOST_ADDRESS:4222", `127.0.0.1:${client}`)
    .replaceAll("HOST_ADDRESS:6222", `127.0.0.1:${cluster}`);
  const file = path.join(scratch, "nats.conf");
  writeFileSync(file, text);
  return file;
}

/** The first line of a server of NATS to a client. */
function askNats(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve, reject) => {
    socket.once("error", reject).once("data", (data: Buffer) => {
      resolve(data.toString());
      socket.destroy();
    });
  });
}

/** Logs another host in at the port of the cluster, where TLS begins at once. @returns whether the server accepted it */
function joinCluster(port: number, own: ConnectionOptions): Promise<boolean> {
  const socket = connectTls({ ...own, host: "127.0.0.1", port, ca: certificate.cert });
  socket.on("error", () => socket.destroy());
  socket.write('CONNECT {"user":"verandah","pass":"change-me","name":"S","cluster":"verandah"}\r\nPING\r\n');
  let received = "";
  return new Promise((resolve) => {
    socket.on("data", (data: Buffer) => {
      received += data.toString();
      if (!received.includes("PONG")) return;
      resolve(true);
      socket.destroy();
    });
    socket.on("close", () => resolve(false));
  });
}

test("NATS accepts nats.conf, which needs TLS of clients, and also a certificate of other hosts", async () => {
  await using opening = new AsyncDisposableStack();
  const scratch = mkdtempSync(path.join(os.tmpdir(), "verandah-nats-"));
  opening.defer(() => rmSync(scratch, { recursive: true }));
  const [client = 0, cluster = 0] = await findPorts(2);
  const file = writeNatsSettings(scratch, { client, cluster });
  // A fault is an error of the program.
  execFileSync("nats-server", ["-t", "-c", file], { stdio: "pipe" });

  const server = spawn("nats-server", ["-c", file], { stdio: "ignore" });
  const ended = once(server, "exit");
  opening.defer(async () => {
    server.kill("SIGKILL");
    await ended;
  });
  await waitFor("NATS asks clients for TLS", async () =>
    (await askNats(client)).includes('"tls_required":true'),
  );
  await waitFor("NATS accepts another host", () => joinCluster(cluster, certificate));
  expect(await joinCluster(cluster, {})).toBe(false);
});
