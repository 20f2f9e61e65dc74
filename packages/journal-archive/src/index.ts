export type { Archive } from './archive.js';
export { archiveSettingsOf, archiveVariables, openArchive, type ArchiveSettings } from './open-archive.js';
