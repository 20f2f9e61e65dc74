/** Thrown if what is stored of a journal and its log does not fit together. Nothing was written. */
export class BrokenLog extends Error {
  constructor(what: string) {
    super(`the stored log is broken: ${what}`);
  }
}
