import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { getSession } from "@verandah/contract/auth/auth.ts";
import { type Command, getCommandBatch, sendCommands } from "@verandah/contract/commands/commands.ts";
import { afterEach, expect, test, vi } from "vitest";

import { applyCommandEvent } from "#data/live/command-events.ts";
import { useSlowRound } from "#data/live/live.ts";
import { createQueryClient } from "#data/query/query-client.ts";
import { ROUND_MS } from "#data/query/refresh.ts";
import { sessionQuery } from "#data/query/session.ts";

import { aCommand, aSession } from "../../testing/builders.ts";
import { refuse, serve } from "../../testing/serve.ts";
import { CommandProgress } from "./command-progress.tsx";
import { useCommand } from "./use-command.ts";

afterEach(() => void vi.useRealTimers());

const first = aCommand();
const second = aCommand({
  id: "00000000-0000-4000-8000-000000000002",
  ssid: "AHU-1-2",
  deviceName: "AHU 1-2",
});

const aBatch = (commands: Command[]) => ({
  id: first.batchId,
  origin: first.origin,
  by: first.by,
  reason: null,
  createdAt: first.createdAt,
  until: first.until,
  counts: {},
  commands,
  refused: [],
});

function Harness({ ended }: { ended: Command[][] }) {
  useSlowRound(false);
  const { send, isUnderWay, isSending, commands, refused, error } = useCommand((all) => ended.push([...all]));
  const writes = [first, second].map(({ ssid, param_id, value }) => ({ ssid, param_id, value }));
  return (
    <>
      <button type="button" onClick={() => void send({ writes }).catch(() => undefined)}>
        Order
      </button>
      <p>{isUnderWay ? "under way" : "idle"}</p>
      <p>{isSending && "on its way"}</p>
      {commands.map((command) => (
        <CommandProgress key={command.id} command={command} isSending={isSending} />
      ))}
      <p>{refused.map(({ message }) => message).join()}</p>
      <p>{error?.message}</p>
    </>
  );
}

function show() {
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, aSession());
  serve(getSession, aSession());
  const ended: Command[][] = [];
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <Notifications />
          <Harness ended={ended} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  return {
    queryClient,
    ended,
    tell: (command: Command) => act(async () => applyCommandEvent(queryClient, command)),
  };
}

const commands = [first, second].map(({ id, ssid, param_id }) => ({ commandId: id, ssid, param_id }));

