import { useLingui } from "@lingui/react/macro";
import { Alert, Box, Button, Stack, Text, Title } from "@mantine/core";
import { IconInfoCircle, IconMapPinFilled } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { checkSetUpCode, setUp } from "@verandah/contract/set-up.ts";
import { useState } from "react";

import { landingPath } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { useDocumentTitle } from "#shared/document-title.ts";
import { useDraft } from "#shared/drafts.ts";
import { placeAt, placeOnMap } from "#shared/maps/india-map.ts";
import zoneText from "#shared/maps/time-zones.txt?raw";
import { errorText } from "#shared/texts/error-text.ts";
import { preferredLanguage } from "#shared/texts/i18n.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import type { FormField } from "#shared/ui/form/form-field.tsx";
import { Form } from "#shared/ui/form/form.tsx";

import { EntryPage } from "../../features/auth/entry-page.tsx";
import { useLogin } from "../../features/auth/login-screen.tsx";
import { useFetchAlerts } from "../use-fetch-alerts.ts";

import mapClasses from "#shared/maps/india-map.module.css";

const NAME_MAX = 120;

/** Names that browsers still have for zones with a newer name. Source: IANA time zone database, file `backward`. */
const newNames: Readonly<Record<string, string>> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};
const newNameOf = (zone: string) => newNames[zone] ?? zone;

const timeZones = () => {
  const names = ["UTC", ...Intl.supportedValuesOf("timeZone").map(newNameOf)];
  return [...new Set(names)].toSorted().map((value) => ({ value, label: value.replaceAll("_", " ") }));
};

const emptyDraft = () => ({
  username: "",
  email: "",
  campus: {
    name: "",
    building_name: "",
    city: "",
    time_zone: newNameOf(new Intl.DateTimeFormat().resolvedOptions().timeZone),
    latitude: Number.NaN,
    longitude: Number.NaN,
  },
});

/** The first administrator, campus and building, for a person who can read the server's log. */
export function SetUpPage() {
  const { t } = useLingui();
  const [code, setCode] = useState<string>();
  // The password and the code are not kept.
  const [first] = useState(emptyDraft);
  const [draft, setDraft] = useDraft("set-up", first);
  const check = useChange(checkSetUpCode);
  useDocumentTitle(t`Set up Verandah`);
  return (
    <EntryPage>
      <Stack gap="md">
        <Title order={1} size="h2">{t`Set up Verandah`}</Title>
        {code === undefined || !check.data ? (
          <>
            <Text c="dimmed">{t`Enter the code that the server has written to its log and its console.`}</Text>
            <Form
              isLarge
              keepsValues
              initial={{ code: "" }}
              fields={[
                {
                  name: "code",
                  label: t`Code`,
                  isRequired: true,
                  placeholder: "XXXXX-XXXXX",
                  autoCapitalize: "none",
                  maxLength: 40,
                  "data-autofocus": true,
                },
              ]}
              action={t`Continue`}
              submit={(sent) => check.mutateAsync(sent).then(() => setCode(sent.code))}
              renderFailure={(error) => <Failure error={error} />}
            />
          </>
        ) : (
          <Details
            code={code}
            known={check.data}
            draft={draft}
            onChange={setDraft}
            onOtherCode={() => setCode(undefined)}
          />
        )}
      </Stack>
    </EntryPage>
  );
}

type Draft = ReturnType<typeof emptyDraft>;

interface DetailsProps {
  code: string;
  known: ReplyOf<typeof checkSetUpCode>;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onOtherCode: () => void;
}

