// Exchange rates as exact numbers: decimals and ratios of bigints, never floats. A rate is the
// value of one unit of the source in the destination, in whole currency units (not minor units).

/** A positive decimal number: `units / 10^scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** All rates of one source at one moment: the value of one unit of `base` in each currency. */
export interface RateTable {
  /** Name of the source, such as `ecb-reference-rates`. */
  readonly source: string;
  readonly base: string;
  /** Milliseconds since 1970 UTC. */
  readonly asOf: number;
  /** ISO 4217 code to rate; the base itself is included, as 1. */
  readonly rates: ReadonlyMap<string, Decimal>;
}

/** An exact positive number. */
export interface Ratio {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** Significant digits of every rate that is shown, stored or used in a calculation. */
export const RATE_DIGITS = 15;

/** Basis points of one whole. */
export const WHOLE_BPS = 10_000n;

const DECIMAL_NUMBER = /^(\d{1,15})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Reads a positive decimal number; null for anything else (zero, signs, NaN, blanks). */
export function decimalOf(text: string): Decimal | null {
  const parts = DECIMAL_NUMBER.exec(text);
  if (!parts) return null;
  const [, wholeDigits = '', fraction = '', power = '0'] = parts;
  const shift = fraction.length - Number(power);
  const digits = BigInt(wholeDigits + fraction);
  if (digits === 0n) return null;
  return shift < 0
    ? { units: digits * 10n ** BigInt(-shift), scale: 0 }
    : { units: digits, scale: shift };
}

/** Writes a decimal in plain digits without trailing zeros. */
export function formatDecimal({ units, scale }: Decimal): string {
  if (scale === 0) return units.toString();
  const digits = units.toString().padStart(scale + 1, '0');
  const wholeDigits = digits.slice(0, -scale);
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return fraction === '' ? wholeDigits : `${wholeDigits}.${fraction}`;
}

/**
 * The middle rate between two currencies, through the base of the table and without rounding.
 * @returns null when the table lacks one of them
 */
export function midRate(table: RateTable, from: string, to: string): Ratio | null {
  const source = table.rates.get(from);
  const destination = table.rates.get(to);
  if (!source || !destination) return null;
  return {
    top: destination.units * 10n ** BigInt(source.scale),
    bottom: source.units * 10n ** BigInt(destination.scale),
  };
}

/** A rate less the bank's spread, in basis points. */
export function withSpread({ top, bottom }: Ratio, spreadBps: number): Ratio {
  return { top: top * (WHOLE_BPS - BigInt(spreadBps)), bottom: bottom * WHOLE_BPS };
}

/** The reciprocal. */
export function invertRate({ top, bottom }: Ratio): Ratio {
  return { top: bottom, bottom: top };
}

/** Rounds an exact number to {@link RATE_DIGITS} significant digits. */
export function roundRatio({ top, bottom }: Ratio, direction: 'down' | 'up' | 'nearest'): Decimal {
  let scale = 0;
  while (((top * 10n ** BigInt(scale)) / bottom).toString().length < RATE_DIGITS) scale += 1;
  const scaled = top * 10n ** BigInt(scale);
  const floor = scaled / bottom;
  const remainder = scaled % bottom;
  const goesUp =
    direction === 'up' ? remainder > 0n : direction === 'nearest' && remainder * 2n >= bottom;
  return { units: goesUp ? floor + 1n : floor, scale };
}

/** A decimal as a ratio. */
export function ratioOf({ units, scale }: Decimal): Ratio {
  return { top: units, bottom: 10n ** BigInt(scale) };
}
