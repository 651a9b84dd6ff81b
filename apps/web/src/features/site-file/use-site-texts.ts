import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { type SiteError, type SiteItemKind, siteRuleTexts } from "@verandah/contract/campuses/site-file.ts";
import { inputRuleTexts } from "@verandah/contract/input-rules.ts";

import { fieldText } from "#shared/texts/field-text.ts";

const ruleTexts: Readonly<Record<string, (typeof siteRuleTexts)["json"]>> = {
  ...inputRuleTexts,
  ...siteRuleTexts,
};

/** The words for the parts of a site file. */
export function useSiteTexts() {
  const { t } = useLingui();
  const kinds: Record<SiteItemKind, string> = {
    campus: t`Campus`,
    building: t`Building`,
    floor: t`Floor`,
    zone: t`Zone`,
    area: t`Area`,
    seat: t`Seat`,
    room: t`Room`,
    edge: t`Gateway`,
    device: t`Device`,
    point: t`Point`,
    type: t`Type`,
    energy: t`Tariff`,
  };
  const fields: Readonly<Record<string, string>> = {
    name: t`Name`,
    city: t`City`,
    timeZone: t`Time zone`,
    latitude: t`Latitude`,
    longitude: t`Longitude`,
    parent: t`Place`,
    zone: t`Place`,
    removed: t`State`,
    location: t`Place`,
    isActive: t`In use`,
    outline: t`Outline`,
    position: t`Position`,
    geo: t`Position`,
    room: t`Seats and facilities`,
    password: t`Password`,
    edge: t`Gateway`,
    fedBy: t`Supplied by`,
    kind: t`Kind`,
    type: t`Type`,
    intervalMs: t`Interval`,
    min: t`Minimum`,
    max: t`Maximum`,
    energy: t`Tariff`,
  };
  return {
    kind: (kind: SiteItemKind) => kinds[kind],
    /** Fields without a word have the name in the file. */
    field: (field: string) => fields[field] ?? field,
    value: (field: string, value: string | null) => {
      if (field === "password") return t`Not shown`;
      if (field === "ssid" && value === null) return t`Deleted`;
      if (field === "removed") return value === "true" ? t`Removed here` : t`Not removed`;
      if (field === "isActive") return value === "false" ? t`Deactivated` : t`Active`;
      return value ?? "–";
    },
    error: ({ code, value }: SiteError) => {
      const text = ruleTexts[code];
      return text ? i18n._({ ...text, values: { value } }) : (fieldText(value) ?? value);
    },
  };
}