test("commands are sent with a key, and followed by the live stream until its last command has ended", async () => {
  const asked = serve(sendCommands, { batchId: first.batchId, commands, refused: [] });
  serve(getCommandBatch, aBatch([first, second]));
  const { ended, tell } = show();
  expect(screen.getByText("idle")).toBeVisible();
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findAllByText("Sending")).toHaveLength(2);
  expect(asked.bodies).toEqual([
    {
      writes: [first, second].map(({ ssid, param_id, value }) => ({ ssid, param_id, value })),
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  const over = [
    { ...first, state: "verified" as const, readBack: 22 },
    { ...second, state: "failed" as const, failure: "not-verified", readBack: 24 },
  ];
  serve(getCommandBatch, aBatch(over));
  for (const command of over) await tell(command);
  expect(await screen.findByText("Confirmed")).toBeVisible();
  expect(screen.getByText(/^Failed: the device still shows 24\.0\s°C$/)).toBeVisible();
  expect(screen.getByText("idle")).toBeVisible();
  expect(ended.map((all) => all.map(({ state }) => state))).toEqual([["verified", "failed"]]);
});

test("a failed command whose value the unit has lost stays failed, a verified one is replaced", () => {
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <CommandProgress command={{ state: "failed", lostTo: { value: null } }} />
          <CommandProgress command={{ state: "verified", lostTo: { value: null } }} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  expect(screen.getByText("Failed")).toHaveAttribute("data-state", "failed");
  expect(screen.getByText("Released by another system")).toHaveAttribute("data-state", "superseded");
});

test("commands are being sent until their first state arrives", async () => {
  serve(sendCommands, { batchId: first.batchId, commands, refused: [] });
  const { promise: isAsked, resolve: tellAsked } = Promise.withResolvers<void>();
  const { promise: answer, resolve: release } = Promise.withResolvers<ReturnType<typeof aBatch>>();
  serve(getCommandBatch, () => {
    tellAsked();
    return answer;
  });
  show();
  fireEvent.click(screen.getByRole("button"));
  await isAsked;
  expect(screen.getByText("on its way")).toBeVisible();
  release(aBatch([{ ...first, state: "sent" }]));
  expect(await screen.findByText("Sent")).toBeVisible();
  expect(screen.queryByText("on its way")).not.toBeInTheDocument();
});

test("misses no event during the first request of a command, and makes no request per event", async () => {
  // The clock stands, so that the batch is not asked for as without a stream.
  vi.useFakeTimers({ toFake: ["Date"] });
  serve(sendCommands, { batchId: first.batchId, commands, refused: [] });
  const { promise: isAsked, resolve: tellAsked } = Promise.withResolvers<void>();
  const { promise: answer, resolve: release } = Promise.withResolvers<ReturnType<typeof aBatch>>();
  const over = [first, second].map((command) => ({ ...command, state: "verified" as const }));
  let times = 0;
  serve(getCommandBatch, () => {
    tellAsked();
    times += 1;
    return times === 1 ? answer : aBatch(over);
  });
  const { tell } = show();
  fireEvent.click(screen.getByRole("button"));
  await isAsked;
  for (const command of over) await tell(command);
  release(aBatch([first, second]));
  await waitFor(() => expect(screen.getAllByText("Confirmed")).toHaveLength(2));
  expect(times).toBe(2);
});

test("without a stream the batch is asked again until it has ended", async () => {
  serve(sendCommands, { batchId: first.batchId, commands: commands.slice(0, 1), refused: [] });
  let asked = 0;
  serve(getCommandBatch, () => {
    asked += 1;
    return aBatch([{ ...first, state: asked < 2 ? "sent" : "expired" }]);
  });
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  show();
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("Sent")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(ROUND_MS.down));
  vi.useRealTimers();
  expect(await screen.findByText("Not confirmed within 40 s")).toBeVisible();
});

test("a request whose answer is lost is sent again with the same key", async () => {
  const asked = serve(sendCommands, () => {
    if (asked.bodies.length === 1) throw new Error("the line is cut");
    return { batchId: first.batchId, commands, refused: [] };
  });
  serve(getCommandBatch, aBatch([first, second]));
  show();
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findAllByText("Sending")).toHaveLength(2);
  expect(asked.bodies).toHaveLength(2);
  expect(asked.bodies[1]).toEqual(asked.bodies[0]);
});

test("a refusal of the whole request is not tried again", async () => {
  refuse(sendCommands, "not-allowed");
  show();
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("You are not allowed to do this.")).toBeVisible();
  expect(screen.getByText("idle")).toBeVisible();
});

test("shows refused commands, and nothing is under way", async () => {
  const refused = commands.map(({ ssid, param_id }) => ({
    ssid,
    param_id,
    code: "device-unreachable" as const,
    message: "please connect to network",
  }));
  serve(sendCommands, { batchId: first.batchId, commands: [], refused });
  serve(getCommandBatch, aBatch([]));
  show();
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("please connect to network,please connect to network")).toBeVisible();
  await waitFor(() => expect(screen.getByText("idle")).toBeVisible());
});

const superseded = (name: string, by: Command["by"]) =>
  aCommand({
    state: "superseded",
    by,
    supersededBy: { commandId: "00000000-0000-4000-8000-00000000000c", name },
  });

test("only the owner of a superseded command is notified, once, with the other person's name", async () => {
  const { tell } = show();
  await tell(superseded("asha", { id: 7, name: "asha" }));
  await tell(superseded("ravi", { id: 8, name: "meera" }));
  expect(screen.queryByText(/newer order/)).not.toBeInTheDocument();
  await tell(superseded("ravi", { id: 7, name: "asha" }));
  await tell(superseded("ravi", { id: 7, name: "asha" }));
  expect(screen.getAllByText("ravi changed AHU 1-1 after you. Your command was replaced.")).toHaveLength(1);
});

test.each([
  [
    { state: "failed", failure: "overridden", readBack: 30, winningPriority: 5 },
    /^Held at priority 8, overridden at priority 5 \(30\.0\s°C\)$/,
  ],
  [{ state: "verified", lostTo: { value: 30 } }, /^Replaced by another system \(30\.0\s°C\)$/],
  [{ state: "verified", lostTo: { value: null } }, /^Released by another system$/],
  [{ state: "failed", failure: "expired" }, /^Failed: it came too late$/],
  [{ state: "failed", failure: "unknown-point" }, /^Failed: the device has no such point$/],
] as const)("shows %j in words", (change, words) => {
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <CommandProgress command={aCommand(change)} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  expect(screen.getByRole("status")).toHaveTextContent(words);
});
