// More people of the bank, for what takes two or one of a role: the second admin by the code of the
// first start, all others by invitation. Who invites decides nothing together with who is invited,
// so that an admin of their own invites those who are to agree with the first two.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_KEY, type TestBank } from '../bank/bank.ts';

type Called = Pick<TestBank, 'call' | 'bank' | 'dataDir'>;

interface Person {
  readonly id: string;
  readonly key: string;
}

async function claim({ call }: Called, invitationCode: string): Promise<Person> {
  const { body } = await call('/v1/ops/operators/claim', { body: { invitationCode } });
  return { id: body.id, key: body.apiKey };
}

/** Of each bank once, also after it was opened again. */
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
  const { secondCode } = bank.bank.secondAdmin;
  return (await claim(bank, secondCode ?? '')).key;
});

const invitationTo = (roles: readonly string[]) => ({
  name: `Operator ${roles.join(' ')}`,
  email: `operator-${crypto.randomUUID()}@bank.example`,
  roles,
  reason: 'Joins us',
});

/** Two admins make a third one, whose code lies in a file. */
async function newAdmin(bank: Called): Promise<Person> {
  const second = await secondOperator(bank);
  const body = invitationTo(['admin']);
  await bank.call('/v1/ops/operators', { key: OPERATOR_KEY, body });
  const made = await bank.call('/v1/ops/operators', { key: second, body });
  const file = join(bank.dataDir, 'invitations', `${made.body.id}.code`);
  return claim(bank, readFileSync(file, 'utf8').trim());
}

const personnel = once(newAdmin);

/** Invites a person with these roles, who claims a key; returns both. */
export async function newOperator(bank: Called, roles: readonly string[]): Promise<Person> {
  if (roles.includes('admin')) return newAdmin(bank);
  const { key } = await personnel(bank);
  const invited = await bank.call('/v1/ops/operators', { key, body: invitationTo(roles) });
  return claim(bank, invited.body.invitationCode);
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
