const MAP_WIDTH = 612;
const MAP_HEIGHT = 696;

/** The outline's western end and northern end, degrees. Source: Survey of India. */
const WEST = 68.11;
const EAST = 97.4;
const NORTH = 37.08;

/** Mercator's northing, degrees. The outline is drawn so. */
const northing = (latitude: number) =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;

/** Size of the outline in its own units. */
export const mapSize = { width: MAP_WIDTH, height: MAP_HEIGHT };
/** Units of the outline for each degree of longitude. */
export const UNITS_PER_DEGREE = MAP_WIDTH / (EAST - WEST);

interface Place {
  latitude: number;
  longitude: number;
}

/** Where a place is on the map, in the outline's units. */
export const unitsOnMap = ({ latitude, longitude }: Place) => ({
  x: (longitude - WEST) * UNITS_PER_DEGREE,
  y: (northing(NORTH) - northing(latitude)) * UNITS_PER_DEGREE,
});

/** Where a place is on the map, as shares of its width and height. */
export function placeOnMap(place: Place) {
  const { x, y } = unitsOnMap(place);
  return { x: x / MAP_WIDTH, y: y / MAP_HEIGHT };
}

/** The place at a point of the map, which is given as shares of its width and height. */
export function placeAt({ x, y }: { x: number; y: number }): Place {
  const north = ((northing(NORTH) - (y * MAP_HEIGHT) / UNITS_PER_DEGREE) * Math.PI) / 180;
  return {
    longitude: WEST + (x * MAP_WIDTH) / UNITS_PER_DEGREE,
    latitude: (Math.atan(Math.sinh(north)) * 180) / Math.PI,
  };
}
