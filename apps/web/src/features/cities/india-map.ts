/** Size of the outline in `india.svg`, in its own units. */
const MAP_WIDTH = 612;
const MAP_HEIGHT = 696;

/** The outline's western end and northern end, degrees. Source: Survey of India. */
const WEST = 68.11;
const EAST = 97.4;
const NORTH = 37.08;

/** Mercator's northing, degrees. The outline is drawn so. */
const northing = (latitude: number) =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;

/** Where a place is on the map, as shares of its width and height. */
export function placeOnMap({ latitude, longitude }: { latitude: number; longitude: number }) {
  const unitsPerDegree = MAP_WIDTH / (EAST - WEST);
  return {
    x: ((longitude - WEST) * unitsPerDegree) / MAP_WIDTH,
    y: ((northing(NORTH) - northing(latitude)) * unitsPerDegree) / MAP_HEIGHT,
  };
}
