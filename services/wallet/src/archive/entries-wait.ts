/** Entries of a month wait for their place in the journal. After it is sealed they would be refused. */
export class EntriesWait extends Error {
  readonly applicationIds: readonly string[];
  constructor(applicationIds: readonly string[]) {
    super('entries of a month that is over wait for their place in the journal');
    this.applicationIds = applicationIds;
  }
}
