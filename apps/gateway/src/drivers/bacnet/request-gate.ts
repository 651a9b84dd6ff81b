import { untilAborted } from "../until-aborted.ts";

/** Maximum concurrent requests. Source: field trial: of 400 concurrent requests, 145 promises never settled. */
const IN_FLIGHT_MAX = 64;
/** Request numbers: one octet. For the stack 0 means "choose one". Source: ASHRAE 135 §20.1.2.6. */
const INVOKE_IDS = 255;

/** Allows 64 concurrent requests and gives each a number that no other open request has. */
export class RequestGate {
  readonly #free = Array.from({ length: INVOKE_IDS }, (_, index) => index + 1);
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Runs `send` when a number is free. The number is free again after `send` has settled. */
  async run<T>(send: (invokeId: number) => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    // Uses the number that has been free for longest, so that a late reply matches no open request.
    const invokeId = this.#free.shift() ?? 1;
    const sent = Promise.try(send, invokeId).finally(() => {
      this.#free.push(invokeId);
      this.#inFlight--;
      this.#waiting.shift()?.();
    });
    return untilAborted(sent, signal);
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#inFlight >= IN_FLIGHT_MAX) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn.resolve);
      try {
        await untilAborted(turn.promise, signal);
      } catch (error) {
        const index = this.#waiting.indexOf(turn.resolve);
        // The request was cancelled when its turn came, so the next request in the queue gets the turn.
        if (index >= 0) this.#waiting.splice(index, 1);
        else this.#waiting.shift()?.();
        throw error;
      }
    }
    this.#inFlight++;
  }
}
