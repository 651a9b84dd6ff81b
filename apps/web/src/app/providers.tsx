import "./app.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { cssVariables, theme } from "#shared/theme.ts";

interface Props {
  queryClient: QueryClient;
  /** `test` leaves out transitions. */
  env?: "default" | "test";
  children: ReactNode;
}

/** What all components use: the language, the theme and the data. */
export function Providers({ queryClient, env = "default", children }: Props) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        // The farmer's page does without the kit's file of variables: the provider makes all of them.
        deduplicateCssVariables={false}
        defaultColorScheme="auto"
        env={env}
      >
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  );
}
