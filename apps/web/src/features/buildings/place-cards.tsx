import { useLingui } from "@lingui/react/macro";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";

import { LocationCard } from "./location-card.tsx";
import { NoDataFound } from "./no-data-found.tsx";
import { sortByName } from "./overview/summaries.ts";

interface Props {
  id: number;
  /** Of a zone, whose own sensors are listed with the zones of its floor. */
  floorId?: number | undefined;
}

/** One card for each place below a campus, floor or zone, and one for a zone itself. Source: spec 1 §2 Floor dashboard. */
export function PlaceCards({ id, floorId }: Props) {
  const { t } = useLingui();
  const below = useRoute(listLocationMetrics, { id });
  const beside = useRoute(listLocationMetrics, floorId === undefined ? undefined : { id: floorId });
  // Areas are shown without it when it cannot be loaded.
  const withoutOwn = floorId === undefined || beside.isError ? [] : undefined;
  const own = beside.data?.filter((place) => place.id === id) ?? withoutOwn;
  const places = below.data && own && [...own, ...sortByName(below.data)];
  return (
    <Aged of={beside}>
      <ErrorBanner error={!beside.data && beside.error} />
      <Section
        of={{ ...below, data: places, error: below.error ?? beside.error }}
        isPart
        empty={<NoDataFound />}
        placeholder={
          <AutoGrid component="ul" min={270}>
            {Array.from({ length: 6 }, (_, index) => (
              <li key={index}>
                <Loading height={236} />
              </li>
            ))}
          </AutoGrid>
        }
      >
        {(shown) => (
          <AutoGrid component="ul" min={270}>
            {shown.map((place) => (
              <LocationCard
                key={place.id}
                place={place}
                {...(place.id === id && { ownTitle: t`Whole zone` })}
              />
            ))}
          </AutoGrid>
        )}
      </Section>
    </Aged>
  );
}
