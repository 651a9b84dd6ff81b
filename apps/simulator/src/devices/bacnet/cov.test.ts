import { ConfirmedServiceChoice, Reliability, StatusFlags } from "@bacnet-js/client";
import { expect, test, vi } from "vitest";

import { ratSetpoint, returnAir, startBacnetBench } from "../../testing/bacnet-bench.ts";

function collectNotices(bus: Awaited<ReturnType<typeof startBacnetBench>>) {
  const notices: { confirmed: boolean; value: unknown; flags: unknown; left: number }[] = [];
  const note =
    (confirmed: boolean) => (content: Parameters<Parameters<typeof bus.client.on<"covNotify">>[1]>[0]) => {
      const { values, timeRemaining } = content.payload;
      const [value, flags] = [values[0]?.value[0]?.value, values[1]?.value[0]?.value];
      const bits = typeof flags === "object" && flags && "value" in flags ? flags.value : [];
      notices.push({ confirmed, value, flags: Array.isArray(bits) ? bits[0] : bits, left: timeRemaining });
      if (confirmed && content.header && content.invokeId !== undefined)
        bus.client.simpleAckResponse(
          content.header.sender,
          ConfirmedServiceChoice.CONFIRMED_COV_NOTIFICATION,
          content.invokeId,
        );
    };
  bus.client.on("covNotify", note(true));
  bus.client.on("covNotifyUnconfirmed", note(false));
  return notices;
}

test.each([true, false])(
  "a subscriber (confirmed: %s) gets the value at once, then changes of at least the increment",
  async (isConfirmed) => {
    await using bus = await startBacnetBench();
    const notices = collectNotices(bus);
    await bus.client.subscribeCov(bus.to, returnAir, 7, false, isConfirmed, 60);
    await vi.waitFor(() => expect(notices).toHaveLength(1));
    bus.measured["Return Air Temperature"] = 24.6;
    bus.device.notify();
    bus.measured["Return Air Temperature"] = 24.75;
    bus.device.notify();
    bus.device.notify();
    await vi.waitFor(() => expect(notices).toHaveLength(2));
    expect(notices.map((notice) => notice.confirmed)).toEqual([isConfirmed, isConfirmed]);
    expect(notices[1]?.value).toBeCloseTo(24.75, 4);
    expect(notices[1]?.left).toBeGreaterThan(50);
  },
);

test("notifies subscribers of a write without waiting for the next step", async () => {
  await using bus = await startBacnetBench();
  const notices = collectNotices(bus);
  await bus.client.subscribeCov(bus.to, ratSetpoint, 7, false, true, 60);
  await bus.write(ratSetpoint, 22, 8);
  await vi.waitFor(() => expect(notices.at(-1)?.value).toBe(22));
});

test("notifies subscribers of a changed flag with an unchanged value", async () => {
  let flags: StatusFlags[] = [];
  const statuses = () => ({ "Return Air Temperature": { flags, reliability: Reliability.NO_SENSOR } });
  await using bus = await startBacnetBench({ statuses });
  const notices = collectNotices(bus);
  await bus.client.subscribeCov(bus.to, returnAir, 7, false, false, 60);
  await vi.waitFor(() => expect(notices).toHaveLength(1));
  flags = [StatusFlags.FAULT];
  bus.device.notify();
  bus.device.notify();
  await vi.waitFor(() => expect(notices).toHaveLength(2));
  expect(notices.map(({ flags: of }) => of)).toEqual([0, 1 << StatusFlags.FAULT]);
});

test("a subscription ends after its lifetime, and when it is cancelled", async () => {
  let now = Date.now();
  await using bus = await startBacnetBench({ now: () => now });
  await bus.client.subscribeCov(bus.to, returnAir, 7, false, false, 60);
  await bus.client.subscribeCov(bus.to, returnAir, 8, false, false, 0);
  expect(bus.device.subscriptions).toBe(2);
  now += 60_000;
  bus.device.notify();
  expect(bus.device.subscriptions).toBe(1);
  await bus.client.subscribeCov(bus.to, returnAir, 8, true, false, 0);
  expect(bus.device.subscriptions).toBe(0);
});
