// Starts the bank's process. The bank's parts are loaded here and not by static imports, because
// loading takes most of a start.

import module from 'node:module';
import { stripOnce } from './strip-once.ts';

const loading = stripOnce(new URL('..', import.meta.url), module.getCompileCacheDir());
await import('./process.ts');
loading.save();
// Node saves compiled code when a process ends in order, and kill -9 is no order: now, before the
// API listens, no request waits for it. A start that finds everything there has nothing to save.
module.flushCompileCache();
