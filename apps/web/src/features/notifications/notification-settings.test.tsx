import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getAlarmSummary, listAlerts } from "@verandah/contract/alarms/alarms.ts";
import type { NotificationSettings } from "@verandah/contract/notifications/notification-forms.ts";
import {
  defaultNotificationSettings,
  getNotificationSettings,
  saveNotificationSettings,
} from "@verandah/contract/notifications/notifications.ts";
import { expect, test } from "vitest";

import { chooseLanguage } from "#shared/texts/i18n.ts";

import { alertLists, anAlert, aSession, summaryOf } from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

test("a user chooses notifications by mail and in the browser", async () => {
  let bodies: unknown[] = [];
  renderApp("/admin/home", aSession(), () => {
    bodies = serve(saveNotificationSettings, { ...defaultNotificationSettings, email: null }).bodies;
  });
  await userEvent.click(await screen.findByRole("button", { name: /User menu: asha/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Notifications" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Notifications" }));
  const mail = within(await dialog.findByRole("radiogroup", { name: /By e-mail/ }));
  await userEvent.click(mail.getByRole("radio", { name: "All alarms" }));
  await userEvent.selectOptions(dialog.getByLabelText("Language of the e-mails"), "ಕನ್ನಡ");
  await userEvent.click(dialog.getByRole("radio", { name: "Only these" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Choose at least one floor")).toBeVisible();
  await userEvent.click(dialog.getByRole("radio", { name: "All floors" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Notification settings saved")).toBeVisible();
  expect(bodies).toEqual([
    { by_mail: "all", in_browser: "critical", floor_ids: null, digest_minutes: 15, language: "kn" },
  ]);
});

async function raise(
  settings: Partial<NotificationSettings>,
  alarm: Parameters<typeof anAlert>[0],
  isLow = false,
) {
  let lists = alertLists();
  renderApp("/admin/home", aSession(), () => {
    serve(getNotificationSettings, { ...defaultNotificationSettings, ...settings, email: null });
    serve(listAlerts, () => lists);
    serve(getAlarmSummary, () => summaryOf(lists));
  });
  await screen.findByText(/Active alarms: 0 critical, 0 low/);
  const alert = anAlert(alarm);
  lists = isLow ? alertLists([], [alert]) : alertLists([alert]);
  await act(async () => FakeEventSource.opened.at(-1)?.send({ name: "changed", data: { topic: "alarms" } }));
  await screen.findByText(isLow ? /Active alarms: 0 critical, 1 low/ : /Active alarms: 1 critical, 0 low/);
}

test("a new critical alarm makes a toast that opens its details", async () => {
  await raise({}, { Alarm_Id: 12 });
  const link = await screen.findByRole("link", { name: "Details" });
  expect(link).toHaveAttribute("href", "/admin/home?alarm=12");
});

test.each([
  ["nothing at all", { in_browser: "none" as const }, { floorId: 11 }, false],
  ["another floor only", { floor_ids: [12] }, { floorId: 11 }, false],
  ["critical ones, when it is low", {}, { alarm_code: 210 }, true],
])("a user who chose %s gets no toast", async (_, settings, alarm, isLow) => {
  await raise(settings, alarm, isLow);
  await waitFor(() => expect(screen.queryByRole("link", { name: "Details" })).not.toBeInTheDocument());
});

test.each([
  ["all alarms", { in_browser: "all" as const }, { alarm_code: 210 }, true],
  ["its floor", { floor_ids: [11] }, { floorId: 11 }, false],
  ["some floor, when it stands at none", { floor_ids: [12] }, { floorId: null }, false],
])("a user who chose %s gets a toast", async (_, settings, alarm, isLow) => {
  await raise(settings, alarm, isLow);
  expect(await screen.findByRole("link", { name: "Details" })).toBeVisible();
});

test("a user without mails is offered the screen's language; an earlier choice stays", async () => {
  await chooseLanguage("hi");
  const chosen = { ...defaultNotificationSettings, email: null, language: "kn" as const };
  const shown = async (by_mail: "none" | "all") => {
    const app = renderApp("/admin/home", aSession(), () =>
      serve(getNotificationSettings, { ...chosen, by_mail }),
    );
    await userEvent.click(await screen.findByRole("button", { name: /asha/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "सूचनाएँ" }));
    const dialog = within(await screen.findByRole("dialog", { name: "सूचनाएँ" }));
    await userEvent.click((await dialog.findAllByRole("radio", { name: "सभी अलार्म" }))[1] ?? document.body);
    const language = await dialog.findByLabelText<HTMLSelectElement>("ई-मेल की भाषा");
    const { value } = language;
    app.unmount();
    return value;
  };
  expect(await shown("none")).toBe("hi");
  expect(await shown("all")).toBe("kn");
  await chooseLanguage("en");
});
