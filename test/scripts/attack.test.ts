// scripts/attack.ts finds no hole in a bank, and finds holes on each walk in a server that accepts
// every caller.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../scripts/attack/client.ts';
import { attackFourEyes } from '../../scripts/attack/four-eyes.ts';
import { readOperations } from '../../scripts/attack/operations.ts';
import { register } from '../../scripts/attack/people.ts';
import {
  type Attack,
  attackCredentials,
  attackRoles,
  attackScopes,
  attackTenancy,
} from '../../scripts/attack/walks.ts';
import {
  attackBodies,
  attackFraming,
  attackInnerNetwork,
  attackRegistrations,
  attackStreams,
} from '../../scripts/attack/wire.ts';
import { OPERATOR_KEY, openTestBank, type TestBank } from '../kit/bank/bank.ts';
import { claimSecondOperatorKey } from '../kit/people/operators.ts';

let bank: TestBank;
let attack: Attack;
beforeAll(async () => {
  const rateLimits = { reads: 0, money: 0, ai: 0, address: 0, registrations: 20 };
  bank = await openTestBank({ rateLimits });
  const client = createClient(bank.url);
  attack = {
    client,
    operations: await readOperations(client, OPERATOR_KEY),
    victim: await register(client),
    thief: await register(client),
    admins: { keys: [OPERATOR_KEY, await claimSecondOperatorKey(bank)], dataDir: bank.dataDir },
  };
});
afterAll(() => bank.close());

const WALKS = {
  tenancy: attackTenancy,
  credentials: attackCredentials,
  keys: attackScopes,
  roles: attackRoles,
  fourEyes: attackFourEyes,
  bodies: attackBodies,
  inside: attackInnerNetwork,
  smuggling: attackFraming,
  streams: attackStreams,
};

describe('the attack on a bank', () => {
  it('finds the operations of developers and of operators', () => {
    const countWithAccess = (access: string) =>
      attack.operations.filter((operation) => operation.access === access).length;
    expect(countWithAccess('developer')).toBeGreaterThan(120);
    expect(countWithAccess('operator')).toBeGreaterThan(40);
  });

  it.each(Object.entries(WALKS))('finds no hole on the walk of %s', async (_, walk) => {
    const before = attack.client.count();
    expect(await walk(attack)).toEqual([]);
    expect(attack.client.count() - before).toBeGreaterThanOrEqual(10);
  });

  it('finds no hole in the limit of registrations', async () => {
    expect(await attackRegistrations(attack)).toEqual([]);
  });
});

it('the attack reports every hole of a server without any control', async () => {
  const paths = Object.fromEntries(
    attack.operations.map((operation) => [operation.path, {}] as [string, Record<string, object>]),
  );
  for (const { path, method, id, access, scopes, takesBody } of attack.operations) {
    const name = access === 'operator' ? 'operatorKey' : 'apiKey';
    const security = access === 'public' ? [] : [{ [name]: scopes }];
    Object.assign(paths[path] ?? {}, {
      [method.toLowerCase()]: { operationId: id, security, ...(takesBody && { requestBody: {} }) },
    });
  }
  const attempts = [{ httpStatus: 200 }];
  const id = 'acc_01m0000000000000000000000b';
  const shown = { id, apiKey: 'sk_test_1', invitationCode: 'i', attempts };
  const server = createServer((request, response) => {
    request.resume();
    const isDocument = request.url === '/openapi.json';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isDocument ? { paths } : { ...shown, data: [shown] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const leaky = { ...attack, client, operations: await readOperations(client, null) };
  for (const [name, walk] of Object.entries({ ...WALKS, registrations: attackRegistrations })) {
    if (walk === attackFraming) continue;
    expect(await walk(leaky), name).not.toEqual([]);
  }
  server.closeAllConnections();
  server.close();
});
