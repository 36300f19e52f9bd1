// Alarms about models in force: the monitored figures, and the start and end of an episode.

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
  /** With its 95 % interval. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The worst promised value. */
  readonly bound: number;
  /** Decisions that it rests on. */
  readonly rows: number;
}

/** Between both bounds an episode goes on, and none begins. */
export type AlarmVerdict = 'raised' | 'recovered' | 'between';

/** A reading with its verdict. */
export interface JudgedReading extends AlarmReading {
  readonly verdict: AlarmVerdict;
}

/**
 * Raised when even the better end of the interval is worse than the bound, recovered when the
 * figure itself is not. For an area under ROC more is better; for all other figures less is.
 */
export function judgeAlarm(reading: AlarmReading): JudgedReading {
  const { kind, value, low, high, bound } = reading;
  const isAbove = kind === 'auc';
  const isRaised = isAbove ? high < bound : low > bound;
  const isRecovered = isAbove ? value >= bound : value <= bound;
  return { ...reading, verdict: isRaised ? 'raised' : isRecovered ? 'recovered' : 'between' };
}

/** The business events of alarms, part of the catalogue in event.ts. */
export const ALARM_EVENTS = [
  {
    type: 'model.alarm.opened',
    object: 'model_alarm',
    when:
      'A model in force does worse than was promised, beyond what chance explains, or was stopped ' +
      'because its calls went beyond their limits.',
  },
  {
    type: 'model.alarm.closed',
    object: 'model_alarm',
    when: 'It does as promised again, or decides no more.',
  },
] as const;
