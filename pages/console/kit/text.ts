// Money, times and names of things as text.

import { currencyOf } from '../../../ledger/currency.ts';

/** Formats minor units with the digits of the currency, exactly: without floating point. */
export function formatMoney(minor: number | string | null | undefined, currency: string): string {
  if (minor === null || minor === undefined) return '–';
  const digits = currencyOf(currency)?.exponent ?? 2;
  const text = String(minor);
  const isNegative = text.startsWith('-');
  const bareDigits = (isNegative ? text.slice(1) : text).padStart(digits + 1, '0');
  const wholeDigits = bareDigits
    .slice(0, bareDigits.length - digits)
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const decimals = digits === 0 ? '' : `.${bareDigits.slice(-digits)}`;
  return `${isNegative ? '−' : ''}${wholeDigits}${decimals} ${currency}`;
}

/**
 * Parses an amount as a person writes it. Returns minor units, or null when the text is no amount.
 */
export function parseMinor(text: string, currency: string): number | null {
  const digits = currencyOf(currency)?.exponent ?? 2;
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text.replaceAll(',', '').trim());
  const decimalDigits = match?.[2] ?? '';
  if (!match || decimalDigits.length > digits) return null;
  return Number(`${match[1]}${decimalDigits.padEnd(digits, '0')}`);
}

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/**
 * Formats a moment in the browser's time zone, and names the zone. Lines break only after the day.
 */
export function formatTime(iso: string | null | undefined): string {
  if (!iso) return '–';
  const text = FORMAT.format(new Date(iso)).replaceAll(' ', '\u00a0');
  return text.replace(',\u00a0', ', ');
}

/** Formats a duration in its two largest units. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  const units = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return units.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

export function formatPercent(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : `${Math.round(share * 1000) / 10} %`;
}

/**
 * Number formats by their digits. They are kept, because creating one costs a hundred times as much
 * as using it.
 */
const NUMBER_FORMATS = new Map<number, Intl.NumberFormat>();

export function formatNumber(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined) return '–';
  let format = NUMBER_FORMATS.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits });
    NUMBER_FORMATS.set(digits, format);
  }
  return format.format(value);
}

/** Writes a code as words: `kyc_reviews` as `KYC reviews`, `requestId` as `Request id`. */
export function formatCode(code: string): string {
  const text = code.replaceAll('_', ' ').replace(/[a-z][A-Z]/g, ([last, next]) => {
    return `${last} ${next?.toLowerCase()}`;
  });
  const spoken = text.replace(/\b(kyc|aml|mfa|sar|auc|psi)\b/g, (name) => name.toUpperCase());
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
}
