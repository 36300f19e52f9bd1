// More people of the bank, for what takes two or one of a role: by invitation, as all are.

import { OPERATOR_KEY, type TestBank } from '../bank/bank.ts';

/** Invites a person with these roles, who claims a key; returns both. */
export async function newOperator(
  bank: Pick<TestBank, 'call'>,
  roles: readonly string[],
): Promise<{ id: string; key: string }> {
  const email = `operator-${crypto.randomUUID()}@bank.example`;
  const body = { name: `Operator ${roles.join(' ')}`, email, roles, reason: 'Joins us' };
  const invited = await bank.call('/v1/ops/operators', { key: OPERATOR_KEY, body });
  const { id, invitationCode } = invited.body;
  const claimed = await bank.call('/v1/ops/operators/claim', { body: { invitationCode } });
  return { id, key: claimed.body.apiKey };
}

/** The second admin of each bank. */
const seconds = new WeakMap<object, Promise<string>>();

/** The key of a second admin of the bank; the same one each time. */
export function secondOperator(bank: Pick<TestBank, 'call' | 'bank'>): Promise<string> {
  const known = seconds.get(bank.bank) ?? newOperator(bank, ['admin']).then(({ key }) => key);
  seconds.set(bank.bank, known);
  return known;
}

/** Two operators let a developer into production; the answer shows the claim code. */
export async function approveApplication(
  bank: Pick<TestBank, 'call' | 'bank'>,
  applicationId: string,
  body: object = { decision: 'approved' },
) {
  const path = `/v1/ops/applications/${applicationId}/decision`;
  await bank.call(path, { key: OPERATOR_KEY, body });
  return bank.call(path, { key: await secondOperator(bank), body });
}
