import { findType, pointOf as knownPoint } from "@verandah/equipment/catalogue.ts";
import type { Point } from "@verandah/equipment/schema.ts";
import { stateAt, statesIn } from "@verandah/equipment/states.ts";
import { useMemo } from "react";

import type { SeriesStates } from "../charts/trend-data.ts";
import { useSiteTypes } from "../equipment/site-types.ts";
import { quantity } from "../format/number.ts";
import { useLanguage } from "./use-language.ts";

interface PointText {
  /** The catalogue's data about a point. */
  pointOf: (paramId: string, deviceType?: string) => Point | undefined;
  nameOf: (paramId: string, deviceType?: string) => string;
  /** The text of a state; any other value as number and unit. */
  valueText: (paramId: string, value: number, unit: string, deviceType?: string) => string;
  /** Digits of a point without a unit, such as a power factor; undefined for others, which have those of their unit. */
  decimalsOf: (paramId: string, deviceType?: string) => number | undefined;
  /** The texts of a point with states; undefined for a point that measures or counts. */
  statesOf: (paramId: string, deviceType?: string) => SeriesStates | undefined;
}

/**
 * Names and values of points in the user's language. An unknown point keeps its id. Types that a site adds may have points of the same id:
 * give the device's type where it is known. Stable while the language stays.
 */
export function usePointText(): PointText {
  const language = useLanguage();
  const siteTypes = useSiteTypes();
  return useMemo(() => {
    const pointOf: PointText["pointOf"] = (paramId, deviceType) => {
      const own = deviceType === undefined ? undefined : findType(siteTypes, deviceType);
      const others = siteTypes.filter(({ points }) => Object.hasOwn(points, paramId));
      return knownPoint(own, paramId) ?? others[0]?.points[paramId];
    };
    const statesOf: PointText["statesOf"] = (paramId, type) => statesIn(language, pointOf(paramId, type));
    const decimalsOf: PointText["decimalsOf"] = (paramId, type) => {
      const point = pointOf(paramId, type);
      return point?.unit === "none" ? point.decimals : undefined;
    };
    return {
      pointOf,
      decimalsOf,
      nameOf(paramId, type) {
        const name = pointOf(paramId, type)?.name;
        return name?.[language] ?? name?.en ?? paramId;
      },
      valueText: (paramId, value, unit, type) =>
        stateAt(statesOf(paramId, type), value)?.[1] ?? quantity(value, unit, decimalsOf(paramId, type)),
      statesOf,
    };
  }, [language, siteTypes]);
}
