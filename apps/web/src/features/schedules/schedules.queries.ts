import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import {
  getRecurringSchedule,
  type RecurringSchedule,
  recurringSchedule,
  updateRecurringSchedule,
} from "@verandah/contract/recurring-schedules.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import {
  addScheduleDay,
  deleteScheduleDay,
  listOccurrences,
  listScheduleDays,
  OCCURRENCES_POLL_MS,
  SCHEDULES_POLL_MS,
} from "@verandah/contract/schedule-days.ts";
import {
  createHvacSchedule,
  deleteHvacSchedule,
  editHvacSchedule,
  listHvacSchedules,
} from "@verandah/contract/schedules.ts";

import { call } from "#shared/call.ts";
import { useSession } from "#shared/session.ts";

/** First part of the key of everything about schedules. */
const schedulesKey = "schedules";

/** One-time schedules of the air handling that touch a range. */
export const schedulesQuery = (range: { from: string; to: string }) =>
  queryOptions({
    queryKey: [schedulesKey, "list", range],
    queryFn: async ({ signal }) => (await call(listHvacSchedules, range, { signal })).schedules,
    refetchInterval: SCHEDULES_POLL_MS,
    placeholderData: keepPreviousData,
  });

export interface DefaultSchedule extends RecurringSchedule {
  /** What an update names. */
  id: number;
  /** As it was fetched: what an update was made to. */
  data: string;
}

/** The weekly default of one's building. */
export const defaultScheduleQuery = queryOptions({
  queryKey: [schedulesKey, "default"],
  queryFn: async ({ signal }): Promise<DefaultSchedule | null> => {
    const [first] = await call(getRecurringSchedule, {}, { signal });
    return first ? { ...first, ...recurringSchedule.parse(JSON.parse(first.data)) } : null;
  },
  refetchInterval: SCHEDULES_POLL_MS,
});

/** Holidays and exceptions from a day on. */
export const scheduleDaysQuery = (from: string) =>
  queryOptions({
    queryKey: [schedulesKey, "days", from],
    queryFn: ({ signal }) => call(listScheduleDays, { from }, { signal }),
    refetchInterval: SCHEDULES_POLL_MS,
    placeholderData: keepPreviousData,
  });

/** What schedules did and will do. */
export const occurrencesQuery = queryOptions({
  queryKey: [schedulesKey, "occurrences"],
  queryFn: ({ signal }) => call(listOccurrences, {}, { signal }),
  refetchInterval: OCCURRENCES_POLL_MS,
});

/** Ids and names of the places directly below one: a building's work floors, a floor's zones. */
export const placesBelowQuery = (locationId: number) =>
  queryOptions({
    queryKey: ["places-below", locationId],
    queryFn: async ({ signal }) =>
      (await call(listLocationMetrics, { id: locationId }, { signal }))
        .filter((place) => place.floor_type !== "parking")
        .map(({ id, name }) => ({ id, name })),
    staleTime: 5 * 60_000,
  });

/** Whatever is changed about schedules is asked for again; a change is done when it is on the screen. */
function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [schedulesKey] });
}

/** What clients of old send along: who it is, and whether the schedule has begun. */
function useSentAlong() {
  const { user } = useSession();
  return (start: string) => ({ user, running: Date.parse(start) <= Date.now() });
}

type ScheduleFields = SentOf<typeof createHvacSchedule>["data"];

/** Adds a schedule, or changes the one of an id. */
export function useSaveSchedule() {
  const refresh = useRefresh();
  const along = useSentAlong();
  return useMutation({
    mutationFn: ({ id, data }: { id: number | undefined; data: ScheduleFields }) =>
      id === undefined
        ? call(createHvacSchedule, { data, ...along(data.start) })
        : call(editHvacSchedule, { id, data, ...along(data.start) }),
    onSuccess: refresh,
  });
}

export function useDeleteSchedule() {
  const refresh = useRefresh();
  const along = useSentAlong();
  return useMutation({
    mutationFn: ({ id, start }: { id: number; start: string }) =>
      call(deleteHvacSchedule, { id, ...along(start) }),
    onSuccess: refresh,
  });
}

/** The default as it stands at this moment; null where there is no building. */
export function useFetchDefault(): () => Promise<DefaultSchedule | null> {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...defaultScheduleQuery, staleTime: 0 });
}

export function useChangeDefault() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (wish: SentOf<typeof updateRecurringSchedule>) => call(updateRecurringSchedule, wish),
    onSuccess: refresh,
  });
}

export function useAddDay() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (day: SentOf<typeof addScheduleDay>) => call(addScheduleDay, day),
    onSuccess: refresh,
  });
}

export function useDeleteDay() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call(deleteScheduleDay, { id }),
    onSuccess: refresh,
  });
}
