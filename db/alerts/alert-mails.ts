// The e-mails of alerts: one for each e-mail channel of an alert with an event.

import { formatMinor } from '../../ledger/money.ts';
import type { Tx } from '../kernel/tx.ts';
import { queueMail } from '../mails/acts.ts';
import type { AlertView } from './view.ts';

/** The name of the bank, as authenticators and passkeys show it. */
const BANK = 'Kontor';

interface AlertedAccount {
  readonly name: string;
  readonly number: string;
  readonly currency: string;
  readonly holder: string | null;
}

const ACCOUNT_WITH_HOLDER = `SELECT a.name, a.account_number AS number, a.currency, c.name AS holder
     FROM accounts a LEFT JOIN customers c ON c.id = a.customer_id WHERE a.id = ?`;

function textOf(tx: Tx, alert: AlertView, fires: boolean): string {
  const { accountId, type, threshold, lastValue } = alert;
  const account = tx.get<AlertedAccount>(ACCOUNT_WITH_HOLDER, accountId);
  const code = account?.currency ?? '';
  const figure = (value: number) =>
    type === 'limit_near' ? `${value} %` : `${formatMinor(BigInt(value), code)} ${code}`;
  // The payment that ended the alert is not recorded.
  const payment = fires ? 'Payment:  ' : 'Fired by: ';
  const facts = [
    `Bank:      ${BANK}${alert.livemode ? '' : ', sandbox'}`,
    ...(account?.holder ? [`Holder:    ${account.holder}`] : []),
    `Account:   ${account ? `${account.name}, ${account.number} (${accountId})` : accountId}`,
    `Alert:     ${alert.id} (${type})`,
    `Threshold: ${figure(threshold)}`,
    ...(lastValue === null ? [] : [`Figure:    ${figure(lastValue)}`]),
    ...(alert.lastTransactionId === null ? [] : [`${payment} ${alert.lastTransactionId}`]),
  ];
  const headline = fires
    ? 'A balance alert has fired.'
    : 'The figure of a balance alert is back within its threshold.';
  return `${headline}\n\n${facts.join('\n')}\n`;
}

/** Queues the mails about an alert, where a mail server is configured. */
export function mailAlert(tx: Tx, tenantId: string, alert: AlertView, fires: boolean): void {
  if (!tx.terms.hasMail) return;
  const { name = alert.accountId } =
    tx.get<AlertedAccount>(ACCOUNT_WITH_HOLDER, alert.accountId) ?? {};
  const figure = `${alert.type} of ${name}`;
  const subject = fires ? `Balance alert: ${figure}` : `Balance alert over: ${figure}`;
  for (const { type, target } of alert.channels) {
    if (type !== 'email' || target === null) continue;
    const mailFields = { tenantId, kind: 'alert', subjectId: alert.id } as const;
    queueMail(tx, { ...mailFields, recipient: target, subject, body: textOf(tx, alert, fires) });
  }
}
