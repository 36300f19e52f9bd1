// Rules that decide when an alert is triggered by a figure of an account. Figures are in minor
// units, for `limit_near` in percent.

export const ALERT_TYPES = [
  'low_balance',
  'high_balance',
  'large_debit',
  'large_credit',
  'overdraft_used',
  'limit_near',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export const BALANCE_KINDS = ['available', 'posted', 'current'] as const;
export type BalanceKind = (typeof BALANCE_KINDS)[number];

/** `unknown`: there is no figure to compare, or it could not be read. */
export type AlertState = 'ok' | 'triggered' | 'unknown';

/** The figure that an alert watches: every balance of an account, or every entry on it. */
export type WatchedFigure = 'balance' | 'entries';

/** True for the types for which a client chooses the kind of balance. */
export function hasBalanceKind(type: AlertType): boolean {
  return type === 'low_balance' || type === 'high_balance';
}

/** The figure that an alert of the type watches. */
export function watchedFigureOf(type: AlertType): WatchedFigure {
  return type === 'large_debit' || type === 'large_credit' ? 'entries' : 'balance';
}

/** The fields of an alert that the rules use. */
export interface AlertFacts {
  readonly type: AlertType;
  readonly threshold: bigint;
  /** Distance beyond the threshold by which the figure has to return before the alert is `ok`. */
  readonly hysteresis: bigint;
  readonly firesOn: 'edge' | 'level';
  readonly state: AlertState;
  /** Business time in milliseconds until which the alert emits no event. */
  readonly quietUntil: number;
}

export interface Verdict {
  readonly state: AlertState;
  /** True when the event `balance.alert.triggered` is emitted. */
  readonly fires: boolean;
}

/**
 * Compares one figure with an alert. A low balance lies below the threshold and a high balance
 * above it; figures of the other types trigger at the threshold itself.
 * @param value the figure; null when there is none
 * @param now business time in milliseconds
 */
export function judgeAlert(alert: AlertFacts, value: bigint | null, now: number): Verdict {
  if (value === null) return { state: 'unknown', fires: false };
  const isQuietOver = now >= alert.quietUntil;
  const isPastThreshold = isBeyond(alert, value);
  // An alert on entries never stays triggered: each entry is judged alone.
  if (watchedFigureOf(alert.type) === 'entries') {
    return { state: 'ok', fires: isPastThreshold && isQuietOver };
  }
  const wasTriggered = alert.state === 'triggered';
  const isTriggered = isPastThreshold || (wasTriggered && !hasReturned(alert, value));
  const callsForEvent = !wasTriggered || (alert.firesOn === 'level' && isPastThreshold);
  return {
    state: isTriggered ? 'triggered' : 'ok',
    fires: isTriggered && callsForEvent && isQuietOver,
  };
}

function isBeyond({ type, threshold }: AlertFacts, value: bigint): boolean {
  if (type === 'low_balance') return value < threshold;
  return type === 'high_balance' ? value > threshold : value >= threshold;
}

function hasReturned({ type, threshold, hysteresis }: AlertFacts, value: bigint): boolean {
  if (type === 'low_balance') return value >= threshold + hysteresis;
  if (type === 'high_balance') return value <= threshold - hysteresis;
  return value < threshold - hysteresis;
}

/** A balance of an account, in minor units. */
export function balanceOf(
  kind: BalanceKind,
  { posted, held, pendingIn }: { posted: bigint; held: bigint; pendingIn: bigint },
): bigint {
  if (kind === 'posted') return posted;
  return kind === 'available' ? posted - held : posted + pendingIn - held;
}

export const ALERT_EVENTS = [
  { type: 'balance.alert.created', object: 'alert', when: 'An alert was set up.' },
  { type: 'balance.alert.updated', object: 'alert', when: 'An alert was changed.' },
  { type: 'balance.alert.deleted', object: 'alert', when: 'An alert was removed.' },
  {
    type: 'balance.alert.triggered',
    object: 'alert',
    when: 'The figure of an alert passed its threshold.',
  },
  {
    type: 'balance.alert.cleared',
    object: 'alert',
    when: 'The figure of an alert returned. Sent only for an alert that asks for this event.',
  },
] as const;
