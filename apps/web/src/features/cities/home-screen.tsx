import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Card, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type City, listCities } from "@verandah/contract/campuses/cities.ts";

import { useRoute } from "#data/query/use-route.ts";
import { placeOnMap } from "#shared/maps/india-map.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { type State, StateIcon, useShownState, useStateText } from "#shared/ui/feedback/state.tsx";
import { Columns, Rows } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import mapClasses from "#shared/maps/india-map.module.css";
import classes from "./cities.module.css";

const ORDER: readonly State[] = ["critical", "low", "unknown", "fine"];

/** The worst state of the buildings of a city that the user may see; undefined without any. */
function worstState({ campuses }: City): State | undefined {
  const states = new Set(campuses.flatMap(({ buildings }) => buildings.map(({ state }) => state)));
  return ORDER.find((state) => states.has(state));
}

/** The cities with a campus on the map. Source: spec 1 §2 City selection. */
export function HomeScreen() {
  const { t } = useLingui();
  const list = useRoute(listCities, {});
  return (
    <Stack gap={14}>
      <PageTitle>{t`Select a City`}</PageTitle>
      <Section of={list} height={480}>
        {(cities) => (
          <Columns of="minmax(0, 520px) minmax(0, 1fr)" gap={16}>
            <Card padding="sm">
              <Box pos="relative" maw={520} style={{ aspectRatio: "612 / 696" }}>
                <div className={mapClasses["outline"]} />
                {cities.map((city) => (
                  <Marker key={city.name} city={city} />
                ))}
              </Box>
              <Text size="xs" c="dimmed" mt={4}>{t`Map: MapSVG, CC BY 4.0`}</Text>
            </Card>
            <Card padding="sm">
              <Rows py={10}>
                {cities.map((city) => (
                  <CityRow key={city.name} city={city} />
                ))}
              </Rows>
            </Card>
          </Columns>
        )}
      </Section>
    </Stack>
  );
}

function Marker({ city }: { city: City }) {
  const { x, y } = placeOnMap(city);
  const style = { left: `${100 * x}%`, top: `${100 * y}%` };
  const state = worstState(city);
  if (!state) {
    return (
      <span className={classes["marker"]} style={style}>
        <IconMapPin size={18} aria-hidden />
        {city.name}
      </span>
    );
  }
  return (
    <Link to="/admin/city" search={{ city: city.name }} className={classes["marker"] ?? ""} style={style}>
      <StateIcon state={state} size={18} isColored />
      {city.name}
    </Link>
  );
}

function CityRow({ city }: { city: City }) {
  const stateText = useStateText();
  const shown = useShownState();
  const state = worstState(city);
  const names = city.campuses.map(({ name }) => name).join(", ");
  return (
    <li>
      <StateText c="inherit" style={{ gap: 8 }}>
        {state ? (
          <>
            <StateIcon state={state} isColored />
            <Link to="/admin/city" search={{ city: city.name }}>
              {city.name}
              <VisuallyHidden>: {stateText(shown(state))}</VisuallyHidden>
            </Link>
          </>
        ) : (
          city.name
        )}
      </StateText>
      <Text size="sm" c="dimmed">
        {names || <Trans>Your account has no campus here.</Trans>}
      </Text>
    </li>
  );
}
