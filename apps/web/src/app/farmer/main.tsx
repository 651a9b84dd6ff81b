import "./farmer-styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { keepLastState } from "#data/live/last-state.ts";
import { createQueryClient } from "#data/query/query-client.ts";
import { hasRoleCookie } from "#data/query/session.ts";
import { preferredLanguage, showLanguage } from "#shared/texts/i18n.ts";

import { setUpOfflinePage } from "../offline-page.ts";
import { FarmerApp, loadLogin } from "./farmer-app.tsx";

const queryClient = createQueryClient();
keepLastState(queryClient);

const container = document.getElementById("root");
if (!container) throw new Error("farmer.html has no #root");

// At the same time as the texts; a failed load is repeated.
if (!hasRoleCookie()) void loadLogin().catch(() => undefined);

const shown = Promise.withResolvers<void>();
await showLanguage(preferredLanguage(), "farmer");
createRoot(container).render(
  <StrictMode>
    <FarmerApp queryClient={queryClient} onShown={shown.resolve} />
  </StrictMode>,
);

// Without the worker (a private window, for example) only the page during an outage is missing.
void setUpOfflinePage(shown.promise).catch(() => undefined);
