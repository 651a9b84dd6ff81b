import type { PumpStatement } from "@verandah/contract/pumps/pump-statement.ts";

const measured = (value: number) => ({ value, mark: "measured" }) as const;
const missing = { value: null, mark: "missing" } as const;
/** A month until now with one day estimated and one missing. */
export const aPumpStatement: PumpStatement = {
  ssid: "P-1",
  name: "Pump 01 Hoskote",
  customer: "Asha Rao",
  month: "2026-01",
  timeZone: "Asia/Kolkata",
  until: "2026-01-02T06:30:00.000Z",
  isOver: false,
  days: [
    {
      date: "2026-01-01",
      litres: { value: 8_123, mark: "estimated" },
      runHours: measured(6.25),
      kilowattHour: measured(9.5),
      completenessPercent: 91.7,
    },
    {
      date: "2026-01-02",
      litres: missing,
      runHours: missing,
      kilowattHour: missing,
      completenessPercent: 12.5,
    },
  ],
  total: {
    litres: { value: 8_123, mark: "missing" },
    runHours: { value: 6.25, mark: "missing" },
    kilowattHour: { value: 9.5, mark: "missing" },
    completenessPercent: 65.2,
  },
};
