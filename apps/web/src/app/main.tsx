import "@mantine/core/styles.layer.css";
import { SET_UP_PATH } from "@verandah/contract/set-up.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { keepLastState } from "#data/live/last-state.ts";
import { createQueryClient } from "#data/query/query-client.ts";
import { hasRoleCookie } from "#data/query/session.ts";
import { preferredLanguage, showLanguage } from "#shared/texts/i18n.ts";

import { App } from "./app.tsx";
import { setUpOfflinePage } from "./offline-page.ts";
import { createAppRouter } from "./router.tsx";

import "./staff.css";

const queryClient = createQueryClient();
keepLastState(queryClient);
const router = createAppRouter(queryClient);

const shown = new Promise((resolve) => void router.subscribe("onResolved", resolve));

// At the same time as the session.
if (hasRoleCookie())
  for (const { options } of router.getMatchedRoutes(window.location.pathname)[0])
    void options.component?.preload?.();

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no #root");

await showLanguage(preferredLanguage());
createRoot(container).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
);

// Without the worker (a private window, for example) only the page during an outage is missing. Before the set-up there is no page to keep:
// all addresses lead away from it.
if (window.location.pathname !== SET_UP_PATH) void setUpOfflinePage(shown).catch(() => undefined);