function Details({ code, known: { buildings }, draft, onChange, onOtherCode }: DetailsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useChange(setUp);
  const logIn = useLogin();
  const fetchAlerts = useFetchAlerts();
  const [initial] = useState(() => ({ ...draft, password: "", building: buildings[0]?.id ?? 0 }));
  const [zones] = useState(timeZones);
  const isNew = buildings.length === 0;
  const administrator: FormField<keyof typeof initial>[] = [
    {
      name: "username",
      label: t`Username`,
      autoComplete: "username",
      autoCapitalize: "none",
      maxLength: 100,
      isRequired: true,
      "data-autofocus": true,
    },
    { name: "password", label: t`Password`, kind: "password", maxLength: 15, isRequired: true },
    {
      name: "email",
      label: t`E-mail`,
      kind: "email",
      autoComplete: "email",
      description: t`For messages and a forgotten password`,
      maxLength: 200,
    },
  ];
  const degrees = { kind: "number", decimalScale: 5, isRequired: true } as const;

  return (
    <Form
      isLarge
      keepsValues
      initial={initial}
      action={t`Set up Verandah`}
      onChange={({ username, email, campus }) => onChange({ username, email, campus })}
      submit={async ({ campus, building, ...user }) => {
        const place = isNew ? { campus } : { building };
        await create.mutateAsync({ ...user, ...place, code, language: preferredLanguage() });
        return logIn.mutateAsync({ username: user.username, password: user.password, force: false });
      }}
      onDone={(session) => {
        fetchAlerts(session);
        void navigate({ to: landingPath(session), replace: true });
      }}
      renderFailure={(error) => <Failure error={error} onOtherCode={onOtherCode} />}
    >
      {({ values: { campus }, set }) => [
        <Title key="administrator" order={2} size="h4">
          {t`Administrator`}
        </Title>,
        ...administrator,
        <Title key="campus" order={2} size="h4">
          {t`Campus`}
        </Title>,
        ...(isNew
          ? [
              {
                name: "campus.name" as const,
                label: t`Name of the campus`,
                maxLength: NAME_MAX,
                isRequired: true,
              },
              {
                name: "campus.building_name" as const,
                label: t`Name of its first building`,
                maxLength: NAME_MAX,
                isRequired: true,
              },
              { name: "campus.city" as const, label: t`City`, maxLength: NAME_MAX, isRequired: true },
              {
                name: "campus.time_zone" as const,
                label: t`Time zone`,
                kind: "choice" as const,
                options: zones,
              },
              <PlaceOnMap
                key="map"
                place={campus}
                onPick={(place) => set({ campus: { ...campus, ...place } })}
              />,
              { name: "campus.latitude" as const, label: t`Latitude`, min: -90, max: 90, ...degrees },
              { name: "campus.longitude" as const, label: t`Longitude`, min: -180, max: 180, ...degrees },
            ]
          : [
              {
                name: "building" as const,
                label: t`Building`,
                kind: "choice" as const,
                description: t`A site file has brought it.`,
                options: buildings.map(({ id, name, campus: of }) => ({
                  value: id,
                  label: `${of}, ${name}`,
                })),
              },
            ]),
      ]}
    </Form>
  );
}

const INDIA = "Asia/Kolkata";

interface PlaceOnMapProps {
  place: { latitude: number; longitude: number; time_zone: string };
  onPick: (place: { latitude: number; longitude: number }) => void;
}

/** The inhabited world, degrees of latitude. */
const NORTH = 78;
const SOUTH = -57;
/** Width divided by height: a degree is as wide as high. */
const WORLD_RATIO = 360 / (NORTH - SOUTH);

type Place = Pick<PlaceOnMapProps["place"], "latitude" | "longitude">;

/** The main city of each time zone, by the name of the zone. Source: IANA time zone database, file `zone.tab`. */
const zonePlaces: ReadonlyMap<string, Place> = new Map(
  zoneText.split(";").map((line) => {
    const [name = "", latitude, longitude] = line.split(" ");
    return [name, { latitude: Number(latitude), longitude: Number(longitude) }];
  }),
);

/** By shares of the width and the height, as on the map of India. */
const placeOnWorld = ({ latitude, longitude }: Place) => ({
  x: (longitude + 180) / 360,
  y: (NORTH - latitude) / (NORTH - SOUTH),
});
const placeAtWorld = ({ x, y }: { x: number; y: number }): Place => ({
  longitude: x * 360 - 180,
  latitude: NORTH - y * (NORTH - SOUTH),
});

