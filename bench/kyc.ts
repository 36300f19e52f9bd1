// KYC assessments: the time until the decision, the processor time of bank and Temporal, and the
// events of the workflow.

import { kycWorkflowId } from '../ledger/workflow-id.ts';
import { APPROVABLE_KYC, KYC_PATH } from '../test/kit/people/kyc.ts';
import { openCustomers } from './http.ts';
import { percentile, type Row } from './measure.ts';
import {
  countEvents,
  formatProcessorTimes,
  formatWorkResult,
  measureIdle,
  post,
  row,
  runWork,
} from './processor-time.ts';
import { startTestbed } from './testbed.ts';

const WARM_UP_CUSTOMERS = 100;
const CLIENTS = 16;
const SAMPLED = 5;
/** One and a half times the 26 per second that an earlier version reached with as many clients. */
const MIN_PER_SECOND = 39;
/**
 * Returns a person with a unique identity: a reviewer decides about two customers with one
 * identity.
 */
function makePerson(number: number) {
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
        address: APPROVABLE_KYC.identity.address,
      },
      documents: [{ ...APPROVABLE_KYC.documents[0], number: `X${1_000_000 + number}` }],
    },
  };
}

/**
 * @param seconds for each, 10 assessments are made by one client, and then 40 by several clients
 */
export async function benchKyc(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed();
  try {
    const { key } = await openCustomers(testbed);
    const bank = { url: testbed.url, key };
    // Opening the customers is not part of the measurement.
    const orders: object[] = [];
    let opened = 0;
    const open = async (count: number) => {
      for (let remaining = count; remaining > 0; remaining--) {
        const { customer, order } = makePerson(opened++);
        const { id: customerId } = await post(bank, '/v1/customers', customer);
        orders.push({ customerId, ...order });
      }
    };
    const assess = async (_: number, answered: () => void): Promise<string> => {
      const { id, status, reviewReasons } = await post(
        bank,
        `${KYC_PATH}?wait=10`,
        orders.pop() ?? {},
      );
      answered();
      if (status !== 'completed') throw new Error(`${id} is ${status}: ${reviewReasons}`);
      return id;
    };
    await open(WARM_UP_CUSTOMERS);
    await runWork(testbed, { clients: CLIENTS, count: WARM_UP_CUSTOMERS, carryOut: assess });
    const [singleCount, parallelCount] = [Math.ceil(10 * seconds), Math.ceil(40 * seconds)];
    await open(singleCount + parallelCount);
    const idle = await measureIdle(testbed);
    const singleClient = await runWork(testbed, {
      clients: 1,
      count: singleCount,
      carryOut: assess,
    });
    const manyClients = await runWork(testbed, {
      clients: CLIENTS,
      count: parallelCount,
      carryOut: assess,
    });
    const sampled = manyClients.ids.slice(-SAMPLED).map(kycWorkflowId);
    return [
      row(
        'assessments of identities, one at a time, p50 until decided',
        percentile(singleClient.doneMs, 0.5),
        'ms',
        { valueAtMost: 25 },
      ),
      ...formatWorkResult(`assessments of identities, ${CLIENTS} clients`, manyClients, {
        rate: { valueAtLeast: MIN_PER_SECOND },
        ms: { valueAtMost: 25 },
      }),
      ...formatProcessorTimes('one idle second', idle),
      ...(await countEvents(testbed, 'events of an assessment', sampled)),
    ];
  } finally {
    await testbed.stop();
  }
}
