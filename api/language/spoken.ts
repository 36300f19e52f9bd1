// The language of the bank's texts: English, whatever `Accept-Language` asks for.

import type { Context } from 'hono';
import type { AppEnv } from '../kit/context.ts';

/** Names the language of the answer. */
export function sayLanguage(c: Context<AppEnv>): void {
  c.header('Content-Language', 'en');
}
