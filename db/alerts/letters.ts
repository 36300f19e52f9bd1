// The e-mails of alerts: one for each e-mail channel of an alert that speaks.

import { formatMinor } from '../../ledger/money.ts';
import type { Database } from '../kernel/connect.ts';
import type { MailActs } from '../mails/acts.ts';
import type { AlertView } from './view.ts';

/** Call its function inside `database.write` only. */
export function alertLetters({ raw }: Database, mails: Pick<MailActs, 'queue' | 'isOn'>) {
  const currency = raw
    .prepare<[string], string>('SELECT currency FROM accounts WHERE id = ?')
    .pluck();

  function textOf(alert: AlertView, fires: boolean): string {
    const { accountId, type, threshold, lastValue } = alert;
    const code = currency.get(accountId) ?? '';
    const figure = (value: number) =>
      type === 'limit_near' ? `${value} %` : `${formatMinor(BigInt(value), code)} ${code}`;
    const facts = [
      `Account:   ${accountId}`,
      `Alert:     ${alert.id} (${type})`,
      `Threshold: ${figure(threshold)}`,
      ...(lastValue === null ? [] : [`Figure:    ${figure(lastValue)}`]),
      ...(alert.lastTransactionId === null ? [] : [`Transaction: ${alert.lastTransactionId}`]),
    ];
    const headline = fires
      ? 'A balance alert has fired.'
      : 'The figure of a balance alert is back within its threshold.';
    return `${headline}\n\n${facts.join('\n')}\n`;
  }

  return {
    queue(tenantId: string, alert: AlertView, fires: boolean): void {
      if (!mails.isOn) return;
      const subject = fires ? `Balance alert: ${alert.type}` : `Balance alert over: ${alert.type}`;
      for (const { type, target } of alert.channels) {
        if (type !== 'email' || target === null) continue;
        const about = { tenantId, kind: 'alert', subjectId: alert.id } as const;
        mails.queue({ ...about, recipient: target, subject, body: textOf(alert, fires) });
      }
    },
  };
}
