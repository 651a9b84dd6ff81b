export interface Sun {
  elevationRadian: number;
  /** Clockwise from north. */
  azimuthRadian: number;
}

const RADIAN = Math.PI / 180;
/** Radiation on a surface that faces the sun in a clear sky, W/m². */
const DIRECT_WATT_PER_SQUARE_METRE = 800;
/** Diffuse radiation on a wall while the sun is up, W/m². */
const DIFFUSE_WATT_PER_SQUARE_METRE = 90;

/** Position of the sun. Source: Cooper's declination and the usual hour-angle formulas; accurate to a degree or two. */
export function sunAt(place: { latitude: number; longitude: number }, atMs: number, dayOfYear: number): Sun {
  const declination = 23.44 * RADIAN * Math.sin((2 * Math.PI * (284 + dayOfYear)) / 365);
  const solarHour = ((atMs / 3_600_000) % 24) + place.longitude / 15;
  const hourAngle = (solarHour - 12) * 15 * RADIAN;
  const latitude = place.latitude * RADIAN;
  const elevationRadian = Math.asin(
    Math.sin(latitude) * Math.sin(declination) +
      Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle),
  );
  const azimuthRadian =
    Math.PI +
    Math.atan2(
      Math.sin(hourAngle),
      Math.cos(hourAngle) * Math.sin(latitude) - Math.tan(declination) * Math.cos(latitude),
    );
  return { elevationRadian, azimuthRadian };
}

/** Sun on a wall that faces `facingDegree` (clockwise from north), W/m². `clearness` 0 (overcast) to 1. */
export function wallRadiation(sun: Sun, facingDegree: number, clearness: number): number {
  const up = Math.sin(sun.elevationRadian);
  if (up <= 0) return 0;
  const onto = Math.cos(sun.elevationRadian) * Math.cos(sun.azimuthRadian - facingDegree * RADIAN);
  // A low sun passes through more air.
  const direct = DIRECT_WATT_PER_SQUARE_METRE * clearness * Math.min(1, up * 4) * Math.max(0, onto);
  return direct + DIFFUSE_WATT_PER_SQUARE_METRE * Math.min(1, up * 3);
}
