// The operations about archives of old events.

import type { Operation } from '../../kit/operation.ts';
import { listArchives, startArchive } from './archives.ts';

export const ARCHIVE_OPERATIONS: readonly Operation[] = [listArchives, startArchive];
