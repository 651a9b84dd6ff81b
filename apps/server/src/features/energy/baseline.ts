import { inverse, Matrix } from "ml-matrix";

/** A whole day of a building. */
export interface BaselineDay {
  day: string;
  kilowattHour: number;
  /** Mean outdoor temperature. */
  celsius: number;
  isWorkday: boolean;
}

type Weather = Omit<BaselineDay, "kilowattHour" | "day">;

/** Days that a model needs: two of each weekday. */
export const DAYS_NEEDED = 14;
/** Days that are left out to test a model's prediction, and days that must remain. */
const HELD_OUT_DAYS = 14;

/** Outdoor temperatures from which cooling may begin, °C. */
const BASES_CELSIUS = Array.from({ length: 17 }, (_, index) => 12 + index);

/** The terms of the regression for a day. */
interface Form {
  /** Cooling begins at this temperature; null: the weather explains nothing. */
  baseCelsius: number | null;
  coolsOn: "workdays" | "all days";
}

export interface Baseline {
  form: Form;
  /** Energy of a degree day, kWh. */
  slope: number;
  r2: number;
  /** Root mean square error, % of the mean. */
  cvrmsePercent: number;
  expect: (day: Weather) => number;
  /** Half the width of the range that has the sum of `days` with 90 % confidence, kWh. */
  uncertaintyOf: (days: readonly Weather[]) => number;
}

function rowOf({ celsius, isWorkday }: Weather, { baseCelsius, coolsOn }: Form): number[] {
  const row = [1, isWorkday ? 1 : 0];
  if (baseCelsius === null) return row;
  const counts = coolsOn === "all days" || isWorkday;
  return [...row, counts ? Math.max(0, celsius - baseCelsius) : 0];
}

/** Student's t for 90 % confidence (two-sided). Source: Abramowitz and Stegun, 26.7.5; within 0.2 % from 6 degrees of freedom on. */
function studentT(freedom: number): number {
  const z = 1.644854;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

/**
 * By how much the days are worth less than independent ones, because a day resembles the day before. At least 1. Source: ASHRAE Guideline
 * 14, annex B.
 */
function inflationOf(residuals: readonly number[]): number {
  const square = residuals.reduce((sum, one) => sum + one ** 2, 0);
  const product = residuals.reduce((sum, one, index) => sum + one * (residuals[index - 1] ?? 0), 0);
  const rho = square > 0 ? Math.min(0.9, Math.max(0, product / square)) : 0;
  return (1 + rho) / (1 - rho);
}

/** Least squares. Undefined when the days do not separate the terms. */
function fitForm(days: readonly BaselineDay[], form: Form) {
  const rows = days.map((day) => rowOf(day, form));
  const columns = rows[0]?.length ?? 0;
  const isConstant = (column: number) => rows.every((row) => row[column] === rows[0]?.[column]);
  if (Array.from({ length: columns - 1 }, (_, index) => index + 1).some(isConstant)) return undefined;
  const x = new Matrix(rows);
  const y = Matrix.columnVector(days.map(({ kilowattHour }) => kilowattHour));
  const covariance = inverse(x.transpose().mmul(x));
  const weights = covariance.mmul(x.transpose()).mmul(y);
  const residuals = y.clone().sub(x.mmul(weights)).to1DArray();
  const square = residuals.reduce((sum, one) => sum + one ** 2, 0);
  if (!Number.isFinite(square)) return undefined;
  // The model with fewer terms is chosen unless more terms explain clearly more. Source: the Bayesian information criterion.
  const criterion = days.length * Math.log(square / days.length + 1e-9) + columns * Math.log(days.length);
  return { form, weights, covariance, residuals, square, criterion, freedom: days.length - columns };
}

/**
 * Energy of a day by its weather: a level for workdays and one for other days, and cooling above an outdoor temperature, on all days or on
 * workdays only. Method: whole-building regression, IPMVP option C; uncertainty by ASHRAE Guideline 14. Undefined with too few days.
 */
export function fitBaseline(days: readonly BaselineDay[]): Baseline | undefined {
  if (days.length < DAYS_NEEDED) return undefined;
  const forms: Form[] = [
    { baseCelsius: null, coolsOn: "all days" },
    ...BASES_CELSIUS.flatMap((baseCelsius) => [
      { baseCelsius, coolsOn: "workdays" as const },
      { baseCelsius, coolsOn: "all days" as const },
    ]),
  ];
  const fits = forms.flatMap((form) => fitForm(days, form) ?? []);
  const [best] = fits.toSorted((one, other) => one.criterion - other.criterion);
  if (!best) return undefined;
  const { form, weights, covariance, residuals, square, freedom } = best;
  const mean = days.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0) / days.length;
  const total = days.reduce((sum, { kilowattHour }) => sum + (kilowattHour - mean) ** 2, 0);
  const variance = square / freedom;
  const expect = (day: Weather) => new Matrix([rowOf(day, form)]).mmul(weights).get(0, 0);
  return {
    form,
    slope: form.baseCelsius === null ? 0 : weights.get(2, 0),
    r2: total > 0 ? 1 - square / total : 0,
    cvrmsePercent: mean > 0 ? (100 * Math.sqrt(variance)) / mean : 0,
    expect,
    uncertaintyOf(compared) {
      if (compared.length === 0) return 0;
      const x = new Matrix(compared.map((day) => rowOf(day, form)));
      // Scatter of the days, and uncertainty of the model.
      const ofModel = x.mmul(covariance).mmul(x.transpose()).sum();
      return studentT(freedom) * Math.sqrt(variance * inflationOf(residuals) * (compared.length + ofModel));
    },
  };
}

/** Difference between the last 14 days and their expected energy, %; null with too few days. */
export function heldOutErrorOf(days: readonly BaselineDay[]): number | null {
  const baseline = fitBaseline(days.slice(0, -HELD_OUT_DAYS));
  const last = days.slice(-HELD_OUT_DAYS);
  if (!baseline) return null;
  const expected = last.reduce((sum, day) => sum + baseline.expect(day), 0);
  const actual = last.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0);
  return expected > 0 ? (100 * (actual - expected)) / expected : null;
}
