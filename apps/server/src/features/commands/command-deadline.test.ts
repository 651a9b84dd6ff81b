import type { AcceptedBatch, Command } from "@verandah/contract/commands/commands.ts";
import { expect, test } from "vitest";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { recordCommandResult } from "./commands.service.ts";

test("a command that no gateway receives expires after 40 s, and a late result does not change that", async () => {
  await using app = await startTestApp();
  const { gateway, dispatch } = await bringUp(app);
  const user = await app.as("operator");
  const writes = [{ ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp", value: 21 }];
  const { commands } = (await user.post("/v1/commands", { writes })).json<AcceptedBatch>();
  const id = commands[0]?.commandId ?? "";
  const ask = () => user.get(`/v1/commands/${id}`);
  const state = async () => (await ask()).json<Command>().state;
  expect((await ask()).headers["changes-in-ms"]).toBe("40000");
  app.advance(39_999);
  await dispatch(false);
  expect(await state()).toBe("queued");
  expect((await ask()).headers["changes-in-ms"]).toBe("1000");
  app.advance(1);
  await dispatch(false);
  expect(await state()).toBe("expired");
  expect((await ask()).headers).not.toHaveProperty("changes-in-ms");
  await recordCommandResult(app.ctx, gateway, { id, state: "verified", at: 0, value: 21 });
  expect(await state()).toBe("expired");
});
