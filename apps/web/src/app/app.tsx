import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { cssVariables, theme } from "#shared/theme.ts";

import type { createAppRouter } from "./router.tsx";

interface Props {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
  /** `test` leaves out transitions. */
  env?: "default" | "test";
}

export function App({ queryClient, router, env = "default" }: Props) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        // The first page does without the kit's file of variables: the provider makes all of them.
        deduplicateCssVariables={false}
        defaultColorScheme="auto"
        env={env}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  );
}
