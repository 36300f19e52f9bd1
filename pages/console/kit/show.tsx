// Building blocks of pages: states, money, times, links to objects, facts, tables, bars.

import type { ComponentChildren } from 'preact';
import { formatCode, formatMoney, formatNumber, formatTime } from './text.ts';

const TONES: Readonly<Record<string, readonly string[]>> = {
  good: [
    ...['posted', 'active', 'approved', 'verified', 'confirmed', 'ok', 'pass', 'enabled'],
    ...['granted', 'delivered', 'production', 'ready', 'in_force'],
  ],
  warn: [
    ...[
      'pending',
      'held',
      'referred',
      'contested',
      'pending_review',
      'pending_approval',
      'requires_confirmation',
      'high',
    ],
    ...['review', 'manual_review', 'requested', 'in_review', 'escalated', 'shadow', 'canary'],
    ...['stale', 'starting', 'dormant', 'block_and_review', 'not_run', 'not_compared'],
  ],
  bad: [
    ...['declined', 'failed', 'rejected', 'denied', 'frozen', 'critical', 'urgent', 'decline'],
    ...['confirmed_hit', 'fail', 'disabled', 'auto_disabled', 'rolled_back', 'attention'],
    ...['suspended', 'stuck', 'error', 'prohibited'],
  ],
  info: ['open', 'submitted', 'included', 'anchored', 'normal', 'medium'],
};

const toneOf = (value: string) =>
  Object.keys(TONES).find((tone) => TONES[tone]?.includes(value)) ?? '';

export function Badge({ value, text }: { readonly value: string; readonly text?: string }) {
  return <span class={`badge ${toneOf(value)}`}>{text ?? formatCode(value)}</span>;
}

interface MoneyProps {
  readonly minor: number | string | null | undefined;
  readonly currency: string;
}

export function Money({ minor, currency }: MoneyProps) {
  return <span class="number">{formatMoney(minor, currency)}</span>;
}

export function Time({ at }: { readonly at: string | null | undefined }) {
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={at}>
      {formatTime(at)}
    </time>
  );
}

/** Returns the page of an object by its id, or null when it has none. The shell sets it. */
export const objectPage: { addressOf(id: string): string | null } = { addressOf: () => null };

/** An id, as a link where the object has a page. */
export function Id({ id }: { readonly id: string | null | undefined }) {
  if (!id) return <>–</>;
  const page = objectPage.addressOf(id);
  return page === null ? (
    <span class="id" title={id}>
      {id}
    </span>
  ) : (
    <a class="id" href={page} title={id}>
      {id}
    </a>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

/** Names and values. Missing values are left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | null)[] }) {
  const presentFacts = facts.filter((fact) => fact !== null);
  return (
    <dl class="facts">
      {presentFacts.map(([name, value]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name} value`}>{value === null || value === '' ? '–' : value}</dd>,
      ])}
    </dl>
  );
}

interface CardProps {
  readonly title: string;
  /** True for a card that stays in sight at the lower edge of the page. */
  readonly isDecision?: boolean;
  readonly children: ComponentChildren;
}

export function Card({ title, isDecision = false, children }: CardProps) {
  return (
    <section class={isDecision ? 'card decision' : 'card'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export interface Column<T> {
  readonly name: string;
  readonly isNumber?: boolean;
  cell(row: T): ComponentChildren;
}

interface TableProps<T> {
  readonly caption: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  /** The text of a table without rows. */
  readonly emptyText: string;
  readonly selected?: number;
}

/** On a narrow screen each row becomes a block. */
export function Table<T>({ caption, rows, columns, emptyText, selected }: TableProps<T>) {
  if (rows.length === 0) return <p class="quiet">{emptyText}</p>;
  return (
    <table class="stack">
      <caption class="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" class={isNumber ? 'number' : ''}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} class={selected === index ? 'selected' : ''}>
            {columns.map(({ name, isNumber, cell }) => (
              <td key={name} data-label={name} class={isNumber ? 'number' : ''}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The colour of the bar. */
  readonly kind?: 'raises' | 'lowers' | undefined;
}

/** Figures with bars. A bar repeats its figure, so readers who do not see it miss nothing. */
export function Bars({ bars, max }: { readonly bars: readonly Bar[]; readonly max?: number }) {
  const longest = max ?? Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <div class="bars">
      {bars.map(({ label, value, kind }) => [
        <span class="label" key={label}>
          {label}
        </span>,
        <svg class="bar" key={`${label} bar`} aria-hidden="true" preserveAspectRatio="none">
          <rect
            class={`fill ${kind ?? ''}`}
            width={`${Math.min(100, (Math.abs(value) / longest) * 100)}%`}
            height="100%"
          />
        </svg>,
        <span class="number" key={`${label} figure`}>
          {formatNumber(value)}
        </span>,
      ])}
    </div>
  );
}

/** Shows every field of an object; field names become words. */
export function AnyValue({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined || value === '') return <>–</>;
  if (typeof value !== 'object') return <>{String(value)}</>;
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return (
    <div class="wrap">
      {parts.map(([name, part]) => {
        const text = typeof part === 'object' ? JSON.stringify(part) : String(part);
        return <div key={name}>{Array.isArray(value) ? text : `${formatCode(name)}: ${text}`}</div>;
      })}
    </div>
  );
}
