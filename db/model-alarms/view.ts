// An alarm about a model as the API and the events show it.

import { timestamp } from '../kernel/timestamp.ts';
import type { modelAlarms } from './tables.ts';

export type AlarmRow = typeof modelAlarms.$inferSelect;

/** An alarm with the model version that it concerns. */
export interface NamedAlarm extends AlarmRow {
  readonly modelId: string;
  readonly name: string;
  readonly label: string;
}

/** The wire form of an alarm. */
export function alarmView(row: NamedAlarm, livemode: boolean) {
  return {
    id: row.id,
    object: 'model_alarm' as const,
    livemode,
    developerId: row.tenantId,
    modelId: row.modelId,
    versionId: row.versionId,
    name: row.name,
    modelVersion: row.label,
    kind: row.kind,
    value: row.value,
    low: row.low,
    high: row.high,
    bound: row.bound,
    rows: row.rows,
    status: row.closedAt === null ? ('open' as const) : ('closed' as const),
    openedAt: timestamp(row.createdAt),
    closedAt: timestamp(row.closedAt),
    closedWhy: row.closedWhy,
    closedValue: row.closedValue,
    version: row.closedAt === null ? 1 : 2,
  };
}

export type ModelAlarmView = ReturnType<typeof alarmView>;
