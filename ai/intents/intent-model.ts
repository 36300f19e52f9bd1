// The version of the intent model that reads messages.

import { join } from 'node:path';
import { TEXT_MODELS } from '../../models/text-session.ts';

/** Folder of the model. */
export const INTENT_MODEL = join(TEXT_MODELS, 'intent-parsing', '1.8.0');
