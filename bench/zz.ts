import { join } from 'node:path';
import { openLedger } from '../db/sqlite.ts';
import { draft, openBooks, post } from './books.ts';
import { kernelFloor } from './kernel-floor.ts';
import { temporaryFolder } from './measure.ts';
const N = 12800, G = 256;
const cpu = () => { const c = process.cpuUsage(); return (c.user + c.system); };
const f = temporaryFolder(); const fl = kernelFloor(join(f.path, 'f.db'));
const l = openLedger({ environment: 'sandbox', file: join(f.path, 'l.db') }); const ids = await openBooks(l, 100, 1e9); let n = 0;
const go = async (k: number) => { for (let i = 0; i < k; i += G) { await post(l, Array.from({ length: G }, () => { const m = n++; return draft({ sourceAccountId: ids[m % 100]!, destinationAccountId: ids[(m + 1 + (m % 97)) % 100]!, cause: { actor: 'b', requestId: 'b', idempotencyKey: 'k' + m } }); })); } };
await go(2560); fl.transfers(2560);
for (let r = 0; r < 4; r++) { let a = cpu(); for (let i = 0; i < N; i += G) fl.transfers(G); const x = (cpu() - a) / N; a = cpu(); await go(N); const y = (cpu() - a) / N; console.log('floor', x.toFixed(1), 'kernel', y.toFixed(1), (x / y).toFixed(2)); }
fl.close(); l.close(); f.remove();
