// Makes the file of anonymising networks from lists that the operator has downloaded: one address
// or CIDR range on each line. The same originals and dates give the same bytes.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  createNetworks,
  NETWORK_SCHEMA,
  NetworkFileError,
  type NetworkList,
  parseRange,
} from '../ai/risk/networks.ts';
import { HIDDEN_NETWORKS, type HiddenNetwork } from '../ledger/decisions/risk.ts';
import { runScript, say } from './say.mjs';

const HELP = `node scripts/import-networks.ts --tor exits.txt --hosting ranges.txt --as-of 2026-11-23 \\
    --out networks.json

  --tor       exits of Tor, an address or CIDR range on each line; text after # is ignored
  --hosting   the same of providers of hosting and VPN
  --as-of     the day on which the lists were published
  --source    who publishes them, and --licence under which terms: both are kept in the file
  --out       the file to write; KONTOR_NETWORK_LISTS names it`;

const { values } = parseArgs({
  options: {
    tor: { type: 'string' },
    hosting: { type: 'string' },
    'as-of': { type: 'string' },
    source: { type: 'string' },
    licence: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

function readList(code: HiddenNetwork, file: string, asOf: string): NetworkList {
  const text = readFileSync(file, 'utf8');
  const ranges: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const range = line.replace(/#.*/, '').trim();
    if (range === '') continue;
    try {
      parseRange(range);
    } catch (error) {
      const message = (error as Error).message;
      throw new NetworkFileError(`${file}, line ${index + 1}: ${message}`, { cause: error });
    }
    ranges.push(range);
  }
  if (ranges.length === 0) throw new NetworkFileError(`${file} has no address`);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const { source = 'not stated', licence = 'not stated' } = values;
  return { code, source, licence, asOf, sha256, ranges: [...new Set(ranges)].sort() };
}

await runScript(async () => {
  const { out, 'as-of': asOf = '', help } = values;
  const codes = HIDDEN_NETWORKS.filter((code) => values[code] !== undefined);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(asOf) && !Number.isNaN(Date.parse(asOf));
  if (help || out === undefined || codes.length === 0 || !isDay) {
    say(HELP);
    return help ? 0 : 2;
  }
  const lists = codes.map((code) => readList(code, values[code] ?? '', asOf));
  createNetworks(lists);
  writeFileSync(out, `${JSON.stringify({ schema: NETWORK_SCHEMA, lists })}\n`);
  for (const { code, ranges } of lists) say(`${code}: ${ranges.length} ranges as of ${asOf}`);
  return 0;
});
