/** How long the server waits for the field before it draws a conclusion, ms. A site with slow links sets longer times. */
export interface FieldTimes {
  /** From a start of the server until a gateway that did not reconnect is lost. */
  readonly gatewayReconnectMs: number;
  /** The same for a device with its own connection. Without a status it shows only in its values, once a minute. */
  readonly deviceReconnectMs: number;
  /** Devices of a gateway that is back are unknown for this time. It is longer than a health report and a poll. */
  readonly gatewayBackMs: number;
  /** A gateway that reconnects within this time raises no alarm, and neither do the devices behind it. */
  readonly gatewayAlarmDelayMs: number;
  /** A command that is not verified by then has failed. Source: spec 2 §9 (light command poll up to 40 s). */
  readonly commandDeadlineMs: number;
  /** A unit must differ from its schedule for this time before it is commanded again. It is longer than a command and the next reading. */
  readonly scheduleSettleMs: number;
}

export const defaultFieldTimes: FieldTimes = {
  gatewayReconnectMs: 30_000,
  deviceReconnectMs: 90_000,
  gatewayBackMs: 45_000,
  gatewayAlarmDelayMs: 10_000,
  commandDeadlineMs: 40_000,
  scheduleSettleMs: 60_000,
};
