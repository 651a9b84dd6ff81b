import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getLocation, getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";

import { LocationCard } from "./location-card.tsx";
import { NoDataFound } from "./no-data-found.tsx";
import { StatusSummary } from "./overview/status-summary.tsx";
import { sortByName } from "./overview/summaries.ts";

import classes from "./location-dashboard-screen.module.css";

/** Contexts of the address and the places that they mean. Buildings have a dashboard of their own. */
const contexts: Record<string, string> = {
  campus: "GL_LOCATION_TYPE_CAMPUS",
  floor: "GL_LOCATION_TYPE_FLOOR",
  zone: "GL_LOCATION_TYPE_ZONE",
};

/** One card for each place below a campus, floor or zone, and one for a zone itself. Source: spec 1 §2 Floor dashboard. */
export function LocationDashboardScreen() {
  const { t } = useLingui();
  const { context = "", id } = useParams({ strict: false });
  const wantedType = contexts[context];
  const locationId = Number(id);

  const location = useRoute(getLocation, { id: locationId }, { enabled: wantedType !== undefined });
  const isRightPlace = location.data?.zone_type === wantedType && wantedType !== undefined;
  const metrics = useRoute(listLocationMetrics, { id: locationId }, { enabled: isRightPlace });
  // Values of a zone's own sensors are listed with the zones of its floor.
  const floorId = context === "zone" ? location.data?.path.at(-1)?.id : undefined;
  const siblings = useRoute(
    listLocationMetrics,
    { id: floorId ?? 0 },
    { enabled: isRightPlace && floorId !== undefined },
  );
  // Areas are shown without it when it cannot be loaded.
  const withoutOwn = floorId === undefined || siblings.isError ? [] : undefined;
  const own = siblings.data?.filter((place) => place.id === locationId) ?? withoutOwn;
  const alertLists = useRoute(listAlerts, { id: locationId }, { enabled: isRightPlace });
  const status = useRoute(getPlaceStatus, { id: locationId }, { enabled: isRightPlace });
  const { data: alerts } = alertLists;

  const failure = location.error ?? metrics.error ?? status.error ?? siblings.error;
  const places = metrics.data && own && [...own, ...sortByName(metrics.data)];
  const isMissing =
    !wantedType ||
    (location.data && !isRightPlace) ||
    isRefusal(failure, "not-found", "input-invalid") ||
    (places?.length === 0 && !failure);

  return (
    <Aged of={[metrics, alertLists, siblings, status]}>
      <Stack gap={14}>
        <div className={classes["head"]}>
          <div>
            <PageTitle>{location.data?.name ?? t`Floor Dashboard`}</PageTitle>
            <Text size="sm" c="dimmed">
              {location.data?.path.map((place) => place.name).join(" › ")}
            </Text>
          </div>
          {places && status.data && !isMissing && (
            <StatusSummary
              status={status.data}
              // A zone's own counts include those of its areas.
              places={own?.length ? own : places}
              alerts={alerts}
            />
          )}
        </div>
        {isMissing ? (
          <NoDataFound />
        ) : (
          <Section
            of={{ ...metrics, data: places, error: failure }}
            placeholder={
              <ul className={classes["cards"]}>
                {Array.from({ length: 6 }, (_, index) => (
                  <li key={index}>
                    <Loading height={236} />
                  </li>
                ))}
              </ul>
            }
          >
            {(shown) => (
              <ul className={classes["cards"]}>
                {shown.map((place) => (
                  <LocationCard
                    key={place.id}
                    place={place}
                    {...(place.id === locationId && { ownTitle: t`Whole zone` })}
                  />
                ))}
              </ul>
            )}
          </Section>
        )}
      </Stack>
    </Aged>
  );
}
