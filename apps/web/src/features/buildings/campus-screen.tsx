import { useLingui } from "@lingui/react/macro";
import { Stack } from "@mantine/core";
import { getLocation } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { NoDataFound } from "./no-data-found.tsx";
import { PlaceCards } from "./place-cards.tsx";
import { PlaceState } from "./place-state.tsx";

/** The buildings of a campus. Source: spec 1 §2 Floor dashboard. */
export function CampusScreen({ id }: { id: number }) {
  const { t } = useLingui();
  const location = useRoute(getLocation, { id });
  const campus = location.data?.zone_type === "GL_LOCATION_TYPE_CAMPUS" ? location.data : undefined;
  const isMissing = (location.data && !campus) || isRefusal(location.error, "not-found", "input-invalid");
  return (
    <Stack gap={14}>
      <PageTitle>{campus?.name ?? t`Floor Dashboard`}</PageTitle>
      {isMissing ? (
        <NoDataFound />
      ) : (
        <Section of={{ ...location, data: campus }}>
          {() => (
            <PlaceState id={id}>
              <PlaceCards id={id} />
            </PlaceState>
          )}
        </Section>
      )}
    </Stack>
  );
}
