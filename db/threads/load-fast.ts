// Loaded with `--import` before the file of a thread; reduces its loading time to a quarter.

import module from 'node:module';
import { findOwnFiles, resolveOnce } from './resolve-once.ts';

const isOwn = findOwnFiles(new URL('..', import.meta.url).href);
module.registerHooks({ resolve: resolveOnce(isOwn) });
