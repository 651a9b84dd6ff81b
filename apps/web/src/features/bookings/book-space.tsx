import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, NumberInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SpaceKind } from "@verandah/contract/bookings.ts";
import { useState } from "react";

import { bookableQuery, useBook } from "#data/bookings.queries.ts";
import { useSession } from "#data/session.ts";
import { errorText } from "#shared/error-text.ts";
import { refusedFieldText } from "#shared/field-text.ts";
import { instantOfWallTime, WALL_TIME_MAX, wallTime } from "#shared/format/wall-time.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { FloorSelect } from "#shared/ui/floor-select.tsx";
import { Loading } from "#shared/ui/loading.tsx";
import { showToast } from "#shared/ui/toast.ts";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import classes from "./bookings.module.css";

const HOUR_MS = 3_600_000;
const STEP_SECONDS = 900;

/** The next full hour, and the one after it, on the wall. */
function nextHours(timeZone: string): { from: string; to: string } {
  const fromMs = Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS;
  return { from: wallTime(fromMs, timeZone), to: wallTime(fromMs + HOUR_MS, timeZone) };
}

/** Free seats or rooms of a floor at a time; a press books one for oneself. */
export function BookSpace({ kind, onBooked }: { kind: SpaceKind; onBooked: () => void }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { floors, floor, choose, error } = useChosenFloor();
  const [typed, setTyped] = useState(() => nextHours(campus.timeZone));
  const [title, setTitle] = useState("");
  const [attendees, setAttendees] = useState<number | string>(1);
  const book = useBook();
  const [from, to] = [typed.from, typed.to].map((text) => instantOfWallTime(text, campus.timeZone));
  const offices = floors.filter(({ floorType }) => floorType === "wlms");
  const problem = (field: string) => (book.error ? refusedFieldText(book.error, field) : undefined);
  const hasFieldProblem = ["from", "to", "attendees", "title"].some(problem);
  const timeField = (field: "from" | "to", label: string) => (
    <TextInput
      type="datetime-local"
      step={STEP_SECONDS}
      max={WALL_TIME_MAX}
      label={label}
      value={typed[field]}
      error={problem(field)}
      onChange={({ currentTarget }) => {
        book.reset();
        setTyped({ ...typed, [field]: currentTarget.value });
      }}
    />
  );

  function press(id: number): void {
    if (from === undefined || to === undefined) return;
    book.mutate(
      { spaces: [id], from, to, title, attendees: attendees === "" ? 1 : Number(attendees) },
      {
        onSuccess: ([made]) => {
          const reference = made?.reference ?? "";
          showToast({ kind: "success", text: t`Booked. Your reference: ${reference}` });
          onBooked();
        },
      },
    );
  }

  return (
    <Stack gap="md">
      <Group align="flex-start" gap="md">
        {timeField("from", t({ message: "From", comment: "Begin of a time range" }))}
        {timeField("to", t({ message: "To", comment: "End of a time range" }))}
        <FloorSelect floors={offices} floor={floor} onChoose={choose} />
        {kind === "room" && (
          <>
            <TextInput
              label={t`Title`}
              value={title}
              error={problem("title")}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            />
            <NumberInput
              label={t`People`}
              min={1}
              value={attendees}
              error={problem("attendees")}
              onChange={setAttendees}
            />
          </>
        )}
      </Group>
      <ErrorBanner text={error ? errorText(error) : undefined} />
      {book.error && !hasFieldProblem && (
        <ErrorBanner text={[errorText(book.error), problem("spaces")].filter(Boolean).join(" ")} />
      )}
      {floor && from !== undefined && to !== undefined && from < to ? (
        <FreeSpaces
          searched={{ id: floor.id, kind, from, to }}
          people={kind === "room" ? Number(attendees) || 1 : 1}
          isBooking={book.isPending}
          onPress={press}
        />
      ) : (
        <Text role="status">{t`Choose a floor, and an end after the start.`}</Text>
      )}
    </Stack>
  );
}

interface FreeProps {
  searched: { id: number; kind: SpaceKind; from: string; to: string };
  people: number;
  isBooking: boolean;
  onPress: (id: number) => void;
}

function FreeSpaces({ searched, people, isBooking, onPress }: FreeProps) {
  const { t } = useLingui();
  const { data, error } = useQuery(bookableQuery(searched));
  if (!data) return error ? <ErrorBanner text={errorText(error)} /> : <Loading height={160} />;
  if (data.length === 0)
    return (
      <Text c="dimmed" role="status">
        {searched.kind === "seat" ? t`This floor has no seats to book.` : t`This floor has no rooms to book.`}
      </Text>
    );
  const free = data.filter(({ isFree }) => isFree).length;
  const total = data.length;
  const zones = Map.groupBy(data, ({ zone }) => zone.name);
  return (
    <Stack gap="md">
      <Text>
        <Trans>
          {free} of {total} free at this time
        </Trans>
      </Text>
      {[...zones].map(([zone, spaces]) => (
        <section key={zone} aria-label={zone}>
          <Title order={2} size="h5" mb={6}>
            {zone}
          </Title>
          <div className={classes["spaces"]}>
            {spaces.map(({ id, name, isFree, seats, facilities, kind }) => {
              const isTooSmall = seats < people;
              const state = !isFree ? t`taken` : isTooSmall ? t`too small` : t`free`;
              const facts = kind === "room" ? [t`${seats} seats`, ...facilities].join(", ") : undefined;
              return (
                <Button
                  key={id}
                  variant="default"
                  h="auto"
                  py={8}
                  disabled={!isFree || isTooSmall || isBooking}
                  aria-label={[name, facts, state].filter(Boolean).join(", ")}
                  onClick={() => onPress(id)}
                >
                  <span>
                    {name}
                    <Text component="span" display="block" size="xs" c="dimmed">
                      {[facts, state].filter(Boolean).join(" · ")}
                    </Text>
                  </span>
                </Button>
              );
            })}
          </div>
        </section>
      ))}
    </Stack>
  );
}
