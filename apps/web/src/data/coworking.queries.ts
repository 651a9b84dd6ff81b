import { keepPreviousData } from "@tanstack/react-query";
import {
  deleteCoworkingUsers,
  getClientDetails,
  listCoworkingUsers,
  uploadCoworkingUsers,
} from "@verandah/contract/coworking.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { sendFile } from "#shared/call.ts";

import { routeQuery, useRouteMutation, useTopics } from "./query/route-query.ts";
import { useChange } from "./query/use-change.ts";

/** A page of the coworking users of the campus. */
export const coworkingUsersQuery = (input: SentOf<typeof listCoworkingUsers>) =>
  routeQuery(listCoworkingUsers, input, { placeholderData: keepPreviousData });

/** Companies and people hardly ever change, ms. */
const PEOPLE_STALE_MS = 60_000;

/** The coworking companies of a building's campus. */
export const clientsQuery = (buildingId: number) =>
  routeQuery(getClientDetails, { id: buildingId }, { staleTime: PEOPLE_STALE_MS });

interface Upload {
  file: File;
  mode: "check" | "all" | "correct";
  /** Called with the part that is sent, 0 to 1. */
  onSent: (part: number) => void;
}

/** Checks or imports a file of people. */
export function useUploadCoworkingUsers() {
  const changed = useTopics();
  return useChange({
    mutationFn: ({ file, mode, onSent }: Upload) =>
      sendFile(uploadCoworkingUsers, { mode }, { body: file, type: "text/csv" }, onSent),
    identify: ({ file, mode }) => [mode, file.name, file.size, file.lastModified],
    onSuccess: () => void changed(uploadCoworkingUsers.changes),
  });
}

export const useDeleteCoworkingUsers = () => useRouteMutation(deleteCoworkingUsers);
