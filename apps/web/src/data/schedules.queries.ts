import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { SentOf } from "@verandah/contract/route.ts";
import {
  getRecurringSchedule,
  updateRecurringSchedule,
} from "@verandah/contract/schedules/recurring-schedules.ts";
import {
  addScheduleDay,
  deleteScheduleDay,
  listDeviceChanges,
  listOccurrences,
  listScheduleDays,
} from "@verandah/contract/schedules/schedule-days.ts";
import { type RecurringSchedule, recurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import {
  createHvacSchedule,
  createSchedule,
  deleteHvacSchedule,
  deleteSchedule,
  editHvacSchedule,
  editSchedule,
  listHvacSchedules,
  listSchedules,
  previewSchedule,
  SCHEDULE_TYPE,
} from "@verandah/contract/schedules/schedules.ts";

import { call } from "#shared/call.ts";

import { freshnessOf, keyOf, routeQuery, useTopics } from "./query/route-query.ts";
import { useSession } from "./query/session.ts";
import { useChange } from "./query/use-change.ts";

const polled = { placeholderData: keepPreviousData };

/** The schedules of a screen: those of the air handling, or all with lighting. */
export type ScheduleScope = "air" | "all";

/** Schedules that touch a range. */
export const schedulesQuery = (scope: ScheduleScope, range: { from: string; to: string }) =>
  queryOptions({
    ...routeQuery(scope === "air" ? listHvacSchedules : listSchedules, range, polled),
    select: ({ schedules }) => schedules,
  });

/** The effects of a schedule with these fields. */
export const schedulePreviewQuery = (input: SentOf<typeof previewSchedule>) =>
  routeQuery(previewSchedule, input);

export interface DefaultSchedule extends RecurringSchedule {
  /** Identifies the default that an update changes. */
  id: number;
  /** The version that the user changed. */
  data: string;
}

/** The weekly default of the user's building; null without a building. */
export const defaultScheduleQuery = queryOptions({
  queryKey: keyOf(getRecurringSchedule, {}),
  queryFn: async ({ signal }): Promise<DefaultSchedule | null> => {
    const [first] = await call(getRecurringSchedule, {}, { signal });
    return first ? { ...first, ...recurringSchedule.parse(JSON.parse(first.data)) } : null;
  },
  meta: freshnessOf(getRecurringSchedule),
});

/** Holidays and exceptions from a day on. */
export const scheduleDaysQuery = (from: string) => routeQuery(listScheduleDays, { from }, polled);

/** Occurrences of schedules. */
export const occurrencesQuery = (scope: ScheduleScope) =>
  routeQuery(listOccurrences, scope === "air" ? { type: SCHEDULE_TYPE.personalCooling } : {});

/** What schedules will write to a device. */
export const deviceChangesQuery = (ssid: string) => routeQuery(listDeviceChanges, { ssid }, polled);

/** A change has succeeded when it is on the screen: everything about schedules is loaded again. */
function useScheduleMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const changed = useTopics();
  return useChange({
    mutationFn: change,
    onSuccess: () => changed(createSchedule.changes),
  });
}

/** Fields that old clients send: the user, and whether the schedule has begun. */
function useSentAlong() {
  const { user } = useSession();
  return (start: string) => ({ user, running: Date.parse(start) <= Date.now() });
}

type ScheduleFields = SentOf<typeof createSchedule>["data"];

/** Adds a schedule, or changes the one of an id. */
export function useSaveSchedule(scope: ScheduleScope) {
  const along = useSentAlong();
  const [create, edit] =
    scope === "air" ? [createHvacSchedule, editHvacSchedule] : [createSchedule, editSchedule];
  return useScheduleMutation(({ id, data }: { id: number | undefined; data: ScheduleFields }) =>
    id === undefined
      ? call(create, { data, ...along(data.start) })
      : call(edit, { id, data, ...along(data.start) }),
  );
}

export function useDeleteSchedule(scope: ScheduleScope) {
  const along = useSentAlong();
  return useScheduleMutation(({ id, start }: { id: number; start: string }) =>
    call(scope === "air" ? deleteHvacSchedule : deleteSchedule, { id, ...along(start) }),
  );
}

/** The present default; null without a building. */
export function useFetchDefault(): () => Promise<DefaultSchedule | null> {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...defaultScheduleQuery, staleTime: 0 });
}

export const useChangeDefault = () =>
  useScheduleMutation((input: SentOf<typeof updateRecurringSchedule>) =>
    call(updateRecurringSchedule, input),
  );

export const useAddDay = () =>
  useScheduleMutation((day: SentOf<typeof addScheduleDay>) => call(addScheduleDay, day));

export const useDeleteDay = () => useScheduleMutation((id: number) => call(deleteScheduleDay, { id }));
