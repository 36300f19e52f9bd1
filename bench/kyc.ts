// Assessments of identities: the time until each is decided, the processor time of bank and Temporal
// for it, and the events of its workflow.

import { kycWorkflowId } from '../ledger/workflow-id.ts';
import { KYC, SOUND } from '../test/kit/people/kyc.ts';
import { prepareGround } from './ground.ts';
import { openCustomers } from './http.ts';
import { percentile, type Row } from './measure.ts';
import { eventRows, post, row, rowsOf, spentIdle, spentRows, workThrough } from './spent.ts';

const WARM = 100;
const CLIENTS = 16;
const SAMPLED = 5;
/** One and a half times the 26 a second of the bank of before, with as many clients. */
const LEAST_PER_SECOND = 39;
/** A person of whom there is no other: two customers with one identity are for a reviewer. */
function personOf(number: number) {
  const letters = [...String(number)].map((digit) => 'bcdfghklmn'[Number(digit)]).join('a');
  const [firstName, lastName] = ['Ada', `Lov${letters}a`];
  const dateOfBirth = `${1950 + (number % 50)}-0${1 + (number % 9)}-1${number % 10}`;
  return {
    customer: { type: 'individual', name: `${firstName} ${lastName}`, dateOfBirth, country: 'GB' },
    order: {
      identity: {
        firstName,
        lastName,
        dateOfBirth,
        nationality: 'GB',
        address: SOUND.identity.address,
      },
      documents: [{ ...SOUND.documents[0], number: `X${1_000_000 + number}` }],
    },
  };
}

/** @param seconds of which each has 10 assessments of one client, then 40 of several */
export async function benchKyc(seconds: number): Promise<Row[]> {
  const ground = await prepareGround();
  try {
    const { key } = await openCustomers(ground);
    const bank = { url: ground.url, key };
    // Their opening is no part of the measurement.
    const orders: object[] = [];
    let opened = 0;
    const open = async (count: number) => {
      for (let left = count; left > 0; left--) {
        const { customer, order } = personOf(opened++);
        const { id: customerId } = await post(bank, '/v1/customers', customer);
        orders.push({ customerId, ...order });
      }
    };
    const one = async (_: number, answered: () => void): Promise<string> => {
      const { id, status, reviewReasons } = await post(bank, `${KYC}?wait=10`, orders.pop() ?? {});
      answered();
      if (status !== 'completed') throw new Error(`${id} is ${status}: ${reviewReasons}`);
      return id;
    };
    await open(WARM);
    await workThrough(ground, { clients: CLIENTS, count: WARM, one });
    const [few, lots] = [Math.ceil(10 * seconds), Math.ceil(40 * seconds)];
    await open(few + lots);
    const idle = await spentIdle(ground);
    const alone = await workThrough(ground, { clients: 1, count: few, one });
    const many = await workThrough(ground, { clients: CLIENTS, count: lots, one });
    const sampled = many.ids.slice(-SAMPLED).map(kycWorkflowId);
    return [
      row(
        'assessments of identities, one at a time, p50 until decided',
        percentile(alone.doneMs, 0.5),
        'ms',
        { valueAtMost: 25 },
      ),
      ...rowsOf(`assessments of identities, ${CLIENTS} clients`, many, {
        rate: { valueAtLeast: LEAST_PER_SECOND },
        ms: { valueAtMost: 25 },
      }),
      ...spentRows('a second without any work', idle),
      ...(await eventRows(ground, 'events of an assessment', sampled)),
    ];
  } finally {
    await ground.stop();
  }
}
