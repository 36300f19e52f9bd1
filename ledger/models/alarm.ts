// Alarms about deployed models: the monitored figures, and the rule that opens and closes an alarm.

export const ALARM_KINDS = [
  'auc',
  'brier',
  'default_rate',
  'review_rate',
  'drift',
  'stopped',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export const ALARM_ENDS = ['recovered', 'not_in_force'] as const;
export type AlarmEnd = (typeof ALARM_ENDS)[number];

/** A measurement of one kind. */
export interface AlarmReading {
  readonly kind: AlarmKind;
  /** `low` and `high` bound its 95 % confidence interval. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The worst promised value. */
  readonly bound: number;
  /** Number of decisions behind the value. */
  readonly rows: number;
}

/** `between`: an open alarm stays open, and no alarm opens. */
export type AlarmVerdict = 'raised' | 'recovered' | 'between';

/** A reading with its verdict. */
export interface JudgedReading extends AlarmReading {
  readonly verdict: AlarmVerdict;
}

/**
 * `raised` when even the better end of the interval is worse than the bound; `recovered` when the
 * value itself is within the bound. For AUC a larger value is better; for all other figures
 * a smaller value is better.
 */
export function judgeAlarm(reading: AlarmReading): JudgedReading {
  const { kind, value, low, high, bound } = reading;
  const isLargerBetter = kind === 'auc';
  const isRaised = isLargerBetter ? high < bound : low > bound;
  const isRecovered = isLargerBetter ? value >= bound : value <= bound;
  return { ...reading, verdict: isRaised ? 'raised' : isRecovered ? 'recovered' : 'between' };
}

/** The business events of alarms, part of the catalogue in event.ts. */
export const ALARM_EVENTS = [
  {
    type: 'model.alarm.opened',
    object: 'model_alarm',
    when:
      'A deployed model performs worse than promised, beyond what chance explains, or was stopped ' +
      'because its calls exceeded their limits.',
  },
  {
    type: 'model.alarm.closed',
    object: 'model_alarm',
    when: 'A deployed model performs as promised again, or no longer decides.',
  },
] as const;
