import { screen } from "@testing-library/react";
import { SHELVE_DEFAULT_REASON } from "@verandah/contract/alarms/alarm-actions.ts";
import { getAlarm, getAlarmSummary, listAlarmGrid } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { chooseLanguage } from "#shared/texts/i18n.ts";

import { alarmDetails, alertLists, anAlarmRow, aPage, aSession, summaryOf } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

test("alarms, their guidance and the filter are in the reader's language", async () => {
  const urls: string[] = [];
  let pages: readonly string[] = [];
  const at = "2026-01-05T03:45:00.000Z";
  const fire = anAlarmRow({
    alarm_code: 110,
    text: { name: "temperature-high", numbers: [29.3, 28] },
    shelved: { by: "asha", at, until: at, reason: SHELVE_DEFAULT_REASON },
  });
  await chooseLanguage("hi");
  renderApp("/admin/eventsviewer?alarm=1", aSession(), () => {
    serve(getAlarm, (url) => {
      urls.push(url.search);
      return alarmDetails({ ...fire, guidance: "पहले देखें" });
    });
    // Its path is one that the details' path matches too.
    serve(getAlarmSummary, summaryOf(alertLists()));
    pages = serve(listAlarmGrid, aPage([fire])).urls;
  });
  expect(await screen.findByText("पहले देखें")).toBeVisible();
  expect(screen.getAllByText("तापमान अधिक: 29.3 °C, सीमा 28 °C").length).toBeGreaterThanOrEqual(2);
  expect(screen.getAllByText(/asha.*: कोई कारण नहीं दिया गया$/)).toHaveLength(3);
  expect(urls[0]).toBe("?language=hi");
  expect(pages.map((url) => new URL(url).searchParams.get("language"))).toEqual(["hi", "hi"]);
  await chooseLanguage("en");
});
