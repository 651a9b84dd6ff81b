import { useLingui } from "@lingui/react/macro";
import { Button, Input, Select, Stack, Switch } from "@mantine/core";
import {
  listColleagueSeats,
  type SeatOfColleague,
  showOwnName,
} from "@verandah/contract/bookings/colleagues.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";

/** The seats of colleagues who show their names at a time, of which one may be chosen to sit near to. */
export function useColleagues(range: { from: string; to: string } | undefined) {
  const { building } = useSession();
  return useRoute(listColleagueSeats, range && { building: building.id, ...range }, { keepsLast: true });
}

const WRAPPED = { label: { whiteSpace: "normal" } } as const;

interface Props {
  of: ReturnType<typeof useColleagues>;
  chosen: SeatOfColleague | undefined;
  onChoose: (seat: SeatOfColleague | undefined) => void;
}

/** So few colleagues are a button each: one press less. */
const BUTTONS_MAX = 3;

const textOf = ({ name, space }: SeatOfColleague) => [name, space.name, space.floor.name].join(", ");

/** The choice of a colleague, and whether colleagues see the own name. */
export function NearColleague({ of: { data, error }, chosen, onChoose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const show = useChange(showOwnName, { endsWhenShown: true });
  // A person may have several seats: the first one is that of the choice.
  const people = [...new Map(data?.seats.toReversed().map((seat) => [seat.id, seat])).values()].toReversed();
  const companies = data?.companies.join(", ");
  const campusName = campus.name;
  const label = t`Near a colleague`;
  const switchText = t`Show my name on my seat to colleagues`;
  return (
    <Stack gap="md">
      {data && people.length <= BUTTONS_MAX ? (
        <Input.Wrapper
          label={label}
          labelElement="div"
          description={people.length === 0 && t`No colleague shows their name at this time`}
          error={error && errorText(error)}
        >
          {people.length > 0 && (
            <Stack gap={6} role="group" aria-label={label}>
              {people.map((one) => (
                <Button
                  key={one.id}
                  variant={one.id === chosen?.id ? "filled" : "default"}
                  h="auto"
                  mih="max(36px, var(--target))"
                  py={6}
                  styles={WRAPPED}
                  aria-pressed={one.id === chosen?.id}
                  onClick={() => onChoose(one.id === chosen?.id ? undefined : one)}
                >
                  {textOf(one)}
                </Button>
              ))}
            </Stack>
          )}
        </Input.Wrapper>
      ) : (
        <Select
          label={label}
          placeholder={t`Choose a colleague`}
          searchable
          clearable
          nothingFoundMessage={t`No person found`}
          readOnly={!data}
          data={people.map((one) => ({ value: String(one.id), label: textOf(one) }))}
          value={chosen ? String(chosen.id) : null}
          error={error && errorText(error)}
          onChange={(id) => onChoose(people.find((one) => String(one.id) === id))}
        />
      )}
      {data && (
        <Switch
          label={switchText}
          // Otherwise the description is a part of the name too.
          aria-label={switchText}
          description={
            companies
              ? t`People of ${companies} can see your name on your booked seats.`
              : t`People of ${campusName} without a coworking company can see your name on your booked seats.`
          }
          checked={show.isPending ? show.variables.isNameShown : data.isNameShown}
          onChange={({ currentTarget }) =>
            show.mutate({ isNameShown: currentTarget.checked }, { onError: toastFailure })
          }
        />
      )}
    </Stack>
  );
}
