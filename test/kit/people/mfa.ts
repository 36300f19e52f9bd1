// A customer with a second factor, enrolled through the API, and the codes of the customer's app.

import { generateSync } from 'otplib';
import { openAccounts, type TestBank } from '../bank/bank.ts';
import { transferOf } from '../bank/checked-bank.ts';

export interface EnrolledCustomer {
  readonly customerId: string;
  readonly from: string;
  readonly to: string;
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Returns the code that the app shows `stepsAhead` time steps from now. */
export function generateCode(secret: string, stepsAhead = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAhead });
}

/** Returns a code that is wrong in the present and the neighbouring time steps. */
export function findWrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => generateCode(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !right.includes(code),
  ) as string;
}

/** Opens two accounts; payments above 1,000 from the first need the second factor. */
export async function enrol(
  bank: TestBank,
  key: string,
  limits: object = { requireMfaAbove: 1_000 },
): Promise<EnrolledCustomer> {
  const { customerId, accountIds } = await openAccounts(bank, key, [100_000, 0]);
  const [from = '', to = ''] = accountIds;
  await bank.call(`/v1/accounts/${from}/limits`, {
    method: 'PUT',
    key,
    body: { currency: 'EUR', ...limits },
  });
  const answer = await bank.call('/v1/auth/mfa/enable', { key, body: { customerId } });
  const { secret } = answer.body;
  const body = { customerId, code: generateCode(secret) };
  const active = await bank.call('/v1/auth/mfa/verify', { key, body });
  return { customerId, from, to, secret, recoveryCodes: active.body.recoveryCodes };
}

/** Makes a transfer that waits for the customer's code. */
export async function requestTransfer(
  bank: TestBank,
  key: string,
  { from, to }: Pick<EnrolledCustomer, 'from' | 'to'>,
  fields: object = {},
) {
  const body = { ...transferOf(from, to, 5_000), ...fields };
  return bank.call('/v1/transactions?wait=10', { key, body });
}
