// The language of the bank's texts: English, whatever `Accept-Language` asks for.

import type { Context } from 'hono';
import type { AppEnv } from '../kit/context.ts';

/** States the language of the answer in its header. */
export function setContentLanguage(c: Context<AppEnv>): void {
  c.header('Content-Language', 'en');
}
