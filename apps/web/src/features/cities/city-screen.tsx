import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type City, listCities } from "@verandah/contract/campuses/cities.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { AlertCounts } from "#shared/ui/alert-counts.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { StateIcon, useShownState, useStateText } from "#shared/ui/feedback/state.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChooseBuilding } from "#shared/use-choose-building.ts";

/** The campuses and buildings of a city. Choosing a building shows it on all screens. */
export function CityScreen() {
  const { t } = useLingui();
  const [search] = useSearchState();
  const list = useRoute(listCities, {});
  const named = searchText(search["city"]);
  const city = list.data?.find(({ name, campuses }) =>
    named === undefined ? campuses.length > 0 : name === named,
  );
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <PageTitle>{city?.name ?? named ?? t`City`}</PageTitle>
        <Link to="/admin/home">{t`All cities`}</Link>
      </Group>
      <Section of={list} height={160}>
        {() =>
          city && city.campuses.length > 0 ? (
            city.campuses.map((campus) => (
              <section key={campus.id} aria-label={campus.name}>
                <Title order={2} size="h4" mb="xs">
                  {campus.name}
                </Title>
                <AutoGrid component="ul" min={270}>
                  {campus.buildings.map((building) => (
                    <BuildingCard key={building.id} building={building} />
                  ))}
                </AutoGrid>
              </section>
            ))
          ) : (
            <Text c="dimmed">{t`Your account has no campus here.`}</Text>
          )
        }
      </Section>
    </Stack>
  );
}

type Building = City["campuses"][number]["buildings"][number];

function BuildingCard({ building }: { building: Building }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const stateText = useStateText();
  const session = useSession();
  const choose = useChooseBuilding();
  const state = useShownState()(building.state);
  const isChosen = building.id === session.building.id;
  const { name } = building;

  function open(): void {
    choose.mutate(
      { building: building.id },
      {
        onSuccess: () =>
          void navigate({ to: "/admin/building/$id/dashboard", params: { id: String(building.id) } }),
      },
    );
  }

  return (
    <li>
      <Card component="article" padding="sm" aria-label={name} h="100%">
        <Group gap={8}>
          <StateIcon state={state} isColored />
          <Title order={3} size="h5">
            {name}
            <VisuallyHidden>: {stateText(state)}</VisuallyHidden>
          </Title>
        </Group>
        <Group gap="md" my={8}>
          <AlertCounts place={building} />
        </Group>
        <ErrorBanner error={choose.error} />
        <Group justify="space-between" mt="auto">
          <Text size="sm" c="dimmed">
            {isChosen && t`Your building`}
          </Text>
          <Button
            size="xs"
            variant="light"
            loading={choose.isPending}
            onClick={open}
            aria-label={t`Open ${name}`}
          >
            {t`Open`}
          </Button>
        </Group>
      </Card>
    </li>
  );
}
