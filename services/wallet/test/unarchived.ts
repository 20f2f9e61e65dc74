import type { Pool } from 'pg';
import { noArchive } from '@wallet-service/journal-format';
import type { JournalPlaces } from '../src/journal/read-entries-store.js';

/** Journals of which nothing is in an archive. */
export const unarchived = (database: Pool): JournalPlaces => ({ database, archive: noArchive });
