/** A whole number from a text, the same on every machine (FNV-1a, 32 bit). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Uniform between 0 and 1, and determined by its two arguments. */
export function chance(seed: number, step: number): number {
  let x = (seed ^ Math.imul(step | 0, 0x9e3779b1)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** A smooth random curve between -1 and 1 that takes about `periodMs` from one value to the next. */
export function drift(seed: number, atMs: number, periodMs: number): number {
  const at = atMs / periodMs;
  const step = Math.floor(at);
  const part = at - step;
  const eased = part * part * (3 - 2 * part);
  const from = chance(seed, step);
  return 2 * (from + (chance(seed, step + 1) - from) * eased) - 1;
}

/** Noise of a measurement between -1 and 1, new each second. */
export function scatter(seed: number, atMs: number): number {
  return 2 * chance(seed, Math.floor(atMs / 1000)) - 1;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

export function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
