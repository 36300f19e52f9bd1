// More operators, for acts that take two or one of a role: the second admin by the code of the
// first start, all others by invitation. An operator cannot decide together with one they have
// invited, so the invitations for those who are to agree with the first two come from a separate
// admin.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_KEY, type TestBank } from '../bank/bank.ts';

type Called = Pick<TestBank, 'call' | 'bank' | 'dataDir'>;

interface Person {
  readonly id: string;
  readonly key: string;
}

interface Invited {
  readonly id: string;
  readonly invitationCode: string;
}

async function claim({ call }: Called, invitationCode: string): Promise<Person> {
  const { body } = await call('/v1/ops/operators/claim', { body: { invitationCode } });
  return { id: body.id, key: body.apiKey };
}

/** Once for each bank, also after it was opened again. */
function once<T>(make: (bank: Called) => Promise<T>): (bank: Called) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (bank) => {
    const known = made.get(bank.dataDir) ?? make(bank);
    made.set(bank.dataDir, known);
    return known;
  };
}

/** The key of the second admin of the bank; the same one each time. */
export const secondOperator = once(async (bank) => {
  const { secondCode } = bank.bank.founding;
  return (await claim(bank, secondCode ?? '')).key;
});

const invitationTo = (roles: readonly string[]) => ({
  name: `Operator ${roles.join(' ')}`,
  email: `operator-${crypto.randomUUID()}@bank.example`,
  roles,
  reason: 'Joins us',
});

/** Two admins invite a person; the code lies in a file. */
export async function invite(bank: Called, body: object, by = OPERATOR_KEY): Promise<Invited> {
  const second = await secondOperator(bank);
  await bank.call('/v1/ops/operators', { key: by, body });
  const made = await bank.call('/v1/ops/operators', { key: second, body });
  return { id: made.body.id, invitationCode: readCode(bank, made.body.id) };
}

/** The code of an operator, as the holder of the machine reads it. */
export function readCode({ dataDir }: Pick<Called, 'dataDir'>, id: string): string {
  return readFileSync(join(dataDir, 'invitations', `${id}.code`), 'utf8').trim();
}

const personnel = once(async (bank) => {
  return claim(bank, (await invite(bank, invitationTo(['admin']))).invitationCode);
});

/**
 * Invites an operator with these roles, who claims a key. Returns both the operator and the key.
 */
export async function newOperator(bank: Called, roles: readonly string[]): Promise<Person> {
  const by = roles.includes('admin') ? OPERATOR_KEY : (await personnel(bank)).key;
  const { invitationCode } = await invite(bank, invitationTo(roles), by);
  return claim(bank, invitationCode);
}

/** Two operators let a developer into production; the answer shows the claim code. */
export async function approveApplication(
  bank: Called,
  applicationId: string,
  body: object = { decision: 'approved' },
) {
  const path = `/v1/ops/applications/${applicationId}/decision`;
  await bank.call(path, { key: OPERATOR_KEY, body });
  return bank.call(path, { key: await secondOperator(bank), body });
}
