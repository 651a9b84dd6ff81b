import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { listLocationMetrics, type LocationMetric } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";

import { LocationCard, measuredAt } from "./location-card.tsx";
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
        {(shown) => {
          const bare = shown.filter((place) => isWithoutSensors(place));
          const names = bare.map(({ name }) => name).join(", ");
          return (
            <>
              <AutoGrid component="ul" min={270} isFit>
                {shown
                  .filter((place) => !bare.includes(place))
                  .map((place) => (
                    <LocationCard
                      key={place.id}
                      place={place}
                      {...(place.id === id && { ownTitle: t`Whole zone` })}
                    />
                  ))}
              </AutoGrid>
              {bare.length > 0 && <Text size="sm" c="dimmed">{t`Without sensors: ${names}`}</Text>}
            </>
          );
        }}
      </Section>
    </Aged>
  );
}

/** An area without measurements, of which there is nothing else to say: no alarm, and no device that does not report. */
const isWithoutSensors = (place: LocationMetric) =>
  place.zone_type === "GL_LOCATION_TYPE_AREA" &&
  measuredAt(place).length === 0 &&
  (place.state === "fine" || (place.state === "unknown" && place.noOfDevices === 0));
