// `kontor clock` and `kontor trigger`: the clock of the sandbox, and simulated events.

import type { Command } from 'commander';
import { CommandError } from './command-error.ts';
import { bankOf, type Context } from './context.ts';
import { linesOf, tableOf } from './layout.ts';
import { addOperation, namedClientOf, type Verb } from './operations.ts';
import { safeJson } from './terminal.ts';
import { watchUntilFinished } from './watch.ts';

type Verbs = Readonly<Record<string, Verb>>;

const SIMULATION = /^simulate-/;

/** Adds `kontor trigger NAME`, which simulates an external event. */
export function addTrigger(program: Command, context: Context, sandbox: Verbs): void {
  const trigger = program
    .command('trigger')
    .description('Simulate an external event in the sandbox');
  for (const [name, verb] of Object.entries(sandbox)) {
    if (!SIMULATION.test(name)) continue;
    addOperation(trigger, [name.replace(SIMULATION, ''), verb], { context, side: 'developer' });
  }
  trigger.action(() => {
    const names = Object.entries(sandbox).filter(([name]) => SIMULATION.test(name));
    const rows = names.map(([name, { about }]) => {
      return { name: name.replace(SIMULATION, ''), does: about };
    });
    context.screen.out(tableOf(rows, context.screen));
  });
}

/** Adds `kontor clock`, `clock forward 3d` and `clock to 2027-01-01T00:00:00Z`. */
export function addClock(program: Command, context: Context): void {
  const clock = program.command('clock').description('The time of the sandbox');
  clock.action(async () => {
    printClock(context, await bankOf(context).getClock({}, { signal: context.signal }));
  });
  const forward = clock.command('forward').description('Advance the clock, and run what falls due');
  forward.argument('<duration>', '90m, 12h, 3d, 2w, or ISO 8601: P3DT12H');
  forward.action((duration: string) => moveClock(context, { advanceBy: durationOf(duration) }));
  const to = clock.command('to').description('Advance the clock to a time');
  to.argument('<moment>', 'RFC 3339, such as 2027-01-01T00:00:00Z');
  to.action((moment: string) => moveClock(context, { advanceTo: moment }));
}

const UNITS: Readonly<Record<string, (count: string) => string>> = {
  s: (count) => `PT${count}S`,
  m: (count) => `PT${count}M`,
  h: (count) => `PT${count}H`,
  d: (count) => `P${count}D`,
  w: (count) => `P${count}W`,
};

function durationOf(text: string): string {
  if (/^P/.test(text)) return text;
  const [, count = '', unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const write = UNITS[unit];
  if (write) return write(count);
  throw new CommandError(`"${text}" is no duration: 90m, 12h, 3d, 2w, or P3DT12H`, 'usage');
}

async function moveClock(context: Context, body: object): Promise<void> {
  const verb: Verb = { operation: 'advanceClock', about: '' };
  const flags = [
    { field: 'advanceBy', in: 'body', kind: 'text' },
    { field: 'advanceTo', in: 'body', kind: 'text' },
  ];
  context.request = { flags, path: [], values: { ...body }, idempotencyKey: null };
  const client = namedClientOf(context, 'developer');
  const answer = await client.methods.advanceClock?.({ body }, { signal: context.signal });
  printClock(context, await watchUntilFinished({ context, client, verb, parameters: {} }, answer));
}

function printClock({ screen, globals }: Context, clock: unknown): void {
  const isJson = globals().json === true;
  screen.out(isJson ? `${safeJson(clock)}\n` : linesOf(clock, screen));
}
