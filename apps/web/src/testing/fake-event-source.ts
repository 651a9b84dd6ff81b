import { act, waitFor } from "@testing-library/react";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { expect } from "vitest";

import { cutOffAll } from "./serve.ts";

/** Replaces the browser's EventSource, which the test environment lacks; a test sends the server's events. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static readonly opened: FakeEventSource[] = [];

  readonly url: string;
  readyState: number = FakeEventSource.CONNECTING;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  /** Delivers one event of the contract. */
  send(event: LiveEvent): void {
    this.readyState = FakeEventSource.OPEN;
    this.dispatchEvent(new MessageEvent(event.name, { data: JSON.stringify(event.data) }));
  }

  /** The connection breaks. */
  fail(): void {
    this.dispatchEvent(new Event("error"));
  }
}

const streamOfBuilding = () => FakeEventSource.opened.findLast(({ url }) => url.includes("building=2"));

/** The stream of building 2 goes live and breaks, and no call is answered from then on: an answer would be current. */
export async function loseStream(): Promise<void> {
  await waitFor(() => expect(streamOfBuilding()).toBeDefined());
  cutOffAll();
  // At once: another stream may open meanwhile, and the page ignores one that was replaced.
  await act(async () => {
    const stream = streamOfBuilding();
    stream?.send({ name: "hello", data: { at: new Date().toISOString() } });
    stream?.fail();
  });
}

/** The stream of building 2 and these devices, which opens soon after its screen. */
export function liveStreamOf(...ssids: string[]): Promise<FakeEventSource> {
  const url = `/v1/live?building=2&devices=${ssids.join("%2C")}`;
  return waitFor(() => {
    const stream = FakeEventSource.opened.find((one) => one.url === url);
    if (!stream) throw new Error(`no stream ${url}`);
    return stream;
  });
}
