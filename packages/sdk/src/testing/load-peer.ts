import { untested } from './refusal.js';

/** A library that the user may have. The refusal says which is missing. */
export async function loadPeer<Module>(
  name: string,
  what: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw Object.assign(untested(`${what} without the package ${name}. Install it: npm install -D ${name}`), {
      cause: error,
    });
  }
}
