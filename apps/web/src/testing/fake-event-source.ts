import type { LiveEvent } from "@verandah/contract/live.ts";

/** Stands in for the browser's EventSource, which the test environment lacks; a test says what the server sends. */
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
