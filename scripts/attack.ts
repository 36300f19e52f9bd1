// node scripts/attack.ts: attacks a running bank as a hostile client, with developers that it
// registers, and prints its attempts and those that succeeded.

import { parseArgs } from 'node:util';
import { createClient } from './attack/client.ts';
import { attackFourEyes } from './attack/four-eyes.ts';
import { readOperations } from './attack/operations.ts';
import { type Developer, register } from './attack/people.ts';
import {
  type Attack,
  attackCredentials,
  attackRoles,
  attackScopes,
  attackTenancy,
  type Findings,
} from './attack/walks.ts';
import {
  attackBodies,
  attackFraming,
  attackInnerNetwork,
  attackRegistrations,
  attackStreams,
} from './attack/wire.ts';
import { runScript, Stop, say } from './say.mjs';

const USAGE = `usage: node scripts/attack.ts [options]
  --api URL             the bank; http://127.0.0.1:8080 by default
  --operator-key KEY    key of an admin
  --second-key KEY      key of a second admin: the walks over roles and four eyes need two
  --data-dir PATH       folder with the codes of operators; ./data by default
  --key KEY             sandbox key of a developer; without it, two developers register
  --other-key KEY       sandbox key of another developer, together with --key
  --skip NAME           leaves a walk out; may be repeated
`;

const WALKS: Readonly<Record<string, (attack: Attack) => Promise<Findings>>> = {
  tenancy: attackTenancy,
  credentials: attackCredentials,
  keys: attackScopes,
  roles: attackRoles,
  'four-eyes': attackFourEyes,
  bodies: attackBodies,
  ssrf: attackInnerNetwork,
  smuggling: attackFraming,
  streams: attackStreams,
  // The attack on registrations comes last: it uses up the registrations that this address may make
  // in an hour.
  registration: attackRegistrations,
};

const EX_USAGE = 64;
const MAX_SHOWN = 20;

function parse() {
  const text = { type: 'string' } as const;
  const several = { type: 'string', multiple: true } as const;
  try {
    return parseArgs({
      options: {
        api: text,
        'operator-key': text,
        'second-key': text,
        'data-dir': text,
        key: text,
        'other-key': text,
        skip: several,
      },
    }).values;
  } catch (error) {
    const problem = (error as Error).message;
    throw new Stop(`${problem}\n${USAGE}`, { exitCode: EX_USAGE, cause: error });
  }
}

async function main(): Promise<number> {
  const values = parse();
  const { api = 'http://127.0.0.1:8080', skip = [] } = values;
  const unknownWalk = skip.find((name) => !(name in WALKS));
  if (unknownWalk || !URL.canParse(api)) throw new Stop(USAGE, { exitCode: EX_USAGE });
  const client = createClient(api);
  const findOrRegisterDeveloper = async (key: string | undefined): Promise<Developer> =>
    key ? { key, email: 'victim@example.com' } : register(client);
  const operatorKey = values['operator-key'] ?? null;
  const { 'second-key': secondKey, 'data-dir': dataDir = 'data' } = values;
  const attack = {
    client,
    operations: await readOperations(client, operatorKey),
    victim: await findOrRegisterDeveloper(values.key),
    thief: await findOrRegisterDeveloper(values['other-key']),
    admins: operatorKey && secondKey ? { keys: [operatorKey, secondKey] as const, dataDir } : null,
  };
  say(`${attack.operations.length} operations of ${api}`);
  let brokenCount = 0;
  for (const [name, walk] of Object.entries(WALKS)) {
    if (skip.includes(name)) {
      say(`${name.padEnd(14)} left out`);
      continue;
    }
    const before = client.count();
    const findings = await walk(attack);
    const isSkipped = findings.length === 1 && findings[0]?.startsWith('not tried');
    if (!isSkipped) brokenCount += findings.length;
    const calls = String(client.count() - before).padStart(6);
    const result = isSkipped ? 'not tried' : `${findings.length} let through`;
    say(`${name.padEnd(14)} ${calls} calls, ${result}`);
    for (const finding of findings.slice(0, MAX_SHOWN)) say(`    ${finding}`);
  }
  say(`${client.count()} calls, ${brokenCount} let through`);
  return brokenCount === 0 ? 0 : 1;
}

await runScript(main);
