import type { QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { Providers } from "./providers.tsx";
import type { createAppRouter } from "./router.tsx";

interface Props {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
  /** `test` leaves out transitions. */
  env?: "default" | "test";
}

export function App({ queryClient, router, env }: Props) {
  return (
    <Providers queryClient={queryClient} {...(env && { env })}>
      <RouterProvider router={router} />
    </Providers>
  );
}
