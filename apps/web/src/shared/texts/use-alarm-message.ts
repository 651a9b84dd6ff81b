import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import { useCallback } from "react";

import { useSiteTypes } from "../equipment/site-types.ts";
import { useLanguage } from "./use-language.ts";

type DescribedAlarm = Parameters<typeof alarmMessage>[1];

/** An alarm's message in the user's language. A device's own message is unchanged. */
export function useAlarmMessage(): (alarm: DescribedAlarm) => string {
  const language = useLanguage();
  const siteTypes = useSiteTypes();
  return useCallback((alarm) => alarmMessage(language, alarm, siteTypes), [language, siteTypes]);
}
