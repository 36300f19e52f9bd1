// Further operators, for acts that take two people or a certain role: the second admin by the code
// of the first start, all others by invitation. An operator cannot decide together with an operator
// whom they have invited, so another admin invites those who decide together with the first two.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_KEY, type TestBank } from '../bank/bank.ts';

type BankHandle = Pick<TestBank, 'call' | 'bank' | 'dataDir'>;

interface Person {
  readonly id: string;
  readonly key: string;
}

interface InvitedOperator {
  readonly id: string;
  readonly invitationCode: string;
}

async function claim({ call }: BankHandle, invitationCode: string): Promise<Person> {
  const { body } = await call('/v1/ops/operators/claim', { body: { invitationCode } });
  return { id: body.id, key: body.apiKey };
}

/** Calls `make` once for each bank, also when the bank is opened again. */
function oncePerBank<T>(make: (bank: BankHandle) => Promise<T>): (bank: BankHandle) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (bank) => {
    const cached = cache.get(bank.dataDir) ?? make(bank);
    cache.set(bank.dataDir, cached);
    return cached;
  };
}

/** Returns the key of the bank's second admin, the same key at each call. */
export const claimSecondOperatorKey = oncePerBank(async (bank) => {
  const { secondCode } = bank.bank.firstAdmins;
  return (await claim(bank, secondCode ?? '')).key;
});

const invitationTo = (roles: readonly string[]) => ({
  name: `Operator ${roles.join(' ')}`,
  email: `operator-${crypto.randomUUID()}@bank.example`,
  roles,
  reason: 'Joins us',
});

/** Invites a person by two admins; the code is in a file. */
export async function invite(
  bank: BankHandle,
  body: object,
  callerKey = OPERATOR_KEY,
): Promise<InvitedOperator> {
  const secondOperatorKey = await claimSecondOperatorKey(bank);
  await bank.call('/v1/ops/operators', { key: callerKey, body });
  const answer = await bank.call('/v1/ops/operators', { key: secondOperatorKey, body });
  return { id: answer.body.id, invitationCode: readInvitationCode(bank, answer.body.id) };
}

/** Reads the invitation code of an operator from the data directory. */
export function readInvitationCode({ dataDir }: Pick<BankHandle, 'dataDir'>, id: string): string {
  return readFileSync(join(dataDir, 'invitations', `${id}.code`), 'utf8').trim();
}

const createInvitingAdmin = oncePerBank(async (bank) => {
  return claim(bank, (await invite(bank, invitationTo(['admin']))).invitationCode);
});

/** Invites an operator with these roles and claims a key. Returns the operator's id and key. */
export async function createOperator(bank: BankHandle, roles: readonly string[]): Promise<Person> {
  const callerKey = roles.includes('admin') ? OPERATOR_KEY : (await createInvitingAdmin(bank)).key;
  const { invitationCode } = await invite(bank, invitationTo(roles), callerKey);
  return claim(bank, invitationCode);
}

/** Approves a developer's application by two operators; the answer has the claim code. */
export async function approveApplication(
  bank: BankHandle,
  applicationId: string,
  body: object = { decision: 'approved' },
) {
  const path = `/v1/ops/applications/${applicationId}/decision`;
  await bank.call(path, { key: OPERATOR_KEY, body });
  return bank.call(path, { key: await claimSecondOperatorKey(bank), body });
}
