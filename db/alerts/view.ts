// Renders an alert as the API and the events show it.

import { type AlertType, hasBalanceKind } from '../../ledger/alert.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { alerts } from './tables.ts';

export type AlertRow = typeof alerts.$inferSelect;

/** A channel; without a provider nothing is sent. */
export interface AlertChannel {
  readonly type: 'webhook' | 'email' | 'sms' | 'push';
  readonly target: string | null;
}

/** The direction in which a figure must cross the threshold to trigger an alert of that type. */
export function directionOf(type: AlertType): 'below' | 'above' {
  return type === 'low_balance' ? 'below' : 'above';
}

/**
 * The wire form. Amounts in minor units.
 * @param hasMail true when e-mail channels are served
 */
export function alertView(row: AlertRow, livemode: boolean, hasMail: boolean) {
  const channels = JSON.parse(row.channels) as AlertChannel[];
  return {
    id: row.id,
    object: 'alert' as const,
    livemode,
    accountId: row.accountId,
    type: row.type,
    threshold: row.threshold,
    balanceKind: hasBalanceKind(row.type) ? row.balanceKind : null,
    direction: directionOf(row.type),
    hysteresis: row.hysteresis,
    trigger: row.firesOn,
    channels: channels.map(({ type, target }) => ({
      type,
      target,
      status: isServed(type, hasMail) ? ('active' as const) : ('not_configured' as const),
    })),
    cooldownSeconds: row.cooldownSeconds,
    notifyOnClear: row.notifyOnClear === 1,
    enabled: row.status === 'active',
    status: row.status,
    state: row.state,
    lastValue: row.lastValue,
    lastTransactionId: row.lastTransactionId,
    lastTriggeredAt: timestamp(row.lastTriggeredAt),
    triggerCount: row.triggerCount,
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

function isServed(type: AlertChannel['type'], hasMail: boolean): boolean {
  return type === 'webhook' || (type === 'email' && hasMail);
}

export type AlertView = ReturnType<typeof alertView>;
