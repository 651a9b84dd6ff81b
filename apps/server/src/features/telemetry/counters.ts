/** Smallest and largest good value of a counter in a bucket. */
export interface CounterBucket {
  at: Date;
  min: number;
  max: number;
}

/** The values of a bucket that belong to the counter. */
export interface CountedBucket {
  atMs: number;
  min: number;
  max: number;
  /** The counter begins here. After an overflow it continues with larger values; a new one has nothing in common with the one before. */
  begins?: "new-count" | "overflow";
  /** Values were left out. */
  isPart: boolean;
}

/** What a counter can count, in its unit. */
export interface CounterRate {
  bucketMs: number;
  /** Whether it can increase by `gain` in a time. */
  isPossible: (gain: number, lengthMs: number) => boolean;
}

/** Values of a counter that follow one another at a possible pace. */
interface Track {
  buckets: CountedBucket[];
  last: number;
  /** Number of buckets with an increase. */
  rises: number;
  /** Largest increase in a bucket. */
  fastest: number;
  /** The sum of the values at which the counter overflowed before this track. */
  overflowed: number;
}

/** A counter that fell by no more than this, in its unit, did not begin again: it was rounded. */
const ROUNDED = 0.01;
/** The same as a part of the value, for counters with few digits. */
const ROUNDED_PART = 1e-5;

/** After this number of increases the counter is a new one, and the one before does not come back. */
const RISES_OF_NEW_COUNTER = 4;

/** Newest tracks to which values can return. Each value of a counter that runs backwards begins a track. */
const TRACKS_MAX = 8;

/** Values at which counters begin again: numbers of bits or digits, with the decimal point at any place. */
const OVERFLOWS = [
  2 ** 16,
  2 ** 23,
  2 ** 24,
  2 ** 31,
  2 ** 32,
  ...[4, 5, 6, 7, 8, 9].map((n) => 10 ** n),
].flatMap((size) => [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3].map((digits) => size * 10 ** digits));

/**
 * The value at which a counter overflowed before `value`; undefined if it did not. The increase must be possible at the counter's own pace:
 * a new counter rarely begins at such a time.
 */
function overflowOf({ last, fastest }: Track, value: number, lengthBuckets: number): number | undefined {
  return OVERFLOWS.find((limit) => limit > last && limit - last + value <= fastest * lengthBuckets);
}

/**
 * Follows a counter through its buckets. Counters begin again (a restart, or a new device), overflow, and sometimes send other values for a
 * while, such as 0. A value that the counter cannot have reached begins a track of its own. When the values return to an earlier track, the
 * later ones were not the counter's, and they are left out. When they do not return, the counter began again. A step between two tracks
 * counts only after an overflow.
 *
 * @param buckets in order
 * @returns the counter's buckets, in order; a bucket may be in it twice if the counter began again in it
 */
export function followCounter(buckets: readonly CounterBucket[], rate: CounterRate): CountedBucket[] {
  const tracks: Track[] = [];

  for (const { at, min, max } of buckets) {
    const atMs = at.getTime();
    const [low, high] = [min, max].map((value) => findTrack(tracks, value, atMs, rate));
    if (low && low === high) {
      append(tracks, low, { atMs, min, max, isPart: false }, rate);
      continue;
    }
    // A part of the values belongs to the counter; the others may be those of a new one.
    const isHigh = (high?.rises ?? -1) >= (low?.rises ?? -1);
    const [track, value, other] = isHigh ? [high, max, min] : [low, min, max];
    if (track) {
      append(tracks, track, { atMs, min: value, max: value, isPart: true }, rate);
      begin(tracks, { atMs, min: other, max: other, isPart: true }, rate);
    } else if (rate.isPossible(max - min, rate.bucketMs))
      begin(tracks, { atMs, min, max, isPart: false }, rate);
    else for (const one of [min, max]) begin(tracks, { atMs, min: one, max: one, isPart: true }, rate);
  }
  return tracks.flatMap(({ buckets: own, overflowed }, index) => {
    const [first] = own;
    // Nothing shows that a single bucket between two others is a counter that rises.
    const isAlone = index > 0 && index < tracks.length - 1 && own.length === 1;
    const counted = first && isAlone ? [{ ...first, min: first.max }] : own;
    return counted.map((bucket) => ({
      ...bucket,
      min: bucket.min + overflowed,
      max: bucket.max + overflowed,
    }));
  });
}

/** Whether a fall is no larger than rounding. */
const isRounded = (fall: number, value: number) => fall <= Math.max(ROUNDED, ROUNDED_PART * value);

/** Buckets since the last one of a track, including the present one and that one. */
const lengthOf = ({ buckets }: Track, atMs: number, { bucketMs }: CounterRate) =>
  (atMs - (buckets.at(-1)?.atMs ?? atMs)) / bucketMs + 1;

/**
 * The newest track to which a value can belong. A track without an increase, such as one of zeros, gives way to an earlier one if its first
 * increase would be faster than all of the earlier one.
 */
function findTrack(
  tracks: readonly Track[],
  value: number,
  atMs: number,
  rate: CounterRate,
): Track | undefined {
  let found: Track | undefined;
  for (const track of tracks.slice(-TRACKS_MAX).toReversed()) {
    const { last, rises, fastest } = track;
    const fits =
      value < last
        ? isRounded(last - value, last)
        : rate.isPossible(value - last, lengthOf(track, atMs, rate) * rate.bucketMs);
    if (fits && (!found || value - found.last > fastest * lengthOf(found, atMs, rate))) found = track;
    if ((found && found.rises > 0) || rises >= RISES_OF_NEW_COUNTER) break;
  }
  return found;
}

/** Appends a bucket to a track, and removes the later tracks. */
function append(tracks: Track[], track: Track, bucket: CountedBucket, rate: CounterRate): void {
  tracks.splice(tracks.indexOf(track) + 1);
  const [min, max] = [Math.max(bucket.min, track.last), Math.max(bucket.max, track.last)];
  const gain = max - track.last;
  const lengthBuckets = lengthOf(track, bucket.atMs, rate) - 1;
  track.buckets.push({ ...bucket, min, max });
  track.last = max;
  if (gain > 0) track.rises += 1;
  track.fastest = Math.max(track.fastest, gain / lengthBuckets);
}

/** Begins a track: a new counter, or the one before after an overflow. */
function begin(tracks: Track[], bucket: CountedBucket, rate: CounterRate): void {
  const { atMs, min, max } = bucket;
  const before = tracks.at(-1);
  const limit = before && overflowOf(before, min, lengthOf(before, atMs, rate));
  const gain = max - min;
  tracks.push({
    buckets: [{ ...bucket, begins: limit === undefined ? "new-count" : "overflow" }],
    last: max,
    rises: Number(gain > 0),
    fastest: gain,
    overflowed: limit === undefined ? 0 : (before?.overflowed ?? 0) + limit,
  });
}
