// Recall and false alarms of the written AML rules on simulated worlds, by planted scheme;
// docs/build/aml.md quotes the figures. The thresholds were chosen on worlds 11 to 13, which are
// not measured here.
//   node research/aml-typologies.ts [--seeds 21,22]

import { parseArgs } from 'node:util';
import type { AccountFlows } from '../ai/aml/flow.ts';
import { findRoundTrip } from '../ai/aml/round-trip.ts';
import { WINDOW_RULES } from '../ai/aml/typologies.ts';
import { LAUNDERING } from '../models/learn/simulator/plan.ts';
import { MEANT_FOR } from '../scripts/demo/report.ts';
import { runScript, say } from '../scripts/say.mjs';
import { type AmlWorld, buildAmlWorld } from './aml/world.ts';

const SEEDS = '21,22,23,24,25,26,27,28';
const MIN_RECALL = 0.6;
const MAX_CLEAN = 0.05;

/** Returns the typologies that an account triggers. */
function findHits(account: AccountFlows, { sent }: AmlWorld): Set<string> {
  const findings = [
    ...Object.values(WINDOW_RULES).map((rule) => rule(account)),
    findRoundTrip(account, (id) => sent.get(id) ?? []),
  ];
  return new Set(findings.filter(({ triggered }) => triggered).map(({ code }) => code));
}

function measureWorlds(seeds: readonly number[]) {
  const tally = new Map(LAUNDERING.map((scheme) => [scheme, { found: 0, of: 0 }]));
  const clean = { hit: 0, of: 0 };
  const touched = { hit: 0, of: 0 };
  const byRule = new Map<string, number>();
  for (const seed of seeds) {
    const world = buildAmlWorld(seed);
    for (const account of world.accounts) {
      const hits = findHits(account, world);
      for (const [scheme, carriers] of world.carriers) {
        const line = tally.get(scheme);
        if (!line || !carriers.has(account.accountId)) continue;
        line.of += 1;
        if (MEANT_FOR[scheme].some((code) => hits.has(code))) line.found += 1;
      }
      const isTouched = world.touched.has(account.accountId);
      const side = isTouched ? touched : clean;
      side.of += 1;
      if (hits.size > 0) side.hit += 1;
      if (isTouched) continue;
      for (const code of hits) byRule.set(code, (byRule.get(code) ?? 0) + 1);
    }
  }
  return { tally, clean, touched, byRule };
}

const round = (share: number) => Math.round(share * 1_000) / 1_000;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { seeds: { type: 'string', default: SEEDS } } });
  const seeds = values.seeds.split(',').map(Number);
  const { tally, clean, touched, byRule } = measureWorlds(seeds);
  say(
    `${seeds.length} worlds (${seeds.join(', ')}): 900 customers and 100 businesses each, 90 days`,
  );
  let isMet = true;
  for (const [scheme, { found, of }] of tally) {
    const recall = found / of;
    isMet &&= recall >= MIN_RECALL;
    say(`${scheme}: ${found} of ${of} accounts found, recall ${round(recall)}`);
  }
  const among = round(touched.hit / touched.of);
  say(`of all that a scheme touched, payers and payees: ${touched.hit} of ${touched.of}, ${among}`);
  const share = clean.hit / clean.of;
  isMet &&= share <= MAX_CLEAN;
  say(`clean accounts hit: ${clean.hit} of ${clean.of}, ${round(share)}`);
  for (const [code, count] of byRule) say(`  by ${code}: ${count}`);
  const target = `recall ≥ ${MIN_RECALL} of each at ≤ ${MAX_CLEAN} of clean accounts`;
  say(`${target}: ${isMet ? 'met' : 'missed'}`);
  return isMet ? 0 : 1;
}

await runScript(main);
