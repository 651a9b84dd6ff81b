import { expect, test } from "vitest";

import { Commands } from "./run.ts";

test("an interrupted command can end its own programs before it is killed", async () => {
  const commands = new Commands();
  const script =
    'process.on("SIGINT", () => setTimeout(() => console.log("ended") ?? process.exit(), 100));' +
    'setInterval(() => 0, 1_000); console.log("ready");';
  const outcome = await commands.run(process.execPath, ["-e", script], {
    onOutput: (text) => text.includes("ready") && commands.close(),
  });
  expect(outcome).toMatchObject({ code: 0, output: "ready\nended\n" });
});