/** Of a hundredth of a kilometre. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

const india = { ratio: 612 / 696, placeOn: placeOnMap, placeAt };
const world = { ratio: WORLD_RATIO, placeOn: placeOnWorld, placeAt: placeAtWorld };

const isWithin = (share: number) => share >= 0 && share <= 1;

/**
 * Enters a place by a click: on a map of India, or on one of the world for the other time zones and for places elsewhere. The fields for
 * latitude and longitude are for the keyboard, and for the exact place.
 */
function PlaceOnMap({ place, onPick }: PlaceOnMapProps) {
  const { t } = useLingui();
  const inIndia = placeOnMap(place);
  // A draft has null for a field that is empty.
  const isGiven = Number.isFinite(place.latitude) && Number.isFinite(place.longitude);
  const isOutside = isGiven && !(isWithin(inIndia.x) && isWithin(inIndia.y));
  const isWorld = place.time_zone !== INDIA || isOutside;
  const { ratio, ...map } = isWorld ? world : india;
  const { x, y } = map.placeOn(place);
  const main = zonePlaces.get(place.time_zone);
  const city = place.time_zone.replace(/^.*\//, "").replaceAll("_", " ");
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>{t`Choose the place on the map, or enter its degrees below.`}</Text>
      <Box
        data-testid="place-on-map"
        pos="relative"
        style={{ aspectRatio: String(ratio), cursor: "crosshair" }}
        onClick={({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          const { latitude, longitude } = map.placeAt({
            x: (clientX - left) / width,
            y: (clientY - top) / height,
          });
          onPick({ latitude: rounded(latitude), longitude: rounded(longitude) });
        }}
      >
        {isWorld ? <World /> : <div className={mapClasses["outline"]} />}
        {isGiven && isWithin(x) && isWithin(y) && (
          <IconMapPinFilled
            size={28}
            role="img"
            aria-label={t`Place of the campus`}
            style={{ position: "absolute", left: `${100 * x}%`, top: `${100 * y}%`, translate: "-50% -92%" }}
          />
        )}
      </Box>
      <Text size="xs" c="dimmed" mt={4}>
        {isWorld
          ? t`Each dot is the main city of a time zone. Source: IANA time zone database`
          : t`Map: MapSVG, CC BY 4.0`}
      </Text>
      {isWorld && main && (
        <Button variant="default" size="compact-sm" mt={6} onClick={() => onPick(main)}>
          {t`Use the place of ${city}`}
        </Button>
      )}
    </div>
  );
}

/** The main cities of the time zones, which show where the continents are. */
function World() {
  return (
    <svg viewBox={`0 0 ${WORLD_RATIO} 1`} width="100%" height="100%" aria-hidden>
      <rect width={WORLD_RATIO} height={1} rx={0.02} fill="var(--neutral-tint)" />
      {[...zonePlaces].map(([name, one]) => {
        const { x, y } = placeOnWorld(one);
        return <circle key={name} cx={x * WORLD_RATIO} cy={y} r={0.008} fill="var(--mantine-color-dimmed)" />;
      })}
    </svg>
  );
}

/** Why the set-up does not go on, and what to do. */
function Failure({ error, onOtherCode }: { error: unknown; onOtherCode?: () => void }) {
  const { t } = useLingui();
  if (error === null) return null;
  if (isRefusal(error, "set-up-done"))
    return (
      <Alert color="blue" icon={<IconInfoCircle aria-hidden />} role="alert">
        <Text size="sm">{t`Verandah is already set up, with this code or at another browser.`}</Text>
        <Link to="/login">{t`Log in with your account`}</Link>
      </Alert>
    );
  const isWrong = isRefusal(error, "set-up-code-wrong");
  const isExpired = isRefusal(error, "set-up-code-expired");
  const codeText = isWrong
    ? t`This code is wrong. Each start of the server writes a new one: enter the newest.`
    : t`This code has expired. Restart the server: it then writes a new one.`;
  return (
    <Stack gap="xs">
      <ErrorBanner text={isWrong || isExpired ? codeText : errorText(error)} />
      {(isWrong || isExpired) && onOtherCode && (
        <Button variant="default" onClick={onOtherCode}>{t`Enter another code`}</Button>
      )}
    </Stack>
  );
}
