// The operations about events.

import type { Operation } from '../kit/operation.ts';
import { getEvent, listEvents } from './events.ts';
import { streamEvents } from './stream.ts';

export const EVENT_OPERATIONS: readonly Operation[] = [listEvents, streamEvents, getEvent];
