// When an alert speaks: pure rules over one figure, as it changes from version to version of an
// account. Amounts are minor units, of `limit_near` percent.

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

/** `unknown`: there is nothing to judge, or no judge. */
export type AlertState = 'ok' | 'triggered' | 'unknown';

/** The figure that an alert watches: every balance of an account, or every entry on it. */
export type Watched = 'balance' | 'entries';

/** True of the types that are about a balance of either kind. */
export function hasBalanceKind(type: AlertType): boolean {
  return type === 'low_balance' || type === 'high_balance';
}

/** The figure that an alert of the type watches. */
export function watchOf(type: AlertType): Watched {
  return type === 'large_debit' || type === 'large_credit' ? 'entries' : 'balance';
}

/** An alert as the rules see it. */
export interface AlertFacts {
  readonly type: AlertType;
  readonly threshold: bigint;
  /** Distance that a figure has to move back before the alert is `ok` again. */
  readonly hysteresis: bigint;
  readonly firesOn: 'edge' | 'level';
  readonly state: AlertState;
  /** Milliseconds of business time until which it keeps quiet. */
  readonly quietUntil: number;
}

export interface Verdict {
  readonly state: AlertState;
  /** It emits the event that it is triggered. */
  readonly fires: boolean;
}

/**
 * Holds one figure against an alert. A low balance lies below the threshold, a high one above it;
 * of everything else the threshold itself is enough.
 * @param value the figure; null when there is none
 * @param at milliseconds of business time
 */
export function judge(alert: AlertFacts, value: bigint | null, at: number): Verdict {
  if (value === null) return { state: 'unknown', fires: false };
  const isLoud = at >= alert.quietUntil;
  const beyond = isBeyond(alert, value);
  // An entry is over as soon as it is booked: there is nothing to come back from.
  if (watchOf(alert.type) === 'entries') {
    return { state: 'ok', fires: beyond && isLoud };
  }
  const was = alert.state === 'triggered';
  const isTriggered = beyond || (was && !isBack(alert, value));
  const isNews = !was || (alert.firesOn === 'level' && beyond);
  return {
    state: isTriggered ? 'triggered' : 'ok',
    fires: isTriggered && isNews && isLoud,
  };
}

function isBeyond({ type, threshold }: AlertFacts, value: bigint): boolean {
  if (type === 'low_balance') return value < threshold;
  return type === 'high_balance' ? value > threshold : value >= threshold;
}

function isBack({ type, threshold, hysteresis }: AlertFacts, value: bigint): boolean {
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
  { type: 'balance.alert.triggered', object: 'alert', when: 'What it watches for has come.' },
  {
    type: 'balance.alert.cleared',
    object: 'alert',
    when: 'It is over; only for an alert that asks for this event.',
  },
] as const;
