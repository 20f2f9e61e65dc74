import type { Application } from '../directory/application.js';

/** What the journal shows of an application, before and after a change. */
export function shownApplication({ name, settings, features }: Application): object {
  return { name, settings, features };
}
