import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getHealth } from "@verandah/contract/health.ts";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createQueryClient } from "#data/query/query-client.ts";

import { cutOff, serve, server } from "../testing/serve.ts";
import { ErrorPage } from "./pages/error-page.tsx";
import { lazyScreen } from "./screen.ts";

const MISSING = new TypeError("Failed to fetch dynamically imported module: /assets/pumps-abc.js");
const Pumps = () => <h1>Pumps</h1>;
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const answerHead = (respond: () => Response) => server.use(http.head("http://localhost:3000/", respond));

/** A router with one screen, whose code is loaded by `importer`. */
function show(importer: () => Promise<{ Pumps: typeof Pumps }>) {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: lazyScreen(importer, "Pumps"),
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory(),
    defaultErrorComponent: ErrorPage,
  });
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  );
}

test("a screen whose code could not be loaded during an outage opens when the server answers again", async () => {
  const importer = vi.fn<() => Promise<{ Pumps: typeof Pumps }>>().mockRejectedValue(MISSING);
  answerHead(() => HttpResponse.error());
  cutOff(getHealth);
  show(importer);
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(screen.getByText(/The server cannot be reached/)).toBeVisible();

  importer.mockResolvedValue({ Pumps });
  serve(getHealth, { status: "ready", database: "up", broker: "up", edges: 1, demo: true });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await screen.findByRole("heading", { name: "Pumps" })).toBeVisible();
});

test("'Try again' loads the code again", async () => {
  const importer = vi.fn<() => Promise<{ Pumps: typeof Pumps }>>().mockRejectedValueOnce(MISSING);
  importer.mockResolvedValue({ Pumps });
  answerHead(() => HttpResponse.error());
  show(importer);
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Pumps" })).toBeVisible();
});

test("a file that a newer version no longer has reloads the page, once", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  answerHead(() => new HttpResponse());
  show(() => Promise.reject(MISSING));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  cleanup();
  show(() => Promise.reject(MISSING));
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  expect(reload).toHaveBeenCalledTimes(1);
});
