// Makes ai/names/han-readings.txt.gz of Unihan_Readings.txt of the Unicode character database:
// `node scripts/screening/han-readings.ts Unihan_Readings.txt`.

import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [path = ''] = process.argv.slice(2);
const OUT = new URL('../../ai/names/han-readings.txt.gz', import.meta.url);

const lines: string[] = [];
for (const line of readFileSync(path, 'utf8').split('\n')) {
  const [code = '', field, said = ''] = line.split('\t');
  if (!code.startsWith('U+') || field !== 'kHangul' || code.length > 6) continue;
  const letter = String.fromCodePoint(Number.parseInt(code.slice(2), 16));
  lines.push(letter + said.replace(/[^\uac00-\ud7a3]/g, ''));
}
writeFileSync(OUT, gzipSync(`${lines.sort().join('\n')}\n`, { level: 9 }));
console.log(`${lines.length} characters`);
