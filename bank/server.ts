// Starts the bank process. Its modules are loaded by a dynamic import, after the hooks that speed
// up loading, which takes most of a start.

import module from 'node:module';
import { stripOnce } from './strip-once.ts';

const loading = stripOnce(new URL('..', import.meta.url), module.getCompileCacheDir());
await import('./process.ts');
loading.save();
// Node writes its compile cache when a process ends regularly, but not after kill -9. It is written
// now, before the API listens, when no request has to wait.
module.flushCompileCache();
