import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";
import { alarmMessage, alarmTitle } from "@verandah/equipment/alarm-texts.ts";
import { alarms } from "@verandah/equipment/catalogue.ts";
import { guidanceOf } from "@verandah/equipment/guidance.ts";
import { expect, test } from "vitest";

import { raiseFireAlarm } from "../../testing/benches/alarms.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const placesIn = (message: string) => [...message.matchAll(/4[12]/g)].map(([place]) => place).toSorted();

test("every code has its message, title and guidance in each language, with the same numbers", () => {
  for (const [name, { code }] of Object.entries(alarms)) {
    const stored = { text: { name, numbers: [41, 42] }, message: "?" };
    const english = alarmMessage("en", stored);
    for (const language of ["hi", "kn"] as const) {
      const message = alarmMessage(language, stored);
      expect([name, message]).toEqual([name, expect.stringMatching(/[\u0900-\u097F\u0C80-\u0CFF]/)]);
      expect([name, placesIn(message)]).toEqual([name, placesIn(english)]);
      expect(alarmTitle(language, code)).not.toBe(alarmTitle("en", code));
      expect(guidanceOf(language, code)).not.toBe(guidanceOf("en", code));
    }
  }
});

test("guidance and message are in the reader's language; an unknown language is refused", async () => {
  await using app = await startTestApp();
  const id = await raiseFireAlarm(app);
  const user = await app.as("viewer");
  const alarm = async (query: string) => (await user.get(`/v1/alarms/${id}${query}`)).json();
  expect(await alarm("")).toMatchObject({
    message: "Fire alarm",
    text: { name: "fire-alarm", numbers: [] },
    guidance: expect.stringContaining("Follow the building's fire procedure first."),
  });
  expect(await alarm("?language=hi")).toMatchObject({
    message: "Fire alarm",
    guidance: expect.stringContaining("पहले भवन की अग्नि-प्रक्रिया का पालन करें।"),
  });
  expect(await alarm("?language=kn")).toMatchObject({
    guidance: expect.stringContaining("ಮೊದಲು ಕಟ್ಟಡದ ಅಗ್ನಿ ವಿಧಾನವನ್ನು ಪಾಲಿಸಿ."),
  });
  expect(await alarm("?language=fr")).toMatchObject({ status: 400 });
});

test("the filter of the message finds the words of the reader's language", async () => {
  await using app = await startTestApp();
  await raiseFireAlarm(app);
  const user = await app.as("viewer");
  const found = async (language: string, words: string) => {
    const query = new URLSearchParams({ language, "filter.Message": words });
    const page = (await user.get(`/v1/alarms/critical/grid?${query.toString()}`)).json<{
      rows: AlarmGridRow[];
    }>();
    return page.rows.length;
  };
  expect(await found("hi", "फ़ायर")).toBe(1);
  expect(await found("kn", "ಅಗ್ನಿ")).toBe(1);
  expect(await found("hi", "तापमान")).toBe(0);
  expect(await found("en", "फ़ायर")).toBe(0);
  expect(await found("hi", "fire alarm")).toBe(1);
});
