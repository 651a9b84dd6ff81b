import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { LiveContext, type useLiveConnection } from "#data/live/live.ts";
import { createQueryClient } from "#data/query/query-client.ts";

import { ServerUnreachable } from "../call.ts";
import { QualityMark } from "./quality-mark.tsx";
import { Section, type Shown, together } from "./section.tsx";

afterEach(() => void vi.useRealTimers());

const NOW = Date.parse("2026-01-05T09:00:00Z");
const following = { follow: () => () => undefined };
const live = { state: "live", isDown: false, currentSinceMs: 0 } as const;
const down = { state: "connecting", isDown: true, currentSinceMs: NOW } as const;

interface FrameProps {
  children: ReactNode;
  connection?: ReturnType<typeof useLiveConnection>;
}

function Frame({ children, connection = live }: FrameProps) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <LiveContext value={{ connection, ...following }}>{children}</LiveContext>
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  );
}

const reply = <T,>(data: T, dataUpdatedAt = NOW): Shown<T> => ({ data, error: null, dataUpdatedAt });
const loading: Shown<string> = { data: undefined, error: null, dataUpdatedAt: 0 };
const failed = { error: new ServerUnreachable(), dataUpdatedAt: 0 };
const text = (of: Shown<string>, isPart = false) => (
  <Section of={of} isPart={isPart}>
    {(data) => <p>{data}</p>}
  </Section>
);

test("shows its placeholder, its data, and an error in place of data", () => {
  vi.useFakeTimers({ now: NOW });
  const { rerender } = render(<Frame>{text(loading)}</Frame>);
  expect(screen.getByRole("progressbar", { name: "Loading" })).toBeInTheDocument();
  rerender(<Frame>{text(reply("24 °C"))}</Frame>);
  expect(screen.getByText("24 °C")).toBeVisible();
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  rerender(<Frame>{text({ data: undefined, ...failed })}</Frame>);
  expect(screen.getByRole("alert")).toBeVisible();
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
});

test("a failed reload has its message above the data, in a part only without data", () => {
  vi.useFakeTimers({ now: NOW });
  const { rerender } = render(<Frame>{text({ data: "24 °C", ...failed })}</Frame>);
  expect(screen.getByText("24 °C")).toBeVisible();
  expect(screen.getByRole("alert")).toBeVisible();
  rerender(<Frame>{text({ data: "24 °C", ...failed }, true)}</Frame>);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  rerender(<Frame>{text({ data: undefined, ...failed }, true)}</Frame>);
  expect(screen.getByRole("alert")).toBeVisible();
});

const list = (of: Shown<readonly string[]>, errorText?: string) => (
  <Frame>
    <Section of={of} empty="No rooms" errorText={errorText}>
      {(rooms) => rooms.map((room) => <p key={room}>{room}</p>)}
    </Section>
  </Frame>
);

test("shows the text of an empty list, and an error text of the screen in place of data", () => {
  vi.useFakeTimers({ now: NOW });
  const { rerender } = render(list(reply([])));
  expect(screen.getByText("No rooms")).toBeVisible();
  rerender(list(reply(["Room 1"])));
  expect(screen.getByText("Room 1")).toBeVisible();
  expect(screen.queryByText("No rooms")).not.toBeInTheDocument();
  rerender(list({ data: undefined, error: null, dataUpdatedAt: 0 }, "Place not found."));
  expect(screen.getByRole("alert")).toHaveTextContent("Place not found.");
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
});

const measured = { quality: "good", measured_time: new Date(NOW).toISOString() } as const;
const value = (of: Shown<unknown>) => <Section of={of}>{() => <QualityMark of={measured} />}</Section>;

test("values inside are marked when the data is old, or when nothing answers", async () => {
  vi.useFakeTimers({ now: NOW });
  const { container, rerender } = render(<Frame>{value(reply(1))}</Frame>);
  expect(container).not.toHaveTextContent(/ago/);
  await act(() => vi.advanceTimersByTimeAsync(130_000));
  expect(container).toHaveTextContent("2 min ago");
  rerender(<Frame>{value(reply(1, Date.now()))}</Frame>);
  expect(container).not.toHaveTextContent(/ago/);
  rerender(<Frame connection={down}>{value(reply(1, Date.now()))}</Frame>);
  expect(container).toHaveTextContent("2 min ago");
});

test("values from before an interruption are marked until they are loaded again", () => {
  vi.useFakeTimers({ now: NOW });
  const again = { ...live, currentSinceMs: NOW + 1 };
  const { container, rerender } = render(<Frame connection={again}>{value(reply(1))}</Frame>);
  expect(container).toHaveTextContent("0 s ago");
  rerender(<Frame connection={again}>{value(reply(1, NOW + 1))}</Frame>);
  expect(container).not.toHaveTextContent(/ago/);
});

test("a section within an old one is old too", () => {
  vi.useFakeTimers({ now: NOW });
  const { container } = render(
    <Frame>
      <Section of={reply("", NOW - 300_000)}>{() => value(reply(1))}</Section>
    </Frame>,
  );
  expect(container).toHaveTextContent("0 s ago");
});

test("two replies together are loaded when both are, and as old as the older", () => {
  const [young, old] = [reply("a"), reply(1, NOW - 300_000)];
  expect(together(young, old)).toEqual({ data: ["a", 1], error: null, dataUpdatedAt: NOW - 300_000 });
  expect(together(young, loading).data).toBeUndefined();
  expect(together(young, { data: 1, ...failed }).error).toBe(failed.error);
});
